/**
 * A pseudo language for tests: accented English, about 40 % longer. Cut-off texts and texts without accents are
 * localization bugs.
 */
import { getL10nPseudoLocalized } from '@vscode/l10n-dev';
import type { Locator } from 'playwright-core';

/** Returns an English text in this language. */
export function pseudo(text: string): string {
  const { text: shown } = getL10nPseudoLocalized({ text });
  return typeof shown === 'string' ? shown : text;
}

/** Returns our texts that are cut off at the side, or run into the next cell of a grid, except for scrollable texts and external names. */
export function cutOffTexts(part: Locator): Promise<readonly string[]> {
  return part.evaluate((root) => {
    const faults: string[] = [];
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      if (!/[\u0100-\u02af\u1e00-\u1fff]/.test(text) || node.parentElement?.checkVisibility() !== true) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, width } = range.getBoundingClientRect();
      // Texts only for screen readers are one pixel wide.
      for (let box: Element | null = node.parentElement; box && width > 0; box = box.parentElement) {
        const { overflowX } = getComputedStyle(box);
        const edge = box.getBoundingClientRect();
        if (overflowX === 'auto' || overflowX === 'scroll' || edge.width <= 1) break;
        const isCell = box.parentElement !== null && getComputedStyle(box.parentElement).display.endsWith('grid');
        const cuts = overflowX !== 'visible' || isCell || box === document.documentElement;
        if (cuts && (right > edge.right + 1 || left < edge.left - 1)) {
          faults.push(`"${text}" ends at ${right}, ${box.localName}.${box.className} at ${edge.right}`);
          break;
        }
      }
    }
    return faults;
  });
}

/** Returns texts of our controls and headings without accents, which aren't localizable. */
export function notLocalized(part: Locator): Promise<readonly string[]> {
  return part.evaluate((root) => {
    const own = [
      ...root.querySelectorAll(
        'button:not(.link), label, legend, dt:not([dir]), h2:not([dir]), summary:not([dir]), th[scope=col], .axis-name, .notice',
      ),
    ];
    const texts = own.map((element) => element.textContent ?? '');
    const said = ['title', 'placeholder', 'aria-label'].flatMap((name) =>
      [...root.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ''),
    );
    return (
      [...texts, ...said]
        .map((text) => text.trim())
        // Model IDs aren't our texts.
        .filter((text) => !/^[\w.-]+\/[\w.-]+$/.test(text))
        .filter((text) => /[a-z]{2}/i.test(text) && !/[\u0100-\u02af\u1e00-\u1fff]/.test(text))
    );
  });
}

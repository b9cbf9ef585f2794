/** Finds elements that don't fit into a narrow chat. */
import type { FrameLocator, Page } from 'playwright-core';

/**
 * Returns elements that overflow the chat, and words that are broken, one per line. Scrollable elements may be wider.
 */
export function misfits(chat: FrameLocator | Page): Promise<readonly string[]> {
  return chat.locator('switchyard-chat').evaluate((panel) => {
    const faults: string[] = [];
    const scrolls = 'pre, .table, .status';
    const right = panel.getBoundingClientRect().right;
    const name = (element: Element) => `${element.localName}.${element.className}`;
    for (const element of panel.querySelectorAll('*')) {
      if (element.closest(scrolls) !== null && !element.matches(scrolls)) continue;
      const box = element.getBoundingClientRect();
      if (box.width > 0 && (box.right > right + 0.5 || box.left < -0.5))
        faults.push(`${name(element)} reaches from ${box.left} to ${box.right} of ${right}`);
    }
    const texts = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (!parent || parent.closest('pre, .status') !== null || !parent.checkVisibility()) continue;
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}\p{N}_]+/gu)) {
        // A word that is wider than the bar must break.
        if (word.length > 18) continue;
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (tops.size > 1) faults.push(`"${word}" is broken in ${name(parent)}`);
      }
    }
    return faults;
  });
}

/** Finds English texts of our extension in a workbench that is shown in another language. */
import type { Page } from 'playwright-core';
import { readText } from '../../scripts/lib/repository.ts';

type Texts = Readonly<Record<string, string>>;
const readTexts = (file: string): Texts => JSON.parse(readText(file));

/** Looks up the translation of one of our English texts, or of its first line. Fills in placeholders in order. */
export function translator(language: string): (english: string, ...values: string[]) => string {
  const translations = new Map<string, string>();
  for (const [english = {}, translated = {}] of bundlesOf(language))
    for (const [key, text] of Object.entries(english))
      for (const [from, to] of [
        [text.split('\n')[0], translated[key]?.split('\n')[0]],
        [text, translated[key]],
      ])
        if (from !== undefined && to !== undefined) translations.set(from, to);
  return (english, ...values) => {
    const text = translations.get(english);
    if (text === undefined) throw new Error(`no text of ours: ${english}`);
    return text.replace(/\{(\d+)\}/g, (_, index) => values[Number(index)] ?? '');
  };
}

const bundlesOf = (language: string): readonly Texts[][] =>
  ['package.nls', 'l10n/bundle.l10n', 'l10n/server.l10n'].map((name) => [
    readTexts(`${name}.json`),
    readTexts(`${name}.${language}.json`),
  ]);

/** Returns our English texts of two words or more, each with a pattern to find it on the screen. */
export function englishTexts(language: string): readonly (readonly [text: string, pattern: RegExp])[] {
  const texts = bundlesOf(language).flatMap(([english = {}, translated = {}]) =>
    Object.entries(english).flatMap(([key, text]) => (translated[key] === text ? [] : text.split('\n'))),
  );
  // A link in a welcome text shows only its name.
  const shown = new Set(
    texts.map((text) => text.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1').replace(/\$\([\w~-]+\) ?|[`*]/g, '')),
  );
  return [...shown].filter((text) => wordsOf(text).length > 1).map((text) => [text, patternOf(text)]);
}

const wordsOf = (text: string): readonly string[] => text.replace(/\{\d+\}/g, ' ').match(/\p{L}{2,}/gu) ?? [];

function patternOf(text: string): RegExp {
  const parts = text.split(/\{\d+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const isWord = (end: string | undefined) => /\p{L}/u.test(end ?? '');
  return new RegExp(`${isWord(text[0]) ? '\\b' : ''}${parts.join('[^\\n]{1,80}?')}${isWord(text.at(-1)) ? '\\b' : ''}`);
}

/** Returns all visible texts and accessible names of our UI, one per line. */
export async function visibleTexts(page: Page): Promise<readonly string[]> {
  const texts = await Promise.all(page.frames().map((frame) => frame.evaluate(textsOfFrame).catch(() => [])));
  return [...new Set(texts.flat())];
}

function textsOfFrame(): string[] {
  const isWorkbench = document.querySelector('.monaco-workbench') !== null;
  // In the workbench, only places where extensions show something. The other texts are VS Code's own.
  const places =
    '.part.sidebar .pane, .part.auxiliarybar .pane, .quick-input-widget, .notification-toast, .monaco-dialog-box, [id^="switchyard.switchyard"], .context-view, .workbench-hover, .gettingStartedContainer, .settings-tree-container, .markers-panel, .codelens-decoration';
  const roots = isWorkbench ? [...document.querySelectorAll(places)] : [document.body];
  return roots.flatMap((place) => {
    const elements = [place, ...place.querySelectorAll('*')].filter((element) => element.checkVisibility());
    return elements.flatMap((element) => {
      const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const said = ['aria-label', 'title', 'placeholder', 'aria-valuetext'].map(
        (name) => element.getAttribute(name) ?? '',
      );
      return [...own.map(({ textContent }) => textContent ?? ''), ...said]
        .map((text) => text.trim())
        .filter((text) => text !== '');
    });
  });
}

/** Colours for code that grows no more. What knows the languages is loaded when the first such block is there. */
import { lazy } from '../../../common/lazy.ts';
import { foldLongCode } from './code-fold.ts';
import { blockAt, countBlocks } from './markdown/parts.ts';

/** The names behind a fence that are known, and what the highlighter calls them. */
const LANGUAGES: Readonly<Record<string, string>> = {
  ...named('bash', 'sh', 'shell', 'zsh', 'console'),
  ...named('cpp', 'c', 'h', 'hpp', 'cc', 'c++'),
  ...named('csharp', 'cs', 'c#'),
  ...named('css', 'scss', 'less'),
  ...named('diff', 'patch'),
  ...named('go', 'golang'),
  ...named('java'),
  ...named('javascript', 'js', 'jsx', 'mjs', 'cjs'),
  ...named('json', 'jsonc', 'json5'),
  ...named('python', 'py'),
  ...named('rust', 'rs'),
  ...named('sql'),
  ...named('typescript', 'ts', 'tsx', 'mts', 'cts'),
  ...named('xml', 'html', 'svg', 'vue'),
  ...named('yaml', 'yml'),
};

/** Longer code stays plain: nobody waits for colours. Characters. */
const LONGEST = 30_000;

const highlighter = lazy(() => import('./markdown/highlight.ts'));

export class CodeColour {
  readonly #box: Element;
  /** So many of the blocks have been looked at. */
  #seen = 0;

  /** @param box what markdown is rendered into, block by block */
  constructor(box: Element) {
    this.#box = box;
  }

  /** Colours what has come to its end since. @param ended nothing more comes: the last blocks are at their end too */
  look(ended: boolean): void {
    // At its end an answer may have been rendered anew.
    if (ended) this.#seen = 0;
    // The last block may go on, and the one before it may become a part of it.
    const settled = countBlocks(this.#box) - (ended ? 0 : 2);
    for (; this.#seen < settled; this.#seen++)
      for (const code of blockAt(this.#box, this.#seen)?.querySelectorAll('pre > code') ?? []) {
        foldLongCode(code);
        if (code.className !== '') colour(code);
      }
  }
}

function colour(code: Element): void {
  const name = /^language-(\S+)$/.exec(code.className)?.[1]?.toLowerCase() ?? '';
  const language = Object.hasOwn(LANGUAGES, name) ? LANGUAGES[name] : undefined;
  const text = code.textContent ?? '';
  if (language === undefined || text.length > LONGEST || code.firstElementChild) return;
  const show = ({ coloured }: Awaited<ReturnType<typeof highlighter>>) =>
    // One block in a separate task: between two of them the page can answer.
    setTimeout(() => {
      if (code.isConnected && code.textContent === text) code.replaceChildren(coloured(text, language));
    });
  // Without the highlighter, code stays plain.
  highlighter().then(show, () => undefined);
}

function named(language: string, ...more: string[]): Record<string, string> {
  return Object.fromEntries([language, ...more].map((name) => [name, language]));
}

/** Highlights completed code blocks. The highlighter is loaded with the first block. */
import { lazy } from '../../../common/lazy.ts';
import { foldLongCode } from './code-fold.ts';
import { blockAt, countBlocks } from './markdown/block-groups.ts';

/** Supported language names after a code fence, and their names in the highlighter. */
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

/** Maximum length of highlighted code, in characters. Longer code stays plain. */
const MAX_HIGHLIGHTED_LENGTH = 30_000;

const highlighter = lazy(() => import('./markdown/highlight.ts'));

export class CodeHighlighter {
  readonly #box: Element;
  /** Number of blocks that were processed. */
  #seen = 0;

  /** @param box element into which Markdown is rendered, block by block */
  constructor(box: Element) {
    this.#box = box;
  }

  /** Highlights the code blocks completed since the last call. @param ended the whole text is complete */
  update(ended: boolean): void {
    // At its end, an answer may have been rendered again as a whole.
    if (ended) this.#seen = 0;
    // The last block may still grow, and the one before it may be merged into it.
    const settled = countBlocks(this.#box) - (ended ? 0 : 2);
    for (; this.#seen < settled; this.#seen++)
      for (const code of blockAt(this.#box, this.#seen)?.querySelectorAll('pre > code') ?? []) {
        foldLongCode(code);
        if (code.className !== '') highlightBlock(code);
      }
  }
}

function highlightBlock(code: Element): void {
  const name = /^language-(\S+)$/.exec(code.className)?.[1]?.toLowerCase() ?? '';
  const language = Object.hasOwn(LANGUAGES, name) ? LANGUAGES[name] : undefined;
  const text = code.textContent ?? '';
  if (language === undefined || text.length > MAX_HIGHLIGHTED_LENGTH || code.firstElementChild) return;
  const show = ({ highlight }: Awaited<ReturnType<typeof highlighter>>) =>
    // One task per block, so that the page stays responsive.
    setTimeout(() => {
      if (code.isConnected && code.textContent === text) code.replaceChildren(highlight(text, language));
    });
  // Without the highlighter, code stays plain.
  highlighter().then(show, () => undefined);
}

function named(language: string, ...more: string[]): Record<string, string> {
  return Object.fromEntries([language, ...more].map((name) => [name, language]));
}

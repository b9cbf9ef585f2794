/** Completed code blocks of an answer: highlighted, and folded until the user expands them if they are long. */
import * as l10n from '@vscode/l10n';
import { lazy } from '../../../common/lazy.ts';
import { blocksIn } from './markdown/block-groups.ts';
import { element } from './markdown/element.ts';

/** Code with more lines is folded. */
const LONG = 30;

/** Maximum length of highlighted code, in characters. Longer code stays plain, because the time can be quadratic. */
const MAX_HIGHLIGHTED_LENGTH = 10_000;

/** Loaded with the first block that names a language. */
const highlighter = lazy(() => import('./markdown/highlight.ts'));

/** Code blocks that are already processed. */
const finished = new WeakSet<Element>();

/**
 * Highlights and folds the code that is complete.
 * @param box element with the blocks of an answer @param ended the whole text is complete
 * @param expanded indexes of the code blocks that aren't folded
 */
export function finishCode(box: Element, ended: boolean, expanded: ReadonlySet<number>): void {
  // The last block may still grow, and the one before it may be merged into it.
  const growing = ended ? [] : blocksIn(box).slice(-2);
  codeIn(box).forEach((code, at) => {
    if (finished.has(code) || growing.some((block) => block.contains(code))) return;
    finished.add(code);
    if (lineCount(code) > LONG) fold(code, !expanded.has(at));
    if (code.className !== '') highlight(code);
  });
}

function codeIn(box: Element): Element[] {
  return [...box.querySelectorAll('pre > code')];
}

function highlight(code: Element): void {
  const language = code.className.replace('language-', '');
  const text = code.textContent ?? '';
  if (text.length > MAX_HIGHLIGHTED_LENGTH) return;
  const show = (module: Awaited<ReturnType<typeof highlighter>>) =>
    // One task per block, so that the page stays responsive.
    setTimeout(() => {
      if (code.isConnected && code.textContent === text) code.replaceChildren(module.highlight(text, language));
    });
  // Without the highlighter, code stays plain.
  highlighter().then(show, () => undefined);
}

/** Returns the indexes of the code blocks that the user has expanded. */
export function expandedCode(box: Element): ReadonlySet<number> {
  const isExpanded = (code: Element) => code.closest('.code')?.querySelector('.code-fold[aria-expanded=true]');
  return new Set(codeIn(box).flatMap((code, at) => (isExpanded(code) ? [at] : [])));
}

function fold(code: Element, folded: boolean): void {
  const box = code.closest('.code');
  box?.append(element('button', 'code-fold', { type: 'button' }));
  if (box) setFolded(box, folded);
}

/** @param box a code block, folded or not */
export function setFolded(box: Element, folded: boolean): void {
  const button = box.querySelector('.code-fold');
  if (!button) return;
  box.classList.toggle('folded', folded);
  button.setAttribute('aria-expanded', String(!folded));
  button.textContent = folded
    ? l10n.t('Show All {0} Lines', lineCount(box.querySelector('code')))
    : l10n.t('Show Less');
}

function lineCount(code: Element | null): number {
  return (code?.textContent ?? '').trimEnd().split('\n').length;
}

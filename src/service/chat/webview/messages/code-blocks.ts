/** Completed code blocks of an answer: highlighted, and folded until the user expands them if they are long. */
import * as l10n from '@vscode/l10n';
import { lazy } from '../../../../../common/lazy.ts';
import { codeBlockActions } from '../../messages.ts';
import { blockAt, countBlocks } from '../markdown/block-groups.ts';
import { element } from '../markdown/element.ts';
import { post } from '../to-host.ts';

/** Code with more lines is folded. */
const longBlockLines = 30;

/** Maximum length of highlighted code, in characters. Longer code stays plain. */
const maxHighlightedLength = 10_000;

/** Loaded with the first block that names a language. */
const highlighter = lazy(() => import('../markdown/highlight.ts'));

/** Code blocks that are already processed. */
const finished = new WeakSet<Element>();

/**
 * Highlights and folds the code blocks that were completed since the last call.
 * @param box element with the blocks of an answer @param from number of blocks that the last call processed
 * @param ended the whole text is complete
 * @param expanded indexes of blocks that aren't folded
 * @returns number of processed blocks
 */
export function finishCode(box: Element, from: number, ended: boolean, expanded: ReadonlySet<number>): number {
  // The last block may still grow, and the one before it may be merged into it.
  const complete = Math.max(0, countBlocks(box) - (ended ? 0 : 2));
  // At its end, an answer may have been rendered again as a whole.
  for (let at = ended ? 0 : from; at < complete; at++)
    for (const code of blockAt(box, at)?.querySelectorAll('pre > code') ?? []) {
      if (finished.has(code)) continue;
      finished.add(code);
      if (lineCount(code) > longBlockLines) fold(code, !expanded.has(at));
      if (code.className !== '') highlight(code);
    }
  return complete;
}

function highlight(code: Element): void {
  const language = code.className.replace('language-', '');
  const text = code.textContent ?? '';
  if (text.length > maxHighlightedLength) return;
  // Without the highlighter, code stays plain.
  highlighter().then(
    ({ highlightPieces }) => showPieces(code, text, highlightPieces(text, language)),
    () => undefined,
  );
}

/** Shows highlighted code once it's complete. One task per piece, so that the page stays responsive. */
function showPieces(
  code: Element,
  text: string,
  pieces: Iterator<Node>,
  shown = document.createDocumentFragment(),
): void {
  setTimeout(() => {
    if (!code.isConnected || code.textContent !== text) return;
    const { done, value } = pieces.next();
    if (done) return code.replaceChildren(shown);
    shown.append(value);
    showPieces(code, text, pieces, shown);
  });
}

/** Returns the indexes of the blocks with code that the user has expanded. */
export function expandedBlocks(box: Element): ReadonlySet<number> {
  const indexes = Array.from({ length: countBlocks(box) }, (_, at) => at);
  return new Set(indexes.filter((at) => blockAt(box, at)?.querySelector('.code-fold[aria-expanded=true]')));
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

/** How long a copy button shows its check mark, in milliseconds. */
const copiedMs = 1500;

export function handleClick(event: MouseEvent): void {
  // `auxclick` is also the right button, which opens the context menu.
  if (event.button === 2) return;
  const target = event.target instanceof Element ? event.target : undefined;
  const link = target?.closest<HTMLAnchorElement>('a[href]');
  if (link) {
    // VS Code would also open the link, by its own rules.
    event.preventDefault();
    event.stopPropagation();
    post({ kind: 'openLink', href: link.href });
  }
  const button = target?.closest('button');
  if (event.type !== 'click' || !button) return;
  if (button.matches('.code-fold')) {
    const box = button.closest('.code');
    if (box) setFolded(box, !box.classList.contains('folded'));
    return;
  }
  if (button.getAttribute('data-action') === 'copy') showCopied(button);
  const action = codeBlockActions.find((one) => one === button.getAttribute('data-code'));
  const code = button.closest('.code')?.querySelector('code');
  if (!action || !code) return;
  const language = /(?:^| )language-(\S+)/.exec(code.className)?.[1] ?? '';
  post({ kind: 'code', action, text: code.textContent, language: language.slice(0, 100) });
  if (action === 'copy') showCopied(button);
}

function showCopied(button: Element): void {
  button.classList.replace('codicon-copy', 'codicon-check');
  setTimeout(() => button.classList.replace('codicon-check', 'codicon-copy'), copiedMs);
}

/** Folds long code blocks until the user expands them. */
import * as l10n from '@vscode/l10n';

/** Code with more lines is folded. */
const LONG = 30;

/** @param code text of a complete code block */
export function foldLongCode(code: Element): void {
  const box = code.closest('.code');
  const lines = (code.textContent ?? '').trimEnd().split('\n').length;
  if (!box || lines <= LONG || box.querySelector('.code-fold')) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'code-fold';
  box.append(button);
  setFolded(box, true);
}

/** @param box a code block, folded or not */
export function setFolded(box: Element, folded: boolean): void {
  const button = box.querySelector('.code-fold');
  if (!button) return;
  const lines = (box.querySelector('code')?.textContent ?? '').trimEnd().split('\n').length;
  box.classList.toggle('folded', folded);
  button.setAttribute('aria-expanded', String(!folded));
  button.textContent = folded ? l10n.t('Show All {0} Lines', lines) : l10n.t('Show Less');
}

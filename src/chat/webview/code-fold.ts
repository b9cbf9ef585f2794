/** Long code shows its beginning until the reader wants all of it. */
import * as l10n from '@vscode/l10n';

/** Shorter code is not worth a click. */
const LONG = 30;

/** @param code the text of a code block that grows no more */
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

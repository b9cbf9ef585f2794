/** A block of code: its language, a button that copies it, and its text. */
import { l10n } from '../../../shared/webview/l10n.ts';
import { element } from './element.ts';

/** @param info what stands behind the fence: the language first */
export function codeBox(text: string, info: string): HTMLElement {
  const language = /^\s*(\S+)/.exec(info)?.[1] ?? '';
  const name = element('span', 'code-language');
  name.textContent = language;
  const button = element('button', 'icon-button codicon codicon-copy');
  button.setAttribute('type', 'button');
  button.setAttribute('data-copy-code', '');
  button.setAttribute('title', l10n.t('Copy Code'));
  button.setAttribute('aria-label', language === '' ? l10n.t('Copy code') : l10n.t('Copy {0} code', language));
  const bar = element('div', 'code-bar');
  bar.append(name, button);
  const code = element('code', language === '' ? '' : `language-${language}`);
  if (text !== '') code.append(text);
  const pre = element('pre');
  pre.tabIndex = 0;
  pre.append(code);
  const box = element('div', 'code');
  box.append(bar, pre);
  return box;
}

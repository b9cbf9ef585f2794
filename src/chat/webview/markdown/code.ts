/** A code block: its language, its buttons, and its text. */
import * as l10n from '@vscode/l10n';
import { element } from './element.ts';

/** @param info text after the opening fence; the first word is the language */
export function codeBox(text: string, info: string): HTMLElement {
  const language = /^\s*(\S+)/.exec(info)?.[1] ?? '';
  const name = element('span', 'code-language');
  name.textContent = language;
  const tools = element('span', 'code-tools');
  tools.append(
    tool(
      'copy',
      'copy',
      l10n.t('Copy Code'),
      language === '' ? l10n.t('Copy code') : l10n.t('Copy {0} code', language),
    ),
    ...(/^(diff|patch)$/i.test(language)
      ? [applyButton()]
      : [
          tool('insert', 'insert', l10n.t('Insert at Cursor')),
          tool('newFile', 'new-file', l10n.t('New File with This Code')),
          tool('apply', 'git-compare', l10n.t('Compare with Active File and Apply')),
        ]),
  );
  const bar = element('div', 'code-bar');
  bar.append(name, tools);
  const code = element('code', language === '' ? '' : `language-${language}`);
  if (text !== '') code.append(text);
  const pre = element('pre');
  pre.tabIndex = 0;
  pre.append(code);
  const box = element('div', 'code');
  box.append(bar, pre);
  return box;
}

/** Applying is the main action for a diff, so the button has a text label. */
function applyButton(): HTMLElement {
  const button = element('button', 'text-button');
  button.setAttribute('type', 'button');
  button.setAttribute('data-code', 'apply');
  button.setAttribute('title', l10n.t('Compare with the File and Apply'));
  button.textContent = l10n.t('Apply');
  return button;
}

/** `clicks.ts` handles the click. */
function tool(action: string, icon: string, title: string, label = title): HTMLElement {
  const button = element('button', `icon-button codicon codicon-${icon}`);
  button.setAttribute('type', 'button');
  button.setAttribute('data-code', action);
  button.setAttribute('title', title);
  button.setAttribute('aria-label', label);
  return button;
}

/** A code block: its language, its buttons, and its text. */
import * as l10n from '@vscode/l10n';
import { element } from './element.ts';

/** @param info text after the opening fence; the first word is the language */
export function codeBox(text: string, info: string): HTMLElement {
  const language = /^\s*(\S+)/.exec(info)?.[1] ?? '';
  const tools = [
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
  ];
  const name = element('span', 'code-language', {}, language);
  const bar = element('div', 'code-bar', {}, name, element('span', 'code-tools', {}, ...tools));
  const code = element('code', language === '' ? '' : `language-${language}`);
  if (text !== '') code.append(text);
  return element('div', 'code', {}, bar, element('pre', '', { tabindex: '0' }, code));
}

/** Applying is the main action for a diff, so the button has a text label. */
function applyButton(): HTMLElement {
  const title = l10n.t('Compare with the File and Apply');
  return element('button', 'text-button', { type: 'button', 'data-code': 'apply', title }, l10n.t('Apply'));
}

/** `clicks.ts` handles the click. */
function tool(action: string, icon: string, title: string, label = title): HTMLElement {
  const attributes = { type: 'button', 'data-code': action, title, 'aria-label': label };
  return element('button', `icon-button codicon codicon-${icon}`, attributes);
}

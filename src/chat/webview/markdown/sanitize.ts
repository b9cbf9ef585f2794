/** The second wall: whatever the renderer made, only these elements and attributes reach the page. */
import DOMPurify, { type Config } from 'dompurify';
import { l10n } from '../../../shared/webview/l10n.ts';

const RULES = {
  ALLOWED_TAGS: [
    // The root that DOMPurify walks from. Without it, each child is copied once for nothing.
    'body',
    ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'li', 'pre', 'code'],
    ...['em', 'strong', 's', 'a', 'span', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  ALLOWED_ATTR: ['href', 'title', 'class', 'start'],
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
} satisfies Config;

/** One rendered block as nodes that can be shown. */
export function toNodes(html: string): Node[] {
  const fragment = DOMPurify.sanitize(html, RULES);
  for (const table of fragment.querySelectorAll('table')) wrap(table, 'table');
  for (const pre of fragment.querySelectorAll('pre')) dressCode(pre);
  return [...fragment.childNodes];
}

/** Code with its language and buttons for what can be done with it; the panel hears the click. */
function dressCode(pre: HTMLElement): void {
  const bar = element('div', 'code-bar');
  const language = /^language-(.+)$/.exec(pre.querySelector('code')?.className ?? '')?.[1] ?? '';
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
    tool('insert', 'insert', l10n.t('Insert at Cursor')),
    tool('newFile', 'new-file', l10n.t('New File with This Code')),
    tool('apply', 'git-compare', l10n.t('Compare with the Active File, Then Apply')),
  );
  bar.append(name, tools);
  wrap(pre, 'code').prepend(bar);
  pre.tabIndex = 0;
}

function tool(action: string, icon: string, title: string, label = title): HTMLElement {
  const button = element('button', `icon-button codicon codicon-${icon}`);
  button.setAttribute('type', 'button');
  button.setAttribute('data-code', action);
  button.setAttribute('title', title);
  button.setAttribute('aria-label', label);
  return button;
}

/** A box around what may be wider than the panel. */
function wrap(inner: HTMLElement, name: string): HTMLElement {
  const box = element('div', name);
  inner.replaceWith(box);
  box.append(inner);
  return box;
}

function element(tag: string, className: string): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  return made;
}

/**
 * Converts tokens to nodes. Text remains text: HTML is never parsed, only the elements listed here are created, an
 * image is shown as its description, and a link can only lead to an http, https, or mailto address.
 */

import * as l10n from '@vscode/l10n';
import type { Token } from 'markdown-it';
import { linkTarget, linkTargetLabel } from '../../messages.ts';
import { element } from './element.ts';

/** Elements that Markdown can create. */
const elements: ReadonlySet<string> = new Set([
  ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'li'],
  ...['em', 'strong', 's', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
]);

/**
 * Marks nested deeper than this are text, because the browser lays out nested elements recursively: a thousand of them end
 * the window. `blocks.ts` limits the nesting of blocks.
 */
const maxInlineDepth = 20;

/** Returns the node for a block. */
export function nodeOf(tokens: readonly Token[]): ChildNode {
  const root = document.createElement('div');
  const open: Element[] = [root];
  for (const token of tokens) {
    const parent = open.at(-1) ?? root;
    if (token.meta?.isPiece) {
      const piece = element('span');
      writeInline(piece, token.children ?? []);
      parent.append(piece);
    } else if (token.type === 'inline') writeInline(parent, taskIn(parent, token.children ?? []));
    else if (token.type === 'fence' || token.type === 'code_block') parent.append(codeBox(token.content, token.info));
    else if (token.nesting === -1) open.pop();
    // Paragraphs of a tight list have no element.
    else if (token.hidden) open.push(parent);
    else {
      const made = blockElement(token);
      // A table may be wider than the page, so its box scrolls.
      parent.append(token.type === 'table_open' ? element('div', 'table', { tabindex: '0' }, made) : made);
      if (token.nesting === 1) open.push(made);
    }
  }
  const node = root.firstChild ?? root;
  // Each block has its direction; `code` has its own, so that the direction doesn't depend on it.
  if (node instanceof Element && !node.hasAttribute('dir')) node.setAttribute('dir', 'auto');
  return node;
}

function blockElement(token: Token): Element {
  const made = element(elements.has(token.tag) ? token.tag : 'div');
  const start = token.type === 'ordered_list_open' ? token.attrGet('start') : null;
  if (start !== null && Number.isSafeInteger(Number(start))) made.setAttribute('start', String(start));
  // As a class, because an inline style would need an exception in the content security policy.
  const side = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style')))?.[1];
  if (side !== undefined) made.className = `align-${side}`;
  return made;
}

/** Converts a task marker at the beginning of a list item to a checkbox. @returns the remaining tokens */
function taskIn(parent: Element, tokens: readonly Token[]): readonly Token[] {
  const item = parent.localName === 'p' ? parent.parentElement : parent;
  const [first, ...rest] = tokens;
  if (item?.localName !== 'li' || item.textContent !== '' || first?.type !== 'text') return tokens;
  const [mark, state] = /^\[([ xX])\]\s/.exec(first.content) ?? [];
  if (mark === undefined) return tokens;
  const isDone = state !== ' ';
  const label = isDone ? l10n.t('Completed') : l10n.t('Not completed');
  parent.append(element('span', isDone ? 'task codicon codicon-check' : 'task', { role: 'img', 'aria-label': label }));
  item.className = 'task-item';
  return [Object.assign(Object.create(first), { content: first.content.slice(mark.length) }), ...rest];
}

function writeInline(parent: Element, tokens: readonly Token[]): void {
  const open: Element[] = [parent];
  /** Number of open marks that are too deep for an element. */
  let deeper = 0;
  for (const token of tokens) {
    const inner = open.at(-1) ?? parent;
    // A link is always an element: links don't contain links.
    const isMark = token.nesting !== 0 && !token.type.startsWith('link_');
    if (isMark && token.nesting === 1 && open.length > maxInlineDepth) deeper++;
    if (isMark && deeper > 0) {
      write(inner, token.markup);
      if (token.nesting === -1) deeper--;
      continue;
    }
    switch (token.type) {
      case 'softbreak':
        write(inner, '\n');
        break;
      case 'hardbreak':
        inner.append(element('br'));
        write(inner, '\n');
        break;
      case 'html_break':
        if (parent.closest('td, th')) inner.append(element('br'));
        write(inner, parent.closest('td, th') ? '\n' : token.content);
        break;
      case 'code_inline':
        inner.append(element('code', '', { dir: 'ltr' }, token.content));
        break;
      case 'image':
        inner.append(...imageNodes(token));
        break;
      case 'link_open': {
        const link = linkElement(String(token.attrGet('href')));
        inner.append(link);
        open.push(link);
        break;
      }
      case 'link_close': {
        const link = open.pop();
        const href = link?.getAttribute('href');
        // The link target is shown, unless the link text is the same address.
        if (href && ![href, href.replace(/\/$/, '')].includes(link?.textContent ?? ''))
          (open.at(-1) ?? parent).append(linkTargetNode(href));
        break;
      }
      default:
        if (token.nesting === -1) open.pop();
        else if (token.nesting === 1) {
          const made = element(elements.has(token.tag) ? token.tag : 'span');
          inner.append(made);
          open.push(made);
        } else write(inner, token.content);
    }
  }
}

/** Creates a link with its target as the tooltip. A blocked link becomes text with a tooltip that says so. */
function linkElement(href: string): Element {
  const target = linkTarget(href)?.href;
  if (target !== undefined) return element('a', '', { href: target, title: target });
  const title = l10n.t('Blocked link: only http, https, and mailto links can be opened.');
  return element('span', 'dead-link', { title });
}

function imageNodes(token: Token): Node[] {
  const alt = plainText(token.children ?? []);
  const label = alt.trim() === '' ? l10n.t('Image') : l10n.t('Image: {0}', alt);
  const image = element('span', 'image', {}, label);
  const source = linkTarget(String(token.attrGet('src')));
  return source ? [image, linkTargetNode(source.href)] : [image];
}

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content, children }) =>
      type === 'image' ? plainText(children ?? []) : type === 'softbreak' || type === 'hardbreak' ? '\n' : content,
    )
    .join('');
}

function linkTargetNode(href: string): Element {
  const target = linkTarget(href);
  return element('span', 'link-place', {}, target ? linkTargetLabel(target) : '');
}

/** Appends to the last text node if possible, so that consecutive texts are one node that can grow. */
function write(parent: Element, text: string): void {
  if (parent.lastChild instanceof Text) parent.lastChild.appendData(text);
  else if (text !== '') parent.append(text);
}

/** @param info text after the opening fence; the first word is the language */
function codeBox(text: string, info: string): HTMLElement {
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
  return element('div', 'code', { dir: 'ltr' }, bar, element('pre', '', { tabindex: '0' }, code));
}

/** Applying is the main action for a diff, so the button has a text label. */
function applyButton(): HTMLElement {
  const title = l10n.t('Compare with the File and Apply');
  return element('button', 'text-button', { type: 'button', 'data-code': 'apply', title }, l10n.t('Apply'));
}

/** `code-blocks.ts` handles the click. */
function tool(action: string, icon: string, title: string, label = title): HTMLElement {
  const attributes = { type: 'button', 'data-code': action, title, 'aria-label': label };
  return element('button', `icon-button codicon codicon-${icon}`, attributes);
}

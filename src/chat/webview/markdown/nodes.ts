/**
 * Tokens as nodes of the page. Text becomes text and nothing else: no HTML is ever parsed, an element is one of those named
 * here, an image is its description, and a link leads to http, https or mail, or nowhere.
 */

import * as l10n from '@vscode/l10n';
import type { Token } from 'markdown-it';
import { linkPlace, linkTarget } from '../../messages.ts';
import { codeBox } from './code.ts';
import { element } from './element.ts';

/** What markdown may become part of the page as. */
const elements: ReadonlySet<string> = new Set([
  ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'li'],
  ...['em', 'strong', 's', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
]);

/** The node that a block is shown as. */
export function nodeOf(tokens: readonly Token[]): ChildNode {
  const root = document.createElement('div');
  const open: Element[] = [root];
  for (const token of tokens) {
    const parent = open.at(-1) ?? root;
    if (token.type === 'inline') writeInline(parent, taskIn(parent, token.children ?? []));
    else if (token.type === 'fence' || token.type === 'code_block') parent.append(codeBox(token.content, token.info));
    else if (token.nesting === -1) open.pop();
    // A paragraph of a tight list has no element of its own.
    else if (token.hidden) open.push(parent);
    else {
      const made = blockElement(token);
      parent.append(token.type === 'table_open' ? wide(made) : made);
      if (token.nesting === 1) open.push(made);
    }
  }
  return root.firstChild ?? root;
}

function blockElement(token: Token): Element {
  const made = element(elements.has(token.tag) ? token.tag : 'div');
  const start = token.type === 'ordered_list_open' ? token.attrGet('start') : null;
  if (start !== null && Number.isSafeInteger(Number(start))) made.setAttribute('start', String(start));
  // As a class: a style would need a hole in the content security policy.
  const side = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style')))?.[1];
  if (side !== undefined) made.className = `align-${side}`;
  return made;
}

/** The state of a task at the beginning of a list item becomes a box. @returns what is written behind it */
function taskIn(parent: Element, tokens: readonly Token[]): readonly Token[] {
  const item = parent.localName === 'p' ? parent.parentElement : parent;
  const [first, ...rest] = tokens;
  if (item?.localName !== 'li' || item.textContent !== '' || first?.type !== 'text') return tokens;
  const [mark, state] = /^\[([ xX])\]\s/.exec(first.content) ?? [];
  if (mark === undefined) return tokens;
  const isDone = state !== ' ';
  const box = element('span', isDone ? 'task codicon codicon-check' : 'task');
  box.setAttribute('role', 'img');
  box.setAttribute('aria-label', isDone ? l10n.t('Completed') : l10n.t('Not completed'));
  parent.append(box);
  item.className = 'task-item';
  return [Object.assign(Object.create(first), { content: first.content.slice(mark.length) }), ...rest];
}

/** A table may be wider than the panel, and scrolls in a separate box. */
function wide(table: Element): Element {
  const box = element('div', 'table');
  box.tabIndex = 0;
  box.append(table);
  return box;
}

function writeInline(parent: Element, tokens: readonly Token[]): void {
  const open: Element[] = [parent];
  for (const token of tokens) {
    const inner = open.at(-1) ?? parent;
    switch (token.type) {
      case 'softbreak':
        write(inner, '\n');
        break;
      case 'hardbreak':
        inner.append(element('br'));
        write(inner, '\n');
        break;
      case 'code_inline':
        inner.append(withText(element('code'), token.content));
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
        // Only a text that is the address itself needs no second word about where it leads.
        if (href && link?.textContent !== href) (open.at(-1) ?? parent).append(placeOf(href));
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

/** Says where a link leads; what may lead nowhere is no link. */
function linkElement(href: string): Element {
  const target = linkTarget(href);
  const link = target ? element('a') : element('span', 'dead-link');
  if (target) link.setAttribute('href', target.href);
  const title = target?.href ?? l10n.t('Blocked link: only http, https, and mailto links can be opened.');
  link.setAttribute('title', title);
  return link;
}

function imageNodes(token: Token): Node[] {
  const alt = plainText(token.children ?? []);
  const said = alt.trim() === '' ? l10n.t('Image') : l10n.t('Image: {0}', alt);
  const image = withText(element('span', 'image'), said);
  const source = linkTarget(String(token.attrGet('src')));
  return source ? [image, placeOf(source.href)] : [image];
}

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content, children }) =>
      type === 'image' ? plainText(children ?? []) : type === 'softbreak' || type === 'hardbreak' ? '\n' : content,
    )
    .join('');
}

function placeOf(href: string): Element {
  const target = linkTarget(href);
  return withText(element('span', 'link-place'), target ? linkPlace(target) : '');
}

function withText(made: Element, text: string): Element {
  made.textContent = text;
  return made;
}

/** One text node for texts that follow on each other: it can grow. */
function write(parent: Element, text: string): void {
  if (parent.lastChild instanceof Text) parent.lastChild.appendData(text);
  else if (text !== '') parent.append(text);
}

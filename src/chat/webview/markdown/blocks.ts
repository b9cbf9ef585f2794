/**
 * Foreign markdown as HTML, a top-level block at a time. No HTML of the source passes, no image loads, and a link leads to
 * http, https or mail, or nowhere. What comes out here still goes through `sanitize.ts`.
 */
import MarkdownIt, { type Token } from 'markdown-it';
import { l10n } from '../../../shared/webview/l10n.ts';
import { linkPlace, linkTarget } from '../../messages.ts';

type References = Record<string, { title: string; href: string }>;

/** What link reference definitions (`[name]: address`) have been seen; they concern every block of the text. */
export interface Definitions {
  references: References;
}

export interface Block {
  readonly html: string;
  /** The lines that it takes, from `start` up to, not including, `end`. */
  readonly start: number;
  readonly end: number;
  /** The marker of a fenced code block. */
  readonly fence: string | undefined;
}

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
// Every address is parsed as one; whether it leads anywhere is decided below, where the reader can be told.
markdown.validateLink = () => true;

const { escapeHtml } = markdown.utils;

markdown.core.ruler.push('switchyard', (state) => {
  for (const token of state.tokens) {
    if (token.type === 'inline') tameLinks(token.children ?? []);
    else if (token.type === 'th_open' || token.type === 'td_open') align(token);
  }
});

/** Says where each link leads, and makes plain text of those that may lead nowhere. */
function tameLinks(tokens: readonly Token[]): void {
  let open: Token | undefined;
  let text = '';
  for (const token of tokens) {
    if (token.type === 'link_open') {
      open = token;
      text = '';
    } else if (token.type === 'link_close' && open) {
      const target = linkTarget(String(open.attrGet('href')));
      if (target) {
        open.attrs = [
          ['href', target.href],
          ['title', target.href],
        ];
        // Only a text that is the address itself needs no second word about where it leads.
        token.meta = text === target.href ? null : { place: linkPlace(target) };
      } else {
        open.tag = 'span';
        open.attrs = [
          ['class', 'dead-link'],
          ['title', l10n.t('Not followed: only http, https and mail links lead anywhere.')],
        ];
        token.tag = 'span';
      }
      open = undefined;
    } else text += token.content;
  }
}

/** The alignment of a cell as a class: a style would need a hole in the content security policy. */
function align(token: Token): void {
  const side = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style')))?.[1];
  token.attrs = side === undefined ? null : [['class', `align-${side}`]];
}

markdown.renderer.rules.link_close = (tokens, index, options, _env, renderer) => {
  const place = tokens[index]?.meta?.place;
  return renderer.renderToken(tokens, index, options) + (typeof place === 'string' ? placeHtml(place) : '');
};

markdown.renderer.rules.image = (tokens, index, options, env, renderer) => {
  const token = tokens[index];
  const alt = token ? renderer.renderInlineAsText(token.children ?? [], options, env) : '';
  const source = linkTarget(String(token?.attrGet('src')));
  const said = alt.trim() === '' ? l10n.t('Image') : l10n.t('Image: {0}', alt);
  return `<span class="image">${escapeHtml(said)}</span>${source ? placeHtml(linkPlace(source)) : ''}`;
};

function placeHtml(place: string): string {
  return `<span class="link-place">${escapeHtml(place)}</span>`;
}

/** The blocks of a text. Definitions that it holds are added to those that are given. */
export function parseBlocks(source: string, definitions: Definitions): Block[] {
  const env = { references: definitions.references };
  const tokens = markdown.parse(source, env);
  const blocks: Block[] = [];
  let first = 0;
  tokens.forEach((token, index) => {
    if (token.level !== 0) return;
    if (token.nesting === 1) first = index;
    else blocks.push(block(tokens.slice(token.nesting === 0 ? index : first, index + 1), env));
  });
  return blocks;
}

function block(tokens: Token[], env: { references: References }): Block {
  const [first] = tokens;
  const [start, end] = first?.map ?? [0, 0];
  return {
    html: markdown.renderer.render(tokens, markdown.options, env).trimEnd(),
    start,
    end,
    fence: first?.type === 'fence' ? first.markup : undefined,
  };
}

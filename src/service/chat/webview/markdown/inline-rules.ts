/** Rules for what models write although CommonMark reads it in another way. */
import type MarkdownIt from 'markdown-it';
import type { StateInline } from 'markdown-it';

// Backtracking is bounded: one character.
const cjk = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;
// Backtracking is bounded: one character.
const punctuation = /[\p{P}\p{S}]/u;
const space = /^$|\s/;
const htmlBreak = /<br\s{0,9}\/?>/iy;
const formula = /^[()[\]\\]$/;
/** At most 2,000 characters, so that a text of many invalid addresses takes linear time. */
// Backtracking is bounded: one class of at most 2,000 characters.
const address = /:\/\/[-\w.~:/?#[\]@!$&'()*+,;=%\p{L}\p{N}\p{M}]{1,2000}/uy;
const scheme = /(?:^|[^a-z\d+.-])(https?)$/i;
const trailing = /[.,;:!?'*_~)\]]/;

export function addInlineRules(markdown: InstanceType<typeof MarkdownIt>): void {
  markdown.inline.State = withCjkEmphasis(markdown.inline.State);
  markdown.inline.ruler.before('escape', 'formula', keepBackslash);
  markdown.inline.ruler.before('escape', 'bare_link', bareLink);
  markdown.inline.ruler.before('escape', 'html_break', breakTag);
}

/**
 * Beside CJK characters, punctuation can be emphasized, as in `**注意：**请看`: these languages have no spaces between words.
 */
function withCjkEmphasis(State: typeof StateInline): typeof StateInline {
  return class extends State {
    override scanDelims(start: number, canSplitWord: boolean) {
      const scanned = super.scanDelims(start, canSplitWord);
      const before = this.src.slice(Math.max(0, start - 2), start).match(/.$/u)?.[0] ?? '';
      const after = this.src.slice(start + scanned.length, start + scanned.length + 2).match(/^./u)?.[0] ?? '';
      if (!cjk.test(before) && !cjk.test(after)) return scanned;
      const canFollow = (one: string) => space.test(one) || punctuation.test(one) || cjk.test(one);
      const left = !space.test(after) && (!punctuation.test(after) || canFollow(before));
      const right = !space.test(before) && (!punctuation.test(before) || canFollow(after));
      return {
        ...scanned,
        can_open: left && (canSplitWord || !right || punctuation.test(before)),
        can_close: right && (canSplitWord || !left || punctuation.test(after)),
      };
    }
  };
}

/** Formulas begin with `\(` and `\[`, and their lines end with `\\`. */
function keepBackslash(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  const next = src[pos + 1] ?? '';
  if (src[pos] !== '\\' || !formula.test(next)) return false;
  if (!silent) state.pending += `\\${next}`;
  state.pos += 2;
  return true;
}

/** `nodes.ts` makes it a line break in the cell of a table, and text elsewhere. */
function breakTag(state: StateInline, silent: boolean): boolean {
  htmlBreak.lastIndex = state.pos;
  const [tag] = htmlBreak.exec(state.src) ?? [];
  if (tag === undefined) return false;
  if (!silent) state.push('html_break', '', 0).content = tag;
  state.pos += tag.length;
  return true;
}

/** An address in the text is a link. The rule begins at its colon, because letters before don't start a rule. */
function bareLink(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (src[pos] !== ':' || state.linkLevel > 0) return false;
  const [, protocol] = scheme.exec(state.pending.slice(-6)) ?? [];
  address.lastIndex = pos;
  const rest = trimmed(address.exec(src)?.[0] ?? '');
  if (protocol === undefined || !URL.canParse(protocol + rest)) return false;
  if (!silent) {
    state.pending = state.pending.slice(0, -protocol.length);
    const open = state.push('link_open', 'a', 1);
    open.attrs = [['href', protocol + rest]];
    open.markup = 'linkify';
    state.push('text', '', 0).content = protocol + rest;
    state.push('link_close', 'a', -1).markup = 'linkify';
  }
  state.pos += rest.length;
  return true;
}

/** Removes punctuation at the end, other than brackets that are opened in the address. */
function trimmed(text: string): string {
  let end = text.length;
  for (; trailing.test(text[end - 1] ?? ''); end--) {
    const bracket = text[end - 1] === ')' ? '(' : text[end - 1] === ']' ? '[' : undefined;
    if (
      bracket !== undefined &&
      text.slice(0, end).split(bracket).length >= text.slice(0, end).split(text[end - 1] ?? '').length
    )
      break;
  }
  return text.slice(0, end);
}

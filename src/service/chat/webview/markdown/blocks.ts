/** Parses untrusted Markdown into top-level blocks of tokens. `nodes.ts` decides which tokens become elements. */
import MarkdownIt, { type StateBlock, type Token } from 'markdown-it';

import { addInlineRules } from './inline-rules.ts';

type References = Record<string, { title: string; href: string }>;

/** Link reference definitions (`[name]: address`) found so far. They apply to all blocks of the text. */
export interface Definitions {
  references: References;
}

export interface Block {
  readonly tokens: readonly Token[];
  /** Its first line. */
  readonly start: number;
  /** Line after the block. */
  readonly end: number;
  /** It's a fenced code block. */
  readonly isCode: boolean;
}

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
// Parse every address as a link; `nodes.ts` decides which ones can be opened, and shows the others as blocked.
markdown.validateLink = () => true;

addInlineRules(markdown);

/**
 * Blocks deeper than this are a paragraph, because the browser lays out nested elements recursively. A list is two levels,
 * with its items.
 */
const maxBlockDepth = 20;

markdown.block.ruler.before('table', 'deep', (state, startLine, endLine) => {
  if (state.level < maxBlockDepth) return false;
  addParagraph(state, startLine, endLine);
  return true;
});

/**
 * Parses a footnote as a paragraph. Without this rule, one whose text is an address would become a link definition and
 * disappear. Indented lines after it belong to it.
 */
markdown.block.ruler.before('reference', 'footnote', (state, startLine, endLine, silent) => {
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  const line = state.src.slice(start, state.eMarks[startLine]);
  if (silent || !/^\[\^[^\]\s]+\]:/.test(line)) return false;
  const isIndented = (at: number) => !state.isEmpty(at) && (state.sCount[at] ?? 0) - state.blkIndent >= 2;
  let next = startLine + 1;
  while (next < endLine && isIndented(next)) next++;
  addParagraph(state, startLine, next);
  return true;
});

/** Adds a paragraph of these lines, whatever they contain. */
function addParagraph(state: StateBlock, startLine: number, end: number): void {
  const open = state.push('paragraph_open', 'p', 1);
  open.map = [startLine, end];
  const inline = state.push('inline', '', 0);
  inline.content = state.getLines(startLine, end, state.blkIndent, false).trim();
  inline.map = [startLine, end];
  inline.children = [];
  state.push('paragraph_close', 'p', -1);
  state.line = end;
}

/**
 * Paragraphs longer than this are parsed in pieces, so that one of a megabyte can be drawn piece by piece while it
 * arrives. Marks don't reach over the end of a piece.
 */
export const maxPieceLength = 4000;
const space = /\s/;

// The last rule accepts any lines.
const paragraphRule = markdown.block.ruler.getRules('').at(-1);

/** A text that continues a paragraph begins with one, whatever it looks like. */
markdown.block.ruler.before('table', 'continued', (state, startLine, endLine, silent) => {
  if (startLine > 0 || state.level > 0 || !state.env.isContinued) return false;
  return paragraphRule?.(state, startLine, endLine, silent) ?? false;
});

/** A long paragraph is no heading, so that what is drawn of it stays. */
markdown.block.ruler.before('lheading', 'long', (state, startLine, endLine, silent) => {
  let length = 0;
  for (let line = startLine; line < endLine && length <= maxPieceLength; line++) {
    const text = state.src.slice(state.bMarks[line], state.eMarks[line]);
    if (state.isEmpty(line) || (line > startLine && /^ {0,3}(?:=+|-+)\s*$/.test(text))) return false;
    length += text.length;
  }
  return length > maxPieceLength && (paragraphRule?.(state, startLine, endLine, silent) ?? false);
});

markdown.core.ruler.before('inline', 'pieces', (state) => {
  state.tokens = state.tokens.flatMap((token, index, { [index - 1]: before }) => {
    const isPiece = token.content.length > maxPieceLength || (index === 1 && state.env.isContinued);
    if (token.level !== 1 || before?.type !== 'paragraph_open' || !isPiece) return [token];
    return piecesOf(token.content).map((content) => {
      const piece = new state.Token('inline', '', 0);
      return Object.assign(piece, { content, map: token.map, level: token.level, children: [], meta: { isPiece } });
    });
  });
});

/** Splits a text behind the first space after `maxPieceLength` characters, so that more text doesn't move the places. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (text.length - start > maxPieceLength) {
    let end = start + maxPieceLength;
    while (end < text.length && !space.test(text[end] ?? '')) end++;
    while (end < text.length && space.test(text[end] ?? '')) end++;
    pieces.push(text.slice(start, end));
    start = end;
  }
  return start < text.length ? [...pieces, text.slice(start)] : pieces;
}

/** Returns the texts of the pieces of a paragraph; empty if it isn't parsed in pieces. */
export function piecesIn({ tokens }: Block): string[] {
  return tokens.flatMap(({ meta, content }) => (meta?.isPiece ? [content] : []));
}

/**
 * Parses the blocks of a text. Link definitions in the text are added to `definitions`.
 * @param isContinued the text begins inside a paragraph
 */
export function parseBlocks(source: string, definitions: Definitions, isContinued = false): Block[] {
  const tokens = markdown.parse(source, { references: definitions.references, isContinued });
  const blocks: Block[] = [];
  let first = 0;
  tokens.forEach((token, index) => {
    if (token.level !== 0) return;
    if (token.nesting !== -1) first = index;
    if (token.nesting === 1) return;
    const { map, type } = tokens[first] ?? token;
    const [start, end] = map ?? [0, 0];
    blocks.push({ tokens: tokens.slice(first, index + 1), start, end, isCode: type === 'fence' });
  });
  return blocks;
}

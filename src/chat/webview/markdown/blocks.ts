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

/** Parses the blocks of a text. Link definitions in the text are added to `definitions`. */
export function parseBlocks(source: string, definitions: Definitions): Block[] {
  const tokens = markdown.parse(source, { references: definitions.references });
  const blocks: Block[] = [];
  let first = 0;
  tokens.forEach((token, index) => {
    if (token.level !== 0) return;
    if (token.nesting !== -1) first = index;
    if (token.nesting === 1) return;
    const { map, type } = tokens[first] ?? token;
    blocks.push({ tokens: tokens.slice(first, index + 1), end: map?.[1] ?? 0, isCode: type === 'fence' });
  });
  return blocks;
}

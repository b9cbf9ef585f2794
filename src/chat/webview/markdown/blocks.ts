/** Parses untrusted Markdown into top-level blocks of tokens. `nodes.ts` decides which tokens become elements. */
import MarkdownIt, { type Token } from 'markdown-it';

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
  const open = state.push('paragraph_open', 'p', 1);
  open.map = [startLine, next];
  const inline = state.push('inline', '', 0);
  inline.content = state.getLines(startLine, next, state.blkIndent, false).trim();
  inline.map = [startLine, next];
  inline.children = [];
  state.push('paragraph_close', 'p', -1);
  state.line = next;
  return true;
});

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

/**
 * Renders Markdown while it's streaming. Completed blocks are rendered once; only the last block is rendered again.
 * At the end, the page equals a single rendering of the whole text.
 */

import { limitMarks, limitMarksAfter } from '../../../../../common/text/limit-marks.ts';
import { addBlock, groupedBlocks, removeBlock } from './block-groups.ts';
import { type Block, type Definitions, maxPieceLength, parseBlocks, piecesIn } from './blocks.ts';
import { element } from './element.ts';
import { nodeOf } from './nodes.ts';

/** The beginning of a table or paragraph that is drawn for good: more text can't change it. */
interface Drawn {
  /** The lines that begin a table; undefined for a paragraph. */
  readonly head: string | undefined;
  /** Number of rows of the table, or of pieces of the paragraph. */
  readonly count: number;
}

/** Maximum size of a block that is rendered again with each chunk, in characters. Code is cheap to render. */
const maxRerenderedLength = 8000;
const maxRerenderedCodeLength = 100_000;

export class MarkdownStream {
  readonly #container: Element;
  /** The whole text received so far. */
  #source = '';
  /** End of the text, from the first line whose block may still change. */
  #tail = '';
  /** Nodes of the tail's blocks, at the end of the container. */
  #shown: ChildNode[] = [];
  #definitions: Definitions = { references: {} };
  /** A CR that may be the first half of a CRLF. */
  #held = '';
  /** Length of the tail when it was last rendered. */
  #rendered = 0;
  /** The tail ended with a code block when it was last rendered. */
  #isCode = false;
  /** What is drawn for good of the first block of the tail. The tail begins behind it. */
  #drawn: Drawn | undefined;

  constructor(container: Element) {
    this.#container = container;
    container.replaceChildren();
  }

  append(text: string): void {
    const arrived = this.#normalize(text);
    if (arrived === '') return;
    this.#source += arrived;
    this.#tail += arrived;
    // A very large block is rendered again only after it has grown by 10%, so that the cost isn't quadratic.
    const most = this.#isCode ? maxRerenderedCodeLength : maxRerenderedLength;
    if (this.#tail.length > most && this.#tail.length < this.#rendered * 1.1) return;
    const settled = this.#tail.indexOf('\n', this.#rendered - 1) === -1 ? [] : this.#settle();
    const definitions = { references: { ...this.#definitions.references } };
    const blocks = settled.length === 0 ? this.#parse(this.#tail, definitions) : parseBlocks(this.#tail, definitions);
    this.#show([...settled, ...blocks]);
    this.#shown = this.#shown.slice(settled.length);
    if (settled.length > 0) this.#drawn = undefined;
    if (blocks.length === 1 && this.#tail.length > maxPieceLength) this.#keep(blocks[0] as Block);
    this.#rendered = this.#tail.length;
    this.#isCode = blocks.at(-1)?.isCode === true;
  }

  /** Called when the text is complete. */
  finish(): void {
    if (this.#held !== '') this.append('\n');
    const blocks = this.#parse(this.#tail, this.#definitions);
    // Link definitions also apply to earlier blocks, which were rendered without them.
    if (Object.keys(this.#definitions.references).length > 0) {
      this.#shown = groupedBlocks(this.#container);
      this.#drawn = undefined;
      this.#show(parseBlocks(this.#source, { references: {} }));
    } else this.#show(blocks);
    this.#shown = [];
    this.#tail = '';
  }

  /** Normalizes line ends as the parser does. A CR at the end waits for the next chunk. */
  #normalize(text: string): string {
    const whole = this.#held + limitMarksAfter(this.#source, text);
    this.#held = whole.endsWith('\r') ? '\r' : '';
    return (this.#held === '' ? whole : whole.slice(0, -1)).replace(/\r\n?/g, '\n');
  }

  /** Removes completed blocks from the tail and returns them. Reads only whole lines; a partial one may change. */
  #settle(): readonly Block[] {
    const whole = this.#tail.slice(0, this.#tail.lastIndexOf('\n') + 1);
    const definitions = { references: { ...this.#definitions.references } };
    const settled = this.#parse(whole, definitions).slice(0, -1);
    const last = settled.at(-1);
    if (!last) return [];
    this.#definitions = definitions;
    this.#tail = this.#tail.slice(startOfLine(this.#tail, last.end));
    return settled;
  }

  /** Parses the tail, or its whole lines. */
  #parse(text: string, definitions: Definitions): readonly Block[] {
    if (this.#drawn?.head === undefined) return parseBlocks(text, definitions, this.#drawn !== undefined);
    const lines = this.#drawn.head.split('\n').length - 1;
    return parseBlocks(this.#drawn.head + text, definitions).map((block) => ({ ...block, end: block.end - lines }));
  }

  /**
   * Removes what is drawn for good of the only block from the tail: the complete rows of a table, or all pieces of a
   * paragraph but the last. Otherwise, each chunk of a very large block would draw all of it again.
   */
  #keep(block: Block): void {
    const { count = 0, head } = this.#drawn ?? {};
    const start = this.#drawn === undefined ? startOfLine(this.#tail, block.start) : 0;
    const pieces = piecesIn(block).slice(0, -1);
    if (pieces.length > 0) {
      const indent = this.#drawn === undefined ? this.#tail.slice(start).search(/\S/) : 0;
      this.#tail = this.#tail.slice(pieces.reduce((at, piece) => at + piece.length, start + indent));
      this.#drawn = { head: undefined, count: count + pieces.length };
    } else if (block.tokens[0]?.type === 'table_open') {
      const rowsAt = head === undefined ? startOfLine(this.#tail, block.start + 2) : 0;
      const end = this.#tail.lastIndexOf('\n') + 1;
      const rows = this.#tail.slice(rowsAt, end).split('\n').length - 1;
      const shown = this.#shown[0] instanceof Element ? bodyOf(this.#shown[0])?.childElementCount : undefined;
      const partial = this.#tail.slice(end).trim() === '' ? 0 : 1;
      // A line can also end the table.
      if (rows <= 0 || shown !== count + rows + partial) return;
      this.#drawn = { head: head ?? this.#tail.slice(start, rowsAt), count: count + rows };
      this.#tail = this.#tail.slice(end);
    }
  }

  /** Renders these blocks in place of those of the tail. */
  #show(blocks: readonly Block[]): void {
    const before = this.#shown;
    this.#shown = blocks.map(({ tokens }, index) => {
      const fresh = nodeOf(tokens);
      const old = before[index];
      if (old !== undefined && index === 0 && this.#drawn !== undefined) return extend(old, fresh, this.#drawn);
      if (old !== undefined) return morph(old, fresh);
      addBlock(this.#container, fresh);
      return fresh;
    });
    for (const gone of before.slice(blocks.length)) removeBlock(gone);
  }
}

/** Renders a complete text. */
export function renderMarkdown(container: Element, source: string): void {
  // A single pass is enough, because the parser reads all definitions before any inline text.
  const blocks = parseBlocks(limitMarks(source), { references: {} });
  container.replaceChildren();
  for (const { tokens } of blocks) addBlock(container, nodeOf(tokens));
}

/** Returns the offset of a zero-based line, or of the end of the text if it has fewer lines. */
function startOfLine(text: string, line: number): number {
  let at = 0;
  for (let count = 0; count < line; count++) {
    const next = text.indexOf('\n', at);
    if (next === -1) return text.length;
    at = next + 1;
  }
  return at;
}

function bodyOf(table: Element): Element | null {
  return table.querySelector('tbody');
}

/** Makes the end of `old` equal to `fresh`, behind what is drawn for good. */
function extend(old: ChildNode, fresh: ChildNode, { head, count }: Drawn): ChildNode {
  if (!(old instanceof Element && fresh instanceof Element)) return old;
  const [one, other] = head === undefined ? [old, fresh] : [bodyOf(old), bodyOf(fresh) ?? element('tbody')];
  if (one) morphChildren(one, other, count);
  return old;
}

/** Makes `old` equal to `fresh`. @returns the node that is now in place: `old`, unless it's of another kind */
function morph(old: ChildNode, fresh: ChildNode): ChildNode {
  if (old instanceof Text && fresh instanceof Text) {
    if (fresh.data.startsWith(old.data)) {
      if (fresh.length > old.length) old.appendData(fresh.data.slice(old.length));
    } else old.data = fresh.data;
    return old;
  }
  if (old instanceof Element && fresh instanceof Element && isSameCode(old, fresh)) return old;
  if (!(old instanceof Element && fresh instanceof Element && isSameKind(old, fresh))) {
    old.replaceWith(fresh);
    return fresh;
  }
  morphChildren(old, fresh);
  return old;
}

/** Makes the children of `old` equal to those of `fresh`. @param from number of children of `old` that stay */
function morphChildren(old: Element, fresh: Element, from = 0): void {
  let child = old.childNodes[from] ?? null;
  let wanted = fresh.firstChild;
  while (wanted !== null) {
    const next = wanted.nextSibling;
    if (child === null) old.append(wanted);
    else child = morph(child, wanted).nextSibling;
    wanted = next;
  }
  while (child !== null) {
    const next = child.nextSibling;
    child.remove();
    child = next;
  }
}

/** Code that is highlighted and folded stays so. */
function isSameCode(old: Element, fresh: Element): boolean {
  if (!old.classList.contains('code') || !fresh.classList.contains('code')) return false;
  const [one, other] = [old.querySelector('code'), fresh.querySelector('code')];
  return one?.className === other?.className && one?.textContent === other?.textContent;
}

function isSameKind(one: Element, other: Element): boolean {
  if (one.localName !== other.localName || one.attributes.length !== other.attributes.length) return false;
  for (const { name, value } of one.attributes) if (other.getAttribute(name) !== value) return false;
  return true;
}

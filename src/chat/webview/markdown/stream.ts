/**
 * Renders Markdown while it's streaming. Completed blocks are rendered once; only the last block is rendered again.
 * At the end, the page equals a single rendering of the whole text.
 */

import { limitMarks, limitMarksAfter } from '../../../../common/limit-marks.ts';
import { addBlock, blocksIn, removeBlock } from './block-groups.ts';
import { type Block, type Definitions, parseBlocks } from './blocks.ts';
import { nodeOf } from './nodes.ts';

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
    const blocks = parseBlocks(this.#tail, { references: { ...this.#definitions.references } });
    this.#show([...settled, ...blocks]);
    this.#shown = this.#shown.slice(settled.length);
    this.#rendered = this.#tail.length;
    this.#isCode = blocks.at(-1)?.isCode === true;
  }

  /** Called when the text is complete. */
  finish(): void {
    if (this.#held !== '') this.append('\n');
    const blocks = parseBlocks(this.#tail, this.#definitions);
    // Link definitions also apply to earlier blocks, which were rendered without them.
    if (Object.keys(this.#definitions.references).length > 0) {
      this.#shown = blocksIn(this.#container);
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
    const settled = parseBlocks(whole, definitions).slice(0, -1);
    const last = settled.at(-1);
    if (!last) return [];
    this.#definitions = definitions;
    this.#tail = this.#tail.slice(startOfLine(this.#tail, last.end));
    return settled;
  }

  /** Renders these blocks in place of those of the tail. */
  #show(blocks: readonly Block[]): void {
    const before = this.#shown;
    this.#shown = blocks.map(({ tokens }, index) => {
      const fresh = nodeOf(tokens);
      const old = before[index];
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
  let child = old.firstChild;
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
  return old;
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

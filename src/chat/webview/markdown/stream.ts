/**
 * Renders Markdown while it's streaming. Completed blocks are rendered once; only the last block is rendered again, and
 * text in a growing code block is just appended. At the end, the page equals a single rendering of the whole text.
 */

import { BlockGroups } from './block-groups.ts';
import { type Block, type Definitions, parseBlocks } from './blocks.ts';
import { morph } from './morph.ts';
import { nodeOf } from './nodes.ts';

/** Text without special meaning in the middle of a line, wherever it's cut. */
const INERT = /^[\p{L}\p{N} ,.]+$/u;

/** Maximum size of a block that is rendered again with each chunk, in characters. */
const MAX_RERENDERED_LENGTH = 8000;

export class MarkdownStream {
  readonly #container: Element;
  readonly #groups: BlockGroups;
  /** The whole text received so far. */
  #source = '';
  /** End of the text, from the first line whose block may still change. */
  #tail = '';
  /** Nodes of the tail's blocks, at the end of the container. */
  #shown: ChildNode[] = [];
  #definitions: Definitions = { references: {} };
  #fence: { readonly marker: string; readonly text: Text } | undefined;
  /** A CR that may be the first half of a CRLF. */
  #held = '';
  /** Length of the tail when it was last rendered. */
  #rendered = 0;

  constructor(container: Element) {
    this.#container = container;
    this.#groups = new BlockGroups(container);
    container.replaceChildren();
  }

  append(text: string): void {
    const arrived = this.#normalise(text);
    if (arrived === '') return;
    const before = this.#tail;
    this.#source += arrived;
    this.#tail += arrived;
    if (this.#growCode(before, arrived) || this.#growLine(before, arrived)) return;
    // A very large block is rendered again only after it has grown by 10%, so that the cost isn't quadratic.
    if (this.#tail.length > MAX_RERENDERED_LENGTH && this.#tail.length < this.#rendered * 1.1) return;
    const settled = this.#tail.indexOf('\n', this.#rendered - 1) === -1 ? [] : this.#settle();
    const blocks = parseBlocks(this.#tail, { references: { ...this.#definitions.references } });
    this.#show([...settled, ...blocks]);
    this.#shown = this.#shown.slice(settled.length);
    this.#rendered = this.#tail.length;
    this.#fence = this.#openFence(blocks);
  }

  /** Called when the text is complete. */
  finish(): void {
    if (this.#held !== '') this.append('\n');
    const blocks = parseBlocks(this.#tail, this.#definitions);
    // Link definitions also apply to earlier blocks, which were rendered without them.
    if (Object.keys(this.#definitions.references).length > 0) renderMarkdown(this.#container, this.#source);
    else this.#show(blocks);
    this.#shown = [];
    this.#tail = '';
    this.#fence = undefined;
  }

  /** Normalizes line ends as the parser does. A CR at the end waits for the next chunk. */
  #normalise(text: string): string {
    const whole = this.#held + text;
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
      this.#groups.add(fresh);
      return fresh;
    });
    for (const gone of before.slice(blocks.length)) this.#groups.remove(gone);
  }

  /** If the tail is a single code block that is still open, new text can be appended to it as it is. */
  #openFence([block, more]: readonly Block[]) {
    const [node] = this.#shown;
    if (more || block?.fence === undefined || !(node instanceof Element)) return undefined;
    const lines = this.#tail.slice(startOfLine(this.#tail, block.start)).split('\n');
    const [opening = '', ...body] = lines;
    // An indented fence removes indentation from its lines, and a closed block no longer grows.
    const closing = new RegExp(`^ {0,3}[${block.fence[0]}]{${block.fence.length},}[ \\t]*$`);
    if (body.length === 0 || !opening.startsWith(block.fence) || body.some((line) => closing.test(line)))
      return undefined;
    const code = node.querySelector('code');
    if (!code) return undefined;
    const text = code.lastChild instanceof Text ? code.lastChild : code.appendChild(document.createTextNode(''));
    return { marker: block.fence.slice(0, 3), text };
  }

  /** Returns false if no code block is open, or the new text may contain its end. */
  #growCode(before: string, arrived: string): boolean {
    const fence = this.#fence;
    if (!fence || (before.slice(-2) + arrived).includes(fence.marker)) return false;
    fence.text.appendData(arrived);
    return true;
  }

  /** Appends plain words to the last line of a paragraph. Returns false if the new text may be anything else. */
  #growLine(before: string, arrived: string): boolean {
    const text = this.#shown.at(-1)?.lastChild;
    const paragraph = text?.parentNode;
    if (!(text instanceof Text && paragraph instanceof HTMLParagraphElement) || this.#rendered !== before.length)
      return false;
    const line = before.slice(before.lastIndexOf('\n') + 1);
    // A line that begins with a letter can't become a list, heading, rule, or table.
    if (!INERT.test(arrived) || !/^ {0,3}\p{L}/u.test(line) || !INERT.test(line.at(-1) ?? '')) return false;
    // Spaces at the end of a paragraph aren't shown.
    const blank = line.slice(line.trimEnd().length);
    text.appendData((blank + arrived).trimEnd());
    this.#rendered = this.#tail.length;
    return true;
  }
}

/** Renders a complete text. */
export function renderMarkdown(container: Element, source: string): void {
  // A single pass is enough, because the parser reads all definitions before any inline text.
  const blocks = parseBlocks(source, { references: {} });
  const groups = new BlockGroups(container);
  container.replaceChildren();
  for (const { tokens } of blocks) groups.add(nodeOf(tokens));
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

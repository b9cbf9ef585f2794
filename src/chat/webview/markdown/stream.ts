/**
 * Markdown that is still arriving. Blocks that nothing can change any more are rendered once and kept; only the last one
 * is rendered again, and a code block that grows is not even that. When the text has ended, the page is what one rendering
 * of the whole text would give.
 */
import { type Block, type Definitions, parseBlocks } from './blocks.ts';
import { morph } from './morph.ts';
import { nodeOf } from './nodes.ts';
import { Parts } from './parts.ts';

/** Text that means nothing but itself in the middle of a line, wherever it is cut. */
const INERT = /^[\p{L}\p{N} ,.]+$/u;

/** Characters of one block that are few enough to be rendered again with every piece. */
const SMALL = 8000;

export class MarkdownStream {
  readonly #container: Element;
  readonly #parts: Parts;
  /** All of it. */
  #source = '';
  /** Its end, from the first line whose block may still change. */
  #tail = '';
  /** The blocks of the tail as they are shown, at the end of the container. */
  #shown: ChildNode[] = [];
  #definitions: Definitions = { references: {} };
  #fence: { readonly marker: string; readonly text: Text } | undefined;
  /** A CR that may be the first half of a CRLF. */
  #held = '';
  /** So long the tail was when it was rendered last. */
  #rendered = 0;

  constructor(container: Element) {
    this.#container = container;
    this.#parts = new Parts(container);
    container.replaceChildren();
  }

  append(text: string): void {
    const arrived = this.#normalise(text);
    if (arrived === '') return;
    const before = this.#tail;
    this.#source += arrived;
    this.#tail += arrived;
    if (this.#growCode(before, arrived) || this.#growLine(before, arrived)) return;
    // A giant block is rendered when it has grown by a part of itself, so that the cost follows the text and not its square.
    if (this.#tail.length > SMALL && this.#tail.length < this.#rendered * 1.1) return;
    const settled = this.#tail.indexOf('\n', this.#rendered - 1) === -1 ? [] : this.#settle();
    const blocks = parseBlocks(this.#tail, { references: { ...this.#definitions.references } });
    this.#show([...settled, ...blocks]);
    this.#shown = this.#shown.slice(settled.length);
    this.#rendered = this.#tail.length;
    this.#fence = this.#openFence(blocks);
  }

  /** The text has ended. */
  finish(): void {
    if (this.#held !== '') this.append('\n');
    const blocks = parseBlocks(this.#tail, this.#definitions);
    // A definition concerns the blocks before it too, which were shown without it.
    if (Object.keys(this.#definitions.references).length > 0) renderMarkdown(this.#container, this.#source);
    else this.#show(blocks);
    this.#shown = [];
    this.#tail = '';
    this.#fence = undefined;
  }

  /** Line ends as the parser would make them; a CR waits for what follows it. */
  #normalise(text: string): string {
    const whole = this.#held + text;
    this.#held = whole.endsWith('\r') ? '\r' : '';
    return (this.#held === '' ? whole : whole.slice(0, -1)).replace(/\r\n?/g, '\n');
  }

  /** Takes all but the last block off the tail, for good, judged by whole lines: half a line may yet become anything. */
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

  /** Shows these blocks in place of the tail's. */
  #show(blocks: readonly Block[]): void {
    const before = this.#shown;
    this.#shown = blocks.map(({ tokens }, index) => {
      const fresh = nodeOf(tokens);
      const old = before[index];
      if (old !== undefined) return morph(old, fresh);
      this.#parts.add(fresh);
      return fresh;
    });
    for (const gone of before.slice(blocks.length)) this.#parts.remove(gone);
  }

  /** When the tail is one code block that is still open, what arrives is its text, whatever it looks like. */
  #openFence([block, more]: readonly Block[]) {
    const [node] = this.#shown;
    if (more || block?.fence === undefined || !(node instanceof Element)) return undefined;
    const lines = this.#tail.slice(startOfLine(this.#tail, block.start)).split('\n');
    const [opening = '', ...body] = lines;
    // An indented fence takes the indentation out of its lines; and a closed one grows no more.
    const closing = new RegExp(`^ {0,3}[${block.fence[0]}]{${block.fence.length},}[ \\t]*$`);
    if (body.length === 0 || !opening.startsWith(block.fence) || body.some((line) => closing.test(line)))
      return undefined;
    const code = node.querySelector('code');
    if (!code) return undefined;
    const text = code.lastChild instanceof Text ? code.lastChild : code.appendChild(document.createTextNode(''));
    return { marker: block.fence.slice(0, 3), text };
  }

  /** False when what arrived may hold the end of the open code block, or when there is none. */
  #growCode(before: string, arrived: string): boolean {
    const fence = this.#fence;
    if (!fence || (before.slice(-2) + arrived).includes(fence.marker)) return false;
    fence.text.appendData(arrived);
    return true;
  }

  /** Plain words at the end of a line of a paragraph are more text, and nothing else. False for all that may be more. */
  #growLine(before: string, arrived: string): boolean {
    const text = this.#shown.at(-1)?.lastChild;
    const paragraph = text?.parentNode;
    if (!(text instanceof Text && paragraph instanceof HTMLParagraphElement) || this.#rendered !== before.length)
      return false;
    const line = before.slice(before.lastIndexOf('\n') + 1);
    // A line that begins with a letter begins no list, heading, rule or table any more.
    if (!INERT.test(arrived) || !/^ {0,3}\p{L}/u.test(line) || !INERT.test(line.at(-1) ?? '')) return false;
    // The end of a paragraph is shown without its spaces.
    const blank = line.slice(line.trimEnd().length);
    text.appendData((blank + arrived).trimEnd());
    this.#rendered = this.#tail.length;
    return true;
  }
}

/** Shows a whole text at once. */
export function renderMarkdown(container: Element, source: string): void {
  // Two passes are not needed: the parser reads all definitions before it looks at any line of text.
  const blocks = parseBlocks(source, { references: {} });
  const parts = new Parts(container);
  container.replaceChildren();
  for (const { tokens } of blocks) parts.add(nodeOf(tokens));
}

/** Where line `line` (from 0) begins; the end of the text when it has fewer lines. */
function startOfLine(text: string, line: number): number {
  let at = 0;
  for (let count = 0; count < line; count++) {
    const next = text.indexOf('\n', at);
    if (next === -1) return text.length;
    at = next + 1;
  }
  return at;
}

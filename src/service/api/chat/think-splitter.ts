/**
 * Separates the reasoning that some models write at the beginning of their text, in `<think>…</think>`, from the answer. The text
 * arrives in pieces.
 */

type Piece = readonly [kind: 'text' | 'reasoning', text: string];

const opening = /^\s*<think(?:ing)?>/;
const openings = ['<think>', '<thinking>'];
const closing = /<\/think(?:ing)?>/;
/** Longest text that is held back because it may be the closing tag. */
const closingLength = '</thinking>'.length;
/** Whitespace before the tag; more of it is text. */
const maxIndent = 100;

export class ThinkSplitter {
  #state: 'start' | 'reasoning' | 'text';
  /** Empty lines after a tag belong to neither. */
  #isAfterTag = false;
  #held = '';

  /** @param continues the text continues another one, so it has no beginning */
  constructor(continues: boolean) {
    this.#state = continues ? 'text' : 'start';
  }

  push(text: string): Piece[] {
    const all = this.#held + text;
    this.#held = '';
    if (this.#state === 'start') return this.#start(all);
    const rest = this.#isAfterTag ? all.trimStart() : all;
    if (rest === '') return [];
    this.#isAfterTag = false;
    return this.#state === 'reasoning' ? this.#reasoning(rest) : [['text', rest]];
  }

  /** Ends the text and returns what was held back. */
  flush(): Piece[] {
    const held = this.#held;
    this.#held = '';
    return [[this.#state === 'reasoning' ? 'reasoning' : 'text', held]];
  }

  #start(all: string): Piece[] {
    const [tag] = opening.exec(all) ?? [];
    if (tag !== undefined) {
      return this.#enter('reasoning', all.slice(tag.length));
    }
    const begun = all.trimStart();
    if (all.length - begun.length <= maxIndent && openings.some((one) => one.startsWith(begun))) {
      this.#held = all;
      return [];
    }
    this.#state = 'text';
    return [['text', all]];
  }

  #reasoning(all: string): Piece[] {
    const end = closing.exec(all);
    if (end !== null) {
      return [['reasoning', all.slice(0, end.index)], ...this.#enter('text', all.slice(end.index + end[0].length))];
    }
    const last = all.lastIndexOf('<');
    const from = last !== -1 && all.length - last < closingLength ? last : all.length;
    this.#held = all.slice(from);
    return [['reasoning', all.slice(0, from)]];
  }

  #enter(state: 'reasoning' | 'text', rest: string): Piece[] {
    this.#state = state;
    this.#isAfterTag = true;
    return this.push(rest);
  }
}

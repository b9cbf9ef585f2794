/**
 * Parses valid JSON, which most files contain, several times faster than `TolerantParser`. `JSON.parse` decides whether
 * a text is valid, so this parser only has to determine positions.
 */
import type { JsonNode, StringNode } from './json.ts';
import { markOverridden, type OpenMember } from './members.ts';

/** Deeper text is left to `TolerantParser`, which doesn't recurse into values. */
const maximumDepth = 200;

/** Returns the same tree as `TolerantParser`; undefined for invalid JSON and for deep nesting. */
export function parseStrict(text: string): JsonNode | undefined {
  try {
    JSON.parse(text);
    return new StrictParser(text).value(0);
  } catch {
    return undefined;
  }
}

/** A number or keyword. Sticky, so that it matches at an offset. */
const literal = /[^\s,\]}]+/y;

class StrictParser {
  readonly #text: string;
  #at = 0;

  /** @param text valid JSON */
  constructor(text: string) {
    this.#text = text;
  }

  /** @throws RangeError if the nesting is too deep */
  value(depth: number): JsonNode {
    if (depth > maximumDepth) throw new RangeError();
    const first = this.#next();
    const offset = this.#at;
    if (first === '"') return this.#string();
    if (first === '{') {
      const members: OpenMember[] = [];
      this.#at++;
      while (this.#next() !== '}') {
        const key = this.#string();
        const colon = this.#text.indexOf(':', this.#at);
        this.#at = colon + 1;
        members.push({ key, colon, value: this.value(depth + 1), live: true });
      }
      markOverridden(members);
      return { type: 'object', members, offset, length: ++this.#at - offset };
    }
    if (first === '[') {
      const items: JsonNode[] = [];
      this.#at++;
      while (this.#next() !== ']') items.push(this.value(depth + 1));
      return { type: 'array', items, offset, length: ++this.#at - offset };
    }
    literal.lastIndex = offset;
    const [text = ''] = literal.exec(this.#text) ?? [];
    const { length } = text;
    this.#at += length;
    const value = JSON.parse(text) as number | boolean | null;
    if (value === null) return { type: 'null', offset, length };
    return typeof value === 'number'
      ? { type: 'number', value, offset, length }
      : { type: 'boolean', value, offset, length };
  }

  #string(): StringNode {
    const offset = this.#at;
    let end = offset + 1;
    while (this.#text[end] !== '"') end += this.#text[end] === '\\' ? 2 : 1;
    this.#at = end + 1;
    const inner = this.#text.slice(offset + 1, end);
    const value = inner.includes('\\') ? (JSON.parse(`"${inner}"`) as string) : inner;
    return { type: 'string', value, offset, length: this.#at - offset };
  }

  /** Skips white space and commas. Returns the first character of the next token. */
  #next(): string | undefined {
    let character = this.#text[this.#at];
    while (character === ' ' || character === ',' || character === '\n' || character === '\r' || character === '\t')
      character = this.#text[++this.#at];
    return character;
  }
}

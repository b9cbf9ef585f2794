/**
 * Parses JSON without faults, which most files are most of the time. Several times faster than `TolerantParser`, because
 * it stops at the first fault: then `TolerantParser` parses the text and reports the faults.
 */

import type { EntryText } from './entry-text.ts';
import type { JsonNode, Member, ObjectNode, StringNode } from './json.ts';
import { markOverridden, type OpenMember, shared } from './members.ts';

/** Deeper text is left to `TolerantParser`, which doesn't recurse into values. */
const maximumDepth = 200;

const quote = 34;
const comma = 44;
const colon = 58;
const openBracket = 91;
const backslash = 92;
const closeBracket = 93;
const letterF = 102;
const letterN = 110;
const letterT = 116;
const openBrace = 123;
const closeBrace = 125;

/** Maximum length, including quotes, of strings that are likely to repeat: `"npx"`, `"-y"`, `"http"`. */
const shortString = 10;

const noMembers: readonly Member[] = [];
const noItems: readonly JsonNode[] = [];

/** A JSON number. Sticky, so that it matches at an offset. */
const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;

/**
 * Returns the tree of a text that `JSON.parse` accepts, the same as that of `TolerantParser`. Undefined for other text and
 * for deep nesting.
 * @param known servers of an earlier version of the text, in order; unchanged ones aren't parsed again
 */
export function parseStrict(text: string, known: readonly EntryText[] = []): JsonNode | undefined {
  return new StrictReader(text, known).read();
}

/** The value of an unchanged server, parsed only when its members are accessed. */
class KnownValue implements ObjectNode {
  readonly type = 'object';
  readonly offset: number;
  readonly length: number;
  readonly #document: string;
  #members: readonly Member[] | undefined;

  constructor(document: string, offset: number, length: number) {
    this.#document = document;
    this.offset = offset;
    this.length = length;
  }

  get members(): readonly Member[] {
    this.#members ??= new StrictReader(this.#document).membersAt(this.offset);
    return this.#members;
  }
}

class StrictReader {
  readonly #text: string;
  readonly #known: readonly EntryText[];
  /** Index of the known server that is expected next. */
  #expected = 0;
  #at = 0;
  #depth = 0;

  constructor(text: string, known: readonly EntryText[] = []) {
    this.#text = text;
    this.#known = known;
  }

  /** Returns the members of an object that was parsed before. */
  membersAt(offset: number): readonly Member[] {
    this.#at = offset;
    const node = this.#object();
    return node?.type === 'object' ? node.members : noMembers;
  }

  read(): JsonNode | undefined {
    this.#blank();
    const root = this.#value();
    this.#blank();
    return this.#at === this.#text.length ? root : undefined;
  }

  /** Skips white space. Returns the code of the next character; NaN at the end. */
  #blank(): number {
    const text = this.#text;
    let at = this.#at;
    let code = text.charCodeAt(at);
    while (code === 32 || code === 10 || code === 13 || code === 9) code = text.charCodeAt(++at);
    this.#at = at;
    return code;
  }

  #value(): JsonNode | undefined {
    const offset = this.#at;
    switch (this.#text.charCodeAt(offset)) {
      case quote:
        return this.#string(shortString);
      case openBrace:
        return this.#object();
      case openBracket:
        return this.#array();
      case letterT:
        return this.#word('true') ? { type: 'boolean', value: true, offset, length: 4 } : undefined;
      case letterF:
        return this.#word('false') ? { type: 'boolean', value: false, offset, length: 5 } : undefined;
      case letterN:
        return this.#word('null') ? { type: 'null', offset, length: 4 } : undefined;
      default:
        return this.#number();
    }
  }

  #word(word: string): boolean {
    const found = this.#text.startsWith(word, this.#at);
    this.#at += word.length;
    return found;
  }

  #number(): JsonNode | undefined {
    const offset = this.#at;
    numberPattern.lastIndex = offset;
    if (!numberPattern.test(this.#text)) return undefined;
    const length = numberPattern.lastIndex - offset;
    this.#at += length;
    return { type: 'number', value: Number(this.#text.slice(offset, this.#at)), offset, length };
  }

  /** @param short maximum length, including quotes, of strings that are likely to repeat */
  #string(short: number): StringNode | undefined {
    const text = this.#text;
    const offset = this.#at;
    let at = offset + 1;
    let escaped = false;
    for (let code = text.charCodeAt(at); code !== quote; code = text.charCodeAt(at)) {
      // Also false at the end of the text, where the code is NaN.
      if (!(code >= 32)) return undefined;
      if (code === backslash) {
        escaped = true;
        at++;
      }
      at++;
    }
    this.#at = at + 1;
    const length = this.#at - offset;
    const value = escaped ? unescaped(text.slice(offset, this.#at)) : text.slice(offset + 1, at);
    if (value === undefined) return undefined;
    return { type: 'string', value: length <= short ? shared(value) : value, offset, length };
  }

  /** @param ofServers true if the object is `mcpServers` */
  #object(ofServers = false): JsonNode | undefined {
    const offset = this.#at++;
    if (this.#blank() === closeBrace)
      return { type: 'object', members: noMembers, offset, length: ++this.#at - offset };
    if (++this.#depth > maximumDepth) return undefined;
    const members: OpenMember[] = [];
    for (;;) {
      const member = (ofServers ? this.#knownServer() : undefined) ?? this.#member();
      if (member === undefined) return undefined;
      members.push(member);
      const next = this.#blank();
      this.#at++;
      if (next === closeBrace) break;
      if (next !== comma) return undefined;
      this.#blank();
    }
    this.#depth--;
    markOverridden(members);
    return { type: 'object', members: members.slice(), offset, length: this.#at - offset };
  }

  #member(): OpenMember | undefined {
    if (this.#text.charCodeAt(this.#at) !== quote) return undefined;
    const key = this.#string(Number.POSITIVE_INFINITY);
    if (key === undefined || this.#blank() !== colon) return undefined;
    const colonAt = this.#at++;
    const isServers = this.#blank() === openBrace && this.#depth === 1 && key.value === 'mcpServers';
    const value = isServers ? this.#object(true) : this.#value();
    return value && { key, colon: colonAt, value, live: true };
  }

  /** Reads the expected server or, if that was removed, the next one. A match is complete: it ends with a bracket. */
  #knownServer(): OpenMember | undefined {
    const offset = this.#at;
    for (const index of [this.#expected, this.#expected + 1]) {
      const one = this.#known[index];
      if (one === undefined || !this.#text.startsWith(one.text, offset)) continue;
      this.#expected = index + 1;
      this.#at += one.text.length;
      return {
        key: { type: 'string', value: one.name, offset, length: one.nameLength },
        colon: offset + one.colon,
        value: new KnownValue(this.#text, offset + one.value, one.text.length - one.value),
        live: true,
        own: one,
      };
    }
    return undefined;
  }

  #array(): JsonNode | undefined {
    const offset = this.#at++;
    if (this.#blank() === closeBracket) return { type: 'array', items: noItems, offset, length: ++this.#at - offset };
    if (++this.#depth > maximumDepth) return undefined;
    const items: JsonNode[] = [];
    for (;;) {
      const value = this.#value();
      if (value === undefined) return undefined;
      items.push(value);
      const next = this.#blank();
      this.#at++;
      if (next === closeBracket) break;
      if (next !== comma) return undefined;
      this.#blank();
    }
    this.#depth--;
    return { type: 'array', items: items.slice(), offset, length: this.#at - offset };
  }
}

/** Decodes a string with escapes; undefined if it isn't valid. */
function unescaped(string: string): string | undefined {
  try {
    return JSON.parse(string) as string;
  } catch {
    return undefined;
  }
}

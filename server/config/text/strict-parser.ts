/**
 * Parses strict JSON in one pass. Nearly all files are, and reading them this way takes a fraction of the time of the
 * tolerant parser, which reads all others.
 */
import { attempt } from '../../../common/attempt.ts';
import type { JsonNode, Member, ObjectNode, StringNode } from './json.ts';
import { Mark, marksOf, marksOfAscii } from './marks.ts';

/** Deeper values are left to the tolerant parser, which doesn't use recursion. The format has four levels. */
const maximumDepth = 100;

const Code = {
  quote: 0x22,
  comma: 0x2c,
  minus: 0x2d,
  zero: 0x30,
  nine: 0x39,
  colon: 0x3a,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const;

/** A member during parsing. */
export type OpenMember = { -readonly [name in keyof Member]: Member[name] };

const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Objects that are known from an earlier version of the text. */
export interface KnownObjects {
  /** Returns the object that starts at an offset. @param offset never decreases */
  objectAt(offset: number): ObjectNode | undefined;
}

interface StrictText {
  readonly root: JsonNode;
  readonly repeatsKeys: boolean;
}

/** Returns the tree; undefined if the text isn't strict JSON, or nested too deeply. */
export function parseStrict(text: string, known?: KnownObjects): StrictText | undefined {
  const parsed = parseValue(text, 0, known);
  return parsed === undefined || /[^ \n\r\t]/.test(text.slice(parsed.end)) ? undefined : parsed;
}

/** An object whose text is known to be valid. Its members are read when something asks for them. */
export class UnreadObject implements ObjectNode {
  readonly type = 'object';
  readonly offset: number;
  readonly length: number;
  readonly #text: string;
  #members: readonly Member[] | undefined;

  constructor(text: string, offset: number, length: number) {
    this.offset = offset;
    this.length = length;
    this.#text = text;
  }

  get members(): readonly Member[] {
    if (this.#members === undefined) {
      const node = parseValue(this.#text, this.offset)?.root;
      this.#members = node?.type === 'object' ? node.members : [];
    }
    return this.#members;
  }
}

/** Depth of the values of servers. */
const serverDepth = 2;

function parseValue(text: string, start: number, known?: KnownObjects): (StrictText & { end: number }) | undefined {
  let at = start;
  let repeatsKeys = false;

  function skipBlanks(): number {
    let code = text.charCodeAt(at);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = text.charCodeAt(++at);
    return code;
  }

  function value(depth: number): JsonNode | undefined {
    const code = skipBlanks();
    if (code === Code.quote) return string();
    if (code === Code.openBrace) {
      const same = depth === serverDepth ? known?.objectAt(at) : undefined;
      if (same === undefined) return depth > maximumDepth ? undefined : object(depth);
      at += same.length;
      return same;
    }
    if (code === Code.openBracket) return depth > maximumDepth ? undefined : array(depth);
    if (code === Code.minus || (code >= Code.zero && code <= Code.nine)) return number();
    return word();
  }

  function string(): StringNode | undefined {
    const offset = at;
    let marks = 0;
    let end = offset + 1;
    for (;;) {
      const code = text.charCodeAt(end);
      if (code === Code.quote) break;
      if (code === Code.backslash) return escapedString(offset, end);
      // Also ends at the end of the text, where the code is NaN.
      if (!(code >= 0x20)) return undefined;
      marks |= marksOfAscii[code] ?? Mark.special;
      end++;
    }
    at = end + 1;
    return { type: 'string', value: text.slice(offset + 1, end), marks, offset, length: at - offset };
  }

  /** @param backslash offset of the first backslash */
  function escapedString(offset: number, backslash: number): StringNode | undefined {
    let end = backslash;
    for (let code = Code.backslash as number; code !== Code.quote; code = text.charCodeAt(end))
      if (end >= text.length) return undefined;
      else end += code === Code.backslash ? 2 : 1;
    at = end + 1;
    const decoded = attempt(() => JSON.parse(text.slice(offset, at)) as string);
    if (decoded === undefined) return undefined;
    return { type: 'string', value: decoded, marks: marksOf(decoded), offset, length: at - offset };
  }

  function number(): JsonNode | undefined {
    numberPattern.lastIndex = at;
    const source = numberPattern.exec(text)?.[0];
    if (source === undefined) return undefined;
    const offset = at;
    at += source.length;
    return { type: 'number', value: Number(source), source, offset, length: source.length };
  }

  function word(): JsonNode | undefined {
    const offset = at;
    for (const literal of ['true', 'false', 'null'] as const) {
      if (!text.startsWith(literal, offset)) continue;
      at += literal.length;
      if (literal === 'null') return { type: 'null', offset, length: 4 };
      return { type: 'boolean', value: literal === 'true', offset, length: literal.length };
    }
    return undefined;
  }

  function object(depth: number): JsonNode | undefined {
    const offset = at++;
    const members: OpenMember[] = [];
    let code = skipBlanks();
    if (code !== Code.closeBrace)
      for (;;) {
        const key = code === Code.quote ? string() : undefined;
        if (key === undefined || skipBlanks() !== Code.colon) return undefined;
        const colon = at++;
        const node = value(depth + 1);
        if (node === undefined) return undefined;
        members.push({ key, colon, value: node, live: true });
        code = skipBlanks();
        if (code === Code.closeBrace) break;
        if (code !== Code.comma) return undefined;
        at++;
        code = skipBlanks();
      }
    at++;
    if (markOverridden(members)) repeatsKeys = true;
    return { type: 'object', members, offset, length: at - offset };
  }

  function array(depth: number): JsonNode | undefined {
    const offset = at++;
    const items: JsonNode[] = [];
    if (skipBlanks() !== Code.closeBracket)
      for (;;) {
        const node = value(depth + 1);
        if (node === undefined) return undefined;
        items.push(node);
        const code = skipBlanks();
        if (code === Code.closeBracket) break;
        if (code !== Code.comma) return undefined;
        at++;
      }
    at++;
    return { type: 'array', items, offset, length: at - offset };
  }

  const root = value(0);
  return root && { root, repeatsKeys, end: at };
}

/** Up to this number of members, comparing each with each is faster than a set. */
const few = 8;

/**
 * Clears `live` of members with a later duplicate: JSON parsers keep only the last member of a name. Returns true if
 * there is one.
 */
export function markOverridden(members: readonly OpenMember[]): boolean {
  if (members.length <= few) return markOverriddenOfFew(members);
  const seen = new Set<string>();
  for (const member of members.toReversed()) {
    member.live = !seen.has(member.key.value);
    seen.add(member.key.value);
  }
  return seen.size < members.length;
}

function markOverriddenOfFew(members: readonly OpenMember[]): boolean {
  let isRepeated = false;
  for (const [index, member] of members.entries())
    for (let later = index + 1; later < members.length; later++)
      if (members[later]?.key.value === member.key.value) {
        member.live = false;
        isRepeated = true;
      }
  return isRepeated;
}

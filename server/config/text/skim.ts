/**
 * Reads only those parts of a large JSON text that something asks for. Programs that keep their state in a JSON file let
 * it grow to tens of megabytes, of which a few lines matter here.
 */
import type { JsonNode, Member, ObjectNode } from './json.ts';
import { markOverridden, type OpenMember, parseStrict } from './strict-parser.ts';

/** Characters. Smaller texts are parsed as a whole. */
const large = 1_000_000;

export const isLarge = (text: string): boolean => text.length > large;

/** Returns the object of a text; undefined if the text isn't an object, or its brackets don't match. Linear in the text. */
export function skim(text: string): ObjectNode | undefined {
  const start = skipBlanks(text, text.charCodeAt(0) === 0xfeff ? 1 : 0);
  if (text[start] !== '{') return undefined;
  const end = endOfValue(text, start);
  return end === undefined ? undefined : new SkimmedObject(text, start, end - start);
}

/** An object whose members are located, but not parsed, when something asks for them. */
class SkimmedObject implements ObjectNode {
  readonly type = 'object';
  readonly offset: number;
  readonly length: number;
  readonly #text: string;
  #members: readonly Member[] | undefined;

  constructor(text: string, offset: number, length: number) {
    this.#text = text;
    this.offset = offset;
    this.length = length;
  }

  get members(): readonly Member[] {
    this.#members ??= membersOf(this.#text, this.offset);
    return this.#members;
  }
}

/** Returns the members of the object that starts at an offset, up to the first fault. */
function membersOf(text: string, start: number): readonly Member[] {
  const members: OpenMember[] = [];
  let at = skipBlanks(text, start + 1);
  while (text[at] === '"') {
    const keyEnd = endOfString(text, at);
    const key = keyEnd === undefined ? undefined : parsed(text, at, keyEnd);
    if (keyEnd === undefined || key?.type !== 'string') break;
    const colon = skipBlanks(text, keyEnd);
    const offset = skipBlanks(text, colon + 1);
    const end = text[colon] === ':' ? endOfValue(text, offset) : undefined;
    if (end === undefined) break;
    const value = text[offset] === '{' ? new SkimmedObject(text, offset, end - offset) : parsed(text, offset, end);
    members.push({ key, colon, value, live: true });
    at = skipBlanks(text, end);
    if (text[at] !== ',') break;
    at = skipBlanks(text, at + 1);
  }
  markOverridden(members);
  return members;
}

/** Parses a value that isn't an object. */
function parsed(text: string, start: number, end: number): JsonNode | undefined {
  const root = parseStrict(text.slice(start, end))?.root;
  return root && moved(root, start);
}

function moved(node: JsonNode, by: number): JsonNode {
  const offset = node.offset + by;
  if (node.type === 'array') return { ...node, offset, items: node.items.map((item) => moved(item, by)) };
  if (node.type !== 'object') return { ...node, offset };
  const members = node.members.map(({ key, colon, value, live }) => ({
    key: { ...key, offset: key.offset + by },
    colon: colon === undefined ? undefined : colon + by,
    value: value && moved(value, by),
    live,
  }));
  return { type: 'object', members, offset, length: node.length };
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (' \n\r\t'.includes(text[at] ?? '-')) at++;
  return at;
}

/** Returns the end of the value at an offset; undefined if it doesn't end. */
function endOfValue(text: string, start: number): number | undefined {
  const first = text[start];
  if (first === '"') return endOfString(text, start);
  if (first !== '{' && first !== '[') {
    let end = start;
    while (end < text.length && !',]} \n\r\t'.includes(text[end] ?? ',')) end++;
    return end > start ? end : undefined;
  }
  // A loop over characters: a regular expression takes several times as long if brackets are close to each other.
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === quote) {
      const end = endOfString(text, at);
      if (end === undefined) return undefined;
      at = end - 1;
    } else if (character === openBrace || character === openBracket) depth++;
    else if ((character === closeBrace || character === closeBracket) && --depth === 0) return at + 1;
  }
  return undefined;
}

const [quote, openBrace, closeBrace, openBracket, closeBracket] = [0x22, 0x7b, 0x7d, 0x5b, 0x5d];

/** Returns the end of the string at an offset; undefined if it doesn't end. */
function endOfString(text: string, start: number): number | undefined {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return at + 1;
  }
  return undefined;
}

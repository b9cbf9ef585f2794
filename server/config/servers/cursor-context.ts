/** Determines what is at the cursor, even in incomplete text, for completion, hover, and paste. */

import { type Group, infoOf } from '../format/group.ts';
import { type ArrayNode, endOf, type JsonNode, type Member, type ObjectNode, type Span } from '../text/json.ts';
import type { ConfigDocument } from './document.ts';
import type { ServerEntry } from './server-entry.ts';

/** The innermost object or array around the cursor. */
export type Surroundings =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'group'; readonly group: Group; readonly entry?: ServerEntry }
  | { readonly kind: 'servers'; readonly node: ObjectNode }
  | { readonly kind: 'list'; readonly name: string; readonly node: ArrayNode }
  | { readonly kind: 'arguments'; readonly node: ArrayNode; readonly entry: ServerEntry | undefined }
  /** `env` or `headers`: arbitrary names with string values. */
  | { readonly kind: 'map'; readonly name: string; readonly node: ObjectNode }
  | { readonly kind: 'other' };

export interface CursorContext {
  readonly around: Surroundings;
  /** A key, the value of `member`, or an item of an array. */
  readonly role: 'key' | 'value' | 'item';
  readonly member: Member | undefined;
  /** The node at the cursor, if there is one. */
  readonly node: JsonNode | undefined;
  /** The range that a completion replaces: the token at the cursor, or an empty range. */
  readonly replace: Span;
}

/** Returns undefined if nothing can be inserted: between tokens, after a value. */
export function cursorContextAt(document: ConfigDocument, offset: number): CursorContext | undefined {
  const { root, top, text } = document;
  let around: Surroundings = { kind: 'nothing' };
  if (root === undefined || root.type === 'invalid') {
    // Only in an empty file or in its first word, not in other text that isn't JSON.
    const isFirst = root === undefined ? text.trim() === '' : holds(root, offset, text);
    return isFirst ? at('value', undefined, root) : undefined;
  }
  around = top === undefined ? { kind: 'other' } : { kind: 'group', group: top };
  let node: JsonNode = root;
  while (holds(node, offset, text)) {
    const cursor: CursorContext | JsonNode | undefined =
      node.type === 'object' ? inObject(node) : node.type === 'array' ? inArray(node) : undefined;
    if (cursor === undefined || 'role' in cursor) return cursor;
    node = cursor;
  }
  return undefined;

  function at(role: CursorContext['role'], member?: Member, node?: JsonNode): CursorContext {
    return { around, role, member, node, replace: node ?? wordAt(text, offset) };
  }

  /** Returns the context, or the nested value to continue with. */
  function inObject(object: ObjectNode): CursorContext | JsonNode | undefined {
    for (const member of object.members) {
      if (holds(member.key, offset, text)) return at('key', member, member.key);
      const cursor = inMember(member);
      if (cursor !== 'elsewhere') return cursor;
    }
    return at('key');
  }

  function inMember(member: Member): CursorContext | JsonNode | undefined | 'elsewhere' {
    const { key, colon, value } = member;
    if (offset >= endOf(key) && offset <= (colon ?? endOfLine(key))) return undefined;
    if (colon === undefined || offset <= colon) return 'elsewhere';
    if (value === undefined || offset < value.offset) {
      if (text.slice(colon + 1, offset).trim() !== '') return 'elsewhere';
      return value === undefined ? at('value', member) : undefined;
    }
    if (!holds(value, offset, text))
      return offset === value.offset || offset === endOf(value) ? undefined : 'elsewhere';
    if (!isContainer(value)) return at('value', member, value);
    around = surroundings(document, around, member, value);
    return value;
  }

  /** Returns the end of the line of a key without a colon, on which nothing else can be inserted. */
  function endOfLine(key: Span): number {
    const line = text.indexOf('\n', endOf(key));
    return line < 0 ? text.length : line;
  }

  function inArray(array: ArrayNode): CursorContext | JsonNode | undefined {
    for (const item of array.items) {
      if (holds(item, offset, text)) {
        if (!isContainer(item)) return at('item', undefined, item);
        around = { kind: 'other' };
        return item;
      }
      // A completion would become a part of the item.
      if (offset === endOf(item)) return undefined;
    }
    return at('item');
  }
}

/** Classifies a member's value by the object that contains the member. */
function surroundings(
  document: ConfigDocument,
  outer: Surroundings,
  member: Member,
  value: ObjectNode | ArrayNode,
): Surroundings {
  const name = member.key.value;
  if (outer.kind === 'servers') {
    const entry = document.servers.find((server) => server.value === value);
    return entry?.parsed === undefined ? { kind: 'other' } : { kind: 'group', group: entry.parsed.group, entry };
  }
  if (outer.kind !== 'group') return { kind: 'other' };
  const info = infoOf(outer.group, name);
  if (outer.group.fields.get(name)?.value !== value) return { kind: 'other' };
  if (outer.group.place === 'top') {
    if (value.type === 'object') return name === 'mcpServers' ? { kind: 'servers', node: value } : { kind: 'other' };
    return info?.names === true ? { kind: 'list', name, node: value } : { kind: 'other' };
  }
  if (info?.holds === 'strings' && value.type === 'object') return { kind: 'map', name, node: value };
  if (name === 'args' && value.type === 'array') return { kind: 'arguments', node: value, entry: outer.entry };
  const inner = name === 'auth' ? outer.entry?.parsed?.auth : name === 'oauth' ? outer.entry?.parsed?.oauth : undefined;
  return inner?.node === value ? { kind: 'group', group: inner } : { kind: 'other' };
}

function isContainer(node: JsonNode): node is ObjectNode | ArrayNode {
  return node.type === 'object' || node.type === 'array';
}

const closings: Readonly<Record<string, string>> = { '{': '}', '[': ']', '"': '"' };

/**
 * True between brackets and within a token. A string ends before its closing quote, a word after its last letter, and a
 * value without its closing bracket or quote after its last character.
 */
function holds(span: Span, offset: number, text: string): boolean {
  const end = endOf(span);
  const closed = span.length > 1 && text[end - 1] === closings[text.charAt(span.offset)];
  return offset > span.offset && (closed ? offset < end : offset <= end);
}

/** Returns the range of the partially typed word before the cursor, including its opening quote. */
function wordAt(text: string, offset: number): Span {
  let start = offset;
  while (start > 0 && /[\w$.-]/.test(text[start - 1] ?? '')) start--;
  if (text[start - 1] === '"') start--;
  return { offset: start, length: offset - start };
}

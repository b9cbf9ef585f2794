/** Determines what is at the cursor, even in incomplete text, for completion, hover, and paste. */
import type { ConfigDocument } from './document.ts';
import type { Group } from './group.ts';
import { type ArrayNode, endOf, type JsonNode, type Member, type ObjectNode, type Span } from './json.ts';
import type { ServerEntry } from './server.ts';

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
  if (root === undefined || root.type === 'invalid') {
    // Only in an empty file or in its first word, not in other text that isn't JSON.
    if (root === undefined ? text.trim() !== '' : !holds(root, offset, text)) return undefined;
    const replace = root ?? wordAt(text, offset);
    return { around: { kind: 'nothing' }, role: 'value', member: undefined, node: root, replace };
  }
  let around: Surroundings = top === undefined ? { kind: 'other' } : { kind: 'group', group: top };
  let node: JsonNode = root;
  while (inside(node, offset, text)) {
    const cursor: CursorContext | JsonNode | undefined =
      node.type === 'object' ? inObject(node) : node.type === 'array' ? inArray(node) : undefined;
    if (cursor === undefined || 'role' in cursor) return cursor;
    node = cursor;
  }
  return undefined;

  /** Returns the context, or the nested value to continue with. */
  function inObject(object: ObjectNode): CursorContext | JsonNode | undefined {
    for (const member of object.members) {
      if (holds(member.key, offset, text))
        return { around, role: 'key', member, node: member.key, replace: member.key };
      const cursor = inMember(member);
      if (cursor !== 'elsewhere') return cursor;
    }
    return { around, role: 'key', member: undefined, node: undefined, replace: wordAt(text, offset) };
  }

  function inMember(member: Member): CursorContext | JsonNode | undefined | 'elsewhere' {
    const { key, colon, value } = member;
    if (offset >= endOf(key) && offset <= (colon ?? endOfLine(key))) return undefined;
    if (colon === undefined || offset <= colon) return 'elsewhere';
    if (value === undefined || offset < value.offset) {
      if (text.slice(colon + 1, offset).trim() !== '') return 'elsewhere';
      return value === undefined
        ? { around, role: 'value', member, node: undefined, replace: wordAt(text, offset) }
        : undefined;
    }
    if (isContainer(value)) {
      if (!inside(value, offset, text))
        return offset === value.offset || offset === endOf(value) ? undefined : 'elsewhere';
      around = surroundings(document, around, member, value);
      return value;
    }
    if (!holds(value, offset, text))
      return offset === value.offset || offset === endOf(value) ? undefined : 'elsewhere';
    return { around, role: 'value', member, node: value, replace: value };
  }

  /** Returns the end of the line of a key without a colon, on which nothing else can be inserted. */
  function endOfLine(key: Span): number {
    const line = text.indexOf('\n', endOf(key));
    return line < 0 ? text.length : line;
  }

  function inArray(array: ArrayNode): CursorContext | JsonNode | undefined {
    for (const item of array.items) {
      if (isContainer(item) && inside(item, offset, text)) {
        around = { kind: 'other' };
        return item;
      }
      if (!isContainer(item) && holds(item, offset, text))
        return { around, role: 'item', member: undefined, node: item, replace: item };
      // A completion would become a part of the item.
      if (offset === endOf(item)) return undefined;
    }
    return { around, role: 'item', member: undefined, node: undefined, replace: wordAt(text, offset) };
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
  const field = outer.group.fields.get(name);
  if (field?.value !== value) return { kind: 'other' };
  if (outer.group.place === 'top') {
    if (value.type === 'object') return name === 'mcpServers' ? { kind: 'servers', node: value } : { kind: 'other' };
    return field.info.names === true ? { kind: 'list', name, node: value } : { kind: 'other' };
  }
  if (field.info.holds === 'strings' && value.type === 'object') return { kind: 'map', name, node: value };
  if (name === 'args' && value.type === 'array') return { kind: 'arguments', node: value, entry: outer.entry };
  const inner = name === 'auth' ? outer.entry?.parsed?.auth : name === 'oauth' ? outer.entry?.parsed?.oauth : undefined;
  return inner?.node === value ? { kind: 'group', group: inner } : { kind: 'other' };
}

function isContainer(node: JsonNode): node is ObjectNode | ArrayNode {
  return node.type === 'object' || node.type === 'array';
}

/** True between the brackets, and after the last character if the closing bracket is missing. */
function inside(node: JsonNode, offset: number, text: string): boolean {
  const end = endOf(node);
  const closed = end > node.offset + 1 && text[end - 1] === (node.type === 'object' ? '}' : ']');
  return offset > node.offset && (closed ? offset < end : offset <= end);
}

/** True within a token. A string ends before its closing quote, a word after its last letter. */
function holds(token: Span, offset: number, text: string): boolean {
  const end = endOf(token);
  const quoted = text[token.offset] === '"';
  const closed = quoted && token.length > 1 && text[end - 1] === '"';
  return offset > token.offset && (closed ? offset < end : offset <= end);
}

/** Returns the range of the partially typed word before the cursor, including its opening quote. */
function wordAt(text: string, offset: number): Span {
  let start = offset;
  while (start > 0 && /[\w$.-]/.test(text[start - 1] ?? '')) start--;
  if (text[start - 1] === '"') start--;
  return { offset: start, length: offset - start };
}

/**
 * A JSON tree with positions in the text. Offsets are UTF-16 code units from the start of the text; lengths include
 * quotes and brackets. The tree of broken text has gaps instead of guesses: a member without a value, or an `invalid`
 * node.
 */
import * as l10n from '@vscode/l10n';

/** A range of the text. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

export interface StringNode extends Span {
  readonly type: 'string';
  readonly value: string;
  /** The classes of characters that it contains, as a sum of `Mark`s; absent if they weren't determined. */
  readonly marks?: number;
}
interface NumberNode extends Span {
  readonly type: 'number';
  readonly value: number;
  /** The number as it's written. */
  readonly source: string;
}
interface BooleanNode extends Span {
  readonly type: 'boolean';
  readonly value: boolean;
}
interface NullNode extends Span {
  readonly type: 'null';
}
/** Text in place of a value that isn't JSON; also reported as a fault. */
interface InvalidNode extends Span {
  readonly type: 'invalid';
}
export interface ArrayNode extends Span {
  readonly type: 'array';
  readonly items: readonly JsonNode[];
}
export interface ObjectNode extends Span {
  readonly type: 'object';
  readonly members: readonly Member[];
}
export type JsonNode = StringNode | NumberNode | BooleanNode | NullNode | InvalidNode | ArrayNode | ObjectNode;

/** One `"key": value` of an object. */
export interface Member {
  readonly key: StringNode;
  /** Offset of the colon; undefined if the colon is missing. */
  readonly colon: number | undefined;
  readonly value: JsonNode | undefined;
  /** False if a later member of the same object has the same key: JSON parsers keep only the last one. */
  readonly live: boolean;
}

export function endOf(span: Span): number {
  return span.offset + span.length;
}

/** True for an offset in the span or directly after it. */
export function touches(span: Span, offset: number): boolean {
  return offset >= span.offset && offset <= endOf(span);
}

/** Returns the range of a whole member, from its key to the end of its value. */
export function memberSpan({ key, colon, value }: Member): Span {
  const end = value !== undefined ? endOf(value) : (colon ?? endOf(key) - 1) + 1;
  return { offset: key.offset, length: end - key.offset };
}

/** Returns the members that a JSON parser keeps, by key; none if the node isn't an object. */
export function liveMembers(node: JsonNode | undefined): ReadonlyMap<string, Member> {
  const found = new Map<string, Member>();
  if (node?.type !== 'object') return found;
  for (const member of node.members) if (member.live) found.set(member.key.value, member);
  return found;
}

/** Returns the value of a live member; undefined if the node isn't an object or has no such member. */
export function memberValue(node: JsonNode | undefined, name: string): JsonNode | undefined {
  return node?.type === 'object' ? node.members.find(({ key, live }) => live && key.value === name)?.value : undefined;
}

/** Returns the value of a live member of an object, or an item of an array by its index. */
export const memberOrItem = (node: JsonNode | undefined, name: string): JsonNode | undefined =>
  node?.type === 'array' ? node.items[Number(name)] : memberValue(node, name);

/** Returns the items of an array; none for other nodes. */
export function itemsOf(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.type === 'array' ? node.items : [];
}

/** Returns nodes that are all texts; undefined if another is among them. */
export function onlyTexts(nodes: readonly JsonNode[]): readonly StringNode[] | undefined {
  const texts = nodes.filter((node) => node.type === 'string');
  return texts.length === nodes.length ? texts : undefined;
}

/** True for the value true. */
export const isTrue = (node: JsonNode | undefined): boolean => node?.type === 'boolean' && node.value;

export const isFalse = (node: JsonNode | undefined): boolean => node?.type === 'boolean' && !node.value;

/** Returns the text of a string; undefined for other nodes. */
export function stringValue(node: JsonNode | undefined): string | undefined {
  return node?.type === 'string' ? node.value : undefined;
}

const typeNames: Readonly<Record<JsonNode['type'] | 'integer', () => string>> = {
  null: () => 'null',
  string: () => l10n.t('a string'),
  number: () => l10n.t('a number'),
  integer: () => l10n.t('an integer'),
  boolean: () => l10n.t('a boolean'),
  array: () => l10n.t('an array'),
  object: () => l10n.t('an object'),
  invalid: () => l10n.t('an invalid value'),
};

/** Returns the name of a JSON type with its article, as used in messages: "a number", "an object", "null". */
export const nameOfType = (type: keyof typeof typeNames): string => typeNames[type]();

export const typeInWords = ({ type }: JsonNode): string => nameOfType(type);

/** Yields all objects in a value, parents first, without recursion. Members that a JSON parser drops are skipped. */
export function* liveObjects(start: JsonNode): Generator<ObjectNode> {
  const waiting: JsonNode[] = [start];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'object') {
      yield node;
      for (const member of node.members) if (member.live && member.value !== undefined) waiting.push(member.value);
    } else if (node.type === 'array') {
      for (const item of node.items) waiting.push(item);
    }
  }
}

/**
 * A JSON tree with places in the text. Offsets are UTF-16 code units from the start of the text, lengths include quotes
 * and brackets. The tree of a broken text has holes instead of guesses: a member without a value, an `invalid` node.
 */
import * as l10n from '@vscode/l10n';
import type { EntryText } from './entry-text.ts';

/** A stretch of the text. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

export interface StringNode extends Span {
  readonly type: 'string';
  readonly value: string;
}
interface NumberNode extends Span {
  readonly type: 'number';
  readonly value: number;
}
interface BooleanNode extends Span {
  readonly type: 'boolean';
  readonly value: boolean;
}
interface NullNode extends Span {
  readonly type: 'null';
}
/** Something stands where a value belongs, and it is not JSON; a fault says so. */
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
  /** Offset of the colon; absent while the text has none. */
  readonly colon: number | undefined;
  readonly value: JsonNode | undefined;
  /** False when a later member of the same object has the same key: JSON parsers keep the last one only. */
  readonly live: boolean;
  /** Of a server that an earlier version of the text had too. */
  readonly own?: EntryText | undefined;
}

export function endOf(span: Span): number {
  return span.offset + span.length;
}

/** The members that a JSON parser keeps, by key. */
export function liveMembers(node: ObjectNode): ReadonlyMap<string, Member> {
  const found = new Map<string, Member>();
  for (const member of node.members) if (member.live) found.set(member.key.value, member);
  return found;
}

/** How a message names the JSON type of a value: "a number", "an object", "null". */
export const typeInWords = ({ type }: JsonNode): string => nameOfType(type);

/** With its article, as messages need it. */
export function nameOfType(type: JsonNode['type'] | 'integer'): string {
  switch (type) {
    case 'null':
      return 'null';
    case 'string':
      return l10n.t('a string');
    case 'number':
      return l10n.t('a number');
    case 'integer':
      return l10n.t('an integer');
    case 'boolean':
      return l10n.t('a boolean');
    case 'array':
      return l10n.t('an array');
    case 'object':
      return l10n.t('an object');
    case 'invalid':
      return l10n.t('an invalid value');
  }
}

/** Visits a value and everything under it, parents first, however deep it is. Members that a parser drops are left out. */
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

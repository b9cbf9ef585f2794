/** JSON values during conversion. Objects are maps, so that keys such as `__proto__` aren't special. */
import { indentStepOf, lineBreakOf } from '../config/text/indentation.ts';
import { type JsonNode, liveMembers } from '../config/text/json.ts';

export type Value = string | number | SpelledNumber | boolean | null | readonly Value[] | ValueMap;
export type ValueMap = ReadonlyMap<string, Value>;

/** A number that JavaScript would print in another way: `1.10`, `0x1F`, or more digits than a double has. */
export class SpelledNumber {
  readonly value: number;
  readonly #source: string;

  /** @param source the number as it's written */
  constructor(value: number, source: string) {
    this.value = value;
    this.#source = source;
  }

  toString(): string {
    return this.#source;
  }

  toJSON(): number {
    return this.value;
  }
}

/** How a text is formatted. */
export interface TextLayout {
  /** One step of indentation. */
  readonly step: string;
  readonly eol: string;
  /** Lists with one item per line, even if short. */
  readonly onLines?: ReadonlySet<Value> | undefined;
  /** The end of the text; absent for a line break. */
  readonly end?: string;
}

/** Far deeper than any field of any tool. Deeper values are omitted. */
const maxDepth = 20;

/** Returns the value of a node; undefined if it isn't valid JSON. */
export function valueIn(node: JsonNode | undefined, depth = 0): Value | undefined {
  if (node === undefined || depth > maxDepth) return undefined;
  switch (node.type) {
    case 'invalid':
      return undefined;
    case 'null':
      return null;
    case 'array':
      return node.items.flatMap((item) => valueIn(item, depth + 1) ?? (item.type === 'null' ? [null] : []));
    case 'object':
      return mapOf([...liveMembers(node)].map(([key, member]) => [key, valueIn(member.value, depth + 1)] as const));
    case 'number':
      return String(node.value) === node.source ? node.value : new SpelledNumber(node.value, node.source);
    default:
      return node.value;
  }
}

/** Returns a map of the pairs that have a value. */
export function mapOf(pairs: Iterable<readonly [string, Value | undefined]>): ValueMap {
  const map = new Map<string, Value>();
  for (const [key, value] of pairs) if (value !== undefined) map.set(key, value);
  return map;
}

export function isMap(value: Value | undefined): value is ValueMap {
  return value instanceof Map;
}

export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

export function textOf(value: Value | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function numberOf(value: Value | undefined): number | undefined {
  if (value instanceof SpelledNumber) return value.value;
  return typeof value === 'number' ? value : undefined;
}

/** Returns a string, number, or boolean as text; numbers exactly as they're written. */
export function scalarText(value: Value): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' || value instanceof SpelledNumber
    ? String(value)
    : undefined;
}

/** Returns the words of a command line: a command, which may be a list, and its arguments. */
export function commandWords(command: Value | undefined, args: Value | undefined): readonly string[] {
  const words = [...(isList(command) ? command : [command]), ...(isList(args) ? args : [])];
  return words.flatMap((word) => textOf(word) ?? []);
}

/** Maximum length of a list on one line, in characters. */
const shortList = 100;

/** Prints a value as JSON. The first line isn't indented, because it continues an existing line. */
export function print(value: Value, layout: TextLayout, indent = ''): string {
  const inner = indent + layout.step;
  const lines = (open: string, items: readonly string[], close: string): string =>
    items.length === 0
      ? open + close
      : `${open}${layout.eol}${items.map((item) => inner + item).join(`,${layout.eol}`)}${layout.eol}${indent}${close}`;
  if (isMap(value))
    return lines(
      '{',
      [...value].map(([key, item]) => `${JSON.stringify(key)}: ${print(item, layout, inner)}`),
      '}',
    );
  if (!isList(value)) return JSON.stringify(value);
  const items = value.map((item) => print(item, layout, inner));
  const flat = `[${items.join(', ')}]`;
  const simple = value.every((item) => typeof item !== 'object' || item === null);
  const fits = flat.length <= shortList && layout.onLines?.has(value) !== true;
  return simple && fits ? flat : lines('[', items, ']');
}

/** Detects the layout of a file. */
export const layoutOf = (text: string): TextLayout => ({ step: indentStepOf(text), eol: lineBreakOf(text) });

/** Prints a value in the layout of its member, whose line has this indentation; undefined: not the first on its line. */
export const printAt = (value: Value, layout: TextLayout, indent: string | undefined): string =>
  print(value, indent === undefined ? { step: '', eol: ' ' } : layout, indent);

/** Returns the value with plain objects instead of maps. */
export function plainValue(value: Value): unknown {
  if (isMap(value)) return Object.fromEntries([...value].map(([key, item]) => [key, plainValue(item)]));
  return isList(value) ? value.map(plainValue) : value;
}

/** True if values are deeply equal. The order of keys doesn't matter. */
export function areEqual(one: Value, other: Value): boolean {
  if (isMap(one) && isMap(other))
    return (
      one.size === other.size &&
      [...one].every(([key, value]) => {
        const counterpart = other.get(key);
        return counterpart !== undefined && areEqual(value, counterpart);
      })
    );
  if (isList(one) && isList(other))
    return one.length === other.length && one.every((value, index) => areEqual(value, other[index] ?? null));
  if (one instanceof SpelledNumber && other instanceof SpelledNumber) return String(one) === String(other);
  return (numberOf(one) ?? one) === (numberOf(other) ?? other);
}

/** JSON values as conversion builds them: objects are maps, so that a key such as `__proto__` is a key like any other. */
import { type JsonNode, liveMembers } from '../config/json.ts';

export type Value = string | number | boolean | null | readonly Value[] | ValueMap;
export type ValueMap = ReadonlyMap<string, Value>;

/** How a text is laid out. */
export interface Layout {
  /** One step of indentation. */
  readonly step: string;
  readonly eol: string;
  /** Lists that have a line for each item, however short they are. */
  readonly onLines?: ReadonlySet<Value> | undefined;
  /** What the text ends with; absent: a line break. */
  readonly end?: string;
}

/** Far deeper than any field of any tool; what lies below is left out. */
const deepest = 20;

/** The value of a node; `undefined` for what is no JSON. */
export function valueIn(node: JsonNode | undefined, depth = 0): Value | undefined {
  if (node === undefined || depth > deepest) return undefined;
  switch (node.type) {
    case 'invalid':
      return undefined;
    case 'null':
      return null;
    case 'array':
      return node.items.flatMap((item) => valueIn(item, depth + 1) ?? (item.type === 'null' ? [null] : []));
    case 'object':
      return mapOf([...liveMembers(node)].map(([key, member]) => [key, valueIn(member.value, depth + 1)] as const));
    default:
      return node.value;
  }
}

/** A map of the pairs that have a value. */
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

/** A map of strings, for `env` and `headers`. */
export function textOf(value: Value | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Lists of so many characters stand on one line. */
const shortList = 100;

/** JSON text. The first line has no indentation: it continues the line that it is put on. */
export function print(value: Value, layout: Layout, indent = ''): string {
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

/** The same with objects in place of maps. */
export function plain(value: Value): unknown {
  if (isMap(value)) return Object.fromEntries([...value].map(([key, item]) => [key, plain(item)]));
  return isList(value) ? value.map(plain) : value;
}

/** True for values that say the same; the order of keys does not matter. */
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
  return one === other;
}

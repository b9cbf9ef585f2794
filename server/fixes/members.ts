/** Changes that take a member out of an object or put one in, with its comma, its line and its indentation. */
import {
  type ArrayNode,
  endOf,
  type JsonNode,
  type Member,
  type ObjectNode,
  type Span,
  type StringNode,
} from '../config/json.ts';
import { type Change, insert } from './fix.ts';

/** The stretch of a whole member, from its key to the end of its value. */
export function memberSpan({ key, colon, value }: Member): Span {
  const end = value !== undefined ? endOf(value) : (colon ?? endOf(key) - 1) + 1;
  return { offset: key.offset, length: end - key.offset };
}

/** Where the members of an object and the items of an array are in it: many are asked for when many fixes are made at once. */
const places = new WeakMap<ObjectNode | ArrayNode, ReadonlyMap<JsonNode, number>>();

function placeIn(container: ObjectNode | ArrayNode, of: JsonNode): number {
  let known = places.get(container);
  if (known === undefined) {
    const nodes = container.type === 'array' ? container.items : container.members.map(({ key }) => key);
    known = new Map(nodes.map((node, index) => [node, index]));
    places.set(container, known);
  }
  return known.get(of) ?? -1;
}

/** The member of an object that has this very key. */
export function memberOf(object: ObjectNode, key: StringNode): Member | undefined {
  return object.members[placeIn(object, key)];
}

/** Takes a member out. What stands around it, comments too, stays. */
export function removeMember(text: string, object: ObjectNode, { key }: Member): readonly Change[] {
  const index = placeIn(object, key);
  const [before, self] = [object.members[index - 1], object.members[index]];
  return self === undefined ? [] : removeAt(text, memberSpan(self), before && memberSpan(before));
}

/** Takes several members out. */
export function removeMembers(text: string, object: ObjectNode, gone: readonly Member[]): readonly Change[] {
  return removeSeveral(
    text,
    object.members.map(memberSpan),
    gone.map(({ key }) => placeIn(object, key)),
  );
}

/** Takes an item out of an array. */
export function removeItem(text: string, array: ArrayNode, item: JsonNode): readonly Change[] {
  return removeAt(text, item, array.items[placeIn(array, item) - 1]);
}

const strings = new WeakMap<ArrayNode, ReadonlyMap<string, readonly number[]>>();

/** Where the strings of an array are. */
function stringsOf(array: ArrayNode): ReadonlyMap<string, readonly number[]> {
  const known = strings.get(array);
  if (known !== undefined) return known;
  const found = new Map<string, number[]>();
  for (const [index, item] of array.items.entries()) {
    if (item.type !== 'string') continue;
    const places = found.get(item.value);
    if (places === undefined) found.set(item.value, [index]);
    else places.push(index);
  }
  strings.set(array, found);
  return found;
}

/** Takes every item of an array that is this string out. */
export function removeStrings(text: string, array: ArrayNode, value: string): readonly Change[] {
  const gone = stringsOf(array).get(value) ?? [];
  return removeSeveral(text, array.items, gone);
}

function removeSeveral(text: string, all: readonly Span[], gone: readonly number[]): readonly Change[] {
  const [only, ...others] = gone;
  const single = only === undefined ? undefined : all[only];
  if (only !== undefined && single !== undefined && others.length === 0) return removeAt(text, single, all[only - 1]);
  const leaving = new Set(gone);
  const lastToStay = all.findLastIndex((_, index) => !leaving.has(index));
  const cuts = gone.flatMap((index) => {
    const span = all[index];
    if (span === undefined) return [];
    // Behind the last one that stays, each takes the comma before it along; before that, the comma behind it.
    if (index < lastToStay) return takeOut(text, span, commaAfter(text, endOf(span)), true);
    const before = all[index - 1];
    return takeOut(text, span, before && commaAfter(text, endOf(before)), false);
  });
  return merged(cuts);
}

/** Cuts that share blanks become one. */
function merged(cuts: readonly Change[]): readonly Change[] {
  const result: Change[] = [];
  for (const { offset, length } of cuts.toSorted((one, other) => one.offset - other.offset)) {
    const last = result.at(-1);
    if (last === undefined || offset > endOf(last)) result.push(cut(offset, offset + length));
    else result[result.length - 1] = cut(last.offset, Math.max(endOf(last), offset + length));
  }
  return result;
}

function removeAt(text: string, span: Span, before: Span | undefined): readonly Change[] {
  const behind = commaAfter(text, endOf(span));
  if (behind !== undefined) return takeOut(text, span, behind, true);
  return takeOut(text, span, before && commaAfter(text, endOf(before)), false);
}

/** Removes a stretch and one comma: the one behind it, or the one before it. */
function takeOut(text: string, span: Span, comma: number | undefined, behind: boolean): readonly Change[] {
  const { offset } = span;
  const end = endOf(span);
  if (comma === undefined) return [cut(...lineOf(text, offset, end))];
  if (behind) {
    if (text.slice(end, comma).trim() !== '') return [cut(...lineOf(text, offset, end)), cut(comma, comma + 1)];
    return [cut(...lineOf(text, offset, comma + 1))];
  }
  if (text.slice(comma + 1, offset).trim() === '') return [cut(comma, end)];
  return [cut(comma, comma + 1), cut(...lineOf(text, offset, end))];
}

/** Takes a stretch out, with its line where nothing else is on it. */
export function cutWithLine(text: string, from: number, to: number): Change {
  return cut(...lineOf(text, from, to));
}

const cut = (from: number, to: number): Change => ({ offset: from, length: to - from, text: '' });

/** A stretch, with its line where nothing else is on it, else with the blanks behind it. */
function lineOf(text: string, from: number, to: number): [from: number, to: number] {
  let start = from;
  while (isBlank(text[start - 1])) start--;
  let end = to;
  while (isBlank(text[end])) end++;
  const startsLine = text[start - 1] === '\n' || text[start - 1] === '\r';
  const endsLine = text[end] === '\n' || text[end] === '\r';
  if (startsLine && endsLine) return [start - (text.startsWith('\r\n', start - 2) ? 2 : 1), end];
  const lastThing = endsLine || text[end] === '}' || text[end] === ']';
  return startsLine || !lastThing ? [from, end] : [start, to];
}

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t';

/** Where the comma behind a value is; undefined where there is none before the next thing that is neither blank nor comment. */
export function commaAfter(text: string, from: number): number | undefined {
  let at = from;
  for (;;) {
    const next = text[at];
    if (next === ',') return at;
    if (next === undefined) return undefined;
    if (text.startsWith('//', at)) at = lineEnd(text, at);
    else if (text.startsWith('/*', at)) at = commentEnd(text, at);
    else if (/\s/.test(next)) at++;
    else return undefined;
  }
}

function commentEnd(text: string, from: number): number {
  const end = text.indexOf('*/', from + 2);
  return end < 0 ? text.length : end + 2;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** `"key": value`; the value as JSON text. */
export function member(key: string, value: string): string {
  return `${JSON.stringify(key)}: ${value}`;
}

/** Puts a member before another one, laid out as that one is. */
export function insertBefore(text: string, anchor: Member, added: string): Change {
  return insert(anchor.key.offset, `${added},${gapBefore(text, anchor.key.offset)}`);
}

/** Puts a member behind another one, laid out as that one is. */
export function insertAfter(text: string, anchor: Member, added: string): Change {
  return insert(endOf(memberSpan(anchor)), `,${gapBefore(text, anchor.key.offset)}${added}`);
}

/** Puts an item before another one, laid out as that one is. */
export function insertItemBefore(text: string, anchor: JsonNode, added: string): Change {
  return insert(anchor.offset, `${added},${gapBefore(text, anchor.offset)}`);
}

/** Puts an item behind another one, laid out as that one is. */
export function insertBehind(text: string, anchor: JsonNode, added: string): Change {
  return insert(endOf(anchor), `,${gapBefore(text, anchor.offset)}${added}`);
}

/** Puts a member at the end of an object; into an empty one between its braces. */
export function append(text: string, object: ObjectNode, added: string): Change {
  const last = object.members.at(-1);
  return last === undefined ? insert(object.offset + 1, added) : insertAfter(text, last, added);
}

/** The white space before a place that begins its line; undefined where it does not. */
export function lineIndent(text: string, offset: number): string | undefined {
  let start = offset;
  while (isBlank(text[start - 1])) start--;
  return text[start - 1] === '\n' || text[start - 1] === '\r' ? text.slice(start, offset) : undefined;
}

/** Line break and indentation where the place begins its line, a blank where it does not. */
function gapBefore(text: string, offset: number): string {
  let start = offset;
  while (isBlank(text[start - 1])) start--;
  const indent = text.slice(start, offset);
  if (text[start - 1] === '\r') return `\r${indent}`;
  if (text[start - 1] !== '\n') return ' ';
  return (text[start - 2] === '\r' ? '\r\n' : '\n') + indent;
}

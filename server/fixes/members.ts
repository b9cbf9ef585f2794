/** Changes that remove or insert members and items, with their commas, lines, and indentation. */
import { groupBy } from '../../common/group-by.ts';
import { remembered } from '../../common/remembered.ts';
import { gapBefore, indentBefore, indentOfLine, indentStepOf, lineBreakOf } from '../config/text/indentation.ts';
import {
  type ArrayNode,
  endOf,
  type JsonNode,
  type Member,
  memberSpan,
  type ObjectNode,
  type Span,
  stringValue,
} from '../config/text/json.ts';
import { type Change, insert, replace } from './fix.ts';

/** True if a range of JSON contains a comment. */
export function holdsComment(text: string, { offset, length }: Span): boolean {
  const found = text.slice(offset, offset + length).match(/"(?:[^"\\\r\n]|\\.)*"?|\/[/*]/g) ?? [];
  return found.some((token) => token.startsWith('/'));
}

type Container = ObjectNode | ArrayNode;

const partsOf = (container: Container): readonly (Member | JsonNode)[] =>
  container.type === 'array' ? container.items : container.members;

const spanOf = (part: Member | JsonNode): Span => ('key' in part ? memberSpan(part) : part);

/** Indexes of items, and of members by their keys, cached: applying many fixes at once needs many of them. */
const places = new WeakMap<Container, ReadonlyMap<JsonNode, number>>();

function placeIn(container: Container, of: JsonNode): number {
  const indexes = remembered(
    places,
    container,
    () => new Map(partsOf(container).map((part, index) => ['key' in part ? part.key : part, index])),
  );
  return indexes.get(of) ?? -1;
}

/** Removes a member. Everything around it is kept, including comments. */
export function removeMember(text: string, object: ObjectNode, member: Member): readonly Change[] {
  return removeMembers(text, object, [member]);
}

export function removeMembers(text: string, object: ObjectNode, gone: readonly Member[]): readonly Change[] {
  return removeAll(
    text,
    object,
    gone.map(({ key }) => placeIn(object, key)),
  );
}

export function removeItem(text: string, array: ArrayNode, item: JsonNode): readonly Change[] {
  return removeItems(text, array, [item]);
}

export function removeItems(text: string, array: ArrayNode, gone: readonly JsonNode[]): readonly Change[] {
  return removeAll(
    text,
    array,
    gone.map((item) => placeIn(array, item)),
  );
}

/** Indexes of the strings in an array, by value. */
const strings = new WeakMap<ArrayNode, ReadonlyMap<string | undefined, readonly number[]>>();

/** Removes every item of an array that equals this string. */
export function removeStrings(text: string, array: ArrayNode, value: string): readonly Change[] {
  const { items } = array;
  const indexes = remembered(strings, array, () => groupBy(items.keys(), (index) => stringValue(items[index])));
  return removeAll(text, array, indexes.get(value) ?? []);
}

/** Removes members or items by their indexes. */
function removeAll(text: string, container: Container, gone: readonly number[]): readonly Change[] {
  const parts = partsOf(container);
  const leaving = new Set(gone);
  const lastToStay = parts.findLastIndex((_, index) => !leaving.has(index));
  const cuts = gone.flatMap((index) => {
    const part = parts[index];
    if (part === undefined) return [];
    const span = spanOf(part);
    // Each is removed with the comma after it; after the last one that stays, with the comma before it. A single one is
    // removed with a trailing comma, and so are all. Of several, one without a comma after it leaves the comma before it
    // to the next.
    const isWithComma = index < lastToStay || gone.length === 1 || lastToStay < 0;
    const behind = isWithComma ? commaAfter(text, endOf(span)) : undefined;
    if (behind !== undefined || (index < lastToStay && gone.length > 1)) return takeOut(text, span, behind, true);
    const before = parts[index - 1];
    return takeOut(text, span, before && commaAfter(text, endOf(spanOf(before))), false);
  });
  return merged(cuts);
}

/** Merges cuts that overlap or touch. */
function merged(cuts: readonly Change[]): readonly Change[] {
  const result: Change[] = [];
  for (const { offset, length } of cuts.toSorted((one, other) => one.offset - other.offset)) {
    const last = result.at(-1);
    if (last === undefined || offset > endOf(last)) result.push(cut(offset, offset + length));
    else result[result.length - 1] = cut(last.offset, Math.max(endOf(last), offset + length));
  }
  return result;
}

/** Removes a range and one comma: the one after it, or the one before it. */
function takeOut(text: string, span: Span, comma: number | undefined, behind: boolean): readonly Change[] {
  const { offset } = span;
  const end = endOf(span);
  if (comma === undefined) return [cutWithLine(text, offset, end)];
  if (behind) {
    if (text.slice(end, comma).trim() !== '') return [cutWithLine(text, offset, end), cut(comma, comma + 1)];
    return [cutWithLine(text, offset, comma + 1)];
  }
  if (text.slice(comma + 1, offset).trim() === '') return [cut(comma, end)];
  return [cut(comma, comma + 1), cutWithLine(text, offset, end)];
}

const cut = (from: number, to: number): Change => ({ offset: from, length: to - from, text: '' });

/**
 * Removes a range, with its line if nothing else is on it; otherwise with the blanks after it, or with those before it if
 * it's the last on its line or in its container.
 */
export function cutWithLine(text: string, from: number, to: number): Change {
  let start = from;
  while (isBlank(text[start - 1])) start--;
  let end = to;
  while (isBlank(text[end])) end++;
  const startsLine = text[start - 1] === '\n' || text[start - 1] === '\r';
  const endsLine = text[end] === '\n' || text[end] === '\r';
  if (startsLine && endsLine) return cut(start - (text.startsWith('\r\n', start - 2) ? 2 : 1), end);
  // At the start of the file, the next line takes the place of the removed one.
  if (start === 0 && endsLine) return cut(0, text.length - text.slice(end).trimStart().length);
  const lastThing = endsLine || text[end] === '}' || text[end] === ']';
  return startsLine || !lastThing ? cut(from, end) : cut(start, to);
}

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t';

/** Returns the offset of the comma after a value; undefined if anything but whitespace and comments comes first. */
export function commaAfter(text: string, from: number): number | undefined {
  let at = from;
  for (;;) {
    const next = text[at];
    if (next === ',') return at;
    const end = commentEnd(text, at);
    if (next === undefined || (end === at && !/\s/.test(next))) return undefined;
    at = Math.max(end, at + 1);
  }
}

/** Returns the offset after the comments that end the line, because they belong to the text before them. */
export function afterComments(text: string, from: number): number {
  for (let end = from; ; ) {
    let at = end;
    while (isBlank(text[at])) at++;
    if (text.startsWith('//', at)) return commentEnd(text, at);
    if (!text.startsWith('/*', at)) return /^[\r\n]?$/.test(text.charAt(at)) ? end : from;
    end = commentEnd(text, at);
  }
}

/** Returns the end of the comment at an offset; the offset itself if there is no comment. */
function commentEnd(text: string, from: number): number {
  if (text.startsWith('/*', from)) {
    const end = text.indexOf('*/', from + 2);
    return end < 0 ? text.length : end + 2;
  }
  let end = from;
  if (text.startsWith('//', from)) while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end++;
  return end;
}

/** Returns `"key": value`; the value is JSON text. */
export function member(key: string, value: string): string {
  return `${JSON.stringify(key)}: ${value}`;
}

/** Inserts a member or item before another one, in the same layout. @param anchor the item, or the key of the member */
export function insertBefore(text: string, anchor: Span, added: string): Change {
  return insert(anchor.offset, `${added},${gapBefore(text, anchor.offset)}`);
}

/** Inserts a member or item after another one, in the same layout. @param anchor the item, or the whole member */
export function insertAfter(text: string, anchor: Span, added: string): Change {
  return insert(endOf(anchor), `,${gapBefore(text, anchor.offset)}${added}`);
}

/** Inserts a member or item as the last one; in empty brackets, directly after the opening one. */
export function append(text: string, into: Container, added: string): Change {
  const last = partsOf(into).at(-1);
  return last === undefined ? insert(into.offset + 1, added) : insertAfter(text, spanOf(last), added);
}

/** A member to insert. */
export interface NewMember {
  readonly key: string;
  /** Prints the value with this indentation of all lines except the first; undefined: for an object on one line. */
  readonly print: (indent: string | undefined) => string;
}

/**
 * Inserts members at the end of an object, in the layout of the existing ones.
 * @param onLines whether the members of an empty object get their own lines; default: if a value has several lines
 */
export function appendMembers(
  text: string,
  object: ObjectNode,
  added: readonly NewMember[],
  onLines = added.some(({ print }) => /[\r\n]/.test(print(undefined))),
): Change {
  const printed = (indent: string | undefined) => added.map(({ key, print }) => member(key, print(indent)));
  const last = object.members.at(-1);
  if (last !== undefined) {
    const indent = indentBefore(text, last.key.offset);
    const changes = printed(indent).map((each) => insertAfter(text, memberSpan(last), each).text);
    return insert(endOf(memberSpan(last)), changes.join(''));
  }
  if (!onLines) return fill(text, object, printed(undefined).join(', '));
  const outer = indentOfLine(text, object.offset);
  const indent = outer + indentStepOf(text);
  const gap = lineBreakOf(text) + indent;
  return fill(text, object, gap + printed(indent).join(`,${gap}`), lineBreakOf(text) + outer);
}

/**
 * Inserts text into empty brackets: in place of the whitespace, or before the comments there.
 * @param ending text before the closing bracket, unless comments precede it
 */
export function fill(text: string, into: Container, added: string, ending = ''): Change {
  const inside = { offset: into.offset + 1, length: into.length - 2 };
  return text.slice(inside.offset, endOf(inside)).trim() === ''
    ? replace(inside, added + ending)
    : insert(inside.offset, added);
}

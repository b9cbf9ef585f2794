/** Moves members into another object or to a deeper level, in the layout of the target. */
import { indentBefore, indentOfLine, indentStepOf, lineBreakOf } from '../config/indentation.ts';
import { type ArrayNode, endOf, type JsonNode, type Member, type ObjectNode, type Span } from '../config/json.ts';
import { type Change, insert, replace } from './fix.ts';
import { insertBehind, memberSpan } from './members.ts';
import { isSame } from './removal.ts';

/** A member to insert: its key, and the range of its value in the text. */
export interface Moved {
  readonly key: string;
  readonly value: Span;
  /** The text of the value, if it differs from that range. */
  readonly text?: string;
}

/** Inserts members at the end of an object. */
export function insertMoved(text: string, into: ObjectNode, moved: readonly Moved[]): Change {
  const last = into.members.at(-1);
  const eol = lineBreakOf(text);
  if (last !== undefined) {
    const indent = indentBefore(text, last.key.offset);
    const gap = indent === undefined ? ' ' : eol + indent;
    return {
      offset: endOf(memberSpan(last)),
      length: 0,
      text: moved.map((each) => `,${gap}${memberText(text, each, indent)}`).join(''),
    };
  }
  const onLines = moved.some(({ value }) => /[\r\n]/.test(text.slice(value.offset, endOf(value))));
  if (!onLines) return fill(text, into, moved.map((each) => memberText(text, each, undefined)).join(', '));
  const outer = indentOfLine(text, into.offset);
  const indent = outer + indentStepOf(text);
  const members = moved.map((each) => `${eol}${indent}${memberText(text, each, indent)}`);
  return fill(text, into, members.join(','), eol + outer);
}

/**
 * Inserts text into empty brackets: in place of the whitespace, or before the comments there.
 * @param ending text before the closing bracket, unless comments precede it
 */
function fill(text: string, into: ArrayNode | ObjectNode, added: string, ending = ''): Change {
  const inside = { offset: into.offset + 1, length: into.length - 2 };
  return text.slice(inside.offset, endOf(inside)).trim() === ''
    ? replace(inside, added + ending)
    : insert(inside.offset, added);
}

function memberText(text: string, { key, value, text: own }: Moved, indent: string | undefined): string {
  const written = own ?? text.slice(value.offset, endOf(value));
  return `${JSON.stringify(key)}: ${indent === undefined ? written : reindent(written, indentOfLine(text, value.offset), indent)}`;
}

/** Replaces the indentation `from` with `to` on all lines except the first. */
function reindent(written: string, from: string, to: string): string {
  if (from === to) return written;
  return written.replace(/(\r\n|\r|\n)([ \t]*)/g, (unchanged, eol: string, indent: string) =>
    indent.startsWith(from) ? eol + to + indent.slice(from.length) : unchanged,
  );
}

/**
 * Appends the entries of one map or array to another; undefined if an entry would override another one, or if a
 * duplicate that JSON parsers drop would take effect.
 */
export function mergeEntries(
  text: string,
  from: JsonNode | undefined,
  into: JsonNode | undefined,
): readonly Change[] | undefined {
  if (from?.type === 'object' && into?.type === 'object') return mergeObjects(text, from, into);
  return from?.type === 'array' && into?.type === 'array' ? mergeNames(text, from, into) : undefined;
}

function mergeObjects(text: string, from: ObjectNode, into: ObjectNode): readonly Change[] | undefined {
  // Header names are case-insensitive.
  const known = new Map(into.members.map((member) => [member.key.value.toLowerCase(), member]));
  const fresh: Moved[] = [];
  for (const member of from.members) {
    const { key, value, live } = member;
    if (!live || value === undefined || value.type === 'invalid') return undefined;
    const other = known.get(key.value.toLowerCase());
    if (other === undefined) fresh.push({ key: key.value, value });
    else if (!isSameMember(text, member, other)) return undefined;
  }
  return fresh.length === 0 ? [] : [insertMoved(text, into, fresh)];
}

const isSameMember = (text: string, one: Member, other: Member): boolean =>
  one.key.value === other.key.value && isSame(text, one.value, other.value);

function mergeNames(text: string, from: ArrayNode, into: ArrayNode): readonly Change[] | undefined {
  const known = new Set(into.items.map((item) => (item.type === 'string' ? item.value : undefined)));
  const names = new Set<string>();
  for (const item of from.items) {
    if (item.type !== 'string') return undefined;
    if (!known.has(item.value)) names.add(item.value);
  }
  const last = into.items.at(-1);
  const added = [...names].map((name) => JSON.stringify(name));
  if (added.length === 0) return [];
  if (last === undefined) return [fill(text, into, added.join(', '))];
  const behind = added.map((name) => insertBehind(text, last, name).text);
  return [{ offset: endOf(last), length: 0, text: behind.join('') }];
}

/**
 * Wraps neighboring members of an object in objects under `keys`, the outermost key first. Members on separate lines
 * are indented by one more step for each key.
 */
export function wrapMembers(text: string, members: readonly Member[], keys: readonly string[]): readonly Change[] {
  const [first, last] = [members[0], members.at(-1)];
  if (first === undefined || last === undefined) return [];
  const start = first.key.offset;
  const end = endOf(memberSpan(last));
  const openings = keys.map((key) => `${JSON.stringify(key)}: {`);
  const indent = indentBefore(text, start);
  if (indent === undefined || !/^\s*,?[ \t]*[\r\n]/.test(text.slice(end, end + 1000)))
    return [insert(start, openings.join('')), insert(end, '}'.repeat(keys.length))];
  const step = indentStepOf(text);
  const eol = lineBreakOf(text);
  const breaks = text.slice(start, end).matchAll(/(?:\r\n|\r|\n)(?=[ \t]*\S)/g);
  const lines = Array.from(breaks, ({ index, 0: found }) => start + index + found.length);
  const lineAt = (depth: number): string => eol + indent + step.repeat(depth);
  return [
    insert(start, openings.map((opening, depth) => opening + lineAt(depth + 1)).join('')),
    ...lines.map((line) => insert(line, step.repeat(keys.length))),
    insert(end, keys.map((_, index) => `${lineAt(keys.length - 1 - index)}}`).join('')),
  ];
}

/** Moves members from one object into another, in the layout of the target. */
import { type ArrayNode, endOf, type JsonNode, type Member, type ObjectNode, type Span } from '../config/json.ts';
import type { Change } from './fix.ts';
import { insertBehind, lineIndent, memberSpan } from './members.ts';
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
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  if (last !== undefined) {
    const indent = lineIndent(text, last.key.offset);
    const gap = indent === undefined ? ' ' : eol + indent;
    return {
      offset: endOf(memberSpan(last)),
      length: 0,
      text: moved.map((each) => `,${gap}${memberText(text, each, indent)}`).join(''),
    };
  }
  const inside = { offset: into.offset + 1, length: into.length - 2 };
  const onLines = moved.some(({ value }) => text.slice(value.offset, endOf(value)).includes('\n'));
  if (!onLines) return { ...inside, text: moved.map((each) => memberText(text, each, undefined)).join(', ') };
  const outer = indentOfLine(text, into.offset);
  const indent = outer + stepOf(text);
  const members = moved.map((each) => `${eol}${indent}${memberText(text, each, indent)}`);
  return { ...inside, text: `${members.join(',')}${eol}${outer}` };
}

function memberText(text: string, { key, value, text: own }: Moved, indent: string | undefined): string {
  const written = own ?? text.slice(value.offset, endOf(value));
  return `${JSON.stringify(key)}: ${indent === undefined ? written : reindent(written, indentOfLine(text, value.offset), indent)}`;
}

/** Replaces the indentation `from` with `to` on all lines except the first. */
function reindent(written: string, from: string, to: string): string {
  if (from === to) return written;
  return written
    .split('\n')
    .map((line, index) => (index > 0 && line.startsWith(from) ? to + line.slice(from.length) : line))
    .join('\n');
}

/** Returns the indentation of the line that contains an offset. */
function indentOfLine(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))?.[0] ?? '';
}

/** Returns one step of indentation: that of the first indented line. */
function stepOf(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
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
    else if (!isTwin(text, member, other)) return undefined;
  }
  return fresh.length === 0 ? [] : [insertMoved(text, into, fresh)];
}

const isTwin = (text: string, one: Member, other: Member): boolean =>
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
  if (last === undefined) return [{ offset: into.offset + 1, length: into.length - 2, text: added.join(', ') }];
  const behind = added.map((name) => insertBehind(text, last, name).text);
  return [{ offset: endOf(last), length: 0, text: behind.join('') }];
}

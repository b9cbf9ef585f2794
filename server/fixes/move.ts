/** Moves members into another object or to a deeper level, in the layout of the target. */
import * as l10n from '@vscode/l10n';
import type { Group } from '../config/format/group.ts';
import { quote } from '../config/language.ts';
import { indentBefore, indentOfLine, indentStepOf, lineBreakOf } from '../config/text/indentation.ts';
import {
  type ArrayNode,
  endOf,
  type Member,
  memberSpan,
  type ObjectNode,
  type Span,
  stringValue,
} from '../config/text/json.ts';
import { type Change, type Fix, insert, preferred } from './fix.ts';
import { appendMembers, fill, insertAfter, type NewMember, removeMember } from './members.ts';
import { isSame } from './removal.ts';

/** Returns a member to insert with a value of the same text. @param written its text, if it differs from the range */
export function movedMember(
  text: string,
  key: string,
  value: Span,
  written = text.slice(value.offset, endOf(value)),
): NewMember {
  const print = (indent: string | undefined): string =>
    indent === undefined ? written : reindent(written, indentOfLine(text, value.offset), indent);
  return { key, print };
}

/** Replaces the indentation `from` with `to` on all lines except the first. */
function reindent(written: string, from: string, to: string): string {
  if (from === to) return written;
  return written.replace(/(\r\n|\r|\n)([ \t]*)/g, (unchanged, eol: string, indent: string) =>
    indent.startsWith(from) ? eol + to + indent.slice(from.length) : unchanged,
  );
}

/**
 * Moves the entries of a map or array to the end of a field; undefined if an entry would override another one, or if a
 * duplicate that JSON parsers drop would take effect.
 */
export function moveEntries(text: string, { node, fields }: Group, self: Member, field: string): Fix | undefined {
  const [from, into] = [self.value, fields.get(field)?.value];
  let added: Change | undefined;
  if (from?.type === 'object' && into?.type === 'object') added = mergeObjects(text, from, into);
  else if (from?.type === 'array' && into?.type === 'array') added = mergeNames(text, from, into);
  return added && preferred(l10n.t('Move to {0}', quote(field)), ...removeMember(text, node, self), added);
}

function mergeObjects(text: string, from: ObjectNode, into: ObjectNode): Change | undefined {
  // Header names are case-insensitive.
  const known = new Map(into.members.map((member) => [member.key.value.toLowerCase(), member]));
  const fresh: NewMember[] = [];
  for (const { key, value, live } of from.members) {
    if (!live || value === undefined || value.type === 'invalid') return undefined;
    const other = known.get(key.value.toLowerCase());
    if (other === undefined) fresh.push(movedMember(text, key.value, value));
    else if (key.value !== other.key.value || !isSame(text, value, other.value)) return undefined;
  }
  return fresh.length === 0 ? undefined : appendMembers(text, into, fresh);
}

function mergeNames(text: string, from: ArrayNode, into: ArrayNode): Change | undefined {
  if (!from.items.every((item) => item.type === 'string')) return undefined;
  const known = new Set(into.items.map(stringValue));
  const names = new Set(from.items.map(({ value }) => value).filter((name) => !known.has(name)));
  const last = into.items.at(-1);
  const added = [...names].map((name) => JSON.stringify(name));
  if (added.length === 0) return undefined;
  if (last === undefined) return fill(text, into, added.join(', '));
  return insert(endOf(last), added.map((name) => insertAfter(text, last, name).text).join(''));
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
  if (indent === undefined || !/^[ \t]*(?:,[ \t]*)?[\r\n]/.test(text.slice(end, end + 1000)))
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

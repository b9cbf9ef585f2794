/** Puts the members of an object one level deeper. */
import type { Member, ObjectNode } from '../config/json.ts';
import { endOf } from '../config/json.ts';
import { type Change, insert } from './fix.ts';
import { memberSpan } from './members.ts';

/**
 * Puts neighbouring members of an object into an object under `key`; where they stand on lines of their own, each line is
 * indented by one more step.
 */
export function wrapMembers(
  text: string,
  object: ObjectNode,
  members: readonly Member[],
  key: string,
): readonly Change[] {
  const [first, last] = [members[0], members.at(-1)];
  if (first === undefined || last === undefined) return [];
  const start = first.key.offset;
  const end = endOf(memberSpan(last));
  const opening = `${JSON.stringify(key)}: {`;
  const indent = indentOf(text, start);
  if (indent === undefined || !/^\s*,?[ \t]*[\r\n]/.test(text.slice(end, end + 1000)))
    return [insert(start, opening), insert(end, '}')];
  const outer = indentOf(text, endOf(object) - 1) ?? '';
  const step = indent.slice(outer.length) || '  ';
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = [...text.slice(start, end).matchAll(/\n(?=[ \t]*[^\s])/g)].map(({ index }) => start + index + 1);
  return [
    insert(start, `${opening}${eol}${indent}${step}`),
    ...lines.map((line) => insert(line, step)),
    insert(end, `${eol}${indent}}`),
  ];
}

/** The white space before a place that begins its line; undefined where it does not. */
function indentOf(text: string, offset: number): string | undefined {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*$/.test(line) && text[offset - line.length - 1] === '\n' ? line : undefined;
}

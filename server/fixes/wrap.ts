/** Moves members of an object to a deeper level. */
import type { Member, ObjectNode } from '../config/json.ts';
import { endOf } from '../config/json.ts';
import { type Change, insert } from './fix.ts';
import { memberSpan } from './members.ts';

/**
 * Wraps neighboring members of an object in objects under `keys`, the outermost key first. Members on separate lines
 * are indented by one more step for each key.
 */
export function wrapMembers(
  text: string,
  object: ObjectNode,
  members: readonly Member[],
  keys: readonly string[],
): readonly Change[] {
  const [first, last] = [members[0], members.at(-1)];
  if (first === undefined || last === undefined) return [];
  const start = first.key.offset;
  const end = endOf(memberSpan(last));
  const openings = keys.map((key) => `${JSON.stringify(key)}: {`);
  const indent = indentOf(text, start);
  if (indent === undefined || !/^\s*,?[ \t]*[\r\n]/.test(text.slice(end, end + 1000)))
    return [insert(start, openings.join('')), insert(end, '}'.repeat(keys.length))];
  const outer = indentOf(text, endOf(object) - 1) ?? '';
  const step = indent.slice(outer.length) || '  ';
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = [...text.slice(start, end).matchAll(/\n(?=[ \t]*[^\s])/g)].map(({ index }) => start + index + 1);
  const lineAt = (depth: number): string => eol + indent + step.repeat(depth);
  return [
    insert(start, openings.map((opening, depth) => opening + lineAt(depth + 1)).join('')),
    ...lines.map((line) => insert(line, step.repeat(keys.length))),
    insert(end, keys.map((_, index) => `${lineAt(keys.length - 1 - index)}}`).join('')),
  ];
}

/** Returns the indentation before an offset; undefined if the offset isn't the first on its line. */
function indentOf(text: string, offset: number): string | undefined {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*$/.test(line) && text[offset - line.length - 1] === '\n' ? line : undefined;
}

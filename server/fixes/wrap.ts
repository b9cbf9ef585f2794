/** Moves members of an object to a deeper level. */
import { indentBefore, indentStepOf, lineBreakOf } from '../config/indentation.ts';
import type { Member } from '../config/json.ts';
import { endOf } from '../config/json.ts';
import { type Change, insert } from './fix.ts';
import { memberSpan } from './members.ts';

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

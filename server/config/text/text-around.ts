/** What comes into a JSON text from elsewhere: a version control system, a web page, or a chat. */
import type { FaultList } from './fault.ts';
import type { Span } from './json.ts';

/** Returns the first marker of an unresolved merge conflict; undefined if the text has none. */
export function mergeConflict(text: string): Span | undefined {
  const start = lineStartingWith(text, '<<<<<<<', 0);
  const middle = start < 0 ? -1 : lineStartingWith(text, '=======', start);
  if (middle < 0 || lineStartingWith(text, '>>>>>>>', middle) < 0) return undefined;
  const end = text.slice(start, start + 200).search(/[\r\n]|$/);
  return { offset: start, length: end };
}

function lineStartingWith(text: string, marker: string, from: number): number {
  if (from === 0 && text.startsWith(marker)) return 0;
  const before = text.indexOf(`\n${marker}`, from);
  return before < 0 ? -1 : before + 1;
}

/** Returns the line and the column of an offset, counted from 1: `6:7`. */
export function lineAndColumn(text: string, offset: number): string {
  const lines = text.slice(0, offset).split(/\r\n|[\r\n]/);
  return `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
}

/** Returns the path if the whole text is one, as Git writes a symbolic link that it can't create. */
export function linkAsText(text: string): Span | undefined {
  if (text.length > 1000) return undefined;
  const path = text.trim();
  const isPath = /^[^\s"'{}[\],:;<>#]+$/.test(path) && /[\\/]|\.jsonc?$/.test(path) && !/^\/[/*]/.test(path);
  return isPath ? { offset: text.indexOf(path), length: path.length } : undefined;
}

/** Spaces and invisible characters that JSON doesn't allow between values: many of them are visible as space. */
const oddSpace = /[\v\f\u0085\u00a0\u00ad\u1680\u180e\u2000-\u200f\u2028\u2029\u202f\u205f-\u2064\u3000\ufeff]/;
/** A string, so that it's skipped, or one of these characters. */
const stringOrOddSpace = new RegExp(`"(?:[^"\\\\\\r\\n]|\\\\.)*"?|${oddSpace.source}`, 'g');

/** Returns the places of odd spaces outside of strings. @param from where the text starts */
export function oddSpaces(text: string, from = 0): readonly number[] {
  if (!oddSpace.test(text)) return [];
  return Array.from(text.matchAll(stringOrOddSpace), ({ 0: found, index }) =>
    found.startsWith('"') ? -1 : index,
  ).filter((offset) => offset >= from);
}

/** True for a character that separates words, and not only lines or nothing. */
export const isWideSpace = (character: string): boolean =>
  /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/.test(character);

/** The lines of a fence, and everything outside of it. */
export interface Fence {
  readonly opening: Span;
  readonly before: Span;
  readonly after: Span;
}

/** Returns the Markdown fence around a text; undefined if it has no fence. */
export function markdownFence(text: string): Fence | undefined {
  const brace = text.search(/[{[]/);
  const head = brace < 0 ? text : text.slice(0, brace);
  const start = Math.max(head.lastIndexOf('```'), head.lastIndexOf('~~~'));
  if (start < 0 || head.slice(head.lastIndexOf('\n', start) + 1, start).trim() !== '') return undefined;
  const line = text.indexOf('\n', start);
  if (line < 0) return undefined;
  const closing = text.lastIndexOf(`\n${text.slice(start, start + 3)}`);
  const end = closing > line ? closing + 1 : text.length;
  return {
    opening: { offset: start, length: 3 },
    before: { offset: 0, length: line + 1 },
    after: { offset: end, length: text.length - end },
  };
}

/** Returns a text of the same length without what isn't JSON, and adds the faults. */
export function withoutForeignText(text: string, from: number, faults: FaultList): string {
  const fence = markdownFence(text);
  let plain = text;
  if (fence !== undefined) {
    const { opening, before, after } = fence;
    faults.add('markdown-fence', opening.offset, opening.length);
    plain = blank(before.length) + text.slice(before.length, after.offset) + blank(after.length);
  }
  const spaces = oddSpaces(plain, from);
  const [first] = spaces;
  if (first === undefined) return plain;
  faults.add('odd-space', first, 1);
  const pieces: string[] = [];
  let done = 0;
  for (const offset of spaces) {
    pieces.push(plain.slice(done, offset), ' ');
    done = offset + 1;
  }
  return pieces.join('') + plain.slice(done);
}

const blank = (length: number): string => ' '.repeat(length);

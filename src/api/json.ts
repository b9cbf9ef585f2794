/** Type guards and readers for unknown values, used by all of `src`. */

export type JsonRecord = Record<string, unknown>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** Levels of nesting that are read. What reads a value may do so level by level, on a stack that has an end. */
const DEEPEST = 200;

/** The text as JSON, or undefined when it isn't any or is nested too deeply. (JSON itself has no undefined.) */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a text, if it is JSON, is nested more than 200 levels deep. */
export function isTooDeep(text: string): boolean {
  if (text.length <= DEEPEST) return false;
  const marks = /["[\]{}]/g;
  let depth = 0;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    if (mark[0] === '[' || mark[0] === '{') {
      if (++depth > DEEPEST) return true;
    } else if (mark[0] === '"') marks.lastIndex = endOfString(text, mark.index);
    else depth--;
  }
  return false;
}

/** The index behind the string that starts at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text[at - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return at + 1;
  }
  return text.length;
}

/** The first of the named fields that is a text with something in it. */
export function firstText(record: JsonRecord, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = record[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

/** The first of the named fields that is a finite number. */
export function firstNumber(record: JsonRecord, ...names: string[]): number | undefined {
  for (const name of names) {
    const value = record[name];
    if (typeof value === 'number' && Number.isFinite(value)) return value;
  }
  return undefined;
}

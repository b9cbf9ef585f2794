/** Cleans text from the service for display: masks the key, removes control characters, limits the length. */
import { keyPattern } from './key-pattern.ts';

const LINE_LENGTH = 500;
const DEPTH = 6;
const ENTRIES = 50;
/** C0 and C1 control characters, and characters that are invisible or reorder text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const MASK = '•••';

export interface Cleaner {
  /** Returns the text with every form of the key masked, otherwise unchanged. */
  redact(text: string): string;
  /** Returns the text as one clean line of at most 500 characters. */
  line(text: string): string;
  /** Returns a JSON value with all strings cleaned by `line`. Leaves out what exceeds the limits of depth and size. */
  value(value: unknown): unknown;
  /** Returns a JSON value with every form of the key masked in names and strings, otherwise unchanged. */
  record(value: unknown): unknown;
}

export function createCleaner(key: string): Cleaner {
  const pattern = keyPattern(key);
  const redact = (text: string) => text.replace(pattern, MASK);
  const line = (text: string) => {
    // Before masking the key: a key with an invisible character inside would still be readable.
    const seen = text.replace(/\s+/g, ' ').replace(UNSEEN, '').trim();
    const shown = redact(seen);
    return shown.length > LINE_LENGTH ? `${shown.slice(0, LINE_LENGTH - 1)}…` : shown;
  };
  const value = (one: unknown, depth: number): unknown => {
    if (typeof one === 'string') return line(one);
    if (typeof one !== 'object' || one === null) return one;
    if (depth === DEPTH) return undefined;
    if (Array.isArray(one)) return one.slice(0, ENTRIES).map((item) => value(item, depth + 1));
    const entries = Object.entries(one).slice(0, ENTRIES);
    return Object.fromEntries(entries.map(([name, item]) => [line(name), value(item, depth + 1)]));
  };
  const record = (one: unknown): unknown => {
    if (typeof one === 'string') return redact(one);
    if (typeof one !== 'object' || one === null) return one;
    if (Array.isArray(one)) return one.map(record);
    return Object.fromEntries(Object.entries(one).map(([name, item]) => [redact(name), record(item)]));
  };
  return { redact, line, value: (one) => value(one, 0), record };
}

/** Text from the service, made fit to show: without the key, without control characters, bounded. */
import { keyPattern } from './key-pattern.ts';

const LINE_LENGTH = 500;
const DEPTH = 6;
const ENTRIES = 50;
/** C0 and C1 controls, and the marks that are not seen or that reorder text on screen. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const MASK = '•••';

export interface Cleaner {
  /** The text with every form of the key masked, otherwise as it is. */
  redact(text: string): string;
  /** One line of at most 500 characters. */
  line(text: string): string;
  /** A JSON value with each of its texts cleaned; what is too deep or too much is left out. */
  value(value: unknown): unknown;
  /** A whole JSON value with every form of the key masked in names and texts, otherwise as it is. */
  record(value: unknown): unknown;
}

export function createCleaner(key: string): Cleaner {
  const pattern = keyPattern(key);
  const redact = (text: string) => text.replace(pattern, MASK);
  const line = (text: string) => {
    // Before the key is looked for: one with an unseen character inside it is still the key to whoever reads it.
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

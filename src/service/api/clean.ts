/** Cleans text from the service for display: masks the key, removes control characters, limits the length. */
import { ellipsize } from '../../../common/text/cut.ts';
import { invisibleCharacters } from '../../../common/text/invisible-characters.ts';
import { parseJson } from '../../../common/text/json.ts';
import type { JsonRecord } from './json.ts';
import { KeyFinder } from './key-finder.ts';

const maxLineLength = 500;
const maxDepth = 6;
const maxEntries = 50;
const mask = '•••';

export type Cleaner = ReturnType<typeof createCleaner>;

export function createCleaner(key: string) {
  const finder = new KeyFinder(key);

  /** Returns the text with the key masked, otherwise unchanged. */
  const redact = (text: string): string => finder.replace(text, mask);

  /** Returns a media type in lower case, without parameters; empty if it has another shape or contains the key. */
  const mediaType = (text: string): string => {
    const type = text.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    return /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(type) && redact(type) === type ? type : '';
  };

  /** Returns the text as one clean line of at most 500 characters. */
  const cleanLine = (text: string) => {
    // Invisible characters first: some count as whitespace, and a key with a space inside would still be readable.
    const shown = redact(text.replace(invisibleCharacters, '')).replace(/\s+/g, ' ').trim();
    return ellipsize(shown, maxLineLength);
  };

  /** Returns a JSON value with all strings cleaned by `cleanLine`. Leaves out what exceeds the limits of depth and size. */
  const cleanJson = (one: unknown, depth = 0): unknown => {
    if (typeof one === 'string') return cleanLine(one);
    if (typeof one !== 'object' || one === null) return one;
    if (depth === maxDepth) return undefined;
    if (Array.isArray(one)) return one.slice(0, maxEntries).map((item) => cleanJson(item, depth + 1));
    const entries = Object.entries(one).slice(0, maxEntries);
    return Object.fromEntries(entries.map(([name, item]) => [cleanLine(name), cleanJson(item, depth + 1)]));
  };

  /** Masks the key in the names and strings of a JSON value that no other code refers to. */
  const redactJson = (one: unknown): unknown => {
    if (typeof one === 'string') return redact(one);
    if (typeof one !== 'object' || one === null) return one;
    if (Array.isArray(one)) {
      one.forEach((item, at) => {
        one[at] = redactJson(item);
      });
      return one;
    }
    const record = one as JsonRecord;
    const names = Object.keys(record);
    for (const name of names) record[name] = redactJson(record[name]);
    if (names.every((name) => redact(name) === name)) return record;
    return Object.fromEntries(names.map((name) => [redact(name), record[name]]));
  };

  /** Returns the value of a JSON text, with the key masked. Undefined if the text isn't JSON. */
  const readJson = (text: string): unknown => {
    const masked = finder.mayHide(text) ? undefined : redact(text);
    const value = masked === undefined ? undefined : parseJson(masked);
    // A number or an escape may look like the key. Masked, it isn't JSON.
    return value === undefined && masked !== text ? redactJson(parseJson(text)) : value;
  };

  /** Returns a text of any format with the key masked. JSON in which the key is escaped is written again. */
  const redactText = (text: string): string => {
    const escaped = finder.mayHide(text) ? parseJson(text) : undefined;
    if (escaped === undefined) return redact(text);
    const before = JSON.stringify(escaped);
    const clean = JSON.stringify(redactJson(escaped));
    return clean === before ? redact(text) : clean;
  };

  /**
   * Masks the key in one text that arrives in pieces. Holds back an end that may be the start of the key.
   * @param before the text that the pieces continue, which is already out
   */
  const redactPieces = (before = '') => {
    let held = before.slice(finder.startAtEnd(before));
    /** Characters of `held` that are already out. */
    let out = held.length;
    const take = (masked: string, end: number): string => {
      const text = masked.slice(out, end);
      held = masked.slice(end);
      out = 0;
      return text;
    };
    return {
      /** Adds a piece and returns the text that's complete. */
      push: (text: string): string => {
        const all = held + text;
        const first = out === 0 ? undefined : finder.first(all);
        // The start of the key is already out.
        const cutKey = first !== undefined && first.start < out;
        const masked = cutKey ? all.slice(0, out) + mask + redact(all.slice(first.end)) : redact(all);
        const end = finder.startAtEnd(masked);
        if (end >= out) return take(masked, end);
        held = masked;
        return '';
      },
      /** Ends the text and returns what was held back. */
      flush: (): string => take(held, held.length),
    };
  };

  return { redact, redactText, redactPieces, cleanLine, cleanJson, readJson, mediaType };
}

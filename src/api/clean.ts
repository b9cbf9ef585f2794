/** Cleans text from the service for display: masks the key, removes control characters, limits the length. */
import { ellipsize } from '../../common/cut.ts';
import { invisibleCharacters } from '../../common/invisible-characters.ts';
import { parseJson } from './json.ts';
import { KeyFinder } from './key-finder.ts';

const maxLineLength = 500;
const maxDepth = 6;
const maxEntries = 50;
/** Characters of a text that are held back with their invisible characters, whose number a service can choose. */
const maxHeldLength = 1000;
const mask = '•••';

export type Cleaner = ReturnType<typeof createCleaner>;

export function createCleaner(key: string) {
  const finder = new KeyFinder(key);

  /** Returns the text with the key masked, otherwise unchanged. */
  const redact = (text: string): string => {
    let masked = '';
    let from = 0;
    for (const { start, end } of finder.find(text)) {
      masked += text.slice(from, start) + mask;
      from = end;
    }
    return masked + text.slice(from);
  };

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

  /** Returns a JSON value with the key masked in names and strings, otherwise unchanged. */
  const redactJson = (one: unknown): unknown => {
    if (typeof one === 'string') return redact(one);
    if (typeof one !== 'object' || one === null) return one;
    if (Array.isArray(one)) return one.map(redactJson);
    return Object.fromEntries(Object.entries(one).map(([name, item]) => [redact(name), redactJson(item)]));
  };

  /** Returns the value of a JSON text, with the key masked. Undefined if the text isn't JSON. */
  const readJson = (text: string): unknown => {
    const value = parseJson(text);
    // Without an escape, a string is the same in the text. Checking that once is faster than checking each string.
    return text.includes('\\') || redact(text) !== text ? redactJson(value) : value;
  };

  /** Returns a text of any format with the key masked. JSON in which the key is escaped is written again. */
  const redactText = (text: string): string => {
    const escaped = text.includes('\\') ? parseJson(text) : undefined;
    const clean = JSON.stringify(redactJson(escaped));
    return clean === JSON.stringify(escaped) ? redact(text) : clean;
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
        const [first] = finder.find(all);
        // The start of the key is already out.
        const cutKey = first !== undefined && first.start < out;
        const masked = cutKey ? all.slice(0, out) + mask + redact(all.slice(first.end)) : redact(all);
        const end = finder.startAtEnd(masked);
        if (end >= out) {
          const complete = take(masked, end);
          if (held.length > maxHeldLength) held = held.replace(invisibleCharacters, '');
          return complete;
        }
        const piece = masked.slice(out);
        held = masked.slice(0, out) + (piece.length > maxHeldLength ? piece.replace(invisibleCharacters, '') : piece);
        return '';
      },
      /** Ends the text and returns what was held back. */
      flush: (): string => take(held, held.length),
    };
  };

  return { redact, redactText, redactPieces, cleanLine, cleanJson, readJson, mediaType };
}

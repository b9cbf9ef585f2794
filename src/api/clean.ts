/** Cleans text from the service for display: masks the key, removes control characters, limits the length. */
import { ellipsize } from '../../common/cut.ts';
import { INVISIBLE } from '../../common/invisible-characters.ts';
import { parseJson } from './json.ts';
import { keyPattern, keyTexts } from './key-pattern.ts';

const LINE_LENGTH = 500;
const DEPTH = 6;
const ENTRIES = 50;
const MASK = '•••';

export type Cleaner = ReturnType<typeof createCleaner>;

export function createCleaner(key: string) {
  const pattern = keyPattern(key);
  const texts = keyTexts(key);

  /**
   * Returns the text with every form of the key masked, otherwise unchanged. If invisible characters split the key, they
   * are removed from the whole text: views would remove them, too, and show the key.
   */
  const redact = (text: string) => {
    const masked = text.replace(pattern, MASK);
    const visible = withoutInvisible(masked);
    return visible !== masked && visible.search(pattern) !== -1 ? visible.replace(pattern, MASK) : masked;
  };

  /** Returns the text as one clean line of at most 500 characters. */
  const cleanLine = (text: string) => {
    // Invisible characters first: some count as whitespace, and a key with a space inside would still be readable.
    const shown = redact(text.replace(INVISIBLE, '')).replace(/\s+/g, ' ').trim();
    return ellipsize(shown, LINE_LENGTH);
  };

  /** Returns a JSON value with all strings cleaned by `cleanLine`. Leaves out what exceeds the limits of depth and size. */
  const cleanJson = (one: unknown, depth = 0): unknown => {
    if (typeof one === 'string') return cleanLine(one);
    if (typeof one !== 'object' || one === null) return one;
    if (depth === DEPTH) return undefined;
    if (Array.isArray(one)) return one.slice(0, ENTRIES).map((item) => cleanJson(item, depth + 1));
    const entries = Object.entries(one).slice(0, ENTRIES);
    return Object.fromEntries(entries.map(([name, item]) => [cleanLine(name), cleanJson(item, depth + 1)]));
  };

  /** Returns a JSON value with every form of the key masked in names and strings, otherwise unchanged. */
  const redactJson = (one: unknown): unknown => {
    if (typeof one === 'string') return redact(one);
    if (typeof one !== 'object' || one === null) return one;
    if (Array.isArray(one)) return one.map(redactJson);
    return Object.fromEntries(Object.entries(one).map(([name, item]) => [redact(name), redactJson(item)]));
  };

  /** Masks the key in one text that arrives in pieces. Holds back an end that may be the start of the key. */
  const redactPieces = () => {
    let held = '';
    return {
      /** Adds a piece and returns the text that's complete. */
      push: (text: string) => {
        const masked = redact(held + text);
        let length = Math.min(key.length * 3, masked.length);
        const split = masked.slice(-length).search(INVISIBLE) !== -1;
        const mayStart = (end: string) => {
          const visible = split ? end.replace(INVISIBLE, '') : end;
          return texts.some((one) => one.startsWith(visible));
        };
        while (length > 0 && !mayStart(masked.slice(-length))) length--;
        held = masked.slice(masked.length - length);
        return masked.slice(0, masked.length - length);
      },
      /** Ends the text and returns what was held back. */
      flush: () => {
        const rest = held;
        held = '';
        return rest;
      },
    };
  };

  return { redact, redactPieces, cleanLine, cleanJson, redactJson };
}

/** Escapes of JSON. All in a row, because a character can take two of them. */
const ESCAPES = /(?:\\(?:[bfr]|u[\da-fA-F]{4}))+/g;

/** Returns the text without invisible characters, also without those that are escaped for JSON. */
function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '').replace(ESCAPES, (escapes) => {
    const characters = String(parseJson(`"${escapes}"`));
    const visible = characters.replace(INVISIBLE, '');
    return visible === characters ? escapes : JSON.stringify(visible).slice(1, -1);
  });
}

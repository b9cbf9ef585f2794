/** The forms in which a response may contain the API key. */

/** Shorter base64 text could match ordinary words. */
const SHORTEST_BASE64 = 6;

/**
 * Returns a pattern that matches the key as is, in hexadecimal, in base64 (padded or not, standard or URL-safe, alone
 * or inside a longer text), and with any of its characters escaped for a URL (`%2F`, `%2f`), HTML (`&amp;`, `&#38;`),
 * or JSON (`\u0026`).
 */
export function keyPattern(key: string): RegExp {
  const forms = [[...key].map(anyEscape).join(''), [...key].map((char) => anyCase(hexOf(char))).join('')];
  for (const offset of [0, 1, 2]) {
    const core = base64Core(key, offset);
    if (core.length >= SHORTEST_BASE64 || offset === 0) {
      const eitherAlphabet = core.replaceAll('+', '[+-]').replaceAll('/', '[/_]');
      forms.push(`${eitherAlphabet}[\\w+/-]?={0,2}`);
    }
  }
  return new RegExp(forms.join('|'), 'g');
}

/** Returns the main forms as texts, to find the start of one: as is, escaped for a URL, hexadecimal, and base64. */
export function keyTexts(key: string): string[] {
  const hex = [...key].map(hexOf).join('');
  const base64 = [0, 1, 2].map((offset) => base64Core(key, offset));
  const urlSafe = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return [...new Set([key, encodeURIComponent(key), hex, hex.toUpperCase(), ...base64, ...urlSafe])];
}

const NAMED: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/** Returns a pattern that matches one character as is and in each escaped form. */
function anyEscape(char: string): string {
  const code = char.charCodeAt(0);
  const hex = anyCase(hexOf(char));
  const named = NAMED[char];
  return `(?:${[
    quote(char),
    `%${hex}`,
    `&#0*${code};`,
    `&#[xX]0*${hex};`,
    `\\\\u00${hex}`,
    `\\\\${quote(char)}`,
    ...(named === undefined ? [] : [`&${named};`]),
  ].join('|')})`;
}

function hexOf(char: string): string {
  return char.charCodeAt(0).toString(16).padStart(2, '0');
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function quote(char: string): string {
  return char.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Returns the part of the key's base64 that is the same after `offset` bytes (modulo 3) and before any others. */
function base64Core(key: string, offset: number): string {
  const encoded = btoa('\0'.repeat(offset) + key);
  const begin = offset === 0 ? 0 : offset + 1;
  const loose = (offset + key.length) % 3;
  const end = loose === 0 ? encoded.length : encoded.length - (loose === 1 ? 3 : 2);
  return encoded.slice(begin, end);
}

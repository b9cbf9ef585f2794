/** Escapes untrusted text whose exact characters matter: nothing is dropped, and different texts look different. */

/** Control, format, private-use, and unassigned characters, all blanks except the space, and invisible letters. */
const unclear = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

const namedEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Returns the text on one line, with unclear characters as `\\n`, `\\t` or `\\u{202e}`. Its length isn't limited. */
export function visible(text: string): string {
  return text.replace(
    unclear,
    (character) => namedEscapes[character] ?? `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

/** Like `visible`, but unambiguous: backslashes in the text are doubled. */
export function escapeText(text: string): string {
  return visible(text.replaceAll('\\', '\\\\'));
}

/** Like `escapeText`, but in double quotes, which show where the text starts and ends. */
export function quoteText(text: string): string {
  return `"${escapeText(text).replaceAll('"', '\\"')}"`;
}

/** Returns a regular expression that matches the text itself, also with the flags `u` and `v`. */
export function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** True if the text has a character that is invisible or changes the appearance of the text around it. */
export function hasUnclearCharacters(text: string): boolean {
  return text.search(unclear) >= 0;
}

/** Characters to escape in JSON. Excludes unassigned characters, which differ between versions of Unicode. */
const hiddenCharacters = /(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Escapes the hidden characters in JSON text. Only strings can contain them, so its value stays the same. */
export function escapeJson(json: string): string {
  return json.replace(hiddenCharacters, (character) =>
    // Characters above U+FFFF are two escapes in JSON.
    Array.from({ length: character.length }, (_, at) => unicodeEscape(character.charCodeAt(at))).join(''),
  );
}

const unicodeEscape = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;

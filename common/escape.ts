/** Text from outside where its exact characters matter: nothing is dropped, and nothing can look like something else. */

/** Control, format, private and unassigned characters, every blank but the space, and letters that are drawn as nothing. */
const UNCLEAR = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** The text on one line, with unclear characters as `\\n`, `\\t` or `\\u{202e}`. Its length is not limited. */
export function visible(text: string): string {
  return text.replace(UNCLEAR, (character) => NAMED[character] ?? `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** The same, and unambiguous: backslashes of the text are doubled. */
export function escapeText(text: string): string {
  return visible(text.replaceAll('\\', '\\\\'));
}

/** The same in double quotes, so that it is seen where the text begins and ends. */
export function quoteText(text: string): string {
  return `"${escapeText(text).replaceAll('"', '\\"')}"`;
}

/** True if the text has a character that a reader cannot see or that changes how the text beside it looks. */
export function hasUnclearCharacters(text: string): boolean {
  return text.search(UNCLEAR) >= 0;
}

/** Of no use in JSON text but as escapes. Without unassigned characters, which are others in each version of Unicode. */
const HIDDEN = /(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** JSON text in which hidden characters are escapes. Only strings can hold them, so its value stays the same. */
export function escapeJson(json: string): string {
  return json.replace(HIDDEN, (character) =>
    // Characters above U+FFFF are two escapes in JSON.
    Array.from({ length: character.length }, (_, at) => unicodeEscape(character.charCodeAt(at))).join(''),
  );
}

const unicodeEscape = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;

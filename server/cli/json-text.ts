/**
 * JSON for programs that a terminal can show as well: characters that could steer it, or hide text, are escaped. Only
 * strings can hold them, so the value stays the same.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2).replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    // Characters above U+FFFF are two escapes in JSON.
    Array.from({ length: character.length }, (_, at) => unicodeEscape(character.charCodeAt(at))).join(''),
  );
  return `${text}\n`;
}

const unicodeEscape = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;

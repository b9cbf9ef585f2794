/** Invisible characters, and names for them. */

/**
 * Characters that a reader doesn't see: controls except line feed and tab, characters that reorder text, line separators,
 * and everything that is drawn as nothing, such as zero-width characters, soft hyphens, tags, and fillers. The variation
 * selector of an emoji is left out, because the emoji looks different without it.
 */
export const invisibleCharacters =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}](?<![\n\t]|\p{Extended_Pictographic}\ufe0f)/gu;

/** Returns the code point of a character as `U+200B`. */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

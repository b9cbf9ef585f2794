/** Cuts texts without splitting a surrogate pair, which would leave an invalid character. Lengths are in UTF-16 units. */

export function cut(text: string, max: number): string {
  return text.slice(0, /[\ud800-\udbff]/.test(text.charAt(max - 1)) ? max - 1 : max);
}

/** A text that is longer ends with an ellipsis. */
export function ellipsize(text: string, max: number): string {
  return text.length <= max ? text : `${cut(text, max - 1)}…`;
}

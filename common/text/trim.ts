/** Trims runs of characters. A regular expression such as `/-+$/` takes quadratic time in the length of a run. */

/** @param characters the set of characters to remove */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  if (end === 0 || !characters.includes(text.charAt(end - 1))) return text;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Cuts runs of characters off the ends of a text. A regular expression such as `/-+$/` takes the square of a run's length. */

/** @param characters each of them is cut off */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  if (end === 0 || !characters.includes(text.charAt(end - 1))) return text;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Long text in parts that a speech model takes; pure. */

/** From large to small: a part ends at a sentence where that is possible, else at a word, else between two characters. */
const BORDERS = ['sentence', 'word', 'grapheme'] as const;

/**
 * The text in parts of at most `longest` UTF-16 units. Put together they are the text again, to the last space.
 * @param longest at least 2, for a character may take two units
 */
export function splitAtSentences(text: string, longest: number, locale?: string): string[] {
  const parts: string[] = [];
  let part = '';
  for (const piece of piecesOf(text, longest, locale, 0)) {
    if (part !== '' && part.length + piece.length > longest) {
      parts.push(part);
      part = '';
    }
    part += piece;
  }
  return part === '' ? parts : [...parts, part];
}

function* piecesOf(text: string, longest: number, locale: string | undefined, level: number): Generator<string> {
  if (text.length <= longest && level > 0) {
    yield text;
    return;
  }
  const granularity = BORDERS[level];
  if (granularity === undefined) {
    // One character with more marks than fit: its code points.
    yield* text;
    return;
  }
  for (const { segment } of new Intl.Segmenter(locale, { granularity }).segment(text))
    yield* piecesOf(segment, longest, locale, level + 1);
}

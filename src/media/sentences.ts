/** Splits long text into parts that a speech model accepts. Pure. */

/** In order of preference: a part ends after a sentence if possible, else after a word, else between two characters. */
const borders = ['sentence', 'word', 'grapheme'] as const;

/**
 * Splits a text into parts of at most `longest` UTF-16 code units. Joined, they're exactly the original text.
 * @param longest at least 2, because a character may have two code units
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
  const granularity = borders[level];
  if (granularity === undefined) {
    // A single grapheme that is too long is split into code points.
    yield* text;
    return;
  }
  for (const { segment } of new Intl.Segmenter(locale, { granularity }).segment(text))
    yield* piecesOf(segment, longest, locale, level + 1);
}

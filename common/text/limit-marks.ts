/** Limits combining marks in text to show: laying out tens of thousands of them on one letter blocks a page for seconds. */

/** Marks on one letter that are kept. Scripts use up to five. */
const maxMarks = 10;
const excess = /(?<=\p{M}{10})\p{M}+/gu;

/** Returns the text without the marks that follow ten others. */
export function limitMarks(text: string): string {
  return text.replace(excess, '');
}

/** Like `limitMarks`, for a piece that follows a text that is already limited. */
export function limitMarksAfter(before: string, piece: string): string {
  // A character above U+FFFF has two units.
  const end = before.slice(-2 * maxMarks);
  return limitMarks(end + piece).slice(end.length);
}

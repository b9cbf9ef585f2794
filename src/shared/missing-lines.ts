/** Returns the lines of a text that another text doesn't contain, so that appending them to it repeats nothing. */
export function missingLines(text: string, other: string): string {
  const known = new Set(['', ...other.split('\n')]);
  const missing = text.split('\n').filter((line) => !known.has(line));
  // Starts on a new line, because the last line of the other text may be incomplete.
  return missing.length === 0 ? '' : `\n${missing.join('\n')}\n`;
}

/** Splits command lines that users type. Quotes are supported, but no other shell syntax. */

/**
 * Returns the words of a line without their quotes; undefined if a quote isn't closed. A backslash escapes only a
 * blank, a quote, or another backslash, so that Windows paths stay unchanged.
 */
export function splitCommandLine(line: string): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at);
    const next = line.charAt(at + 1);
    if (quote !== undefined && character === quote) quote = undefined;
    else if (quote === undefined && (character === '"' || character === "'")) {
      quote = character;
      word ??= '';
    } else if (quote === undefined && /\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (character === '\\' && (quote === '"' ? /["\\]/ : quote === undefined ? /[\s"'\\]/ : /(?!)/).test(next)) {
      word = (word ?? '') + next;
      at++;
    } else word = (word ?? '') + character;
  }
  if (quote !== undefined) return undefined;
  return word === undefined ? words : [...words, word];
}

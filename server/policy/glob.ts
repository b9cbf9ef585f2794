/** Patterns in which each `*` matches any characters. */

/**
 * True if the text has the parts in order, starting with the first and ending with the last. Takes linear time per
 * part, because the leftmost match of a part is always sufficient.
 * @param parts the literal text between the wildcards; one part means no wildcard
 */
export function matchesParts(parts: readonly string[], text: string): boolean {
  const [first = '', ...others] = parts;
  const last = others.pop();
  if (last === undefined) return text === first;
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

export const matchesGlob = (pattern: string, text: string): boolean => matchesParts(pattern.split('*'), text);

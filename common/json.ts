/** Parsing of JSON from outside. */

/** Maximum nesting of JSON, so that code that reads it recursively can't overflow the stack. */
const maxDepth = 200;

/** Parses JSON. Returns undefined, which isn't a JSON value, if the text is invalid or nested too deeply. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** True if a text, assumed to be JSON, is nested more than 200 levels deep. */
export function isTooDeep(text: string): boolean {
  if (text.length <= maxDepth) return false;
  const marks = /["[\]{}]/g;
  let depth = 0;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    if (mark[0] === '[' || mark[0] === '{') {
      if (++depth > maxDepth) return true;
    } else if (mark[0] === '"') marks.lastIndex = endOfString(text, mark.index);
    else depth--;
  }
  return false;
}

/** Returns the index after the string that starts at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text[at - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return at + 1;
  }
  return text.length;
}

/** Limits of texts from outside for parsers, which are recursive: some end the process if a text is too deep. */

/** Maximum number of levels. Config files of real tools have less than twenty. */
export const maxNesting = 200;

/** Maximum length of YAML and TOML in characters. Real files have less than a tenth of it. */
export const maxParsedLength = 1_000_000;

/** What can open or close a level, a string, or a comment. */
const marksOf = { json: /["[\]{}/]/g, toml: /["'[\]{}#]/g } as const;

/** True if brackets outside of strings and comments nest deeper than a parser may be given. Linear. */
export function isTooDeep(text: string, syntax: keyof typeof marksOf, limit = maxNesting): boolean {
  if (text.length <= limit) return false;
  const marks = marksOf[syntax];
  marks.lastIndex = 0;
  let depth = 0;
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    const [mark] = found;
    if (mark === '[' || mark === '{') {
      if (++depth > limit) return true;
    } else if (mark === ']' || mark === '}') depth--;
    else if (mark === '"' || mark === "'") {
      const long = mark === '"' ? '"""' : "'''";
      const isLong = syntax === 'toml' && text.startsWith(long, found.index);
      marks.lastIndex = endOfString(text, found.index, isLong ? long : mark);
    } else if (mark === '#' || text[marks.lastIndex] === '/') marks.lastIndex = endOf(text, /[\r\n]/g, found.index);
    else if (text[marks.lastIndex] === '*') marks.lastIndex = endOf(text, /\*\//g, marks.lastIndex + 1);
  }
  return false;
}

/** A string in single quotation marks has no escapes, and one without three quotation marks ends with its line. */
const ends = { '"': /["\\\r\n]/g, "'": /['\r\n]/g, '"""': /"""|\\/g, "'''": /'''/g } as const;

function endOfString(text: string, start: number, quotes: keyof typeof ends): number {
  const end = ends[quotes];
  end.lastIndex = start + quotes.length;
  for (let found = end.exec(text); found !== null; found = end.exec(text)) {
    if (found[0] !== '\\') return end.lastIndex;
    end.lastIndex++;
  }
  return text.length;
}

function endOf(text: string, mark: RegExp, from: number): number {
  mark.lastIndex = from;
  return mark.exec(text) === null ? text.length : mark.lastIndex;
}

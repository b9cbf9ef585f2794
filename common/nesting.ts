/** Limits of texts for parsers of other projects: these are recursive, and some end the process if a text is too deep. */

/** Maximum number of levels. Config files of real tools have less than twenty. */
export const maxNesting = 200;

/** Maximum length of YAML and TOML in characters. Real files have less than a tenth of it. */
export const maxParsedLength = 1_000_000;

/** True if brackets outside of strings and comments nest deeper than a parser may be given. Linear. */
export function isTooDeep(text: string, syntax: 'json' | 'toml', limit = maxNesting): boolean {
  const isToml = syntax === 'toml';
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '[' || character === '{') {
      if (++depth > limit) return true;
    } else if (character === ']' || character === '}') depth--;
    else if (character === '"') at = stringEnd(text, at, isToml && text.startsWith('"""', at) ? '"""' : '"');
    else if (isToml && character === "'") at = stringEnd(text, at, text.startsWith("'''", at) ? "'''" : "'");
    else if (isToml ? character === '#' : text.startsWith('//', at)) at = indexAfter(text, '\n', at);
    else if (!isToml && text.startsWith('/*', at)) at = indexAfter(text, '*/', at + 2) + 1;
  }
  return false;
}

/** Returns the offset of the last character of a string, which ends with its line unless it has three quotes. */
function stringEnd(text: string, start: number, quotes: string): number {
  for (let at = start + quotes.length; at < text.length; at++) {
    if (text[at] === '\\' && quotes.startsWith('"')) at++;
    else if (text.startsWith(quotes, at)) return at + quotes.length - 1;
    else if (quotes.length === 1 && /[\r\n]/.test(text[at] ?? '')) return at;
  }
  return text.length;
}

function indexAfter(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at;
}

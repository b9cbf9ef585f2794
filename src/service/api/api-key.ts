/** API keys as users paste them, from a header, a command, or a settings file. */

const quotes = '"\'`';
/** Name of the header, and schemes of authorization. A key contains no blank, so none of these is the start of one. */
const prefix = /^(?:authorization:|(?:token|bearer|basic|api[-_]?key)(?=\s))\s*/i;
/** Each of header, scheme, and quotes can be around the next one. */
const mostLayers = 6;

/** Returns the key without what surrounds it: `Authorization: Token "key"` → `key`. */
export function keyIn(text: string): string {
  let key = text.trim();
  for (let layer = 0; layer < mostLayers; layer++) {
    const inner = withoutQuotes(key.replace(prefix, ''));
    if (inner === key) break;
    key = inner;
  }
  return key;
}

/** In JSON, a comma can follow the quotes. */
function withoutQuotes(text: string): string {
  const end = /[,;]$/.test(text) ? text.length - 1 : text.length;
  const isQuoted = end > 1 && quotes.includes(text.charAt(0)) && text.charAt(0) === text.charAt(end - 1);
  return (isQuoted ? text.slice(1, end - 1) : text).trim();
}

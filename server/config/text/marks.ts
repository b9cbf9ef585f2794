/** Classes of characters that a string contains, so that most rules can tell without reading it that they don't apply. */

/** One bit per class. */
export const Mark = {
  dollar: 1,
  brace: 2,
  percent: 4,
  tilde: 8,
  colon: 16,
  /** A slash or a backslash. */
  slash: 32,
  exclamation: 64,
  /** A control character, or one that isn't ASCII. */
  special: 128,
  backtick: 256,
} as const;

/** The marks of each ASCII character. */
export const marksOfAscii: Readonly<Uint16Array> = Uint16Array.from({ length: 128 }, (_, code) => {
  if (code < 0x20 || code === 0x7f) return Mark.special;
  switch (String.fromCharCode(code)) {
    case '$':
      return Mark.dollar;
    case '{':
      return Mark.brace;
    case '%':
      return Mark.percent;
    case '~':
      return Mark.tilde;
    case ':':
      return Mark.colon;
    case '/':
    case '\\':
      return Mark.slash;
    case '!':
      return Mark.exclamation;
    case '`':
      return Mark.backtick;
    default:
      return 0;
  }
});

/** Returns the marks of a text. */
export function marksOf(text: string): number {
  let marks = 0;
  for (let at = 0; at < text.length; at++) marks |= marksOfAscii[text.charCodeAt(at)] ?? Mark.special;
  return marks;
}

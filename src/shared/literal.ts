/** Foreign text in a question about what is to happen: on one line, with nothing in it that isn't seen. */

// Controls, formats, private and unassigned characters, halves of surrogate pairs, line separators, characters that fonts leave
// out, and spaces that look like a space.
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{DI}]|(?! )\p{Zs}/gu;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * The text with each character that is not seen, or that would begin another line, as an escape such as `\n` or `\u{202e}`; two
 * texts that differ look different.
 * @param most characters that are shown; how many more there are is told
 */
export function literal(text: string, most = Number.POSITIVE_INFINITY): string {
  if (text === '') return '""';
  // A long text costs no more than what is shown of it.
  const characters = most === Number.POSITIVE_INFINITY ? [...text] : [...text.slice(0, most * 2)].slice(0, most);
  const shown = characters.join('');
  const left = text.length - shown.length;
  const seen = shown
    .replaceAll('\\', '\\\\')
    .replace(UNSEEN, (one) => SHORT[one] ?? `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`);
  return left === 0 ? seen : `${seen}… (+${left})`;
}

/** A text in lines of at most so many characters; a line that goes on is indented, so that it begins no other. */
export function wrapped(text: string, width: number): string {
  const characters = [...text];
  const lines: string[] = [];
  for (let at = 0; at < characters.length; at += width) lines.push(characters.slice(at, at + width).join(''));
  return lines.join('\n    ');
}

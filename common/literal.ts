/** Untrusted text in a confirmation: on one line, with nothing that the reader can't see. */
import { escapeText } from './escape.ts';

/**
 * The text with escapes for characters that are invisible or start another line; different texts look different.
 * @param most characters to show; the number of omitted ones is appended
 */
export function literal(text: string, most = Number.POSITIVE_INFINITY): string {
  if (text === '') return '""';
  // A long text costs no more than what is shown of it.
  const characters = most === Number.POSITIVE_INFINITY ? [...text] : [...text.slice(0, most * 2)].slice(0, most);
  const shown = characters.join('');
  const left = text.length - shown.length;
  const escaped = escapeText(shown);
  return left === 0 ? escaped : `${escaped}… (+${left})`;
}

/**
 * One line of text in lines of at most `width` characters.
 * @param continuation start of every line but the first, so that it can't pass for a line with its own label
 */
export function wrapped(text: string, width: number, continuation = '    '): string {
  const characters = [...text];
  const lines = [characters.slice(0, width).join('')];
  for (let at = width; at < characters.length; at += width) lines.push(characters.slice(at, at + width).join(''));
  return lines.join(`\n${continuation}`);
}

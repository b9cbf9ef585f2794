/** Untrusted text in a confirmation: on one line, without invisible characters. */
import { escapeText } from './escape.ts';

/**
 * Escapes the characters that are invisible or start a new line. Different texts look different.
 * @param most maximum number of characters; the number of omitted ones is appended
 */
export function literal(text: string, most = Number.POSITIVE_INFINITY): string {
  if (text === '') return '""';
  // Processes only the part of a long text that is shown.
  const shown = [...text.slice(0, most * 2)].slice(0, most).join('');
  const left = text.length - shown.length;
  const escaped = escapeText(shown);
  return left === 0 ? escaped : `${escaped}… (+${left})`;
}

/**
 * Wraps a line of text into lines of at most `width` characters.
 * @param continuation prefix of every line but the first, so that it can't be mistaken for a line with its own label
 */
export function wrapped(text: string, width: number, continuation = '    '): string {
  const characters = [...text];
  const lines = [characters.slice(0, width).join('')];
  for (let at = width; at < characters.length; at += width) lines.push(characters.slice(at, at + width).join(''));
  return lines.join(`\n${continuation}`);
}

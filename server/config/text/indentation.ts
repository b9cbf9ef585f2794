/** Line breaks and indentation of a text, for inserting more text in the same layout. A line ends with \n, \r\n, or \r. */

/** Returns the first line break of a text; `\n` if there are no line breaks. */
export function lineBreakOf(text: string): string {
  return /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';
}

/** Returns one step of indentation: that of the first indented line, or two spaces if no line has a usual one. */
export function indentStepOf(text: string): string {
  const indent = /[\r\n]([ \t]+)\S/.exec(text)?.[1] ?? '';
  if (indent.startsWith('\t')) return '\t';
  return indent.length >= 1 && indent.length <= 8 ? indent : '  ';
}

/** Returns the indentation of the line that contains an offset. */
export function indentOfLine(text: string, offset: number): string {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*/.exec(before.slice(before.lastIndexOf('\r') + 1))?.[0] ?? '';
}

/** Returns the indentation before an offset; undefined if the offset isn't the first on its line. */
export function indentBefore(text: string, offset: number): string | undefined {
  let start = offset;
  while (text[start - 1] === ' ' || text[start - 1] === '\t') start--;
  return text[start - 1] === '\n' || text[start - 1] === '\r' ? text.slice(start, offset) : undefined;
}

/** Returns the line break and indentation before an offset; a space if the offset isn't the first on its line. */
export function gapBefore(text: string, offset: number): string {
  const indent = indentBefore(text, offset);
  if (indent === undefined) return ' ';
  const start = offset - indent.length;
  return (text.startsWith('\r\n', start - 2) ? '\r\n' : text.charAt(start - 1)) + indent;
}

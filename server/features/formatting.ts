/** textDocument/formatting and rangeFormatting: jsonc-parser's, which keeps comments and changes white space only. */
import { type Edit, format } from 'jsonc-parser';
import type { Span } from '../config/json.ts';

export interface FormatOptions {
  readonly tabSize: number;
  readonly insertSpaces: boolean;
  readonly insertFinalNewline?: boolean;
}

/** Formats the text, or the lines that a stretch touches. Line ends stay what they are. */
export function formattingEdits(text: string, range: Span | undefined, options: FormatOptions): readonly Edit[] {
  const lineEnd = /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';
  return format(text, range, {
    tabSize: Number.isInteger(options.tabSize) ? Math.min(16, Math.max(1, options.tabSize)) : 2,
    insertSpaces: options.insertSpaces,
    insertFinalNewline: options.insertFinalNewline === true && range === undefined,
    eol: lineEnd,
  });
}

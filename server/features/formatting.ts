/** textDocument/formatting and rangeFormatting, with jsonc-parser, which keeps comments and changes only whitespace. */
import { createScanner, type Edit, format } from 'jsonc-parser';
import { lineBreakOf } from '../config/indentation.ts';
import type { Span } from '../config/json.ts';

export interface FormatOptions {
  readonly tabSize: number;
  readonly insertSpaces: boolean;
  readonly insertFinalNewline?: boolean;
}

/** Deeper than any config file. Each level indents its whole content, so deep text would grow quadratically. */
const maxDepth = 100;

/**
 * Formats the text, or the lines that a range touches. Keeps line endings. Text with more than 100 levels of nesting
 * isn't changed.
 */
export function formattingEdits(text: string, range: Span | undefined, options: FormatOptions): readonly Edit[] {
  if (isTooDeep(text)) return [];
  return format(text, range, {
    tabSize: Number.isInteger(options.tabSize) ? Math.min(16, Math.max(1, options.tabSize)) : 2,
    insertSpaces: options.insertSpaces,
    insertFinalNewline: options.insertFinalNewline === true && range === undefined,
    eol: lineBreakOf(text),
  });
}

function isTooDeep(text: string): boolean {
  const scanner = createScanner(text, true);
  let depth = 0;
  while (scanner.getPosition() < text.length) {
    scanner.scan();
    const first = text[scanner.getTokenOffset()];
    if (first === '{' || first === '[') depth++;
    else if (first === '}' || first === ']') depth--;
    if (depth > maxDepth) return true;
  }
  return false;
}

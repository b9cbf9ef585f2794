/** textDocument/formatting and rangeFormatting, with jsonc-parser, which keeps comments and changes only whitespace. */
import { createScanner, format } from 'jsonc-parser';
import type { FormattingOptions, TextEdit } from 'vscode-languageserver';
import { lineBreakOf } from '../config/indentation.ts';
import type { Span } from '../config/json.ts';
import { type OpenDocument, rangeOf } from '../documents.ts';

/** Deeper than any config file. Each level indents its whole content, so deep text would grow quadratically. */
const maxDepth = 100;

/**
 * Formats the text, or the lines that a range touches. Keeps line endings. Text with more than 100 levels of nesting
 * isn't changed.
 */
export function formattingEdits(
  document: OpenDocument,
  range: Span | undefined,
  options: FormattingOptions,
): TextEdit[] {
  const text = document.text.getText();
  if (isTooDeep(text)) return [];
  const edits = format(text, range, {
    tabSize: Number.isInteger(options.tabSize) ? Math.min(16, Math.max(1, options.tabSize)) : 2,
    insertSpaces: options.insertSpaces,
    insertFinalNewline: options.insertFinalNewline === true && range === undefined,
    eol: lineBreakOf(text),
  });
  return edits.map(({ content, ...span }) => ({ range: rangeOf(document, span), newText: content }));
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

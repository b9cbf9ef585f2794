/** textDocument/formatting and rangeFormatting, with jsonc-parser, which keeps comments and changes only whitespace. */
import { createScanner, type Edit, format } from 'jsonc-parser';
import type { FormattingOptions, TextEdit } from 'vscode-languageserver';
import { type OpenDocument, rangeOf } from '../../config/servers/open-document.ts';
import { lineBreakOf } from '../../config/text/indentation.ts';
import type { Span } from '../../config/text/json.ts';

/** Deeper than any config file. Each level indents its whole content, so deep text would grow quadratically. */
const maxDepth = 100;

/** A line of Prettier. */
const maxWidth = 80;

/**
 * Formats the text, or the lines that a range touches. Keeps line endings, the end of the file, and short lists on one
 * line, as Prettier does. Text with more than 100 levels of nesting, or with a comment that isn't closed, isn't changed.
 */
export function formattingEdits(
  document: OpenDocument,
  range: Span | undefined,
  options: FormattingOptions,
): TextEdit[] {
  const text = document.text.getText();
  const tabSize = Number.isInteger(options.tabSize) ? Math.min(16, Math.max(1, options.tabSize)) : 2;
  const lists = shortLists(text, tabSize);
  if (lists === undefined) return [];
  const edits = format(text, range, {
    tabSize,
    insertSpaces: options.insertSpaces,
    insertFinalNewline: range === undefined && (options.insertFinalNewline === true || /[\r\n]$/.test(text)),
    eol: lineBreakOf(text),
  });
  return onOneLine(text, edits, lists).map(({ content, ...span }) => ({
    range: rangeOf(document, span),
    newText: content,
  }));
}

/** Returns the lists of plain values that are on one line and fit into one; undefined if the text can't be formatted. */
function shortLists(text: string, tabSize: number): readonly Span[] | undefined {
  const scanner = createScanner(text, false);
  const found: Span[] = [];
  let depth = 0;
  let begun: { readonly offset: number; readonly column: number } | undefined;
  /** Width of the key before a value. */
  let key = 0;
  while (scanner.getPosition() < text.length) {
    scanner.scan();
    const offset = scanner.getTokenOffset();
    const first = text[offset] ?? '';
    if (first === ' ' || first === '\t') continue;
    if (first === '\n' || first === '\r') begun = undefined;
    if (first === '{' || first === '[') {
      begun = first === '[' ? { offset, column: depth * tabSize + key } : undefined;
      depth++;
    } else if (first === '}' || first === ']') {
      depth--;
      const length = offset + 1 - (begun?.offset ?? 0);
      if (first === ']' && begun !== undefined && begun.column + length <= maxWidth)
        found.push({ offset: begun.offset, length });
      begun = undefined;
    } else if (first === '/') {
      begun = undefined;
      // Its end would be outside of the text.
      const end = offset + scanner.getTokenLength();
      if (text.startsWith('/*', offset) && (end < offset + 4 || !text.startsWith('*/', end - 2))) return undefined;
    }
    if (depth > maxDepth) return undefined;
    key = first === ':' ? key + 2 : first === '"' ? scanner.getTokenLength() : 0;
  }
  return found;
}

/** Replaces the line breaks that would be inserted into lists. */
function onOneLine(text: string, edits: readonly Edit[], lists: readonly Span[]): readonly Edit[] {
  let next = 0;
  return edits.flatMap((edit) => {
    const { offset, length, content } = edit;
    for (let list = lists[next]; list && list.offset + list.length <= offset; list = lists[next]) next++;
    const list = lists[next];
    if (list === undefined || offset <= list.offset || !/[\r\n]/.test(content)) return [edit];
    const atBracket = offset === list.offset + 1 || offset + length === list.offset + list.length - 1;
    const better = atBracket ? '' : ' ';
    return text.slice(offset, offset + length) === better ? [] : [{ offset, length, content: better }];
  });
}

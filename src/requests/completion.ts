/** The operations that the service's description knows, in a line that begins a request. */
import { CompletionItem, CompletionItemKind, type Position, Range, type TextDocument } from 'vscode';
import { OPERATIONS } from '../api/index.ts';
import { requestLineOf } from './text.ts';

/** `GET /v1/workflows/{id}` with the id to fill in. Key management is known by its prefix alone. */
export function complete(document: TextDocument, { line, character }: Position): CompletionItem[] {
  const first = requestLineOf(document.getText());
  if (first !== undefined && first !== line) return [];
  const range = new Range(line, 0, line, Math.max(character, document.lineAt(line).text.length));
  const known = Object.values(OPERATIONS).flatMap(({ method, paths }) => paths.map((path) => `${method} ${path}`));
  return ['GET /keys', ...known].map((text) => {
    const item = new CompletionItem(text, CompletionItemKind.Method);
    item.range = range;
    item.filterText = text;
    return item;
  });
}

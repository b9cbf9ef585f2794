/** A proposal of the completion, independent of what the editor supports. */
import type { CompletionItemKind } from 'vscode-languageserver';
import type { CursorContext } from '../config/cursor-context.ts';
import type { Span } from '../config/json.ts';

export interface Proposal {
  readonly label: string;
  readonly kind: CompletionItemKind;
  /** The text that the typed text is matched against. */
  readonly filter: string;
  readonly markdown: string;
  /** The new text of `replace`, in LSP snippet syntax. */
  readonly snippet: string;
  readonly replace: Span;
  /** The proposal depends on the typed text, so completion is requested again after each character. */
  readonly isIncomplete?: true;
  /** Offset of an additional comma, because the member before has none. */
  readonly comma?: number;
}

export type Commas = Pick<Proposal, 'comma'> & { readonly after: string };

export function proposal(
  { replace }: CursorContext,
  label: string,
  kind: Proposal['kind'],
  markdown: string,
  snippet: string,
): Proposal {
  return { label, kind, filter: label, markdown, snippet, replace };
}

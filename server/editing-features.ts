/** LSP handlers of completion, hover, and code actions. Thin wrappers around `features/`. */
import type {
  CodeAction,
  CodeActionParams,
  CompletionItem,
  CompletionItemKind,
  CompletionList,
  Hover,
  InsertTextMode,
  TextDocumentPositionParams,
} from 'vscode-languageserver';
import { type OpenDocument, rangeOf } from './documents.ts';
import type { FeatureContext } from './feature-context.ts';
import { codeActions, deferredEditUri, type FixableDocument, resolveAction } from './features/code-actions.ts';
import { completionsAt, type Proposal } from './features/completion.ts';
import { hoverAt } from './features/hover.ts';
import { quickFix } from './features/kinds.ts';
import { secretActions } from './features/secret-to-env.ts';
import type { DocumentContext } from './features/server-status.ts';
import { indented, withoutTabStops } from './features/snippets.ts';

const kinds: Readonly<Record<Proposal['kind'], CompletionItemKind>> = {
  key: 10,
  value: 12,
  allowed: 20,
  server: 18,
  shape: 15,
  variable: 6,
};

/** Returns `null` for documents that aren't config files. */
export class EditingFeatures {
  readonly #context: FeatureContext;

  constructor(context: FeatureContext) {
    this.#context = context;
  }

  #documentContext(open: OpenDocument): DocumentContext {
    const { workspace } = this.#context;
    const { file, effective, elsewhere, place } = workspace.view(open);
    return { file, effective, elsewhere, variables: workspace.machine.variables(), version: place.version };
  }

  completion({ textDocument: { uri }, position }: TextDocumentPositionParams): CompletionList | null {
    const open = this.#context.open(uri);
    if (open === undefined) return null;
    const { completionItem } = this.#context.capabilities.textDocument?.completion ?? {};
    const client: CompletionClient = {
      snippets: completionItem?.snippetSupport === true,
      modes: completionItem?.insertTextModeSupport?.valueSet ?? [],
    };
    const proposals = completionsAt(open.config, open.text.offsetAt(position), this.#documentContext(open));
    const items = proposals.map((proposal, index) => itemOf(open, proposal, index, client));
    return { isIncomplete: proposals.some((proposal) => proposal.isIncomplete === true), items };
  }

  #fixable({ text, config }: OpenDocument): FixableDocument {
    const { options, capabilities, commands } = this.#context;
    return { text, config, options: options.for(text.uri), capabilities, commands };
  }

  codeActions(params: CodeActionParams): CodeAction[] | null {
    const open = this.#context.open(params.textDocument.uri);
    if (open === undefined) return null;
    const fixable = this.#fixable(open);
    const actions = codeActions(fixable, params);
    const off = fixable.options.context?.severities?.['literal-secret'] === 'off';
    if (off || !acceptsQuickFixes(params.context.only)) return actions;
    const { workspace, capabilities } = this.#context;
    const offset = open.text.offsetAt(params.range.start);
    return [...actions, ...secretActions(workspace.view(open), offset, workspace.machine.files, capabilities)];
  }

  resolve(action: CodeAction): CodeAction {
    const uri = deferredEditUri(action);
    const open = uri === undefined ? undefined : this.#context.open(uri);
    return open === undefined ? action : resolveAction(this.#fixable(open), action);
  }

  hover({ textDocument: { uri }, position }: TextDocumentPositionParams): Hover | null {
    const open = this.#context.open(uri);
    const found = open && hoverAt(open.config, open.text.offsetAt(position), this.#documentContext(open));
    if (open === undefined || found === undefined) return null;
    return { contents: { kind: 'markdown', value: found.markdown }, range: rangeOf(open, found.span) };
  }
}

function acceptsQuickFixes(only: readonly string[] | undefined): boolean {
  return only === undefined || only.some((kind) => kind === '' || kind === quickFix);
}

/** The client's capabilities for completion. */
interface CompletionClient {
  readonly snippets: boolean;
  /** Supported insert text modes. */
  readonly modes: readonly InsertTextMode[];
}

const [asIs, adjustIndentation] = [1, 2] as const;

function itemOf(open: OpenDocument, proposal: Proposal, index: number, client: CompletionClient): CompletionItem {
  const { label, kind, filter, markdown, snippet, replace, comma } = proposal;
  const { snippets, modes } = client;
  // Editors indent the lines of a snippet; plain text is inserted as is.
  const mode = snippets ? adjustIndentation : asIs;
  const newText = snippets ? snippet : indented(withoutTabStops(snippet), open.text.getText(), replace.offset);
  return {
    label,
    kind: kinds[kind],
    filterText: filter,
    sortText: String(index).padStart(4, '0'),
    documentation: { kind: 'markdown', value: markdown },
    insertTextFormat: snippets ? 2 : 1,
    textEdit: { range: rangeOf(open, replace), newText },
    ...(modes.includes(mode) && { insertTextMode: mode }),
    ...(comma !== undefined && {
      additionalTextEdits: [{ range: rangeOf(open, { offset: comma, length: 0 }), newText: ',' }],
    }),
  };
}

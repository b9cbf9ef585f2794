/** The language features as LSP asks for them: parameters in, places as line and character out. Thin over `features/`. */
import type {
  ClientCapabilities,
  DocumentSymbol,
  FoldingRange,
  Location,
  Range,
  SelectionRange,
  SymbolInformation,
  SymbolKind,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver';
import type { Asked } from './asked.ts';
import type { Span } from './config/json.ts';
import { insideQuotes, nameAt } from './config/names.ts';
import { type OpenDocument, rangeOf } from './documents.ts';
import { lensesOf } from './features/code-lenses.ts';
import { bracketSpans, selectionsAt } from './features/folding.ts';
import { type FormatOptions, formattingEdits } from './features/formatting.ts';
import { hintsOf } from './features/inlay-hints.ts';
import { linksOf } from './features/links.ts';
import { definitionsAt, highlightsAt, referencesAt } from './features/navigation.ts';
import type { Occurrence } from './features/occurrences.ts';
import { type RenameEdit, refusal, renameEdits } from './features/rename.ts';
import { encodeTokens, semanticTokensOf } from './features/semantic-tokens.ts';
import { type Outline, outlineOf } from './features/symbols.ts';
import { type Client, RpcError, rpcErrors } from './rpc.ts';
import type { View, Workspace } from './workspace.ts';

const symbolKinds: Readonly<Record<Outline['kind'], SymbolKind>> = { map: 3, server: 2, list: 18, field: 7, name: 15 };
/** Symbols that one search gives at most. */
const symbolLimit = 500;

interface At {
  readonly textDocument: { readonly uri: string };
  readonly position: { readonly line: number; readonly character: number };
}

/** Answers for documents of ours; anything else gets `null`. */
export class LanguageFeatures {
  readonly #workspace: Workspace;
  readonly #asked: (uri: string) => OpenDocument | undefined;
  readonly #capabilities: ClientCapabilities;

  constructor(client: Client, { workspace, asked, capabilities, commands }: Asked) {
    this.#workspace = workspace;
    this.#asked = asked;
    this.#capabilities = capabilities;
    client.onRequest('textDocument/definition', (params) =>
      this.#at(params, (view, offset) => this.#locations(definitionsAt(view, offset))),
    );
    client.onRequest('textDocument/references', (params) =>
      this.#at(params, (view, offset) =>
        this.#locations(referencesAt(view, offset, params.context.includeDeclaration)),
      ),
    );
    client.onRequest('textDocument/documentHighlight', (params) =>
      this.#at(params, (view, offset) =>
        highlightsAt(view, offset).map(({ span, written }) => ({
          range: rangeOf(view.document, span),
          kind: written ? 3 : 2,
        })),
      ),
    );
    client.onRequest('textDocument/prepareRename', (params) => this.#at(params, prepareRename));
    client.onRequest('textDocument/rename', (params) =>
      this.#at(params, (view, offset) => this.#rename(view, offset, params.newName)),
    );
    client.onRequest('textDocument/documentSymbol', ({ textDocument: { uri } }) =>
      this.#in(uri, (document) => this.#symbols(document)),
    );
    client.onRequest('workspace/symbol', ({ query }) => this.#workspaceSymbols(query));
    client.onRequest('textDocument/documentLink', ({ textDocument: { uri } }) =>
      this.#in(uri, (document) => {
        const { place, machine } = { ...this.#workspace.view(document), machine: this.#workspace.machine };
        return linksOf(document.config, place, machine.files).map(({ span, target, tooltip }) => ({
          range: rangeOf(document, span),
          target,
          tooltip,
        }));
      }),
    );
    client.onRequest('textDocument/foldingRange', ({ textDocument: { uri } }) => this.#in(uri, foldingRanges));
    client.onRequest('textDocument/selectionRange', ({ textDocument: { uri }, positions }) =>
      this.#in(uri, (document) =>
        positions.map((position) => selectionRange(document, document.text.offsetAt(position))),
      ),
    );
    client.onRequest('textDocument/formatting', ({ textDocument: { uri }, options }) =>
      this.#in(uri, (document) => format(document, undefined, options)),
    );
    client.onRequest('textDocument/rangeFormatting', ({ textDocument: { uri }, range, options }) =>
      this.#in(uri, (document) => format(document, spanOf(document, range), options)),
    );
    client.onRequest('textDocument/semanticTokens/full', ({ textDocument: { uri } }) =>
      this.#in(uri, (document) => tokens(document)),
    );
    client.onRequest('textDocument/semanticTokens/range', ({ textDocument: { uri }, range }) =>
      this.#in(uri, (document) => tokens(document, spanOf(document, range))),
    );
    client.onRequest('textDocument/inlayHint', ({ textDocument: { uri }, range }) =>
      this.#in(uri, (document) =>
        hintsOf(workspace.view(document), spanOf(document, range)).map(({ offset, label, tooltip }) => ({
          position: document.text.positionAt(offset),
          label,
          tooltip,
          paddingLeft: true,
          paddingRight: true,
        })),
      ),
    );
    client.onRequest('textDocument/codeLens', ({ textDocument: { uri } }) =>
      this.#in(uri, (document) =>
        lensesOf(workspace.view(document), commands).map(({ span, title, command = '', arguments: given }) => ({
          range: rangeOf(document, span),
          command: { title, command, ...(given !== undefined && { arguments: [...given] }) },
        })),
      ),
    );
  }

  #in<T>(uri: string, answer: (document: OpenDocument) => T): T | null {
    const document = this.#asked(uri);
    return document === undefined ? null : answer(document);
  }

  #at<T>({ textDocument: { uri }, position }: At, answer: (view: View, offset: number) => T): T | null {
    return this.#in(uri, (document) => answer(this.#workspace.view(document), document.text.offsetAt(position)));
  }

  #locations(occurrences: readonly Occurrence[]): Location[] {
    return occurrences.flatMap(({ uri, span }) => this.#workspace.locate(uri, span) ?? []);
  }

  #rename(view: View, offset: number, newName: string): WorkspaceEdit | null {
    const found = nameAt(view.document.config, offset);
    if (found === undefined) return null;
    const refused = refusal(found.name, newName, view.files);
    if (refused !== undefined) throw new RpcError(rpcErrors.requestFailed, refused);
    const edits = new Map<string, TextEdit[]>();
    for (const edit of renameEdits(found.name, newName, view.files)) {
      const list = edits.get(edit.uri) ?? [];
      list.push(...this.#textEdit(edit));
      edits.set(edit.uri, list);
    }
    if (this.#capabilities.workspace?.workspaceEdit?.documentChanges !== true)
      return { changes: Object.fromEntries(edits) };
    return {
      documentChanges: [...edits].map(([uri, list]) => ({
        textDocument: { uri, version: this.#workspace.open.get(uri)?.text.version ?? null },
        edits: list,
      })),
    };
  }

  #textEdit({ uri, span, newText }: RenameEdit): TextEdit[] {
    const location = this.#workspace.locate(uri, span);
    return location === undefined ? [] : [{ range: location.range, newText }];
  }

  #symbols(document: OpenDocument): DocumentSymbol[] | SymbolInformation[] {
    const outline = outlineOf(document.config);
    const tree = this.#capabilities.textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true;
    return tree ? outline.map((item) => symbolTree(document, item)) : flatSymbols(document, outline);
  }

  #workspaceSymbols(query: string): SymbolInformation[] {
    const wanted = query.toLowerCase();
    const found = new Map<string, SymbolInformation>();
    for (const place of this.#workspace.places) {
      for (const { name, source, definition } of this.#workspace.outlook(place).effective.servers) {
        if (found.size >= symbolLimit) break;
        const id = `${source.uri}\n${name}`;
        if (!isSubsequence(wanted, name.toLowerCase()) || found.has(id)) continue;
        const location = this.#workspace.locate(source.uri, definition.key);
        if (location !== undefined)
          found.set(id, { name, kind: symbolKinds.server, location, containerName: source.label });
      }
    }
    return [...found.values()];
  }
}

function prepareRename({ document }: View, offset: number): { range: Range; placeholder: string } | null {
  const found = nameAt(document.config, offset);
  if (found === undefined) return null;
  return { range: rangeOf(document, insideQuotes(document.text.getText(), found.node)), placeholder: found.name };
}

function foldingRanges(document: OpenDocument): FoldingRange[] {
  const ranges: FoldingRange[] = [];
  for (const span of bracketSpans(document.config)) {
    const { start, end } = rangeOf(document, span);
    // The line of the closing bracket stays in sight.
    if (end.line - 1 > start.line) ranges.push({ startLine: start.line, endLine: end.line - 1 });
  }
  return ranges;
}

function selectionRange(document: OpenDocument, offset: number): SelectionRange {
  let parent: SelectionRange | undefined;
  for (const span of selectionsAt(document.config, offset).toReversed())
    parent = { range: rangeOf(document, span), ...(parent !== undefined && { parent }) };
  return parent ?? { range: rangeOf(document, { offset, length: 0 }) };
}

function format(document: OpenDocument, range: Span | undefined, options: FormatOptions): TextEdit[] {
  return formattingEdits(document.text.getText(), range, options).map(({ content, ...span }) => ({
    range: rangeOf(document, span),
    newText: content,
  }));
}

function tokens(document: OpenDocument, within?: Span): { data: number[] } {
  const found = semanticTokensOf(document.config, within);
  return { data: encodeTokens(found, (offset) => document.text.positionAt(offset)) };
}

function symbolTree(document: OpenDocument, { name, detail, kind, span, key, children }: Outline): DocumentSymbol {
  return {
    // An editor refuses a symbol without a name.
    name: name === '' ? '""' : name,
    detail,
    kind: symbolKinds[kind],
    range: rangeOf(document, span),
    selectionRange: rangeOf(document, key),
    children: children.map((child) => symbolTree(document, child)),
  };
}

function flatSymbols(document: OpenDocument, outline: readonly Outline[]): SymbolInformation[] {
  return outline.flatMap(({ name, kind, span, children }) => [
    {
      name: name === '' ? '""' : name,
      kind: symbolKinds[kind],
      location: { uri: document.uri, range: rangeOf(document, span) },
    },
    ...flatSymbols(document, children),
  ]);
}

function spanOf({ text }: OpenDocument, { start, end }: Range): Span {
  const offset = text.offsetAt(start);
  return { offset, length: Math.max(0, text.offsetAt(end) - offset) };
}

/** The letters of `wanted` come in `text` in their order, as an editor's own search has it. */
function isSubsequence(wanted: string, text: string): boolean {
  let at = 0;
  for (const character of wanted) {
    at = text.indexOf(character, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

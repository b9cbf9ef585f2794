/** LSP handlers of the other language features. Thin wrappers around `features/` that convert positions. */
import {
  type CodeLens,
  type DocumentHighlight,
  DocumentHighlightKind,
  type DocumentLink,
  type DocumentSymbol,
  type FoldingRange,
  type InlayHint,
  type InlayHintParams,
  type Location,
  LSPErrorCodes,
  type Range,
  type ReferenceParams,
  type RenameParams,
  ResponseError,
  type SelectionRange,
  type SelectionRangeParams,
  type SymbolInformation,
  SymbolKind,
  type TextDocumentPositionParams,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import { groupBy } from '../common/group-by.ts';
import type { Span } from './config/json.ts';
import { insideQuotes, nameAt } from './config/names.ts';
import { type OpenDocument, rangeOf } from './documents.ts';
import type { FeatureContext } from './feature-context.ts';
import { lensesOf } from './features/code-lenses.ts';
import { bracketSpans, selectionsAt } from './features/folding.ts';
import { type FormatOptions, formattingEdits } from './features/formatting.ts';
import { hintsOf } from './features/inlay-hints.ts';
import { linksOf } from './features/links.ts';
import { definitionsAt, highlightsAt, type Occurrence, referencesAt } from './features/navigation.ts';
import { type RenameEdit, refusal, renameEdits } from './features/rename.ts';
import { encodeTokens, semanticTokensOf } from './features/semantic-tokens.ts';
import { type Outline, outlineOf } from './features/symbols.ts';
import type { View } from './workspace.ts';

const symbolKinds: Readonly<Record<Outline['kind'], SymbolKind>> = {
  map: SymbolKind.Namespace,
  server: SymbolKind.Module,
  list: SymbolKind.Array,
  field: SymbolKind.Property,
  name: SymbolKind.String,
};
/** Maximum number of symbols in a search result. */
const symbolLimit = 500;

interface InDocument {
  readonly textDocument: { readonly uri: string };
}

/** Returns `null` for documents that aren't config files. */
export class LanguageFeatures {
  readonly #context: FeatureContext;

  constructor(context: FeatureContext) {
    this.#context = context;
  }

  definition(params: TextDocumentPositionParams): Location[] | null {
    return this.#at(params, (view, offset) => this.#locations(definitionsAt(view, offset)));
  }

  references(params: ReferenceParams): Location[] | null {
    const { includeDeclaration } = params.context;
    return this.#at(params, (view, offset) => this.#locations(referencesAt(view, offset, includeDeclaration)));
  }

  highlights(params: TextDocumentPositionParams): DocumentHighlight[] | null {
    return this.#at(params, (view, offset) =>
      highlightsAt(view, offset).map(({ span, written }) => ({
        range: rangeOf(view.document, span),
        kind: written ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
      })),
    );
  }

  prepareRename(params: TextDocumentPositionParams): { range: Range; placeholder: string } | null {
    return this.#at(params, prepareRename);
  }

  /** @throws ResponseError if the new name can't be used */
  rename(params: RenameParams): WorkspaceEdit | null {
    return this.#at(params, (view, offset) => this.#rename(view, offset, params.newName));
  }

  symbols(params: InDocument): DocumentSymbol[] | SymbolInformation[] | null {
    return this.#in(params, (document) => {
      const outline = outlineOf(document.config);
      const { documentSymbol } = this.#context.capabilities.textDocument ?? {};
      return documentSymbol?.hierarchicalDocumentSymbolSupport === true
        ? outline.map((item) => symbolTree(document, item))
        : flatSymbols(document, outline);
    });
  }

  /** Returns the servers whose names contain the letters of the query in order. */
  workspaceSymbols({ query }: { readonly query: string }): SymbolInformation[] {
    const { workspace } = this.#context;
    const wanted = query.toLowerCase();
    const found = new Map<string, SymbolInformation>();
    for (const place of workspace.places.all) {
      for (const { name, source, definition } of workspace.placeState(place).effective.servers) {
        if (found.size >= symbolLimit) break;
        const id = `${source.uri}\n${name}`;
        if (!isSubsequence(wanted, name.toLowerCase()) || found.has(id)) continue;
        const location = workspace.documents.locate(source.uri, definition.key);
        if (location !== undefined)
          found.set(id, { name, kind: symbolKinds.server, location, containerName: source.label });
      }
    }
    return [...found.values()];
  }

  links(params: InDocument): DocumentLink[] | null {
    const { workspace } = this.#context;
    return this.#in(params, (document) =>
      linksOf(document.config, workspace.view(document).place, workspace.machine.files).map(
        ({ span, target, tooltip }) => ({ range: rangeOf(document, span), target, tooltip }),
      ),
    );
  }

  foldingRanges(params: InDocument): FoldingRange[] | null {
    return this.#in(params, foldingRanges);
  }

  selectionRanges(params: SelectionRangeParams): SelectionRange[] | null {
    return this.#in(params, (document) =>
      params.positions.map((position) => selectionRange(document, document.text.offsetAt(position))),
    );
  }

  /** Formats the whole document, or a range of it. */
  format(params: InDocument & { readonly range?: Range; readonly options: FormatOptions }): TextEdit[] | null {
    const { range, options } = params;
    return this.#in(params, (document) => format(document, range && spanOf(document, range), options));
  }

  semanticTokens(params: InDocument & { readonly range?: Range }): { data: number[] } {
    const { range } = params;
    const tokens = this.#in(params, (document) => {
      const found = semanticTokensOf(document.config, range && spanOf(document, range));
      return { data: encodeTokens(found, (offset) => document.text.positionAt(offset)) };
    });
    return tokens ?? { data: [] };
  }

  inlayHints(params: InlayHintParams): InlayHint[] | null {
    return this.#in(params, (document) =>
      hintsOf(this.#context.workspace.view(document), spanOf(document, params.range)).map(
        ({ offset, label, tooltip }) => ({
          position: document.text.positionAt(offset),
          label,
          tooltip,
          paddingLeft: true,
          paddingRight: true,
        }),
      ),
    );
  }

  codeLenses(params: InDocument): CodeLens[] | null {
    const { workspace, commands, programs, lenses } = this.#context;
    if (!lenses) return null;
    return this.#in(params, (document) =>
      lensesOf(workspace.view(document), commands, programs).map(({ span, title, command, arguments: given }) => ({
        range: rangeOf(document, span),
        command: { title, command, arguments: [...given] },
      })),
    );
  }

  #in<T>({ textDocument: { uri } }: InDocument, answer: (document: OpenDocument) => T): T | null {
    const document = this.#context.open(uri);
    return document === undefined ? null : answer(document);
  }

  #at<T>(params: TextDocumentPositionParams, answer: (view: View, offset: number) => T): T | null {
    return this.#in(params, (document) =>
      answer(this.#context.workspace.view(document), document.text.offsetAt(params.position)),
    );
  }

  #locations(occurrences: readonly Occurrence[]): Location[] {
    return occurrences.flatMap(({ uri, span }) => this.#context.workspace.documents.locate(uri, span) ?? []);
  }

  #rename(view: View, offset: number, newName: string): WorkspaceEdit | null {
    const found = nameAt(view.document.config, offset);
    if (found === undefined) return null;
    const { workspace } = this.#context;
    const elsewhere = [...workspace.places.all, ...workspace.places.known].flatMap(
      (place) => workspace.placeState(place).files,
    );
    const refused = refusal(found.name, newName, view.files, elsewhere);
    if (refused !== undefined) throw new ResponseError(LSPErrorCodes.RequestFailed, refused);
    const changed = groupBy(renameEdits(found.name, newName, view.files, elsewhere), ({ uri }) => uri);
    const edits = Array.from(changed, ([uri, ofFile]) => ({
      uri,
      edits: ofFile.flatMap((edit) => this.#textEdit(edit)),
    }));
    if (this.#context.capabilities.workspace?.workspaceEdit?.documentChanges !== true)
      return { changes: Object.fromEntries(edits.map(({ uri, edits }) => [uri, edits])) };
    return {
      documentChanges: edits.map(({ uri, edits }) => ({
        textDocument: { uri, version: workspace.documents.versionOf(uri) },
        edits,
      })),
    };
  }

  #textEdit({ uri, span, newText }: RenameEdit): TextEdit[] {
    const location = this.#context.workspace.documents.locate(uri, span);
    return location === undefined ? [] : [{ range: location.range, newText }];
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
    // Keeps the line of the closing bracket visible.
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

function symbolTree(document: OpenDocument, { name, detail, kind, span, key, children }: Outline): DocumentSymbol {
  return {
    // Editors reject symbols with an empty name.
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

/** True if `text` contains the letters of `wanted` in order, as in an editor's own symbol search. */
function isSubsequence(wanted: string, text: string): boolean {
  let at = 0;
  for (const character of wanted) {
    at = text.indexOf(character, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

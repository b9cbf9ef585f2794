/** LSP handlers of the language features: they find the document of a request for the functions in `features/`. */
import {
  type CodeAction,
  type CodeActionParams,
  type CodeLens,
  type CompletionList,
  type DocumentHighlight,
  type DocumentLink,
  type DocumentSymbol,
  type FoldingRange,
  type FormattingOptions,
  type Hover,
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
import { groupBy } from '../../common/group-by.ts';
import type { Agent } from '../agents/agent.ts';
import { type OpenDocument, rangeOf, spanOf } from '../config/servers/open-document.ts';
import { localUris } from '../config/servers/process-launch.ts';
import { insideQuotes, nameAt } from '../config/servers/server-names.ts';
import { quickFix } from '../features/announced-kinds.ts';
import { lensesOf } from '../features/code-lenses.ts';
import { completionListAt } from '../features/completion/completion.ts';
import { linksOf } from '../features/document-links.ts';
import { codeActions, type FixableDocument, resolveAction } from '../features/edits/code-actions.ts';
import { definitionsInVSCode, isAboutVSCodesVariable } from '../features/edits/define-in-vscode.ts';
import { formattingEdits } from '../features/edits/formatting.ts';
import { renameEdits, renameProblem } from '../features/edits/rename.ts';
import { secretActions } from '../features/edits/secret-to-env.ts';
import { workspaceEditOf } from '../features/edits/workspace-edit.ts';
import { foldingRanges, selectionRangeAt } from '../features/folding.ts';
import { hoverAt } from '../features/hover.ts';
import { hintsOf } from '../features/inlay-hints.ts';
import { definitionsAt, highlightsAt, type Occurrence, referencesAt } from '../features/navigation.ts';
import { semanticTokensOf } from '../features/semantic-tokens.ts';
import type { DocumentContext } from '../features/server-status.ts';
import { documentSymbols, flatSymbols } from '../features/symbols.ts';
import { chainContext } from '../workspace/chain-context.ts';
import type { FeatureContext } from '../workspace/feature-context.ts';
import type { View } from '../workspace/workspace.ts';

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

  completion(params: TextDocumentPositionParams): CompletionList | null {
    const { capabilities } = this.#context;
    return this.#at(params, (context, offset) => completionListAt(context, offset, capabilities));
  }

  hover(params: TextDocumentPositionParams): Hover | null {
    const { workspace, options } = this.#context;
    const withChain = (view: DocumentContext): DocumentContext => ({
      ...view,
      chain: chainContext(workspace, view.place, view.agent, options.environment),
    });
    return this.#at(params, (view, offset) => hoverAt(withChain(view), offset), workspace.agents.shown);
  }

  async codeActions(params: CodeActionParams): Promise<CodeAction[] | null> {
    return this.#in(params, async (document) => {
      const fixable = this.#fixable(document);
      const { workspace, capabilities } = this.#context;
      const offset = document.text.offsetAt(params.range.start);
      const view = workspace.view(document);
      const usesVSCode = workspace.agents.inUse(view.place).some(({ agent }) => agent.id === 'vscode');
      const isDefinable = isAboutVSCodesVariable(document.text, params.context.diagnostics, usesVSCode);
      const actions = [
        ...(fixable.commands && isDefinable ? await definitionsInVSCode(workspace, view, offset) : []),
        ...codeActions(fixable, params),
      ];
      const off = fixable.options.context?.severities?.['literal-secret'] === 'off';
      const { only } = params.context;
      if (off || (only !== undefined && !only.some((kind) => kind === '' || kind === quickFix))) return actions;
      // Other tools aren't known to read .env.
      if (workspace.places.level(view.document.uri) === undefined) return actions;
      return [...actions, ...(await secretActions(view, offset, workspace.machine.files, capabilities))];
    });
  }

  resolve(action: CodeAction): CodeAction {
    return resolveAction(action, (uri) => {
      const document = this.#context.open(uri);
      return document && this.#fixable(document);
    });
  }

  definition(params: TextDocumentPositionParams): Location[] | null {
    const { shown: agent } = this.#context.workspace.agents;
    return this.#at(params, (view, offset) => this.#locations(definitionsAt(view, offset)), agent);
  }

  references(params: ReferenceParams): Location[] | null {
    const { includeDeclaration } = params.context;
    return this.#at(params, (view, offset) => this.#locations(referencesAt(view, offset, includeDeclaration)));
  }

  highlights(params: TextDocumentPositionParams): DocumentHighlight[] | null {
    return this.#at(params, highlightsAt);
  }

  prepareRename(params: TextDocumentPositionParams): { range: Range; placeholder: string } | null {
    return this.#at(params, ({ document }, offset) => {
      const found = nameAt(document.config, offset);
      if (found === undefined) return null;
      return { range: rangeOf(document, insideQuotes(document.text.getText(), found.node)), placeholder: found.name };
    });
  }

  /** @throws ResponseError if the new name can't be used */
  rename(params: RenameParams): WorkspaceEdit | null {
    return this.#at(params, (view, offset) => this.#rename(view, offset, params.newName));
  }

  symbols(params: InDocument): DocumentSymbol[] | SymbolInformation[] | null {
    const { documentSymbol } = this.#context.capabilities.textDocument ?? {};
    return this.#in(params, (document) => {
      const symbols = documentSymbols(document);
      return documentSymbol?.hierarchicalDocumentSymbolSupport === true ? symbols : flatSymbols(document.uri, symbols);
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
          found.set(id, { name, kind: SymbolKind.Module, location, containerName: source.label });
      }
    }
    return [...found.values()];
  }

  async links(params: InDocument): Promise<DocumentLink[] | null> {
    const { workspace } = this.#context;
    return this.#in(params, async (document) => {
      const { files } = workspace.machine;
      await files.load?.(localUris(document.config.liveServers, workspace.view(document).place), false);
      return linksOf(workspace.view(document), files);
    });
  }

  foldingRanges(params: InDocument): FoldingRange[] | null {
    return this.#in(params, foldingRanges);
  }

  selectionRanges(params: SelectionRangeParams): SelectionRange[] | null {
    return this.#in(params, (document) =>
      params.positions.map((position) => selectionRangeAt(document, document.text.offsetAt(position))),
    );
  }

  /** Formats the whole document, or a range of it. */
  format(params: InDocument & { readonly range?: Range; readonly options: FormattingOptions }): TextEdit[] | null {
    const { range, options } = params;
    return this.#in(params, (document) => formattingEdits(document, range && spanOf(document, range), options));
  }

  semanticTokens(params: InDocument & { readonly range?: Range }): { data: number[] } {
    const { range } = params;
    const data = this.#in(params, (document) => semanticTokensOf(document, range && spanOf(document, range)));
    return { data: data ?? [] };
  }

  inlayHints(params: InlayHintParams): InlayHint[] | null {
    const { workspace } = this.#context;
    return this.#in(params, (document) => {
      const view = workspace.view(document, workspace.agents.shown);
      const context = { ...chainContext(workspace, view.place, view.agent, undefined), machine: undefined };
      return hintsOf(view, spanOf(document, params.range), context);
    });
  }

  codeLenses(params: InDocument): CodeLens[] | null {
    const { workspace, commands, programs, lenses } = this.#context;
    if (!lenses) return null;
    return this.#in(params, (document) =>
      lensesOf(workspace.view(document, workspace.agents.shown), commands, programs),
    );
  }

  #in<T>({ textDocument: { uri } }: InDocument, answer: (document: OpenDocument) => T): T | null {
    const document = this.#context.open(uri);
    return document === undefined ? null : answer(document);
  }

  /** @param agent whose view of the files counts; default: Oh My Pi */
  #at<T>(
    params: TextDocumentPositionParams,
    answer: (context: DocumentContext, offset: number) => T,
    agent?: Agent,
  ): T | null {
    const { workspace } = this.#context;
    const { files } = workspace.machine;
    const folders = workspace.trusted ? (uri: string) => files.folders?.(uri) ?? [] : undefined;
    return this.#in(params, (document) =>
      answer(
        { ...workspace.view(document, agent), variables: workspace.machine.variables(), folders },
        document.text.offsetAt(params.position),
      ),
    );
  }

  #fixable({ text, config }: OpenDocument): FixableDocument {
    const { options, capabilities, commands } = this.#context;
    return { text, config, options: options.for(text.uri), capabilities, commands };
  }

  #locations(occurrences: readonly Occurrence[]): Location[] {
    return occurrences.flatMap(({ uri, span }) => this.#context.workspace.documents.locate(uri, span) ?? []);
  }

  #rename(view: View, offset: number, newName: string): WorkspaceEdit | null {
    const found = nameAt(view.document.config, offset);
    if (found === undefined) return null;
    const { workspace, capabilities } = this.#context;
    const { documents } = workspace;
    const elsewhere = [...workspace.places.all, ...workspace.places.known].flatMap(
      (place) => workspace.placeState(place).files,
    );
    const refused = renameProblem(found.name, newName, view.files, elsewhere);
    if (refused !== undefined) throw new ResponseError(LSPErrorCodes.RequestFailed, refused);
    const changed = groupBy(renameEdits(found.name, newName, view.files, elsewhere), ({ uri }) => uri);
    const files = Array.from(changed, ([uri, ofFile]) => ({
      uri,
      version: documents.versionOf(uri),
      edits: ofFile.flatMap(({ span, newText }) => {
        const location = documents.locate(uri, span);
        return location === undefined ? [] : [{ range: location.range, newText }];
      }),
    }));
    return workspaceEditOf(capabilities, files);
  }
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

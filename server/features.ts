/** All requests about documents and servers, and the modules that handle them. */
import type { CancellationToken, ClientCapabilities, Connection, ServerCapabilities } from 'vscode-languageserver';
import { lazy } from '../common/lazy.ts';
import type { ServerRequests } from '../common/protocol.ts';
import type { FeatureContext } from './feature-context.ts';
import { codeActionKinds, tokenTypes } from './features/kinds.ts';
import type { RequestGuard } from './requests.ts';

/**
 * Registers the handlers. Their modules are loaded on the first request, so that the first diagnostics don't wait for
 * them.
 */
export function registerFeatures(connection: Connection, guard: RequestGuard, context: FeatureContext): void {
  const load = lazy(() => import('./lazy-features.ts'));
  const language = lazy(async () => new (await load()).LanguageFeatures(context));
  const editing = lazy(async () => new (await load()).EditingFeatures(context));
  const servers = lazy(async () => new (await load()).ServersEditing(context));

  const at = ['textDocument', 'position'] as const;
  const inDocument = ['textDocument'] as const;
  connection.onCompletion(guard.request(at, async (params) => (await editing()).completion(params)));
  connection.onHover(guard.request(at, async (params) => (await editing()).hover(params)));
  connection.onCodeAction(
    guard.request(['textDocument', 'range', 'context'], async (params) => (await editing()).codeActions(params)),
  );
  connection.onCodeActionResolve(guard.request(['title'], async (action) => (await editing()).resolve(action)));
  connection.onDefinition(guard.request(at, async (params) => (await language()).definition(params)));
  connection.onReferences(guard.request([...at, 'context'], async (params) => (await language()).references(params)));
  connection.onDocumentHighlight(guard.request(at, async (params) => (await language()).highlights(params)));
  connection.onPrepareRename(guard.request(at, async (params) => (await language()).prepareRename(params)));
  connection.onRenameRequest(guard.request([...at, 'newName'], async (params) => (await language()).rename(params)));
  connection.onDocumentSymbol(guard.request(inDocument, async (params) => (await language()).symbols(params)));
  connection.onWorkspaceSymbol(guard.request(['query'], async (params) => (await language()).workspaceSymbols(params)));
  connection.onDocumentLinks(guard.request(inDocument, async (params) => (await language()).links(params)));
  connection.onFoldingRanges(guard.request(inDocument, async (params) => (await language()).foldingRanges(params)));
  connection.onSelectionRanges(
    guard.request(['textDocument', 'positions'], async (params) => (await language()).selectionRanges(params)),
  );
  connection.onDocumentFormatting(
    guard.request(['textDocument', 'options'], async (params) => (await language()).format(params)),
  );
  connection.onDocumentRangeFormatting(
    guard.request(['textDocument', 'range', 'options'], async (params) => (await language()).format(params)),
  );
  connection.languages.semanticTokens.on(
    guard.request(inDocument, async (params) => (await language()).semanticTokens(params)),
  );
  connection.languages.semanticTokens.onRange(
    guard.request(['textDocument', 'range'], async (params) => (await language()).semanticTokens(params)),
  );
  connection.languages.inlayHint.on(
    guard.request(['textDocument', 'range'], async (params) => (await language()).inlayHints(params)),
  );
  connection.onCodeLens(guard.request(inDocument, async (params) => (await language()).codeLenses(params)));

  answer('switchyard/convert', ['text'], async (params) => (await load()).convertText(params));
  answer('switchyard/paste', ['uri', 'text', 'position'], async (params) => (await load()).paste(context, params));
  answer('switchyard/importPlaces', [], async () => (await load()).importPlaces(context));
  answer('switchyard/editServers', ['changes'], async (params) => (await servers()).edit(params));
  answer('switchyard/proposeServer', [], async (params) => (await servers()).propose(params));
  answer('switchyard/copyServers', ['servers'], async (params) => (await servers()).copy(params));
  answer('switchyard/serverDefinition', ['uri', 'name'], async (params) => (await servers()).definition(params));

  function answer<M extends keyof ServerRequests>(
    method: M,
    required: Parameters<RequestGuard['request']>[0],
    handler: (params: ServerRequests[M][0], token: CancellationToken) => Promise<ServerRequests[M][1]>,
  ): void {
    connection.onRequest(method, guard.request(required, handler));
  }
}

/** @param capabilities what the editor can do */
export function serverCapabilities({ textDocument }: ClientCapabilities): ServerCapabilities {
  const prepared = textDocument?.rename?.prepareSupport === true;
  return {
    completionProvider: { triggerCharacters: ['"', ':', '{'] },
    hoverProvider: true,
    codeActionProvider: { codeActionKinds: [...codeActionKinds], resolveProvider: true },
    definitionProvider: true,
    referencesProvider: true,
    documentHighlightProvider: true,
    renameProvider: prepared ? { prepareProvider: true } : true,
    documentSymbolProvider: true,
    workspaceSymbolProvider: true,
    documentLinkProvider: {},
    foldingRangeProvider: true,
    selectionRangeProvider: true,
    documentFormattingProvider: true,
    documentRangeFormattingProvider: true,
    semanticTokensProvider: { legend: { tokenTypes: [...tokenTypes], tokenModifiers: [] }, full: true, range: true },
    inlayHintProvider: true,
    codeLensProvider: {},
  };
}

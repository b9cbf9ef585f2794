/** All requests about documents and servers, and the modules that handle them. */
import type { ClientCapabilities, Connection, ServerCapabilities } from 'vscode-languageserver';
import { lazy } from '../../common/lazy.ts';
import type { ServerRequests } from '../../common/messages/protocol.ts';
import { codeActionKinds, tokenTypes } from '../features/announced-kinds.ts';
import type { FeatureContext } from '../workspace/feature-context.ts';
import type { LanguageFeatures } from './language-features.ts';
import { ownParameters, type ParameterName, parameters } from './parameters.ts';
import type { RequestGuard } from './requests.ts';

/**
 * Registers the handlers. Their modules are loaded on the first request, so that the first diagnostics don't wait for
 * them.
 */
export function registerFeatures(connection: Connection, guard: RequestGuard, context: FeatureContext): void {
  const load = lazy(() => import('./lazy-features.ts'));
  const features = lazy(async () => new (await load()).LanguageFeatures(context));
  const agents = lazy(async () => new (await import('../views/agents-view.ts')).AgentsView(context));
  const diagnoses = lazy(async () => {
    const [{ Diagnoses }, { StepActions }] = await Promise.all([
      import('../views/diagnoses.ts'),
      import('../views/step-actions.ts'),
    ]);
    return new Diagnoses({ ...context, actions: () => new StepActions(context.workspace) });
  });
  const verification = lazy(
    async () => new (await import('../views/agent-verification.ts')).AgentVerification(context),
  );
  const servers = lazy(async () => new (await load()).ServersEditing(context));
  const handle = <P, R>(
    required: readonly ParameterName[],
    handler: (on: LanguageFeatures, params: P) => R | Promise<R>,
  ) => guard.request(parameters(...required), async (params: P) => handler(await features(), params));

  const at = ['textDocument', 'position'] as const;
  const inDocument = ['textDocument'] as const;
  const inRange = ['textDocument', 'range'] as const;
  connection.onCompletion(handle(at, (on, params) => on.completion(params)));
  connection.onHover(handle(at, (on, params) => on.hover(params)));
  connection.onCodeAction(handle([...inRange, 'context'], (on, params) => on.codeActions(params)));
  connection.onCodeActionResolve(handle(['title'], (on, action) => on.resolve(action)));
  connection.onDefinition(handle(at, (on, params) => on.definition(params)));
  connection.onReferences(handle([...at, 'context'], (on, params) => on.references(params)));
  connection.onDocumentHighlight(handle(at, (on, params) => on.highlights(params)));
  connection.onPrepareRename(handle(at, (on, params) => on.prepareRename(params)));
  connection.onRenameRequest(handle([...at, 'newName'], (on, params) => on.rename(params)));
  connection.onDocumentSymbol(handle(inDocument, (on, params) => on.symbols(params)));
  connection.onWorkspaceSymbol(handle(['query'], (on, params) => on.workspaceSymbols(params)));
  connection.onDocumentLinks(handle(inDocument, (on, params) => on.links(params)));
  connection.onFoldingRanges(handle(inDocument, (on, params) => on.foldingRanges(params)));
  connection.onSelectionRanges(handle(['textDocument', 'positions'], (on, params) => on.selectionRanges(params)));
  connection.onDocumentFormatting(handle(['textDocument', 'options'], (on, params) => on.format(params)));
  connection.onDocumentRangeFormatting(handle([...inRange, 'options'], (on, params) => on.format(params)));
  connection.languages.semanticTokens.on(handle(inDocument, (on, params) => on.semanticTokens(params)));
  connection.languages.semanticTokens.onRange(handle(inRange, (on, params) => on.semanticTokens(params)));
  connection.languages.inlayHint.on(handle(inRange, (on, params) => on.inlayHints(params)));
  connection.onCodeLens(handle(inDocument, (on, params) => on.codeLenses(params)));

  answer('switchyard/convert', async (params) => (await load()).convertText(params));
  answer('switchyard/paste', async (params) => (await load()).paste(context, params));
  answer('switchyard/portableReaders', async (params) =>
    (await import('./portable-file.ts')).portableReaders(context, params),
  );
  answer('switchyard/makePortable', async (params) =>
    (await import('./portable-file.ts')).portableText(context, params),
  );
  answer('switchyard/importPlaces', async () => (await load()).importPlaces(context));
  answer('switchyard/editServers', async (params) => (await servers()).edit(params));
  answer('switchyard/proposeServer', async (params) => (await servers()).propose(params));
  answer('switchyard/copyServers', async (params) => (await servers()).copy(params));
  answer('switchyard/migrateServers', async (params) => (await servers()).migrate(params));
  answer('switchyard/compareAgents', async (params) => (await agents()).compare(params));
  answer('switchyard/agentCommands', async () => (await verification()).commands());
  answer('switchyard/verifyAgents', async (params) => (await verification()).verify(params));
  answer('switchyard/diagnose', async (params) => (await diagnoses()).diagnose(params));
  answer('switchyard/serverDefinition', async (params) => (await servers()).definition(params));

  function answer<M extends keyof ServerRequests>(
    method: M,
    handler: (params: ServerRequests[M][0]) => Promise<ServerRequests[M][1]>,
  ): void {
    connection.onRequest<unknown, unknown>(method, guard.request(ownParameters[method], handler));
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

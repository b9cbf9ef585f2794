/** Composition of the language server on all platforms: connects the editor's messages to their handlers. */
import {
  type ClientCapabilities,
  CodeLensRefreshRequest,
  type Connection,
  DidChangeConfigurationNotification,
  DidChangeWorkspaceFoldersNotification,
  ErrorCodes,
  FileChangeType,
  type InitializeParams,
  type InitializeResult,
  ResponseError,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver';
import { isAgentId } from '../../common/messages/agents.ts';
import { type ClientNotifications, type ServerRequests, serversChanged } from '../../common/messages/protocol.ts';
import { OpenDocument } from '../config/servers/open-document.ts';
import { Policies } from '../workspace/policies/policies.ts';
import { RuleOptions } from '../workspace/rule-options.ts';
import { Workspace } from '../workspace/workspace.ts';
import { DiagnosticsProvider } from './diagnostics-provider.ts';
import {
  foldersFrom,
  type Settings,
  settingsOf,
  stringSetting,
  terminalVariablesFrom,
  useLanguageOf,
} from './editor-settings.ts';
import { registerFeatures, serverCapabilities } from './features.ts';
import { fileWatchers } from './file-watchers.ts';
import type { Host } from './host.ts';
import { ownParameters } from './parameters.ts';
import { RequestGuard } from './requests.ts';

const settingsSection = 'switchyard.config';

/** Registers all handlers and starts listening. Returns the state of the server. */
export function startServer(connection: Connection, host: Host): { readonly isShutDown: boolean } {
  /** Used for settings that the editor doesn't send. */
  let initialSettings: Settings = {};
  const workspace = new Workspace(host.machine, foldersFrom(initialSettings, host));
  const options = new RuleOptions(workspace, host.environment);
  const policies = new Policies(host.machine, host.home);
  const guard = new RequestGuard(connection.console, () => workspace.ready());
  const watchFiles = fileWatchers(connection, workspace, policies);
  const diagnostics = new DiagnosticsProvider(connection, workspace, options, host.later);
  const documents = new TextDocuments(OpenDocument.factory);
  let capabilities: ClientCapabilities = {};
  let hasCommands = false;
  let lensesShown = true;
  /** True if a view shows the servers and must be notified of changes. */
  let serversShown = false;
  let cancelRefresh = (): void => undefined;

  connection.onInitialize((params): InitializeResult => {
    guard.start();
    useLanguageOf(params, host);
    setOptions(params);
    registerFeatures(connection, guard, {
      workspace,
      options,
      capabilities,
      commands: hasCommands,
      programs: initialSettings.programs !== false,
      get lenses() {
        return lensesShown;
      },
      open: (uri) => {
        const document = documents.get(uri);
        return document !== undefined && workspace.isConfigDocument(document) ? document : undefined;
      },
    });
    const listServers = guard.request(
      ownParameters['switchyard/servers'],
      async (query: ServerRequests['switchyard/servers'][0]): Promise<ServerRequests['switchyard/servers'][1]> => {
        serversShown = true;
        const agent = await workspace.agents.withId(query?.agent);
        await workspace.readyFor(agent);
        // The files of this agent may not be watched yet.
        if (query?.agent !== undefined) watchFiles(capabilities);
        return (await import('../views/servers-view.ts')).placesWithServers(workspace, options, agent);
      },
    );
    connection.onRequest('switchyard/servers', (query: ServerRequests['switchyard/servers'][0], token) => {
      if (query?.refreshFromDisk === true && guard.isRunning) refreshFromDisk();
      return listServers(query, token);
    });
    return {
      serverInfo: { name: 'switchyard' },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
        ...serverCapabilities(capabilities),
        ...diagnostics.register(capabilities, guard),
      },
    };
  });

  connection.onInitialized(() => {
    if (capabilities.workspace?.didChangeConfiguration?.dynamicRegistration === true)
      ignoreFailure(connection.client.register(DidChangeConfigurationNotification.type, { section: settingsSection }));
    watchFiles(capabilities);
    readSettings();
  });

  connection.onShutdown(() => {
    guard.stop();
    diagnostics.stop();
  });

  // Handles every request before `initialize`, and unknown requests after it.
  connection.onRequest((method) => {
    guard.assertRunning();
    throw new ResponseError(ErrorCodes.MethodNotFound, `Unknown method "${method}".`);
  });

  // Also called for the content that a document is opened with.
  documents.onDidChangeContent(({ document }) => {
    if (workspace.documents.open.has(document.uri)) {
      workspace.edited(document.uri);
      diagnostics.edited(document.uri);
    } else {
      options.forgetFiles();
      workspace.add(document);
      if (readPolicies()) everythingChanged();
      if (guard.isRunning) diagnostics.changed(document.uri);
    }
    notifyServersChanged();
    // A document can be a new file, or have unsaved changes from an earlier session.
    refreshSoon();
  });
  documents.onDidSave(({ document }) => {
    host.editorFiles?.forget([document.uri]);
    options.forgetFiles();
    workspace.refreshFromDisk();
    if (readPolicies()) everythingChanged();
    refreshSoon();
  });
  documents.onDidClose(({ document: { uri } }) => {
    host.editorFiles?.forget([uri]);
    workspace.remove(uri);
    diagnostics.closed(uri);
    notifyServersChanged();
    refreshSoon(1);
  });
  documents.listen(connection);

  connection.onDidChangeConfiguration(({ settings }) => {
    if (capabilities.workspace?.configuration === true) readSettings();
    else updateSettings(settingsOf(settingsOf(settings).switchyard).config);
  });
  connection.onNotification(
    'switchyard/chooseAgent' satisfies keyof ClientNotifications,
    (params: Partial<ClientNotifications['switchyard/chooseAgent']> | undefined) => {
      workspace.agents.choose(isAgentId(params?.agent) ? params.agent : undefined);
      ignoreFailure(
        workspace.agents
          .withId('shown')
          .then((shown) => workspace.readyFor(shown))
          .then(everythingChanged),
      );
    },
  );
  connection.onNotification(
    'switchyard/otherInTerminals' satisfies keyof ClientNotifications,
    (params: Partial<ClientNotifications['switchyard/otherInTerminals']> | undefined) => {
      initialSettings = { ...initialSettings, otherInTerminals: params?.names };
      workspace.places.otherInTerminals = terminalVariablesFrom(initialSettings);
      everythingChanged();
    },
  );
  connection.onDidChangeWatchedFiles(({ changes }) => {
    host.editorFiles?.forget(changes.map(({ uri }) => uri));
    // Of an open document, the editor has sent the text that it saved.
    if (changes.every(({ type, uri }) => type === FileChangeType.Changed && documents.get(uri))) return;
    options.forgetFiles();
    if (changes.every(({ type }) => type === FileChangeType.Changed)) workspace.refreshFromDisk();
    else workspace.rescan();
    readPolicies();
    everythingChanged();
  });
  connection.onNotification(DidChangeWorkspaceFoldersNotification.type, ({ event: { added, removed } }) => {
    const gone = new Set(removed.map(({ uri }) => uri));
    const left = workspace.places.roots.filter((uri) => !gone.has(uri));
    workspace.places.roots = [...left, ...added.map(({ uri }) => uri)];
    watchFiles(capabilities);
    everythingChanged();
  });
  connection.listen();
  return guard;

  function setOptions({ capabilities: announced, initializationOptions, workspaceFolders, rootUri }: InitializeParams) {
    capabilities = announced;
    initialSettings = settingsOf(initializationOptions);
    if (host.editorFiles) host.editorFiles.isAvailable = initialSettings.readsFiles === true;
    applySettings(initialSettings);
    hasCommands = initialSettings.commands === true;
    // Without an environment, programs and folders can't be looked up.
    workspace.agents.choose(isAgentId(initialSettings.agent) ? initialSettings.agent : undefined);
    workspace.agents.editor = isAgentId(initialSettings.editor) ? initialSettings.editor : undefined;
    workspace.places.otherInTerminals = terminalVariablesFrom(initialSettings);
    workspace.trusted = host.environment !== undefined && initialSettings.trusted === true;
    workspace.places.roots = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
    options.configure(capabilities, initialSettings.rulesUri);
  }

  function readSettings(): void {
    if (capabilities.workspace?.configuration !== true) return;
    connection.workspace
      .getConfiguration(settingsSection)
      .then(updateSettings, () => connection.console.warn("Couldn't read the settings."));
  }

  function updateSettings(sent: unknown): void {
    const settings: Settings = { ...initialSettings, ...settingsOf(sent) };
    if (applySettings(settings)) everythingChanged();
    watchFiles(capabilities);
    const lenses = settings.codeLens !== false;
    if (lenses === lensesShown) return;
    lensesShown = lenses;
    refresh();
  }

  /**
   * Applies the settings. Folders affect which documents are config files, severities affect the diagnostics. Returns
   * true if anything changed.
   */
  function applySettings(settings: Settings): boolean {
    policies.setFile(settings.policyFile);
    const foldersChanged = workspace.places.setFolders(foldersFrom(settings, host));
    if (foldersChanged) workspace.rescan();
    const readersChanged = options.setReaders(settings.readers);
    workspace.comparesAgents = options.comparesAgents;
    const changed = [
      foldersChanged,
      readersChanged,
      workspace.places.setVersion(stringSetting(settings.agentVersion)),
      options.setSeverities(settings.rules),
      readPolicies(),
    ];
    return changed.includes(true);
  }

  function readPolicies(): boolean {
    if (!options.setPolicy(policies.read())) return false;
    // Diagnostics refer to ranges in the policy files, so their cached texts must be current.
    workspace.refreshFromDisk();
    return true;
  }

  /** Checks for changes of files that the editor hasn't reported. */
  function refreshFromDisk(): void {
    host.editorFiles?.forget();
    options.forgetFiles();
    const changed = [workspace.refreshFromDisk(), readPolicies()];
    if (!changed.includes(true)) return;
    diagnostics.everythingChanged();
    refresh();
  }

  function everythingChanged(): void {
    if (!guard.isRunning) return;
    diagnostics.everythingChanged();
    notifyServersChanged();
    refresh();
  }

  /** States in other open files may depend on the changed one. @param needed minimum number of open documents */
  function refreshSoon(needed = 2): void {
    if (workspace.documents.open.size < needed) return;
    cancelRefresh();
    cancelRefresh = host.later(refresh);
  }

  function refresh(): void {
    const { codeLens, inlayHint } = capabilities.workspace ?? {};
    if (codeLens?.refreshSupport === true) ignoreFailure(connection.sendRequest(CodeLensRefreshRequest.type));
    if (inlayHint?.refreshSupport === true) ignoreFailure(connection.languages.inlayHint.refresh());
  }

  /** Notifies once until the servers are requested again, because a burst of edits counts as one change. */
  function notifyServersChanged(): void {
    if (!serversShown) return;
    serversShown = false;
    void connection.sendNotification(serversChanged);
  }
}

/** Editors may reject these requests, which are optional. */
function ignoreFailure(request: Promise<unknown>): void {
  request.catch(() => undefined);
}

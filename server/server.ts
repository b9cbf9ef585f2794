/** Composition of the language server on all platforms: connects the editor's messages to their handlers. */
import {
  type ClientCapabilities,
  CodeLensRefreshRequest,
  type Connection,
  type ConnectionOptions,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  DidChangeWorkspaceFoldersNotification,
  type Disposable,
  ErrorCodes,
  FileChangeType,
  type InitializeParams,
  type InitializeResult,
  LSPErrorCodes,
  Message,
  ResponseError,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver';
import { type AgentFolders, defaultFolders, movedFolders } from '../common/config-place.ts';
import { isRecord } from '../common/guards.ts';
import { languagesOf } from '../common/languages.ts';
import { type ServerRequests, serversChanged } from '../common/protocol.ts';
import { type Translations, useLanguage } from './config/language.ts';
import type { Platform } from './config/platform.ts';
import { DiagnosticsProvider } from './diagnostics-provider.ts';
import { OpenDocument } from './documents.ts';
import type { EditorFiles } from './editor-files.ts';
import type { Later } from './features/diagnostics.ts';
import { registerFeatures, serverCapabilities } from './features.ts';
import { watchersFor } from './file-watchers.ts';
import { Policies } from './policies.ts';
import { RequestGuard } from './requests.ts';
import { RuleOptions } from './rule-options.ts';
import type { Names } from './rules/context.ts';
import { placesWithServers } from './servers-view.ts';
import { Workspace } from './workspace.ts';

/** Options of the connection to the editor, wherever the server runs. */
export const connectionOptions: ConnectionOptions = {
  connectionStrategy: {
    // Without this, a canceled request that is still in the queue would be answered.
    cancelUndispatched: (message) => ({
      jsonrpc: '2.0',
      id: Message.isRequest(message) ? message.id : null,
      error: new ResponseError(LSPErrorCodes.RequestCancelled, 'The request was canceled.').toJson(),
    }),
  },
};

/** Platform access, provided by the entry point. */
export interface Host {
  readonly home: string | undefined;
  readonly machine: Platform;
  /** Names of the environment variables that are set. Absent without an environment. */
  readonly environment?: Names;
  /** The part of the machine's files that is read through the editor. */
  readonly editorFiles?: EditorFiles;
  readonly later: Later;
  /** Called after each change of a document. */
  documentChanged?(): void;
  /** Returns the texts of a language such as "de" or "zh-cn", if available. */
  translations?(language: string): Translations;
}

/** Milliseconds to wait for the end of a burst of edits. */
const burst = 25;

/** For hosts that have timers. */
export const afterBurst: Later = (run) => {
  const timer = setTimeout(run, burst);
  return () => clearTimeout(timer);
};

const settingsSection = 'switchyard.config';

/** Registers all handlers and starts listening. Returns the state of the server. */
export function startServer(connection: Connection, host: Host): { readonly isShutDown: boolean } {
  /** Used for settings that the editor doesn't send. */
  let initialSettings: Settings = {};
  const folders: AgentFolders = { ...defaultFolders, home: host.home };
  const workspace = new Workspace(host.machine, movedFolders(folders, host.machine.folderVariable));
  const options = new RuleOptions(workspace, host.environment);
  const policies = new Policies(host.machine, host.home);
  const guard = new RequestGuard(connection.console, () => host.editorFiles?.pending);
  const diagnostics = new DiagnosticsProvider(connection, workspace, options, host.later);
  const documents = new TextDocuments(OpenDocument.factory);
  let capabilities: ClientCapabilities = {};
  let hasCommands = false;
  let lensesShown = true;
  workspace.onDidLoadParser = everythingChanged;
  if (host.editorFiles)
    host.editorFiles.onDidRead = () => {
      workspace.refreshFromDisk();
      diagnostics.filesRead();
    };
  /** True if a view shows the servers and must be notified of changes. */
  let serversShown = false;
  /** The registered watchers as JSON. */
  let watched = '';
  let registration: Promise<Disposable> | undefined;
  let cancelRefresh = (): void => undefined;

  connection.onInitialize((params): InitializeResult => {
    guard.start();
    useLanguageOf(params);
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
    const listServers = guard.request([], (): ServerRequests['switchyard/servers'][1] => {
      serversShown = true;
      return placesWithServers(workspace, options);
    });
    connection.onRequest('switchyard/servers', (query: ServerRequests['switchyard/servers'][0], token) => {
      if (query?.refreshFromDisk === true && guard.isRunning) refreshFromDisk();
      return listServers(undefined, token);
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
    watchFiles();
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

  let justOpened: OpenDocument | undefined;
  documents.onDidOpen(({ document }) => {
    justOpened = document;
    workspace.add(document);
    if (readPolicies()) everythingChanged();
    if (guard.isRunning) diagnostics.changed(document.uri);
    notifyServersChanged();
    // The document can be a new file, or have unsaved changes from an earlier session.
    refreshSoon();
    host.documentChanged?.();
  });
  documents.onDidChangeContent(({ document }) => {
    // The document manager also fires this event for the content that a document is opened with.
    const isNew = document === justOpened;
    justOpened = undefined;
    if (isNew) return;
    workspace.edited(document.uri);
    diagnostics.edited(document.uri);
    notifyServersChanged();
    refreshSoon();
    host.documentChanged?.();
  });
  documents.onDidSave(({ document }) => {
    host.editorFiles?.forget([document.uri]);
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
  connection.onDidChangeWatchedFiles(({ changes }) => {
    host.editorFiles?.forget(changes.map(({ uri }) => uri));
    if (changes.every(({ type }) => type === FileChangeType.Changed)) workspace.refreshFromDisk();
    else workspace.rescan();
    readPolicies();
    everythingChanged();
  });
  connection.onNotification(DidChangeWorkspaceFoldersNotification.type, ({ event: { added, removed } }) => {
    const gone = new Set(removed.map(({ uri }) => uri));
    const left = workspace.places.roots.filter((uri) => !gone.has(uri));
    workspace.places.roots = [...left, ...added.map(({ uri }) => uri)];
    watchFiles();
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
    workspace.trusted = host.environment !== undefined && initialSettings.trusted === true;
    workspace.places.roots = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
    options.configure(capabilities, initialSettings.rulesUri);
  }

  /** In a browser, the server can't read files, so the editor sends the texts with `initialize`. */
  function useLanguageOf({ locale = 'en', initializationOptions }: InitializeParams): void {
    const given = settingsOf(initializationOptions).translations as Translations;
    for (const language of languagesOf(locale)) {
      const translations = given ?? host.translations?.(language);
      if (translations === undefined) continue;
      useLanguage(language, translations);
      return;
    }
  }

  /** Registers the watchers of all files that are read. Called again when their places may have changed. */
  function watchFiles(): void {
    const watchers = watchersFor(capabilities, workspace.places, policies.uris);
    const text = JSON.stringify(watchers);
    if (watchers.length === 0 || text === watched) return;
    watched = text;
    const before = registration;
    registration = connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
    ignoreFailure(registration);
    // Only now, so that no change is missed.
    before?.then((former) => former.dispose()).catch(() => undefined);
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
    watchFiles();
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
    const changed = [
      setFolders(settings),
      workspace.places.setVersion(textOf(settings.agentVersion)),
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

  /** Returns true if a folder changed. */
  function setFolders({ projectDirectory, userDirectory, home }: Settings): boolean {
    const chosen: AgentFolders = {
      projectDirectory: textOf(projectDirectory) ?? folders.projectDirectory,
      userDirectory: textOf(userDirectory) ?? folders.userDirectory,
      home: textOf(home) ?? folders.home,
    };
    const changed = workspace.places.setFolders(movedFolders(chosen, host.machine.folderVariable));
    if (changed) workspace.rescan();
    return changed;
  }

  /** Checks for changes of files that the editor hasn't reported. */
  function refreshFromDisk(): void {
    host.editorFiles?.forget();
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

/** Sent by the editor, so no value is validated yet. */
type Settings = Readonly<Record<string, unknown>>;

const settingsOf = (value: unknown): Settings => (isRecord(value) ? value : {});

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** One conversation with one editor: what it is told and asked, and what it is answered. Knows no process and no files. */
import type { ClientCapabilities, InitializeParams, InitializeResult } from 'vscode-languageserver';
import { type AgentFolders, configLevel, defaultFolders } from '../common/config-place.ts';
import { languageCapabilities } from './capabilities.ts';
import type { Machine } from './config/world.ts';
import { Diagnoses } from './diagnoses.ts';
import { OpenDocument } from './documents.ts';
import type { Later } from './features/diagnostics.ts';
import { type Client, RpcError, rpcErrors } from './rpc.ts';
import { RuleOptions } from './rule-options.ts';
import type { Names } from './rules/context.ts';
import { placesWithServers } from './servers-view.ts';
import { watchersFor } from './watching.ts';
import { Workspace } from './workspace.ts';

/** What the front door brings in from the world outside. */
export interface World {
  readonly home: string | undefined;
  readonly machine: Machine;
  /** Names of the environment variables that are set; absent where there is no environment. */
  readonly environment?: Names;
  readonly later: Later;
  /** From now on memory is worth more than time: editing has begun, or a large text came. Called once. */
  spareMemory(): void;
  /** The editor says which process it is, so that the server need not outlive it. */
  watch(processId: number | null): void;
  exit(code: number): void;
}

/** Reading a text of so many characters should not leave a large heap behind. */
const largeText = 1_000_000;

const settingsSection = 'switchyard.config';
/** Answers until the editor says `exit`. */
export class Session {
  readonly #client: Client;
  readonly #world: World;
  readonly #workspace: Workspace;
  readonly #diagnoses: Diagnoses;
  readonly #options: RuleOptions;
  #state: 'new' | 'running' | 'down' = 'new';
  #capabilities: ClientCapabilities = {};
  /** The editor has the commands of `serverCommands`. */
  #commands = false;
  /** Somebody shows the servers, and wants to know when they may be other ones. */
  #serversShown = false;
  #sparing = false;

  constructor(client: Client, world: World) {
    this.#client = client;
    this.#world = world;
    this.#workspace = new Workspace(world.machine, { ...defaultFolders, home: world.home });
    this.#options = new RuleOptions(this.#workspace, world.environment);
    this.#diagnoses = new Diagnoses(client, this.#workspace, this.#options, world.later);
    client.readLater(() => this.#readFeatures());
    client.onRequest('initialize', (params) => this.#initialize(params));
    client.onRequest('shutdown', () => this.#shutdown());
    client.onRequest('switchyard/configLevel', ({ uri }) => configLevel(uri, this.#workspace.folders) ?? null);
    client.onRequest('switchyard/servers', (params) => this.#servers(params?.lookAgain === true));
    client.onNotification('exit', () => world.exit(this.#state === 'down' ? 0 : 1));
    client.onNotification('initialized', () => this.#initialized());
    client.onNotification('workspace/didChangeConfiguration', ({ settings }) => this.#configurationChanged(settings));
    client.onNotification('workspace/didChangeWatchedFiles', ({ changes }) => {
      if (changes.every(({ type }) => type === 2)) this.#workspace.lookAgain();
      else this.#workspace.searchAgain();
      this.#everythingChanged();
    });
    client.onNotification('workspace/didChangeWorkspaceFolders', ({ event: { added, removed } }) => {
      const gone = new Set(removed.map(({ uri }) => uri));
      const left = this.#workspace.roots.filter((uri) => !gone.has(uri));
      this.#workspace.roots = [...left, ...added.map(({ uri }) => uri)];
      this.#everythingChanged();
    });
    client.onNotification('textDocument/didOpen', ({ textDocument }) => {
      if (textDocument.text.length > largeText) this.#spareMemory();
      this.#workspace.add(new OpenDocument(textDocument));
      if (this.#state === 'running') this.#diagnoses.opened(textDocument.uri);
      this.#serversChanged();
    });
    client.onNotification('textDocument/didChange', (params) => {
      this.#spareMemory();
      this.#workspace.open.get(params.textDocument.uri)?.change(params);
      this.#workspace.edited(params.textDocument.uri);
      this.#diagnoses.edited(params.textDocument.uri);
      this.#serversChanged();
    });
    client.onNotification('textDocument/didSave', () => this.#workspace.lookAgain());
    client.onNotification('textDocument/didClose', ({ textDocument: { uri } }) => {
      this.#workspace.remove(uri);
      this.#diagnoses.closed(uri);
      this.#serversChanged();
    });
  }

  #initialize(params: InitializeParams): InitializeResult {
    const { processId, capabilities, initializationOptions, workspaceFolders, rootUri } = params;
    if (this.#state !== 'new') throw new RpcError(rpcErrors.invalidRequest, 'initialize may be sent once.');
    this.#state = 'running';
    this.#capabilities = capabilities;
    this.#takeFolders(initializationOptions);
    this.#commands = property(initializationOptions, 'commands') === true;
    this.#workspace.trusted = property(initializationOptions, 'trusted') === true;
    this.#workspace.roots = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
    this.#options.takeSeverities(property(initializationOptions, 'rules'));
    this.#options.configure(capabilities, property(initializationOptions, 'rulesUri'));
    this.#world.watch(processId);
    return {
      serverInfo: { name: 'switchyard' },
      capabilities: {
        textDocumentSync: { openClose: true, change: 2, save: true },
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
        ...languageCapabilities(capabilities),
        ...this.#diagnoses.configure(capabilities),
      },
    };
  }

  #initialized(): void {
    const { workspace } = this.#capabilities;
    if (workspace?.didChangeConfiguration?.dynamicRegistration === true) {
      const registerOptions = { section: settingsSection };
      const registration = { id: settingsSection, method: 'workspace/didChangeConfiguration', registerOptions };
      this.#client.request('client/registerCapability', { registrations: [registration] }).catch(() => undefined);
    }
    const watchers = watchersFor(this.#capabilities, this.#workspace);
    if (watchers.length > 0) {
      const registration = { id: 'files', method: 'workspace/didChangeWatchedFiles', registerOptions: { watchers } };
      this.#client.request('client/registerCapability', { registrations: [registration] }).catch(() => undefined);
    }
    this.#askForSettings();
  }

  #shutdown(): null {
    this.#assertRunning();
    this.#state = 'down';
    this.#diagnoses.stop();
    return null;
  }

  #assertRunning(): void {
    if (this.#state === 'new') throw new RpcError(rpcErrors.serverNotInitialized, 'initialize comes first.');
    if (this.#state === 'down') throw new RpcError(rpcErrors.invalidRequest, 'The server has been shut down.');
  }

  #configurationChanged(settings: unknown): void {
    if (this.#capabilities.workspace?.configuration === true) this.#askForSettings();
    else this.#settingsCame(property(property(settings, 'switchyard'), 'config'));
  }

  #askForSettings(): void {
    if (this.#capabilities.workspace?.configuration !== true) return;
    this.#client.request('workspace/configuration', { items: [{ section: settingsSection }] }).then(
      ([settings]) => this.#settingsCame(settings),
      () => this.#client.notify('window/logMessage', { type: 2, message: 'The settings could not be read.' }),
    );
  }

  /** Other folders may make other documents ours, and other severities other diagnostics. */
  #settingsCame(settings: unknown): void {
    const changed = [this.#takeFolders(settings), this.#options.takeSeverities(property(settings, 'rules'))];
    if (changed.includes(true)) this.#everythingChanged();
  }

  /** True when a folder changed. */
  #takeFolders(settings: unknown): boolean {
    const before = this.#workspace.folders;
    const text = (key: keyof AgentFolders): string | undefined => {
      const value = property(settings, key);
      return typeof value === 'string' && value !== '' ? value : undefined;
    };
    const after = {
      projectDirectory: text('projectDirectory') ?? before.projectDirectory,
      userDirectory: text('userDirectory') ?? before.userDirectory,
      home: text('home') ?? before.home,
    };
    if (JSON.stringify(before) === JSON.stringify(after)) return false;
    this.#workspace.folders = after;
    this.#workspace.searchAgain();
    return true;
  }

  /** Files, folders or settings are other ones. */
  #everythingChanged(): void {
    if (this.#state !== 'running') return;
    this.#diagnoses.everythingChanged();
    this.#serversChanged();
    const { codeLens, inlayHint } = this.#capabilities.workspace ?? {};
    if (codeLens?.refreshSupport === true)
      this.#client.request('workspace/codeLens/refresh', undefined).catch(() => undefined);
    if (inlayHint?.refreshSupport === true)
      this.#client.request('workspace/inlayHint/refresh', undefined).catch(() => undefined);
  }

  #spareMemory(): void {
    if (!this.#sparing) this.#world.spareMemory();
    this.#sparing = true;
  }

  #serversChanged(): void {
    if (!this.#serversShown) return;
    // Once until somebody asks again: a burst of edits is one change.
    this.#serversShown = false;
    this.#client.notify('switchyard/serversChanged', undefined);
  }

  #servers(lookAgain: boolean) {
    this.#assertRunning();
    if (lookAgain) this.#workspace.lookAgain();
    this.#serversShown = true;
    return placesWithServers(this.#workspace);
  }

  /** The document of a request; undefined where it is a file of somebody else. */
  #asked(uri: string): OpenDocument | undefined {
    this.#assertRunning();
    const open = this.#workspace.open.get(uri);
    return open !== undefined && this.#workspace.isOurs(open) ? open : undefined;
  }

  async #readFeatures(): Promise<void> {
    const { answerLanguageRequests } = await import('./answers.ts');
    answerLanguageRequests(this.#client, {
      workspace: this.#workspace,
      options: this.#options,
      capabilities: this.#capabilities,
      commands: this.#commands,
      asked: (uri) => this.#asked(uri),
    });
  }
}

function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

/** One conversation with one editor: what it is told and asked, and what it is answered. Knows no process and no files. */
import type {
  ClientCapabilities,
  CodeAction,
  CodeActionParams,
  CompletionItem,
  CompletionItemKind,
  InitializeParams,
  InitializeResult,
} from 'vscode-languageserver';
import { type AgentFolders, configLanguage, configLevel, defaultFolders } from '../common/config-place.ts';
import { OpenDocument } from './documents.ts';
import {
  codeActionKinds,
  codeActions,
  type FixableDocument,
  resolveAction,
  waitingFor,
} from './features/code-actions.ts';
import { completionsAt, type Proposal } from './features/completion.ts';
import { Burst, type DiagnoseOptions, diagnose, type Later } from './features/diagnostics.ts';
import { hoverAt } from './features/hover.ts';
import { withoutPlaces } from './features/snippets.ts';
import { type Client, RpcError, rpcErrors } from './rpc.ts';
import { isOtherTools, type Names } from './rules/context.ts';
import { readSeverities, type Severities } from './rules/severity.ts';

/** What the front door brings in from the world outside. */
export interface World {
  readonly home: string | undefined;
  /** Names of the environment variables that are set; absent where there is no environment. */
  readonly environment?: Names;
  readonly later: Later;
  /** The editor says which process it is, so that the server need not outlive it. */
  watch(processId: number | null): void;
  exit(code: number): void;
}

const settingsSection = 'switchyard.config';
const kinds: Readonly<Record<Proposal['kind'], CompletionItemKind>> = {
  key: 10,
  value: 12,
  allowed: 20,
  server: 18,
  shape: 15,
};

/** Answers until the editor says `exit`. */
export class Session {
  readonly #client: Client;
  readonly #world: World;
  readonly #documents = new Map<string, OpenDocument>();
  readonly #burst: Burst<string>;
  #state: 'new' | 'running' | 'down' = 'new';
  #capabilities: ClientCapabilities = {};
  #folders: AgentFolders;
  #severities: Severities = {};
  #rulesUri: string | undefined;

  constructor(client: Client, world: World) {
    this.#client = client;
    this.#world = world;
    this.#folders = { ...defaultFolders, home: world.home };
    this.#burst = new Burst(world.later, (uri) => this.#publish(uri));
    client.onRequest('initialize', (params) => this.#initialize(params));
    client.onRequest('shutdown', () => this.#shutdown());
    client.onRequest('textDocument/completion', (params) => this.#completion(params));
    client.onRequest('textDocument/codeAction', (params) => this.#codeActions(params));
    client.onRequest('codeAction/resolve', (action) => this.#resolve(action));
    client.onRequest('textDocument/hover', (params) => this.#hover(params));
    client.onRequest('switchyard/configLevel', ({ uri }) => configLevel(uri, this.#folders) ?? null);
    client.onNotification('exit', () => world.exit(this.#state === 'down' ? 0 : 1));
    client.onNotification('initialized', () => this.#initialized());
    client.onNotification('workspace/didChangeConfiguration', ({ settings }) => this.#configurationChanged(settings));
    client.onNotification('textDocument/didOpen', ({ textDocument }) => {
      this.#documents.set(textDocument.uri, new OpenDocument(textDocument));
      this.#publish(textDocument.uri);
    });
    client.onNotification('textDocument/didChange', (params) => {
      this.#documents.get(params.textDocument.uri)?.change(params);
      this.#burst.note(params.textDocument.uri);
    });
    client.onNotification('textDocument/didClose', ({ textDocument }) => this.#close(textDocument.uri));
  }

  #initialize({ processId, capabilities, initializationOptions }: InitializeParams): InitializeResult {
    if (this.#state !== 'new') throw new RpcError(rpcErrors.invalidRequest, 'initialize may be sent once.');
    this.#state = 'running';
    this.#capabilities = capabilities;
    this.#takeFolders(initializationOptions);
    this.#takeRules(initializationOptions);
    const rulesUri = property(initializationOptions, 'rulesUri');
    this.#rulesUri = typeof rulesUri === 'string' ? rulesUri : undefined;
    this.#world.watch(processId);
    return {
      serverInfo: { name: 'switchyard' },
      capabilities: {
        textDocumentSync: { openClose: true, change: 2 },
        completionProvider: { triggerCharacters: ['"', ':'] },
        hoverProvider: true,
        codeActionProvider: { codeActionKinds: [...codeActionKinds], resolveProvider: true },
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
    this.#askForSettings();
  }

  #shutdown(): null {
    this.#assertRunning();
    this.#state = 'down';
    this.#burst.clear();
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
    const changed = [this.#takeFolders(settings), this.#takeRules(settings)];
    if (changed.includes(true)) for (const uri of this.#documents.keys()) this.#publish(uri);
  }

  /** True when a folder changed. */
  #takeFolders(settings: unknown): boolean {
    const before = this.#folders;
    const text = (key: keyof AgentFolders): string | undefined => {
      const value = property(settings, key);
      return typeof value === 'string' && value !== '' ? value : undefined;
    };
    this.#folders = {
      projectDirectory: text('projectDirectory') ?? before.projectDirectory,
      userDirectory: text('userDirectory') ?? before.userDirectory,
      home: text('home') ?? before.home,
    };
    return JSON.stringify(before) !== JSON.stringify(this.#folders);
  }

  /** True when a severity changed. */
  #takeRules(settings: unknown): boolean {
    const before = JSON.stringify(this.#severities);
    this.#severities = readSeverities(property(settings, 'rules'));
    return JSON.stringify(this.#severities) !== before;
  }

  /** What rules and diagnostics may know of the world around a document. */
  #optionsFor(uri: string): DiagnoseOptions {
    const level = configLevel(uri, this.#folders) ?? (isOtherTools(uri) ? 'imported' : undefined);
    const { environment } = this.#world;
    return {
      rulesUri: this.#rulesUri,
      capabilities: this.#capabilities.textDocument?.publishDiagnostics,
      context: {
        severities: this.#severities,
        ...(level !== undefined && { level }),
        ...(environment !== undefined && { environment }),
      },
    };
  }

  #isOurs({ text }: OpenDocument): boolean {
    return text.languageId === configLanguage || configLevel(text.uri, this.#folders) !== undefined;
  }

  /** The document of a request; undefined where it is a file of somebody else. */
  #asked(uri: string): OpenDocument | undefined {
    this.#assertRunning();
    const open = this.#documents.get(uri);
    return open !== undefined && this.#isOurs(open) ? open : undefined;
  }

  #publish(uri: string): void {
    const open = this.#documents.get(uri);
    if (open === undefined || this.#state !== 'running') return;
    this.#burst.forget(uri);
    const diagnostics = this.#isOurs(open) ? diagnose(open.text, open.config, this.#optionsFor(uri)) : [];
    this.#client.notify('textDocument/publishDiagnostics', { uri, version: open.text.version, diagnostics });
  }

  #close(uri: string): void {
    this.#documents.delete(uri);
    this.#burst.forget(uri);
    this.#client.notify('textDocument/publishDiagnostics', { uri, diagnostics: [] });
  }

  #completion(params: { textDocument: { uri: string }; position: Position }) {
    const open = this.#asked(params.textDocument.uri);
    if (open === undefined) return null;
    const snippets = this.#capabilities.textDocument?.completion?.completionItem?.snippetSupport === true;
    const proposals = completionsAt(open.config, open.text.offsetAt(params.position));
    return { isIncomplete: false, items: proposals.map((proposal, index) => itemOf(open, proposal, index, snippets)) };
  }

  #fixable(open: OpenDocument): FixableDocument {
    const { text, config } = open;
    return { text, config, options: this.#optionsFor(text.uri), capabilities: this.#capabilities };
  }

  #codeActions(params: CodeActionParams) {
    const open = this.#asked(params.textDocument.uri);
    return open === undefined ? null : codeActions(this.#fixable(open), params);
  }

  #resolve(action: CodeAction) {
    const uri = waitingFor(action);
    const open = uri === undefined ? undefined : this.#asked(uri);
    return open === undefined ? action : resolveAction(this.#fixable(open), action);
  }

  #hover(params: { textDocument: { uri: string }; position: Position }) {
    const open = this.#asked(params.textDocument.uri);
    const found = open && hoverAt(open.config, open.text.offsetAt(params.position));
    if (open === undefined || found === undefined) return null;
    return { contents: { kind: 'markdown' as const, value: found.markdown }, range: rangeOf(open, found.span) };
  }
}

interface Position {
  line: number;
  character: number;
}

function rangeOf({ text }: OpenDocument, { offset, length }: { offset: number; length: number }) {
  return { start: text.positionAt(offset), end: text.positionAt(offset + length) };
}

function itemOf(open: OpenDocument, proposal: Proposal, index: number, snippets: boolean): CompletionItem {
  const { label, kind, filter, markdown, snippet, replace, comma } = proposal;
  return {
    label,
    kind: kinds[kind],
    filterText: filter,
    sortText: String(index).padStart(4, '0'),
    documentation: { kind: 'markdown', value: markdown },
    insertTextFormat: snippets ? 2 : 1,
    textEdit: { range: rangeOf(open, replace), newText: snippets ? snippet : withoutPlaces(snippet) },
    ...(comma !== undefined && {
      additionalTextEdits: [{ range: rangeOf(open, { offset: comma, length: 0 }), newText: ',' }],
    }),
  };
}

function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

/** Diagnostics as an editor wants them: pushed, or pulled for one document or the whole workspace. */
import type {
  ClientCapabilities,
  Diagnostic,
  DiagnosticOptions,
  DocumentDiagnosticParams,
  DocumentDiagnosticReport,
  WorkspaceDiagnosticParams,
  WorkspaceDiagnosticReport,
} from 'vscode-languageserver';
import { perServer } from './config/per-server.ts';
import type { OpenDocument } from './documents.ts';
import { type Across, Burst, diagnose, type Later } from './features/diagnostics.ts';
import { type Call, type Client, RpcError, rpcErrors } from './rpc.ts';
import type { RuleOptions } from './rule-options.ts';
import type { RuleContext } from './rules/context.ts';
import { checkScene } from './rules/cross-index.ts';
import type { Workspace } from './workspace.ts';

/** So many servers are worth some work to spare their memory. */
const manyServers = 2000;

interface Result {
  readonly id: string;
  readonly json: string;
}

export class Diagnoses {
  readonly #client: Client;
  readonly #workspace: Workspace;
  readonly #options: RuleOptions;
  readonly #burst: Burst<string>;
  /** The last answer for each address, so that an equal one is not sent again. */
  readonly #results = new Map<string, Result>();
  /** Workspace pulls that wait for something to change. */
  readonly #held = new Set<() => void>();
  /** Counts what could change an answer. */
  #changes = 0;
  #pulled = false;
  #refreshes = false;
  #running = true;
  #nextId = 1;

  constructor(client: Client, workspace: Workspace, options: RuleOptions, later: Later) {
    this.#client = client;
    this.#workspace = workspace;
    this.#options = options;
    this.#burst = new Burst(later, (uri) => this.#answerEdits(uri));
    client.onRequest('textDocument/diagnostic', (params) => this.#document(params));
    client.onRequest('workspace/diagnostic', (params, call) => this.#wholeWorkspace(params, call));
  }

  /** Learns how this editor gets diagnostics; gives the capability to announce, if any. */
  configure({ textDocument, workspace }: ClientCapabilities): { diagnosticProvider?: DiagnosticOptions } {
    this.#pulled = textDocument?.diagnostic !== undefined;
    this.#refreshes = workspace?.diagnostics?.refreshSupport === true;
    if (!this.#pulled) return {};
    return {
      diagnosticProvider: { identifier: 'switchyard', interFileDependencies: true, workspaceDiagnostics: true },
    };
  }

  opened(uri: string): void {
    this.#publish(uri);
    this.#othersChanged(uri);
  }

  edited(uri: string): void {
    if (!this.#pulled || this.#held.size > 0) this.#burst.note(uri);
  }

  closed(uri: string): void {
    this.#burst.forget(uri);
    if (!this.#pulled) this.#client.notify('textDocument/publishDiagnostics', { uri, diagnostics: [] });
    this.#othersChanged(uri);
  }

  /** Files or settings are other ones: everything may be. */
  everythingChanged(): void {
    for (const uri of this.#workspace.open.keys()) this.#publish(uri);
    this.#wake();
    if (this.#pulled && this.#refreshes)
      this.#client.request('workspace/diagnostic/refresh', undefined).catch(() => undefined);
  }

  stop(): void {
    this.#running = false;
    this.#burst.clear();
    this.#wake();
  }

  #answerEdits(uri: string): void {
    this.#publish(uri);
    this.#othersChanged(uri);
  }

  /** What one document says may change what is said of the others. */
  #othersChanged(uri: string): void {
    for (const [other, document] of this.#workspace.open)
      if (other !== uri && this.#workspace.isOurs(document) && this.#workspace.dependsOn(document, uri))
        this.#publish(other);
    this.#wake();
  }

  #publish(uri: string): void {
    const document = this.#workspace.open.get(uri);
    if (document === undefined || this.#pulled || !this.#running) return;
    this.#burst.forget(uri);
    const { version } = document.text;
    this.#client.notify('textDocument/publishDiagnostics', {
      uri,
      version,
      diagnostics: diagnosticsOf(this.#workspace, document, this.#options),
    });
  }

  #document({ textDocument: { uri }, previousResultId }: DocumentDiagnosticParams): DocumentDiagnosticReport {
    if (!this.#running) throw new RpcError(rpcErrors.invalidRequest, 'The server has been shut down.');
    // An answer for a text that is gone already would only be thrown away.
    if (this.#client.awaits('textDocument/didChange', (params) => params.textDocument.uri === uri))
      throw new RpcError(rpcErrors.serverCancelled, 'The document has changed.', { retriggerRequest: true });
    const document = this.#workspace.open.get(uri);
    const items = document === undefined ? [] : diagnosticsOf(this.#workspace, document, this.#options);
    const resultId = this.#resultId(uri, items);
    return resultId === previousResultId ? { kind: 'unchanged', resultId } : { kind: 'full', resultId, items };
  }

  /** The same for the same items. */
  #resultId(uri: string, items: readonly Diagnostic[]): string {
    const json = JSON.stringify(items);
    const last = this.#results.get(uri);
    if (last?.json === json) return last.id;
    const id = String(this.#nextId++);
    this.#results.set(uri, { id, json });
    return id;
  }

  /** Answers what is new; where nothing is, waits until something changes. */
  async #wholeWorkspace(
    { previousResultIds }: WorkspaceDiagnosticParams,
    call: Call,
  ): Promise<WorkspaceDiagnosticReport> {
    let cancelled = false;
    let wake: () => void = () => undefined;
    call.whenCancelled(() => {
      cancelled = true;
      wake();
    });
    for (;;) {
      if (cancelled) throw new RpcError(rpcErrors.requestCancelled, 'The request was called off.');
      if (!this.#running) throw new RpcError(rpcErrors.serverCancelled, 'The server has been shut down.');
      const changes = this.#changes;
      const report = await this.#newInWorkspace(previousResultIds);
      if (report.items.some(({ kind }) => kind === 'full')) return report;
      // While it looked, nobody could wake it.
      if (cancelled || !this.#running || changes !== this.#changes) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
        this.#held.add(resolve);
      });
    }
  }

  async #newInWorkspace(previous: WorkspaceDiagnosticParams['previousResultIds']): Promise<WorkspaceDiagnosticReport> {
    const known = new Map(previous.map(({ uri, value }) => [uri, value]));
    const items: WorkspaceDiagnosticReport['items'] = [];
    for (const uri of await this.#workspace.configFiles()) {
      const document = this.#workspace.document(uri);
      if (document === undefined) continue;
      const found = diagnosticsOf(this.#workspace, document, this.#options);
      const resultId = this.#resultId(uri, found);
      const version = this.#workspace.open.has(uri) ? document.text.version : null;
      if (known.get(uri) === resultId) items.push({ kind: 'unchanged', uri, version, resultId });
      else items.push({ kind: 'full', uri, version, resultId, items: found });
      known.delete(uri);
    }
    // Files that are gone have no problems any more.
    for (const [uri, value] of known)
      if (this.#results.get(uri)?.json !== '[]' || this.#results.get(uri)?.id !== value)
        items.push({ kind: 'full', uri, version: null, resultId: this.#resultId(uri, []), items: [] });
    return { items };
  }

  #wake(): void {
    this.#changes++;
    const held = [...this.#held];
    this.#held.clear();
    for (const wake of held) wake();
  }
}

/** Everything to say about a document: its own problems, and those that need the other files or the machine. */
export function diagnosticsOf(workspace: Workspace, document: OpenDocument, options: RuleOptions): Diagnostic[] {
  if (!workspace.isOurs(document)) return [];
  const known = options.for(document.uri);
  const { config } = document;
  const diagnostics = diagnose(document.text, config, known, acrossFiles(workspace, document, known.context));
  // Their readings take more room than the text; few of them are asked for again.
  if (config.servers.length > manyServers) perServer(config, 'forgotten', undefined, (entry) => entry.forget());
  return diagnostics;
}

function acrossFiles(workspace: Workspace, document: OpenDocument, { severities }: RuleContext): Across | undefined {
  const { file, effective, place } = workspace.view(document);
  if (effective === undefined) return undefined;
  const machine = workspace.trusted ? workspace.machine : undefined;
  // A user-level file serves every folder of the workspace.
  const elsewhere =
    file.source.level === 'user' ? workspace.places.map((other) => workspace.outlook(other).effective) : [];
  return {
    problems: checkScene({ file, effective, place, machine, looked: workspace.looked, elsewhere }, severities),
    locate: (uri, span) => workspace.locate(uri, span),
  };
}

/** Diagnostics, either pushed to the editor, or pulled by it for one document or the whole workspace. */

import {
  type CancellationToken,
  type ClientCapabilities,
  type Connection,
  type Diagnostic,
  type DiagnosticOptions,
  type DocumentDiagnosticParams,
  type DocumentDiagnosticReport,
  LSPErrorCodes,
  ResponseError,
  type WorkspaceDiagnosticParams,
  type WorkspaceDiagnosticReport,
} from 'vscode-languageserver';
import type { OpenDocument } from '../config/servers/open-document.ts';
import { diagnose, type Later, Throttle } from '../features/diagnostics.ts';
import { checkAgain } from '../rules/check.ts';
import { allFindings } from '../workspace/findings.ts';
import type { RuleOptions } from '../workspace/rule-options.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { parameters } from './parameters.ts';
import type { RequestGuard } from './requests.ts';

interface Result {
  readonly id: string;
  readonly json: string;
}

export class DiagnosticsProvider {
  readonly #connection: Connection;
  readonly #workspace: Workspace;
  readonly #options: RuleOptions;
  readonly #throttle: Throttle<string>;
  /** Last report by URI, so that an equal one isn't sent again. */
  readonly #results = new Map<string, Result>();
  /** Workspace pulls that wait for a change. */
  readonly #held = new Set<() => void>();
  /** Counts the changes that could affect a report. */
  #changes = 0;
  /** True once the editor has pulled. Some declare that they can, and show only what is pushed. */
  #pulled = false;
  #canPull = false;
  readonly #later: Later;
  /** URIs of the documents whose diagnostics were pushed. */
  readonly #pushed = new Set<string>();
  #refreshes = false;
  #stopped = false;
  #nextId = 1;

  /** @param later runs a function after a burst of edits */
  constructor(connection: Connection, workspace: Workspace, options: RuleOptions, later: Later) {
    this.#connection = connection;
    this.#workspace = workspace;
    this.#options = options;
    this.#later = later;
    this.#throttle = new Throttle(later, (uri) => this.changed(uri));
  }

  /** Registers handlers that suit the client's capabilities. Returns the server capability to announce, if any. */
  register(
    { textDocument, workspace }: ClientCapabilities,
    guard: RequestGuard,
  ): { diagnosticProvider?: DiagnosticOptions } {
    this.#canPull = textDocument?.diagnostic !== undefined;
    this.#refreshes = workspace?.diagnostics?.refreshSupport === true;
    const { diagnostics } = this.#connection.languages;
    const ofDocument = guard.request(parameters('textDocument'), (params: DocumentDiagnosticParams) =>
      this.#document(params),
    );
    const ofWorkspace = guard.request(parameters('previousResultIds'), (params: WorkspaceDiagnosticParams, token) =>
      this.#wholeWorkspace(params, token),
    );
    diagnostics.on((params, token) => {
      this.#stopPushing();
      return ofDocument(params, token);
    });
    diagnostics.onWorkspace((params, token) => {
      this.#stopPushing();
      return ofWorkspace(params, token);
    });
    if (!this.#canPull) return {};
    return {
      diagnosticProvider: { identifier: 'switchyard', interFileDependencies: true, workspaceDiagnostics: true },
    };
  }

  /** The editor shows what it pulls next to what was pushed. */
  #stopPushing(): void {
    this.#pulled = true;
    for (const uri of this.#pushed) void this.#connection.sendDiagnostics({ uri, diagnostics: [] });
    this.#pushed.clear();
  }

  /** Updates the reports that depend on a document. */
  changed(uri: string): void {
    this.#publish(uri);
    this.#dependentsChanged(uri);
  }

  edited(uri: string): void {
    if (!this.#pulled || this.#held.size > 0) this.#throttle.request(uri);
  }

  closed(uri: string): void {
    this.#throttle.cancel(uri);
    if (this.#pushed.delete(uri)) void this.#connection.sendDiagnostics({ uri, diagnostics: [] });
    this.#dependentsChanged(uri);
  }

  /** Updates all reports after a change of files or settings. */
  everythingChanged(): void {
    for (const uri of this.#workspace.documents.open.keys()) this.#publish(uri);
    this.#wake();
    if (this.#canPull && this.#refreshes) void this.#connection.languages.diagnostics.refresh().catch(() => undefined);
  }

  stop(): void {
    this.#stopped = true;
    this.#throttle.clear();
    this.#wake();
  }

  /** Updates the other documents whose diagnostics depend on this one. */
  #dependentsChanged(uri: string): void {
    for (const [other, document] of this.#workspace.documents.open)
      if (other !== uri && this.#workspace.isConfigDocument(document) && this.#workspace.dependsOn(document, uri))
        this.#publish(other);
    this.#wake();
  }

  #publish(uri: string): void {
    if (this.#pulled) return;
    // Most editors that can pull do it at once, so the report would be made twice.
    if (this.#canPull && !this.#pushed.has(uri)) this.#later(() => this.#publishNow(uri));
    else this.#publishNow(uri);
  }

  /** Publishes the first report only when it's complete, so that nothing is shown that a settings file rules out. */
  #publishNow(uri: string): void {
    if (this.#pulled) return;
    const ready = this.#workspace.ready();
    if (ready === undefined) this.#send(uri);
    else
      void ready
        .catch(() => undefined)
        .then(() => {
          this.#send(uri);
          this.#wake();
        })
        .catch(() => this.#connection.console.error("Couldn't report the problems of a document."));
  }

  #send(uri: string): void {
    const document = this.#workspace.documents.open.get(uri);
    if (document === undefined || this.#stopped || this.#pulled) return;
    const { version } = document.text;
    const diagnostics = diagnosticsOf(this.#workspace, document, this.#options);
    this.#pushed.add(uri);
    void this.#connection.sendDiagnostics({ uri, version, diagnostics });
  }

  #document({ textDocument: { uri }, previousResultId }: DocumentDiagnosticParams): DocumentDiagnosticReport {
    const document = this.#workspace.documents.open.get(uri);
    const items = document === undefined ? [] : diagnosticsOf(this.#workspace, document, this.#options);
    const resultId = this.#resultId(uri, items);
    return resultId === previousResultId ? { kind: 'unchanged', resultId } : { kind: 'full', resultId, items };
  }

  /** Returns the same ID for equal items. */
  #resultId(uri: string, items: readonly Diagnostic[]): string {
    const json = JSON.stringify(items);
    const last = this.#results.get(uri);
    if (last?.json === json) return last.id;
    const id = String(this.#nextId++);
    this.#results.set(uri, { id, json });
    return id;
  }

  /** Returns the new reports. If there aren't any, waits for a change. */
  async #wholeWorkspace(
    { previousResultIds }: WorkspaceDiagnosticParams,
    token: CancellationToken,
  ): Promise<WorkspaceDiagnosticReport> {
    let wake: () => void = () => undefined;
    const cancellation = token.onCancellationRequested(() => wake());
    try {
      for (;;) {
        if (token.isCancellationRequested)
          throw new ResponseError(LSPErrorCodes.RequestCancelled, 'The request was canceled.');
        if (this.#stopped) throw new ResponseError(LSPErrorCodes.ServerCancelled, 'The server has been shut down.');
        const changes = this.#changes;
        const report = await this.#newInWorkspace(previousResultIds);
        if (report.items.some(({ kind }) => kind === 'full')) return report;
        // A change while the reports were computed couldn't wake this request.
        if (token.isCancellationRequested || this.#stopped || changes !== this.#changes) continue;
        await new Promise<void>((resolve) => {
          wake = resolve;
          this.#held.add(resolve);
        });
        this.#held.delete(wake);
      }
    } finally {
      cancellation.dispose();
    }
  }

  async #newInWorkspace(previous: WorkspaceDiagnosticParams['previousResultIds']): Promise<WorkspaceDiagnosticReport> {
    const known = new Map(previous.map(({ uri, value }) => [uri, value]));
    const items: WorkspaceDiagnosticReport['items'] = [];
    const uris = await this.#workspace.configFiles();
    await this.#workspace.ready(uris)?.catch(() => undefined);
    for (const uri of uris) {
      const document = this.#workspace.documents.get(uri);
      if (document === undefined) continue;
      const found = diagnosticsOf(this.#workspace, document, this.#options);
      const resultId = this.#resultId(uri, found);
      const version = this.#workspace.documents.versionOf(uri);
      if (known.get(uri) === resultId) items.push({ kind: 'unchanged', uri, version, resultId });
      else items.push({ kind: 'full', uri, version, resultId, items: found });
      known.delete(uri);
    }
    // Clears the problems of removed files.
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

/** Returns all diagnostics of a document: its own problems, and those that depend on other files or the machine. */
export function diagnosticsOf(workspace: Workspace, document: OpenDocument, options: RuleOptions): Diagnostic[] {
  if (!workspace.isConfigDocument(document)) return [];
  const ownOptions = options.for(document.uri);
  const { context } = ownOptions;
  const problems = allFindings(workspace, document, context, checkAgain(document.config, context).problems);
  return diagnose(document, problems, ownOptions, workspace.documents);
}

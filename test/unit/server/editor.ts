/** An editor for tests: starts a real server process and connects to it as an editor would. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import {
  createProtocolConnection,
  type InitializeParams,
  type InitializeResult,
  IPCMessageReader,
  IPCMessageWriter,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';

export class Editor {
  readonly connection: ProtocolConnection;
  /** All publications so far, in the order of arrival. */
  readonly published: PublishDiagnosticsParams[] = [];
  /** Response to `workspace/configuration`. */
  settings: unknown = {};
  /** Output on standard error. */
  errors = '';
  readonly exit: Promise<number | null>;
  readonly #child: ChildProcess;
  #waiting: (() => void)[] = [];

  private constructor(child: ChildProcess, connection: ProtocolConnection) {
    this.#child = child;
    this.connection = connection;
    this.exit = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
    child.stderr?.on('data', (data) => {
      this.errors += String(data);
    });
    connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
      this.published.push(params);
      for (const look of this.#waiting.splice(0)) look();
    });
    connection.onRequest('workspace/configuration', () => [this.settings]);
    connection.onRequest('client/registerCapability', () => null);
    connection.listen();
  }

  static overStdio(script: string): Editor {
    const child = spawn(process.execPath, [script, '--stdio'], { stdio: ['pipe', 'pipe', 'pipe'] });
    return new Editor(
      child,
      createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin)),
    );
  }

  static overIpc(script: string): Editor {
    const child = fork(script, ['--node-ipc'], { silent: true });
    return new Editor(child, createProtocolConnection(new IPCMessageReader(child), new IPCMessageWriter(child)));
  }

  async start(params: Partial<InitializeParams> = {}): Promise<InitializeResult> {
    const result = await this.connection.sendRequest<InitializeResult>('initialize', {
      processId: process.pid,
      rootUri: null,
      capabilities: {},
      // What other agents make of a file has tests of its own.
      initializationOptions: { readers: ['oh-my-pi'] },
      ...params,
    });
    await this.connection.sendNotification('initialized', {});
    return result;
  }

  open(uri: string, text: string, languageId = 'json'): Promise<void> {
    return this.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId, version: 1, text },
    });
  }

  /** Replaces part of a line. */
  edit(uri: string, version: number, line: number, from: number, to: number, text: string): Promise<void> {
    const range = { start: { line, character: from }, end: { line, character: to } };
    return this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ range, text }],
    });
  }

  /** Waits for a publication for this document (and version). Returns the codes of the last one. */
  async codes(uri: string, version?: number): Promise<unknown[]> {
    for (;;) {
      const found = this.published.findLast(
        (params) => params.uri === uri && (version === undefined || params.version === version),
      );
      if (found !== undefined) return found.diagnostics.map(({ code }) => code);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Returns the processor time of the server in milliseconds, which excludes other load on the machine. */
  processorTime(): number {
    try {
      const fields = readFileSync(`/proc/${this.#child.pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      // utime and stime, in ticks of 10 ms.
      return (Number(fields[11]) + Number(fields[12])) * 10;
    } catch {
      return performance.now();
    }
  }

  /** Shuts the server down as an editor does. Returns the exit code. */
  async stop(): Promise<number | null> {
    await this.connection.sendRequest('shutdown');
    await this.connection.sendNotification('exit');
    return this.exit;
  }

  kill(): void {
    this.connection.dispose();
    this.#child.kill();
  }

  /** Closes the connection without a shutdown, as a crashed editor does. */
  hangUp(): void {
    if (this.#child.connected) this.#child.disconnect();
    else this.#child.stdin?.end();
  }
}

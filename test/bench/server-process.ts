/** A language server process with documents that are edited, and the time until diagnostics arrive. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  createMessageConnection,
  type DocumentDiagnosticReport,
  IPCMessageReader,
  IPCMessageWriter,
  type MessageConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { root } from '../../scripts/lib/repository.ts';

const folder = 'file:///project';
const uri = `${folder}/.mcp.json`;

/** What the extension sends (`src/config/client/client.ts`). Other servers ignore it. */
const initializationOptions = {
  projectDirectory: '.omp',
  userDirectory: '~/.omp/agent',
  agentVersion: '',
  trusted: true,
  commands: true,
  readsFiles: true,
  programs: true,
  rulesUri: pathToFileURL(path.join(root, 'docs/rules.md')).href,
};

/** A script for Node, over IPC, or a binary with its arguments, over stdio. */
type Program = string | readonly [string, ...string[]];
export type Delivery = 'push' | 'pull';

export class ServerProcess {
  readonly #child: ChildProcess;
  readonly #connection: MessageConnection;
  readonly #delivery: Delivery;
  #published: (params: PublishDiagnosticsParams) => void = () => undefined;
  #document = TextDocument.create(uri, 'json', 0, '');

  private constructor(program: Program, delivery: Delivery) {
    this.#delivery = delivery;
    if (typeof program === 'string') {
      this.#child = fork(program, ['--node-ipc'], { stdio: 'ignore', execArgv: [] });
      this.#connection = createMessageConnection(new IPCMessageReader(this.#child), new IPCMessageWriter(this.#child));
    } else {
      const [file, ...args] = program;
      const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'ignore'] });
      this.#child = child;
      this.#connection = createMessageConnection(
        new StreamMessageReader(child.stdout),
        new StreamMessageWriter(child.stdin),
      );
    }
    this.#connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) =>
      this.#published(params),
    );
    this.#connection.onRequest('workspace/configuration', ({ items }: { items: unknown[] }) => items.map(() => null));
    this.#connection.onRequest('client/registerCapability', () => null);
    this.#connection.listen();
  }

  /** Starts a server as the extension does: over IPC, with its options, in a workspace. */
  static async start(
    program: Program,
    delivery: Delivery = 'push',
    capabilities: object = delivery === 'pull' ? { textDocument: { diagnostic: {} } } : {},
  ): Promise<ServerProcess> {
    const server = new ServerProcess(program, delivery);
    await server.#connection.sendRequest('initialize', {
      processId: process.pid,
      rootUri: folder,
      workspaceFolders: [{ uri: folder, name: 'project' }],
      capabilities,
      initializationOptions,
    });
    await server.#connection.sendNotification('initialized', {});
    return server;
  }

  /** Returns the milliseconds from the notification to the diagnostics. */
  async open(text: string): Promise<number> {
    this.#document = TextDocument.create(uri, 'json', 1, text);
    return this.#timed(() =>
      this.#connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri, languageId: 'json', version: 1, text },
      }),
    );
  }

  /** Inserts a character at an offset of the first text; the next call removes it. Returns milliseconds, as `open`. */
  async edit(offset: number): Promise<number> {
    const version = this.#document.version + 1;
    const start = this.#document.positionAt(offset);
    const longer = version % 2 === 0;
    const change = {
      range: { start, end: longer ? start : this.#document.positionAt(offset + 1) },
      text: longer ? '7' : '',
    };
    this.#document = TextDocument.update(this.#document, [change], version);
    return this.#timed(() =>
      this.#connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version },
        contentChanges: [change],
      }),
    );
  }

  /** Requests the actions at an offset. Returns milliseconds. */
  lightBulb(offset: number): Promise<number> {
    const at = this.#document.positionAt(offset);
    const range = { start: at, end: at };
    return this.#answered('textDocument/codeAction', { range, context: { diagnostics: [] } });
  }

  /** Requests the hover at an offset. Returns milliseconds. */
  hover(offset: number): Promise<number> {
    return this.#answered('textDocument/hover', { position: this.#document.positionAt(offset) });
  }

  async #answered(method: string, params: object): Promise<number> {
    const started = performance.now();
    await this.#connection.sendRequest(method, { textDocument: { uri }, ...params });
    return performance.now() - started;
  }

  async #timed(notify: () => Promise<void>): Promise<number> {
    const { version } = this.#document;
    const published = new Promise<void>((resolve) => {
      this.#published = (params) => {
        if (params.uri === uri && (params.version === undefined || params.version === version)) resolve();
      };
    });
    const started = performance.now();
    await notify();
    if (this.#delivery === 'push') await published;
    else {
      const report = await this.#connection.sendRequest<DocumentDiagnosticReport>('textDocument/diagnostic', {
        textDocument: { uri },
      });
      if (report.kind !== 'full') throw new Error('The server gave no report.');
    }
    return performance.now() - started;
  }

  /** Returns the private memory of the process in MiB, or undefined if the system doesn't report it. */
  async memory(): Promise<number | undefined> {
    const status = await readFile(`/proc/${this.#child.pid}/status`, 'utf8').catch(() => '');
    const kibibytes = /RssAnon:\s+(\d+) kB/.exec(status)?.[1];
    return kibibytes === undefined ? undefined : Number(kibibytes) / 1024;
  }

  /** Ends the process, by force if it doesn't answer within two seconds. */
  async stop(): Promise<void> {
    const ended = new Promise<void>((resolve) => this.#child.once('exit', () => resolve()));
    const force = setTimeout(() => this.#child.kill('SIGKILL'), 2000);
    const exit = () => this.#connection.sendNotification('exit');
    this.#connection
      .sendRequest('shutdown')
      .then(exit, exit)
      .catch(() => undefined);
    await ended;
    clearTimeout(force);
    this.#connection.dispose();
  }
}

/** Returns a config file with this number of servers, the last of which has a mistake. */
export function configOf(servers: number): string {
  const entries = Array.from({ length: servers }, (_, index): [string, object] => [
    `server-${index}`,
    serverNumber(index, servers),
  ]);
  return JSON.stringify({ mcpServers: Object.fromEntries(entries) }, null, 2);
}

function serverNumber(index: number, servers: number): object {
  if (index === servers - 1) return { command: 'npx', timeout: -1 };
  if (index % 3 === 0)
    return { type: 'http', url: `https://example.com/${index}/mcp`, headers: { Accept: 'text/plain' } };
  return { command: 'npx', args: ['-y', `package-${index}@1.0.0`], env: { LOG_LEVEL: 'info' }, timeout: 30_000 };
}

/** Returns the offset of the edits: in the arguments of a server in the middle. */
export function middleOf(text: string): number {
  return text.indexOf('package-', Math.floor(text.length / 2)) + 'package-'.length;
}

/** The base protocol of LSP 3.17, byte for byte, without a client library. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readText, root } from '../../../scripts/lib/repository.ts';
import { settle } from '../settle.ts';
import { type Bundle, bundleServer } from './bundle.ts';

let bundle: Bundle;
beforeAll(async () => {
  bundle = bundleServer();
});
afterAll(() => bundle.remove());

interface Message {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A process and the messages it has sent. */
class Wire {
  readonly child: ChildProcess;
  readonly received: Message[] = [];
  readonly exit: Promise<number | null>;
  #buffer = Buffer.alloc(0);
  #waiting: (() => void)[] = [];

  constructor() {
    this.child = spawn(process.execPath, [bundle.script, '--stdio'], { stdio: ['pipe', 'pipe', 'ignore'] });
    this.exit = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.stdout?.on('data', (data: Buffer) => this.#read(data));
  }

  #read(data: Buffer): void {
    this.#buffer = Buffer.concat([this.#buffer, data]);
    for (;;) {
      const head = this.#buffer.indexOf('\r\n\r\n');
      const length = Number(/Content-Length: (\d+)/.exec(this.#buffer.toString('utf8', 0, Math.max(0, head)))?.[1]);
      if (head < 0 || this.#buffer.length < head + 4 + length) break;
      this.received.push(JSON.parse(this.#buffer.toString('utf8', head + 4, head + 4 + length)) as Message);
      this.#buffer = this.#buffer.subarray(head + 4 + length);
    }
    for (const wake of this.#waiting.splice(0)) wake();
  }

  send(...messages: readonly object[]): void {
    const frames = messages.map((message) => {
      const body = JSON.stringify({ jsonrpc: '2.0', ...message });
      return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    });
    this.child.stdin?.write(frames.join(''));
  }

  async response(id: number | string): Promise<Message> {
    for (;;) {
      const found = this.received.find((message) => message.id === id && message.method === undefined);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  async code(id: number, method: string, params?: unknown): Promise<number | undefined> {
    this.send({ id, method, ...(params !== undefined && { params }) });
    return (await this.response(id)).error?.code;
  }

  async initialize(): Promise<void> {
    this.send({ id: 'initialize', method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } });
    await this.response('initialize');
    this.send({ method: 'initialized', params: {} });
  }
}

const wires: Wire[] = [];
function connect(): Wire {
  const wire = new Wire();
  wires.push(wire);
  return wire;
}
afterEach(() => {
  for (const wire of wires.splice(0)) wire.child.kill('SIGKILL');
});

const textDocument = { uri: 'file:///project/.mcp.json' };
const position = { line: 0, character: 0 };
const opened = { textDocument: { ...textDocument, languageId: 'json', version: 1, text: '{"mcpServers": {}}' } };

describe('server lifecycle', () => {
  test('rejects null as parameters with -32602', async () => {
    const wire = connect();
    await wire.initialize();
    const methods = [
      'textDocument/hover',
      'textDocument/diagnostic',
      'workspace/symbol',
      'switchyard/serverDefinition',
    ];
    for (const [id, method] of methods.entries())
      expect([method, await wire.code(id, method, null)]).toEqual([method, -32602]);
    expect(await wire.code(9, 'shutdown', null)).toBeUndefined();
  });

  test('rejects any request before initialize with -32002', async () => {
    const wire = connect();
    const methods = ['textDocument/hover', 'workspace/symbol', 'switchyard/servers', 'nonsense', 'shutdown'];
    for (const [id, method] of methods.entries())
      expect([method, await wire.code(id, method, { textDocument, position, query: '' })]).toEqual([method, -32002]);
  });

  test('drops notifications before initialize', async () => {
    const wire = connect();
    wire.send({ method: 'textDocument/didOpen', params: opened });
    await wire.initialize();
    wire.send({ id: 1, method: 'textDocument/documentSymbol', params: { textDocument } });
    expect((await wire.response(1)).result).toBeNull();
    expect(wire.received.filter(({ method }) => method === 'textDocument/publishDiagnostics')).toEqual([]);
  });

  test.each([
    [{}],
    [{ capabilities: null }],
    [
      {
        processId: null,
        rootUri: null,
        workspaceFolders: null,
        initializationOptions: null,
        capabilities: { workspace: null },
      },
    ],
    [
      {
        capabilities: {
          workspace: { workspaceFolders: null, configuration: null },
          textDocument: { completion: null },
        },
      },
    ],
    [
      {
        locale: null,
        capabilities: { textDocument: { completion: { completionItem: { insertTextModeSupport: null } } } },
      },
    ],
  ])('answers initialize with %j', async (params) => {
    const wire = connect();
    expect(await wire.code(1, 'initialize', params)).toBeUndefined();
    wire.send({ method: 'initialized', params: {} }, { method: 'textDocument/didOpen', params: opened });
    expect(
      await wire.code(2, 'textDocument/completion', { textDocument, position: { line: 0, character: 16 } }),
    ).toBeUndefined();
  });

  test('rejects a second initialize with -32600', async () => {
    const wire = connect();
    await wire.initialize();
    expect(await wire.code(1, 'initialize', { processId: null, rootUri: null, capabilities: {} })).toBe(-32600);
  });

  test('rejects any request after shutdown with -32600', async () => {
    const wire = connect();
    await wire.initialize();
    expect(await wire.code(0, 'shutdown')).toBeUndefined();
    expect((await wire.response(0)).result).toBeNull();
    const methods = ['textDocument/hover', 'workspace/symbol', 'textDocument/diagnostic', 'switchyard/servers'];
    for (const [index, method] of [...methods, 'nonsense', 'shutdown'].entries()) {
      const code = await wire.code(index + 1, method, { textDocument, position, query: '' });
      expect([method, code]).toEqual([method, -32600]);
    }
  });

  test('exits with code 0 if exit or the end of input follows shutdown', async () => {
    for (const end of [(wire: Wire) => wire.send({ method: 'exit' }), (wire: Wire) => wire.child.stdin?.end()]) {
      const wire = connect();
      await wire.initialize();
      await wire.code(1, 'shutdown');
      end(wire);
      expect(await wire.exit).toBe(0);
    }
  });

  test('exits with code 1 after exit or the end of input without shutdown', async () => {
    for (const end of [(wire: Wire) => wire.send({ method: 'exit' }), (wire: Wire) => wire.child.stdin?.end()]) {
      const wire = connect();
      await wire.initialize();
      end(wire);
      expect(await wire.exit).toBe(1);
    }
  });
});

describe('a running server', () => {
  test('rejects requests with invalid params (-32602)', async () => {
    const wire = connect();
    await wire.initialize();
    wire.send({ method: 'textDocument/didOpen', params: opened });
    const requests: readonly (readonly [method: string, params: unknown])[] = [
      ['textDocument/hover', {}],
      ['textDocument/hover', []],
      ['textDocument/hover', { textDocument }],
      ['textDocument/hover', { textDocument: { uri: 7 }, position }],
      ['textDocument/hover', { textDocument, position: { line: '0', character: 0 } }],
      ['textDocument/completion', { textDocument, position: null }],
      ['textDocument/codeAction', { textDocument, range: {}, context: { diagnostics: [] } }],
      ['textDocument/rename', { textDocument, position }],
      ['textDocument/documentSymbol', { textDocument: null }],
      ['textDocument/selectionRange', { textDocument, positions: [7] }],
      ['textDocument/formatting', { textDocument }],
      ['textDocument/inlayHint', { textDocument }],
      ['textDocument/diagnostic', {}],
      ['workspace/symbol', { query: 7 }],
      ['switchyard/convert', {}],
      ['switchyard/editServers', { changes: 'all' }],
    ];
    for (const [id, [method, params]] of requests.entries())
      expect([method, params, await wire.code(id, method, params)]).toEqual([method, params, -32602]);
  });

  test('rejects an unknown request with -32601 and ignores unknown notifications', async () => {
    const wire = connect();
    await wire.initialize();
    wire.send(
      { method: 'nonsense' },
      { method: '$/nonsense', params: {} },
      { method: '$/setTrace', params: { value: 'off' } },
    );
    expect(await wire.code(1, 'nonsense')).toBe(-32601);
    expect(await wire.code(2, 'workspace/symbol', { query: '' })).toBeUndefined();
  });

  test('responds to requests after notifications with invalid params', async () => {
    const wire = connect();
    await wire.initialize();
    for (const method of [
      'textDocument/didOpen',
      'textDocument/didChange',
      'textDocument/didClose',
      'textDocument/didSave',
    ])
      for (const params of [{}, { textDocument: null }, { textDocument, contentChanges: [{ text: 7 }] }, []])
        wire.send({ method, params });
    expect(await wire.code(1, 'workspace/symbol', { query: '' })).toBeUndefined();
  });

  test('cancels a queued request with -32800', async () => {
    const wire = connect();
    await wire.initialize();
    // In one write, so that the cancellation arrives before the request starts.
    wire.send(
      { id: 1, method: 'workspace/symbol', params: { query: '' } },
      { id: 2, method: 'workspace/symbol', params: { query: '' } },
      { method: '$/cancelRequest', params: { id: 2 } },
      { method: '$/cancelRequest', params: { id: 99 } },
    );
    expect((await wire.response(2)).error?.code).toBe(-32800);
    expect((await wire.response(1)).error).toBeUndefined();
  });

  test('responds to requests with string IDs in order', async () => {
    const wire = connect();
    await wire.initialize();
    wire.send(...['a', 'b', 'c'].map((id) => ({ id, method: 'workspace/symbol', params: { query: '' } })));
    await wire.response('c');
    expect(wire.received.flatMap(({ id }) => (typeof id === 'string' && id.length === 1 ? [id] : []))).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  test('reads messages split at every byte, with all headers of the protocol', async () => {
    const wire = connect();
    const body = Buffer.from(
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { processId: null, rootUri: null, capabilities: {}, x: '😀' },
      }),
    );
    const frame = Buffer.concat([
      Buffer.from(`Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: ${body.length}\r\n\r\n`),
      body,
    ]);
    for (const byte of frame) {
      wire.child.stdin?.write(Buffer.from([byte]));
      await settle();
    }
    expect((await wire.response(1)).error).toBeUndefined();
  });
});

describe('server command line', () => {
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [bundle.script, ...words], { encoding: 'utf8', input: '' });

  test('prints the version and the help', () => {
    const packaged = spawnSync(process.execPath, [path.join(root, 'server/main.ts'), '--version'], {
      encoding: 'utf8',
    });
    expect(packaged.stdout.trim()).toBe(JSON.parse(readText('package.json')).version);
    const help = run('--help');
    expect(help.status).toBe(0);
    for (const option of ['--stdio', '--node-ipc', '--socket', '--pipe', '--clientProcessId', '--version', '--help'])
      expect(help.stdout).toContain(option);
  });

  test('prints the usage and exits with code 2 without a transport', () => {
    const { status, stdout, stderr } = run();
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('Usage:');
  });

  test.each(['socket', 'pipe'])('communicates over a %s', async (kind) => {
    const server = createServer();
    const address = kind === 'pipe' ? bundle.folder.at('editor.sock') : 0;
    await new Promise<void>((resolve) =>
      server.listen(address, ...((kind === 'pipe' ? [] : ['127.0.0.1']) as []), resolve),
    );
    const listening = server.address();
    const option = typeof listening === 'object' && listening ? `--socket=${listening.port}` : `--pipe=${address}`;
    const child = spawn(process.execPath, [bundle.script, option], { stdio: 'ignore' });
    const socket = await new Promise<import('node:net').Socket>((resolve) => server.once('connection', resolve));
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { processId: null, rootUri: null, capabilities: {} },
    });
    socket.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    const text = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
    expect(text).toMatch(/^Content-Length: \d+\r\n\r\n/);
    socket.destroy();
    server.close();
    expect(await new Promise((resolve) => child.once('exit', resolve))).not.toBeNull();
  });

  test('exits when the process in --clientProcessId ends', async () => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const wire = spawn(process.execPath, [bundle.script, '--stdio', `--clientProcessId=${other.pid}`], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    other.kill('SIGKILL');
    expect(await new Promise((resolve) => wire.once('exit', resolve))).toBe(1);
  });
});

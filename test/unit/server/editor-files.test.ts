// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look
/** A server that gets its files from the editor reports nothing before they have arrived. */
import { expect, test } from 'vitest';
import type { DocumentDiagnosticReport, DocumentLink, ProtocolConnection } from 'vscode-languageserver/node';
import type { EditorRequests, FileQuery, FileState } from '../../../common/messages/protocol.ts';
import type { PlaceServers } from '../../../common/messages/tool-servers.ts';
import { machineWith } from '../../../server/config/platform.ts';
import { EditorFiles } from '../../../server/files/editor-files.ts';
import { connectInProcess } from './in-process.ts';

const project = 'file:///project';
const uri = `${project}/.omp/mcp.json`;
const other = `${project}/.mcp.json`;

/** An editor with these files, and a server without other access to files. */
class Editor {
  readonly files = new Map<string, string>();
  readonly asked: FileQuery[][] = [];
  readonly connection: ProtocolConnection;

  constructor(texts: Readonly<Record<string, string>>) {
    for (const [address, text] of Object.entries(texts)) this.files.set(address, text);
    const files = new EditorFiles((method, params) => this.#answer(method, params));
    this.connection = connectInProcess({ home: undefined, machine: machineWith(files), editorFiles: files });
  }

  async #answer<M extends keyof EditorRequests>(
    method: M,
    params: EditorRequests[M][0],
  ): Promise<EditorRequests[M][1]> {
    if (method !== 'switchyard/readFiles') return [] as unknown as EditorRequests[M][1];
    const queries = params as FileQuery[];
    this.asked.push(queries);
    // Slower than the server, so that it must wait.
    await new Promise((resolve) => setTimeout(resolve, 20));
    const states = queries.map((query): FileState | null => {
      const text = this.files.get(query.uri);
      return text === undefined ? null : { kind: 'file', stamp: text, text };
    });
    return states as unknown as EditorRequests[M][1];
  }

  async start(): Promise<void> {
    await this.connection.sendRequest('initialize', {
      processId: null,
      rootUri: project,
      capabilities: { textDocument: { diagnostic: {} } },
      initializationOptions: { trusted: true, readsFiles: true },
    });
    await this.connection.sendNotification('initialized', {});
  }

  async codes(): Promise<unknown[]> {
    const text = this.files.get(uri) ?? '';
    const textDocument = { uri, languageId: 'json', version: 1, text };
    await this.connection.sendNotification('textDocument/didOpen', { textDocument });
    const report = await this.connection.sendRequest<DocumentDiagnosticReport>('textDocument/diagnostic', {
      textDocument: { uri },
    });
    return report.kind === 'full' ? report.items.map(({ code }) => code) : [];
  }

  async servers(refreshFromDisk: boolean): Promise<readonly string[]> {
    const [place] = await this.connection.sendRequest<PlaceServers[]>('switchyard/servers', { refreshFromDisk });
    return place?.servers.map(({ name, state }) => `${name} ${state}`) ?? [];
  }
}

const config = (servers: object, rest: object = {}) => JSON.stringify({ mcpServers: servers, ...rest });

test('requests wait for the files that they need, which are read in at most three messages', async () => {
  const editor = new Editor({
    [uri]: config({ a: { command: 'x' } }),
    [other]: config({ a: { command: 'y' }, b: { command: 'z' } }),
  });
  await editor.start();
  expect(await editor.servers(false)).toEqual(['a inEffect', 'a overridden', 'b inEffect']);
  expect(editor.asked.length).toBeLessThanOrEqual(3);
});

test('settings in YAML, and the files that they lead to, are read before the first report', async () => {
  const editor = new Editor({
    [uri]: config({ a: { command: 'x' } }),
    [other]: config({ b: { command: 'z' } }),
    [`${project}/.omp/config.yml`]: 'disabledExtensions:\n  - mcp:a\n',
  });
  await editor.start();
  expect(await editor.servers(false)).toEqual(['a disabled', 'b inEffect']);
});

test('links to files are returned once it is known which files exist', async () => {
  const text = config({ a: { command: 'node', args: ['server.js'] }, b: { command: 'node', args: ['missing.js'] } });
  const editor = new Editor({ [uri]: text, [`${project}/server.js`]: '' });
  await editor.start();
  await editor.codes();
  const links = await editor.connection.sendRequest<DocumentLink[]>('textDocument/documentLink', {
    textDocument: { uri },
  });
  expect(links.map(({ target }) => target)).toEqual([`${project}/server.js`]);
});

test('files are read again on a refresh from disk and after a change', async () => {
  const editor = new Editor({ [uri]: config({ a: { command: 'x' } }) });
  await editor.start();
  expect(await editor.servers(false)).toEqual(['a inEffect']);
  editor.files.set(other, config({ b: { command: 'z' } }));
  expect(await editor.servers(false)).toEqual(['a inEffect']);
  expect(await editor.servers(true)).toEqual(['a inEffect', 'b inEffect']);
  editor.files.delete(other);
  await editor.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri: other, type: 3 }] });
  expect(await editor.servers(false)).toEqual(['a inEffect']);
});

test('a file is requested once while a read is pending, and responses from before a change are ignored', async () => {
  const asked: string[][] = [];
  const answers: ((states: (FileState | null)[]) => void)[] = [];
  const files = new EditorFiles((_, params) => {
    asked.push((params as FileQuery[]).map(({ uri: address }) => address));
    return new Promise((resolve) => answers.push(resolve as (states: (FileState | null)[]) => void));
  });
  files.isAvailable = true;
  const state = (text: string): FileState => ({ kind: 'file', stamp: text, text });
  void files.load([uri], true);
  void files.load([uri, other], true);
  expect(asked).toEqual([[uri], [other]]);
  files.forget([uri]);
  const loaded = files.load([uri, other], true);
  expect(asked).toEqual([[uri], [other], [uri]]);
  answers[2]?.([state('new')]);
  answers[0]?.([state('old')]);
  answers[1]?.([null]);
  await loaded;
  expect([files.read(uri), files.read(other)]).toEqual(['new', undefined]);
  expect(files.load([uri, other], true)).toBeUndefined();
});

test('reports no problems that depend on an unknown environment or unknown programs', async () => {
  const editor = new Editor({
    [uri]: config({ a: { command: 'no-such-program', env: { T: '${NO_SUCH_VARIABLE}' } } }),
  });
  await editor.start();
  expect(await editor.codes()).toEqual([]);
});

test('files that the editor does not answer for are not missing', async () => {
  const files = new EditorFiles(() => Promise.reject(new Error('closed')));
  files.isAvailable = true;
  await files.load([uri], true);
  expect([files.kind(uri), files.stamp(uri) !== undefined, files.read(uri)]).toEqual(['unknown', true, undefined]);
});

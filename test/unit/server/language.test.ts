// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look
/** Language features and pull diagnostics as an editor requests them: a real process, real files, a real connection. */
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type {
  ClientCapabilities,
  CodeLens,
  DocumentDiagnosticReport,
  DocumentLink,
  DocumentSymbol,
  FoldingRange,
  InitializeParams,
  InlayHint,
  Location,
  RegistrationParams,
  SelectionRange,
  SemanticTokens,
  SymbolInformation,
  TextEdit,
  WorkspaceDiagnosticReport,
  WorkspaceEdit,
} from 'vscode-languageserver';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import type { PlaceServers, ServerEdits } from '../../../common/tool-servers.ts';
import { TemporaryFolder } from '../../temporary-folder.ts';
import { type Bundle, bundleServer } from './bundle.ts';
import { Editor } from './editor.ts';
import { config } from './files.ts';

let bundle: Bundle;
let root: TemporaryFolder;
const editors: Editor[] = [];

beforeAll(async () => {
  bundle = await bundleServer();
});
beforeEach(() => {
  root = new TemporaryFolder('files');
});
afterEach(() => {
  for (const editor of editors.splice(0)) editor.kill();
  root.remove();
});
afterAll(() => bundle.remove());

const at = (name: string) => root.uri(name);

function write(name: string, text: string): string {
  root.write(name, text);
  return at(name);
}

const pulling: ClientCapabilities = {
  workspace: { diagnostics: { refreshSupport: true }, workspaceEdit: { documentChanges: true } },
  textDocument: {
    diagnostic: {},
    rename: { prepareSupport: true },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
  },
};

/** Starts an editor with the folder `project` (and others), and a home folder next to it. */
async function start(
  capabilities: ClientCapabilities,
  { folders = ['project'], ...options }: { trusted?: boolean; rules?: object; folders?: string[] } = {},
): Promise<Editor> {
  const editor = Editor.overStdio(bundle.script);
  editors.push(editor);
  const params: Partial<InitializeParams> = {
    capabilities,
    workspaceFolders: folders.map((name) => ({ uri: at(name), name })),
    initializationOptions: { home: root.at('home'), ...options },
  };
  await editor.start(params);
  return editor;
}

const x = { command: 'x' };

/** Creates project, user and imported definitions with the same name. */
async function threeFiles(): Promise<{ own: string; user: string; standalone: string }> {
  return {
    own: write('project/.omp/mcp.json', config({ docs: x })),
    user: write(
      'home/.omp/agent/mcp.json',
      config({ docs: x }, { disabledServers: ['other'], enabledServers: ['docs'] }),
    ),
    standalone: write('project/.mcp.json', config({ docs: x, other: { command: '${X:-y}' } })),
  };
}

const here = (uri: string, character: number) => ({ textDocument: { uri }, position: { line: 0, character } });
const nameAt = 17;

describe('language features', () => {
  test('are announced in the server capabilities', async () => {
    const editor = Editor.overStdio(bundle.script);
    editors.push(editor);
    const { capabilities } = await editor.start({ capabilities: pulling });
    expect(capabilities).toMatchObject({
      definitionProvider: true,
      referencesProvider: true,
      documentHighlightProvider: true,
      renameProvider: { prepareProvider: true },
      documentSymbolProvider: true,
      workspaceSymbolProvider: true,
      documentLinkProvider: {},
      foldingRangeProvider: true,
      selectionRangeProvider: true,
      documentFormattingProvider: true,
      documentRangeFormattingProvider: true,
      inlayHintProvider: true,
      codeLensProvider: {},
      semanticTokensProvider: { full: true, range: true },
      diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: true },
    });
  });

  test('definition and references include files that are not open', async () => {
    const { own, user, standalone } = await threeFiles();
    const editor = await start(pulling);
    await editor.open(standalone, config({ docs: x }));
    const definitions = await editor.connection.sendRequest<Location[]>(
      'textDocument/definition',
      here(standalone, nameAt),
    );
    expect(definitions.map(({ uri }) => uri)).toEqual([own]);
    expect(definitions[0]?.range).toEqual({ start: { line: 0, character: 15 }, end: { line: 0, character: 21 } });
    const asked = { ...here(standalone, nameAt), context: { includeDeclaration: false } };
    const references = await editor.connection.sendRequest<Location[]>('textDocument/references', asked);
    expect(references.map(({ uri }) => uri)).toEqual([user]);
    const highlights = await editor.connection.sendRequest('textDocument/documentHighlight', here(standalone, nameAt));
    expect(highlights).toEqual([
      { kind: 3, range: { start: { line: 0, character: 16 }, end: { line: 0, character: 20 } } },
    ]);
  });

  test('rename sends versions for open files only and rejects invalid names with a reason', async () => {
    const { own, user, standalone } = await threeFiles();
    const editor = await start(pulling);
    await editor.open(standalone, config({ docs: x, other: x }));
    expect(await editor.connection.sendRequest('textDocument/prepareRename', here(standalone, nameAt))).toEqual({
      range: { start: { line: 0, character: 16 }, end: { line: 0, character: 20 } },
      placeholder: 'docs',
    });
    expect(await editor.connection.sendRequest('textDocument/prepareRename', here(standalone, 3))).toBeNull();
    const rename = (newName: string) =>
      editor.connection.sendRequest<WorkspaceEdit>('textDocument/rename', { ...here(standalone, nameAt), newName });
    const { documentChanges = [] } = await rename('manual');
    const summary = documentChanges.map((change) =>
      'textDocument' in change ? [change.textDocument, change.edits.length] : change,
    );
    expect(summary).toEqual([
      [{ uri: own, version: null }, 1],
      [{ uri: user, version: null }, 2],
      [{ uri: standalone, version: 1 }, 1],
    ]);
    await expect(rename('a b')).rejects.toMatchObject({
      code: -32803,
      message: expect.stringContaining("isn't a valid server name"),
    });
    await expect(rename('other')).rejects.toMatchObject({ message: expect.stringContaining('already exists') });
  });

  test('rename returns changes to clients without documentChanges support', async () => {
    const { own, user, standalone } = await threeFiles();
    const editor = await start({});
    await editor.open(standalone, config({ docs: x }));
    const edit = await editor.connection.sendRequest<WorkspaceEdit>('textDocument/rename', {
      ...here(standalone, nameAt),
      newName: 'manual',
    });
    expect(Object.keys(edit.changes ?? {})).toEqual([own, user, standalone]);
  });

  test('document symbols follow the client capabilities, and workspace symbols cover all files', async () => {
    const { standalone } = await threeFiles();
    const asked = { textDocument: { uri: standalone } };
    const tree = await start(pulling);
    await tree.open(standalone, config({ docs: x }));
    const [map] = await tree.connection.sendRequest<DocumentSymbol[]>('textDocument/documentSymbol', asked);
    expect(map).toMatchObject({ name: 'mcpServers', children: [{ name: 'docs', detail: 'stdio' }] });
    const flat = await start({});
    await flat.open(standalone, config({ docs: x }));
    const symbols = await flat.connection.sendRequest<SymbolInformation[]>('textDocument/documentSymbol', asked);
    expect(symbols.map(({ name }) => name)).toEqual(['mcpServers', 'docs', 'command']);
    const found = await flat.connection.sendRequest<SymbolInformation[]>('workspace/symbol', { query: 'dcs' });
    expect(found.map(({ name, containerName }) => `${name} ${containerName}`)).toEqual([
      'docs .omp/mcp.json',
      'docs ~/.omp/agent/mcp.json',
      'docs .mcp.json',
    ]);
  });

  test('links, folding, selection, formatting, tokens, hints, and lenses work in a config file', async () => {
    const { standalone } = await threeFiles();
    const editor = await start(pulling);
    const text = '{\n"mcpServers": {\n"docs": {"command": "npx", "args": ["pkg", "${A}"]}\n}\n}';
    await editor.open(standalone, text);
    const asked = { textDocument: { uri: standalone } };
    const whole = { start: { line: 0, character: 0 }, end: { line: 4, character: 1 } };
    const ask = <T>(method: string, params: object) =>
      editor.connection.sendRequest<T>(method, { ...asked, ...params });
    expect(await ask<DocumentLink[]>('textDocument/documentLink', {})).toMatchObject([
      { target: 'https://www.npmjs.com/package/pkg' },
    ]);
    expect(await ask<FoldingRange[]>('textDocument/foldingRange', {})).toEqual([
      { startLine: 0, endLine: 3 },
      { startLine: 1, endLine: 2 },
    ]);
    const [selection] = await ask<SelectionRange[]>('textDocument/selectionRange', {
      positions: [{ line: 2, character: 3 }],
    });
    expect(selection?.range).toEqual({ start: { line: 2, character: 1 }, end: { line: 2, character: 5 } });
    const edits = await ask<TextEdit[]>('textDocument/formatting', { options: { tabSize: 2, insertSpaces: true } });
    expect(edits.length).toBeGreaterThan(0);
    expect(edits.every(({ newText }) => newText.trim() === '')).toBe(true);
    const part = await ask<TextEdit[]>('textDocument/rangeFormatting', {
      range: { start: { line: 2, character: 0 }, end: { line: 2, character: 9 } },
      options: { tabSize: 2, insertSpaces: true },
    });
    expect(part.every(({ range }) => range.start.line >= 1 && range.end.line <= 3)).toBe(true);
    const tokens = await ask<SemanticTokens>('textDocument/semanticTokens/full', {});
    expect(tokens.data).toEqual([2, 44, 2, 1, 0, 0, 2, 1, 0, 0, 0, 1, 1, 1, 0]);
    expect(await ask('textDocument/semanticTokens/range', { range: whole })).toEqual(tokens);
    const hints = await ask<InlayHint[]>('textDocument/inlayHint', { range: whole });
    expect(hints.map(({ label }) => label)).toEqual(['overridden by .omp/mcp.json']);
    const lenses = await ask<CodeLens[]>('textDocument/codeLens', {});
    expect(lenses).toEqual([]);
  });

  test('return null for files of other tools', async () => {
    const editor = await start(pulling);
    const uri = at('project/.vscode/mcp.json');
    await editor.open(uri, config({ docs: x }));
    const params = {
      ...here(uri, nameAt),
      newName: 'x',
      context: { includeDeclaration: true },
      positions: [],
      options: {},
    };
    for (const method of [
      'definition',
      'references',
      'rename',
      'documentSymbol',
      'codeLens',
      'formatting',
      'documentLink',
    ])
      expect(await editor.connection.sendRequest(`textDocument/${method}`, params)).toBeNull();
  });
});

describe('lenses and hints', () => {
  test('are refreshed when another file is opened with different text, edited, or closed', async () => {
    const editor = await start({
      workspace: { codeLens: { refreshSupport: true }, inlayHint: { refreshSupport: true } },
    });
    const standalone = write('project/.mcp.json', config({ docs: x }));
    const own = at('project/.omp/mcp.json');
    const labels = async () => {
      const params = { textDocument: { uri: standalone }, range: { start: place(0), end: place(200) } };
      const hints = await editor.connection.sendRequest<InlayHint[]>('textDocument/inlayHint', params);
      return hints.map(({ label }) => label);
    };
    const place = (character: number) => ({ line: 0, character });
    const both = async (change: () => Promise<unknown>) => {
      const requests = ['codeLens', 'inlayHint'].map(
        (feature) =>
          new Promise<void>((resolve) => {
            editor.connection.onRequest(`workspace/${feature}/refresh`, () => {
              resolve();
              return null;
            });
          }),
      );
      await change();
      await Promise.all(requests);
    };
    await editor.open(standalone, config({ docs: x }));
    expect(await labels()).toEqual([]);
    const text = config({ docs: { command: 'y' } });
    await both(() => editor.open(own, text));
    expect(await labels()).toEqual(['overridden by .omp/mcp.json']);
    await both(() => editor.edit(own, 2, 0, text.indexOf('docs'), text.indexOf('docs') + 4, 'else'));
    expect(await labels()).toEqual([]);
    await both(() => editor.edit(own, 3, 0, text.indexOf('docs'), text.indexOf('docs') + 4, 'docs'));
    expect(await labels()).toEqual(['overridden by .omp/mcp.json']);
    await both(() => editor.connection.sendNotification('textDocument/didClose', { textDocument: { uri: own } }));
    expect(await labels()).toEqual([]);
    // A file change without a watcher event, and a refresh of the view.
    write('project/.omp/mcp.json', text);
    await both(() => editor.connection.sendRequest('switchyard/servers', { refreshFromDisk: true }));
    expect(await labels()).toEqual(['overridden by .omp/mcp.json']);
  });
});

describe('switchyard/servers', () => {
  test('returns all servers for each folder and notifies the client of changes', async () => {
    const { own, user, standalone } = await threeFiles();
    write('two/mcp.json', config({ docs: { command: 'z' } }));
    const editor = await start({}, { folders: ['project', 'two'] });
    const changed = new Promise<void>((resolve) => {
      editor.connection.onNotification('switchyard/serversChanged', resolve);
    });
    const ask = () => editor.connection.sendRequest<PlaceServers[]>('switchyard/servers');
    const told = (places: PlaceServers[]) =>
      places.map(({ folder, servers }) => [
        folder,
        servers.map(({ name, state, source }) => `${name} ${state} ${source.label}`),
      ]);
    const first = await ask();
    expect(told(first)).toEqual([
      [
        at('project'),
        [
          'docs inEffect .omp/mcp.json',
          'docs overridden ~/.omp/agent/mcp.json',
          'docs overridden .mcp.json',
          'other disabled .mcp.json',
        ],
      ],
      [at('two'), ['docs inEffect ~/.omp/agent/mcp.json', 'docs overridden mcp.json']],
    ]);
    expect(first[0]?.servers[2]).toMatchObject({
      text: 'Overridden: .omp/mcp.json defines the same name',
      reason: 'same-name',
      transport: 'stdio',
      source: { uri: standalone, level: 'project', kind: 'standalone', tool: 'the agent' },
      overriddenBy: { uri: own },
      listedAt: null,
      policy: null,
    });
    expect(first[0]?.servers[3]).toMatchObject({ reason: 'denied', listedAt: { uri: user } });
    expect(first[1]?.files.map(({ label, level, state, count }) => [label, level, state, count])).toEqual([
      ['.omp/mcp.json', 'project', 'missing', 0],
      ['~/.omp/agent/mcp.json', 'user', 'good', 1],
      ['mcp.json', 'project', 'good', 1],
    ]);
    await editor.open(own, config({ else: x }));
    await changed;
    expect(told(await ask())[0]?.[1]).toContain('else inEffect .omp/mcp.json');
  });
});

describe('switchyard/editServers', () => {
  test('returns versioned edits for open files and creates missing files', async () => {
    const cursor = write('project/.cursor/mcp.json', config({ docs: x }));
    const own = at('project/.omp/mcp.json');
    const editor = await start({});
    await editor.open(own, '\n{"mcpServers": {"a": {"command": "a"}}}');
    const folder = at('project');
    const answer = await editor.connection.sendRequest<ServerEdits>('switchyard/editServers', {
      changes: [
        { kind: 'disable', server: { folder, uri: own, name: 'a' } },
        { kind: 'disable', server: { folder, uri: cursor, name: 'docs' } },
        { kind: 'disable', server: { folder, uri: cursor, name: 'gone' } },
      ],
    });
    const user = at('home/.omp/agent/mcp.json');
    const place = (line: number, character: number) => ({
      start: { line, character },
      end: { line, character },
    });
    expect(answer).toEqual({
      edit: {
        documentChanges: [
          {
            textDocument: { uri: own, version: 1 },
            edits: [{ range: place(1, 36), newText: ', "enabled": false' }],
          },
          { kind: 'create', uri: user },
          {
            textDocument: { uri: user, version: null },
            edits: [{ range: place(0, 0), newText: '{\n  "disabledServers": ["docs"]\n}\n' }],
          },
        ],
      },
      refused: [{ index: 2, reason: '"gone" no longer exists.' }],
      omitted: [],
    });
  });

  test('returns a null edit for a missing server; proposeServer and copyServers respond', async () => {
    const own = write('project/.omp/mcp.json', config({ docs: x }));
    const editor = await start({});
    const folder = at('project');
    const ask = (method: string, params: object) => editor.connection.sendRequest(method, params);
    const server = { folder, uri: own, name: 'gone' };
    expect(await ask('switchyard/editServers', { changes: [{ kind: 'enable', server }] })).toMatchObject({
      edit: null,
    });
    expect(await ask('switchyard/proposeServer', { folder, line: 'docs' })).toEqual({
      name: 'docs-2',
      server: { command: 'docs' },
      safer: null,
    });
    expect(await ask('switchyard/proposeServer', { folder, line: '' })).toHaveProperty('problem');
    expect(await ask('switchyard/copyServers', { servers: [{ ...server, name: 'docs' }], as: 'command' })).toEqual({
      text: 'claude mcp add --scope project --transport stdio docs -- x',
      omitted: [],
    });
  });
});

describe('diagnostics that read the file system', () => {
  test.each([
    [true, ['cwd-not-found']],
    [false, []],
    [undefined, []],
  ])('report a missing folder only in a trusted workspace (trusted: %s)', async (trusted, codes) => {
    const uri = write('project/.mcp.json', config({ a: { command: 'node', cwd: 'gone' } }));
    const editor = await start({}, trusted === undefined ? {} : { trusted });
    await editor.open(uri, config({ a: { command: 'node', cwd: 'gone' } }));
    expect((await editor.codes(uri, 1)).filter((code) => code === 'cwd-not-found')).toEqual(codes);
  });
});

describe('push diagnostics', () => {
  test('are published for the other open files after an edit', async () => {
    const shows = { relatedInformation: true, tagSupport: { valueSet: [1 as const] } };
    const editor = await start({ textDocument: { publishDiagnostics: shows } });
    const [strong, weak] = [at('project/.omp/mcp.json'), at('project/.mcp.json')];
    await editor.open(strong, config({ a: x }));
    await editor.open(weak, config({ b: { command: 'y' } }));
    expect(await editor.codes(weak)).not.toContain('shadowed-by-name');
    editor.published.length = 0;
    await editor.edit(strong, 2, 0, 16, 17, 'b');
    expect(await editor.codes(weak)).toContain('shadowed-by-name');
    const shadowed = editor.published.at(-1)?.diagnostics.find(({ code }) => code === 'shadowed-by-name');
    expect(shadowed).toMatchObject({
      tags: [1],
      relatedInformation: [{ location: { uri: strong, range: { start: { line: 0, character: 15 } } } }],
    });
  });

  test('are published for open files after a change on disk', async () => {
    const editor = await start({});
    const weak = at('project/.mcp.json');
    await editor.open(weak, config({ a: x }));
    expect(await editor.codes(weak)).not.toContain('shadowed-by-name');
    editor.published.length = 0;
    const strong = write('project/.omp/mcp.json', config({ a: x }));
    await editor.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: strong, type: 1 }],
    });
    expect(await editor.codes(weak)).toContain('shadowed-by-name');
  });
});

describe('.mcp-config.json in a workspace folder', () => {
  const unpinned = config({ a: { command: 'npx', args: ['-y', 'some-package'] } });
  const severity = (editor: Editor) =>
    editor.published.at(-1)?.diagnostics.find(({ code }) => code === 'unpinned-package')?.severity;
  const rules = (severities: Record<string, string>) => JSON.stringify({ rules: severities });

  test('changes severities, and editor settings override it rule by rule', async () => {
    write('project/.mcp-config.json', rules({ 'unpinned-package': 'error', 'missing-type': 'hint' }));
    const editor = await start({});
    await editor.open(at('project/.mcp.json'), unpinned);
    await editor.codes(at('project/.mcp.json'));
    expect(severity(editor)).toBe(1);
    const other = await start({}, { rules: { 'unpinned-package': 'warning' } });
    await other.open(at('project/.mcp.json'), unpinned);
    await other.codes(at('project/.mcp.json'));
    expect(severity(other)).toBe(2);
  });

  test('is reloaded when it changes on disk or is deleted', async () => {
    const file = write('project/.mcp-config.json', rules({ 'unpinned-package': 'error' }));
    const editor = await start({});
    const uri = at('project/.mcp.json');
    await editor.open(uri, unpinned);
    await editor.codes(uri);
    expect(severity(editor)).toBe(1);
    const changed = async (type: number) => {
      editor.published.length = 0;
      await editor.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri: file, type }] });
      return editor.codes(uri);
    };
    write('project/.mcp-config.json', rules({ 'unpinned-package': 'off' }));
    expect(await changed(2)).not.toContain('unpinned-package');
    await rm(fileURLToPath(file));
    expect(await changed(3)).toContain('unpinned-package');
    expect(severity(editor)).toBe(3);
  });

  test('applies its valid parts if other parts are invalid', async () => {
    write('project/.mcp-config.json', '{ "rulez": 1, "rules": { "unpinned-package": "error", "x": 1 }, }');
    const editor = await start({});
    await editor.open(at('project/.mcp.json'), unpinned);
    await editor.codes(at('project/.mcp.json'));
    expect(severity(editor)).toBe(1);
  });
});

describe('pull diagnostics', () => {
  const pull = (editor: Editor, uri: string, previousResultId?: string) =>
    editor.connection.sendRequest<DocumentDiagnosticReport>('textDocument/diagnostic', {
      textDocument: { uri },
      ...(previousResultId !== undefined && { previousResultId }),
    });
  const wholeWorkspace = (editor: Editor, previousResultIds: { uri: string; value: string }[] = []) =>
    editor.connection.sendRequest<WorkspaceDiagnosticReport>('workspace/diagnostic', { previousResultIds });
  const codesOf = ({ items }: WorkspaceDiagnosticReport) =>
    items.map((item) => [
      item.uri,
      item.version,
      item.kind === 'full' ? item.items.map(({ code }) => code) : item.kind,
    ]);
  const bad = '{"mcpServers": {"a": {"comand": "x"}}}';

  test('replace push diagnostics and are not sent again if unchanged', async () => {
    const editor = await start(pulling);
    const uri = at('project/.mcp.json');
    await editor.open(uri, bad);
    const first = await pull(editor, uri);
    expect(first).toMatchObject({ kind: 'full', items: [{ code: 'unknown-key' }] });
    expect(await pull(editor, uri, first.resultId)).toEqual({ kind: 'unchanged', resultId: first.resultId });
    await editor.edit(uri, 2, 0, 23, 29, 'command');
    const second = await pull(editor, uri, first.resultId);
    expect(second.kind).toBe('full');
    expect(second.resultId).not.toBe(first.resultId);
    expect(editor.published).toEqual([]);
  });

  test('match the requested version or are canceled for a retry when the document changes', async () => {
    const editor = await start(pulling);
    const uri = at('project/.mcp.json');
    await editor.open(uri, bad);
    const [early] = await Promise.allSettled([pull(editor, uri), editor.edit(uri, 2, 0, 23, 29, 'command')]);
    // The edit may or may not arrive in time. In both cases, the response is for the requested version.
    if (early.status === 'rejected')
      expect(early.reason).toMatchObject({ code: -32802, data: { retriggerRequest: true } });
    else expect(early.value).toMatchObject({ items: [{ code: 'unknown-key' }] });
    const late = await pull(editor, uri);
    expect(late.kind === 'full' ? late.items.map(({ code }) => code) : late.kind).not.toContain('unknown-key');
  });

  test('for the workspace cover open and closed files in all folders, but not files of other tools', async () => {
    const one = write('project/.mcp.json', bad);
    const two = write('project/packages/deep/mcp.json', bad);
    const three = write('other/.omp/mcp.json', bad);
    write('other/.vscode/mcp.json', bad);
    write('other/node_modules/x/.mcp.json', bad);
    const user = write('home/.omp/agent/mcp.json', bad);
    const editor = await start(pulling, { folders: ['project', 'other'] });
    await editor.open(one, bad);
    const report = await wholeWorkspace(editor);
    const found = codesOf(report).toSorted();
    const codes = expect.arrayContaining(['unknown-key']);
    expect(found).toEqual(
      [
        [one, 1, codes],
        [two, null, codes],
        [three, null, codes],
        [user, null, codes],
      ]
        .toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))
        .toSorted(),
    );
  });

  test('for the workspace wait for a change on the second request and report it', async () => {
    const one = write('project/.mcp.json', bad);
    const two = write('project/mcp.json', bad.replace('"a"', '"b"'));
    const editor = await start(pulling);
    const first = await wholeWorkspace(editor);
    const known = first.items.map(({ uri, resultId }) => ({ uri, value: resultId ?? '' }));
    const waiting = wholeWorkspace(editor, known);
    // Another request gets a response in the meantime.
    expect(await editor.connection.sendRequest('textDocument/foldingRange', { textDocument: { uri: one } })).toBeNull();
    await rm(root.at('project/mcp.json'));
    await editor.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri: two, type: 3 }] });
    expect(codesOf(await waiting)).toEqual(
      expect.arrayContaining([
        [two, null, []],
        [one, null, 'unchanged'],
      ]),
    );
  });

  test('for the workspace can be canceled while waiting, and end on shutdown', async () => {
    const editor = await start(pulling);
    const source = new CancellationTokenSource();
    const params = { previousResultIds: [] };
    const waiting = editor.connection.sendRequest('workspace/diagnostic', params, source.token);
    const outcome = expect(waiting).rejects.toMatchObject({ code: -32800 });
    source.cancel();
    await outcome;
    const last = expect(editor.connection.sendRequest('workspace/diagnostic', params)).rejects.toMatchObject({
      code: -32802,
    });
    await editor.connection.sendRequest('shutdown');
    await last;
  });

  test('send a refresh request to the client when a file changes', async () => {
    const editor = await start(pulling);
    const asked = new Promise<void>((resolve) => {
      editor.connection.onRequest('workspace/diagnostic/refresh', () => {
        resolve();
        return null;
      });
    });
    const uri = write('home/.omp/agent/mcp.json', bad);
    await editor.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 1 }] });
    await asked;
  });

  test('follow added and removed workspace folders', async () => {
    const two = write('two/.mcp.json', bad);
    const editor = await start(pulling);
    const event = { added: [{ uri: at('two'), name: 'two' }], removed: [{ uri: at('project'), name: 'project' }] };
    await editor.connection.sendNotification('workspace/didChangeWorkspaceFolders', { event });
    expect((await wholeWorkspace(editor)).items.map(({ uri }) => uri)).toEqual([two]);
  });
});

describe('file watching', () => {
  test('covers locations from the settings and registers unchanged patterns only once', async () => {
    const editor = Editor.overStdio(bundle.script);
    editors.push(editor);
    const method = 'workspace/didChangeWatchedFiles';
    const registered: string[] = [];
    const watched = new Map<string, string>();
    editor.connection.onRequest('client/registerCapability', ({ registrations }: RegistrationParams) => {
      for (const one of registrations) {
        if (one.method !== method) continue;
        watched.set(one.id, JSON.stringify(one.registerOptions));
        registered.push(one.id);
      }
      return null;
    });
    editor.connection.onRequest('client/unregisterCapability', (params: { unregisterations: { id: string }[] }) => {
      for (const { id } of params.unregisterations) watched.delete(id);
      return null;
    });
    const folder = root.at('elsewhere');
    const policyFile = root.at('rules/managed.json');
    editor.settings = { userDirectory: folder, policyFile };
    await editor.start({
      capabilities: {
        workspace: {
          configuration: true,
          didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
        },
      },
      workspaceFolders: [{ uri: at('project'), name: 'project' }],
      initializationOptions: { home: root.at('home') },
    });
    await expect.poll(() => [registered.length, watched.size]).toEqual([2, 1]);
    const [patterns = ''] = watched.values();
    expect(patterns).toContain(JSON.stringify({ globPattern: { baseUri: at('elsewhere'), pattern: 'mcp.json' } }));
    expect(patterns).toContain(JSON.stringify({ globPattern: { baseUri: at('rules'), pattern: 'managed.json' } }));
    await editor.connection.sendNotification('workspace/didChangeConfiguration', { settings: {} });
    await editor.connection.sendRequest('switchyard/servers');
    expect(registered).toHaveLength(2);
  });

  /** Returns the patterns as JSON. */
  async function patternsIn(folder: string, relativePatternSupport: boolean): Promise<string> {
    const editor = Editor.overStdio(bundle.script);
    editors.push(editor);
    const registered = new Promise<RegistrationParams>((resolve) => {
      editor.connection.onRequest('client/registerCapability', (params: RegistrationParams) => {
        if (params.registrations.some(({ method }) => method === 'workspace/didChangeWatchedFiles')) resolve(params);
        return null;
      });
    });
    await editor.start({
      capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport } } },
      workspaceFolders: [{ uri: at(folder), name: folder }],
      initializationOptions: { home: root.at('home') },
    });
    const { registrations } = await registered;
    return JSON.stringify(registrations[0]?.registerOptions);
  }

  test('covers config files inside and outside the workspace folders', async () => {
    const patterns = await patternsIn('project', true);
    for (const pattern of [
      '**/mcp.json',
      '**/.mcp.json',
      '**/.mcp-config.json',
      '**/.cursor/mcp.json',
      '**/opencode.json',
    ])
      expect(patterns).toContain(`{"globPattern":"${pattern}"}`);
    expect(patterns).toContain(JSON.stringify({ globPattern: { baseUri: at('home'), pattern: '.claude.json' } }));
  });

  test('covers user-level files if the home folder is a workspace folder', async () => {
    const patterns = await patternsIn('home', true);
    for (const [folder, pattern] of [
      ['home', '.claude.json'],
      ['home/.codeium/windsurf', 'mcp_config.json'],
      ['home/.omp/agent', 'config.yml'],
    ] as const)
      expect(patterns).toContain(JSON.stringify({ globPattern: { baseUri: at(folder), pattern } }));
    const plain = await patternsIn('home', false);
    for (const pattern of ['.claude.json', '.codeium/windsurf/mcp_config.json', '.omp/agent/config.yml'])
      expect(plain).toContain(`{"globPattern":"**/${pattern}"}`);
  });
});

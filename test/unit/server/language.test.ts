// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look
/** Language features as an editor requests them: a real process, real files, a real connection. */
import { describe, expect, test } from 'vitest';
import type {
  CodeLens,
  DocumentLink,
  DocumentSymbol,
  FoldingRange,
  InlayHint,
  Location,
  SelectionRange,
  SemanticTokens,
  SymbolInformation,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver';
import type { PlaceServers, ServerEdits } from '../../../common/messages/tool-servers.ts';
import { readText } from '../../../scripts/lib/repository.ts';
import { serverCapabilities } from '../../../server/protocol/features.ts';
import { LanguageFeatures } from '../../../server/protocol/language-features.ts';
import { Editor } from './editor.ts';
import {
  at,
  bundle,
  editors,
  here,
  nameAt,
  pulling,
  start,
  threeFiles,
  useFiles,
  write,
  x,
} from './editor-with-files.ts';
import { config } from './files.ts';

useFiles();

describe('language features', () => {
  test('are announced in the server capabilities', async () => {
    const editor = Editor.overStdio(bundle.script);
    editors.push(editor);
    const { capabilities } = await editor.start({ capabilities: pulling });
    const { textDocumentSync: _sync, workspace: _workspace, ...features } = capabilities;
    expect(features).toEqual({
      completionProvider: expect.anything(),
      hoverProvider: true,
      codeActionProvider: expect.objectContaining({ resolveProvider: true }),
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
      semanticTokensProvider: expect.objectContaining({ full: true, range: true }),
      diagnosticProvider: { identifier: 'switchyard', interFileDependencies: true, workspaceDiagnostics: true },
    });
  });

  test('have a handler each, are announced, and are measured as texts grow', () => {
    const handlers = readText('server/protocol/features.ts');
    const methods = Object.getOwnPropertyNames(LanguageFeatures.prototype).filter((name) => name !== 'constructor');
    expect(methods.filter((name) => !handlers.includes(`on.${name}(`))).toEqual([]);
    const named = handlers.matchAll(/connection\.(?:on|languages\.)(\w+?)(?:Request|\.on|\.onRange)?\(/g);
    const singular = (name: string) => name.toLowerCase().replace(/s$/, '');
    const handled = new Set([...named].map(([, name = '']) => singular(name)));
    const announced = Object.keys(serverCapabilities({})).map((name) => singular(name.replace(/Provider$/, '')));
    // Parts of others.
    for (const part of ['', 'preparerename', 'codeactionresolve']) handled.delete(part);
    expect([...handled].sort()).toEqual([...announced].sort());
    const growth = readText('test/unit/server/growth-probe.ts').toLowerCase().replaceAll('/', '');
    const isMeasured = (name: string) => growth.includes(`'${name}`);
    const measured = [...handled].filter((name) => isMeasured(name) || isMeasured(name.replace('document', '')));
    expect(measured).toEqual([...handled]);
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
    // Oh My Pi is used here.
    write('project/.omp/config.yml', '');
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
      source: { uri: standalone, level: 'project', kind: 'standalone', tool: 'Oh My Pi' },
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

describe('the client', () => {
  test('is not notified again when a document that it has changed is saved', async () => {
    const { own } = await threeFiles();
    const editor = await start({});
    let notified = 0;
    editor.connection.onNotification('switchyard/serversChanged', () => void notified++);
    const list = () => editor.connection.sendRequest<PlaceServers[]>('switchyard/servers', { refreshFromDisk: true });
    await list();
    await editor.open(own, config({ docs: x }));
    write('project/.omp/mcp.json', config({ docs: x }));
    await list();
    await editor.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri: own, type: 2 }] });
    await list();
    expect(notified).toBe(1);
    await editor.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: at('project/.mcp.json'), type: 2 }],
    });
    await list();
    expect(notified).toBe(2);
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
    const place = (line: number, character: number) => ({ start: { line, character }, end: { line, character } });
    expect(answer).toEqual({
      edit: {
        documentChanges: [
          { textDocument: { uri: own, version: 1 }, edits: [{ range: place(1, 36), newText: ', "enabled": false' }] },
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
    // Of another agent, whose file Oh My Pi doesn't read.
    const uri = write('project/.qwen/settings.json', config({ web: { command: 'y' } }));
    const servers = [{ folder, uri, name: 'web', agent: 'qwen-code' }];
    const copied = ask('switchyard/copyServers', { servers, as: 'command' });
    expect(await copied).toEqual({ text: 'claude mcp add --scope project --transport stdio web -- y', omitted: [] });
  });
});

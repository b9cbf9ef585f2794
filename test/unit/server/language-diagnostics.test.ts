// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look
/** Diagnostics as an editor receives them, and file watching: a real process, real files, a real connection. */
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { DocumentDiagnosticReport, RegistrationParams, WorkspaceDiagnosticReport } from 'vscode-languageserver';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import { Editor } from './editor.ts';
import { at, bundle, editors, pulling, root, start, useFiles, write, x } from './editor-with-files.ts';
import { config } from './files.ts';

useFiles();

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
    // Claude Code uses it.
    expect(shadowed?.tags).toBeUndefined();
    expect(shadowed).toMatchObject({
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

describe('the chosen agent', () => {
  const text = config({
    a: { type: 'streamable-http', url: 'https://a.example/mcp', headers: { X: '$' + '{env:T}' } },
  });

  test('is named in sentences about agents, and what it accepts is not an error', async () => {
    const uri = write('project/.mcp.json', text);
    const told = async (editor: Awaited<ReturnType<typeof start>>) => {
      editor.published.length = 0;
      await editor.connection.sendNotification('switchyard/chooseAgent', { agent: 'claude-code' });
      await expect.poll(() => editor.published.length).toBeGreaterThan(0);
      return editor.published.at(-1)?.diagnostics.map(({ severity, message }) => `${severity} ${message}`);
    };
    const editor = await start({});
    await editor.open(uri, text);
    expect(await editor.codes(uri)).toContain('unknown-transport');
    const after = await told(editor);
    expect(after).toContain(`3 Claude Code accepts the type "streamable-http", but the format doesn't.`);
    expect(after?.some((each) => each.startsWith('1 '))).toBe(false);
    expect(after?.join()).not.toContain('Oh My Pi');
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

  test('are pushed until an editor pulls, and then cleared', async () => {
    const editor = await start(pulling);
    const uri = at('project/.mcp.json');
    await editor.open(uri, bad);
    await expect.poll(() => editor.published.map(({ diagnostics }) => diagnostics.length)).toEqual([1]);
    expect(await pull(editor, uri)).toMatchObject({ kind: 'full', items: [{ code: 'unknown-key' }] });
    await editor.edit(uri, 2, 0, 23, 29, 'command');
    await pull(editor, uri);
    expect(editor.published.map(({ diagnostics }) => diagnostics.length)).toEqual([1, 0]);
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

/** The whole server, bundled as shipped, in a separate process, used as an editor does. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CompletionList, Hover } from 'vscode-languageserver';
import { TemporaryFolder } from '../../temporary-folder.ts';
import { type Bundle, bundleServer } from './bundle.ts';
import { Editor } from './editor.ts';

const uri = 'file:///project/.mcp.json';
const text = '{\n  "mcpServers": {\n    "docs": {"comand": "x"}\n  }\n}';
const snippets = { textDocument: { completion: { completionItem: { snippetSupport: true } } } };

let bundled: Bundle | undefined;
const editors: Editor[] = [];

function connect(how: 'overStdio' | 'overIpc' = 'overStdio'): Editor {
  const editor = Editor[how](bundled?.script ?? '');
  editors.push(editor);
  return editor;
}

beforeAll(async () => {
  bundled = bundleServer();
});
afterEach(() => {
  for (const editor of editors.splice(0)) editor.kill();
});
afterAll(() => bundled?.remove());

test('the first report already follows the settings files, whose parser is loaded for it', async () => {
  const folder = new TemporaryFolder('settings');
  folder.write('.omp/config.yml', 'disabledProviders: [native]\n');
  folder.write('.omp/mcp.json', '{"mcpServers": {"a": {"command": "x"}, "b": {"command": "x"}}}');
  const editor = connect();
  await editor.start({ rootUri: folder.uri('') });
  const own = folder.uri('.omp/mcp.json');
  await editor.open(own, folder.read('.omp/mcp.json'));
  // Without the settings, one server would override the other.
  expect(await editor.codes(own, 1)).toEqual([]);
  expect(editor.published).toHaveLength(1);
  folder.remove();
});

describe.each(['overStdio', 'overIpc'] as const)('an editor connected %s', (how) => {
  test('initializes, opens and edits a document, gets hover and completion, and shuts down', async () => {
    const editor = connect(how);
    const { capabilities } = await editor.start({ capabilities: snippets });
    expect(capabilities).toMatchObject({
      textDocumentSync: { openClose: true, change: 2 },
      hoverProvider: true,
      completionProvider: {},
    });

    await editor.open(uri, text);
    expect(await editor.codes(uri, 1)).toEqual(['unknown-key']);
    expect(editor.published[0]?.diagnostics).toEqual([
      {
        range: { start: { line: 2, character: 13 }, end: { line: 2, character: 21 } },
        severity: 1,
        code: 'unknown-key',
        source: 'switchyard',
        message: 'Unknown property "comand". Did you mean "command"?',
      },
    ]);

    await editor.edit(uri, 2, 2, 14, 20, 'command');
    expect(await editor.codes(uri, 2)).toEqual([]);

    const position = { line: 2, character: 16 };
    const hover = await editor.connection.sendRequest<Hover>('textDocument/hover', { textDocument: { uri }, position });
    expect(hover.range).toEqual({ start: { line: 2, character: 13 }, end: { line: 2, character: 22 } });
    expect(JSON.stringify(hover.contents)).toContain('The program to start.');

    await editor.edit(uri, 3, 2, 27, 27, ', ');
    const end = { line: 2, character: 29 };
    const list = await editor.connection.sendRequest<CompletionList>('textDocument/completion', {
      textDocument: { uri },
      position: end,
    });
    const args = list.items.find(({ label }) => label === 'args');
    expect(args).toMatchObject({
      insertTextFormat: 2,
      textEdit: { range: { start: end, end }, newText: '"args": ["$1"]' },
    });

    expect(await editor.stop()).toBe(0);
    expect(editor.errors).toBe('');
  });
});

describe('language server', () => {
  test('applies several edits of one message in order, across lines and astral characters', async () => {
    const editor = connect();
    await editor.start();
    await editor.open(uri, '{"mcpServers": {"😀": {"command": "x"}}}');
    expect(await editor.codes(uri, 1)).toEqual(['server-name']);
    const at = (character: number) => ({ line: 0, character });
    await editor.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [
        { range: { start: at(17), end: at(19) }, text: 'a\n' },
        { range: { start: at(18), end: { line: 1, character: 0 } }, text: 'b' },
      ],
    });
    expect(await editor.codes(uri, 2)).toEqual([]);
    await editor.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: 3 },
      contentChanges: [{ text: '[]' }],
    });
    expect(await editor.codes(uri, 3)).toEqual(['top-level-not-object']);
  });

  test('publishes diagnostics for the last version of a burst of edits, not for every edit', async () => {
    const editor = connect();
    await editor.start();
    await editor.open(uri, '{"mcpServers": {"a": {"command": ""}}}');
    await editor.codes(uri, 1);
    const edits = 200;
    const sent: Promise<void>[] = [];
    for (let index = 0; index < edits; index++) sent.push(editor.edit(uri, index + 2, 0, 34 + index, 34 + index, 'x'));
    await Promise.all(sent);
    expect(await editor.codes(uri, edits + 1)).toEqual([]);
    expect(editor.published.length).toBeLessThan(edits);
    const versions = editor.published.map(({ version }) => version ?? 0);
    expect(versions).toEqual(versions.toSorted((one, other) => one - other));
  });

  test('clears the diagnostics of a closed document', async () => {
    const editor = connect();
    await editor.start();
    await editor.open(uri, text);
    expect(await editor.codes(uri, 1)).toHaveLength(1);
    await editor.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
    await editor.connection.sendRequest('textDocument/hover', {
      textDocument: { uri },
      position: { line: 0, character: 0 },
    });
    expect(editor.published.at(-1)).toEqual({ uri, diagnostics: [] });
  });

  test("provides no diagnostics, hover or completion in another tool's file", async () => {
    const editor = connect();
    await editor.start();
    const other = 'file:///project/.vscode/mcp.json';
    await editor.open(other, text);
    expect(await editor.codes(other, 1)).toEqual([]);
    const asked = { textDocument: { uri: other }, position: { line: 2, character: 16 } };
    expect(await editor.connection.sendRequest('textDocument/hover', asked)).toBeNull();
    expect(await editor.connection.sendRequest('textDocument/completion', asked)).toBeNull();
  });

  test('checks a document with the mcp-config language ID regardless of its name', async () => {
    const editor = connect();
    await editor.start();
    await editor.open('untitled:Untitled-1', text, 'mcp-config');
    expect(await editor.codes('untitled:Untitled-1', 1)).toEqual(['unknown-key']);
  });

  test('returns plain-text completions to an editor without snippet support', async () => {
    const editor = connect();
    await editor.start();
    await editor.open(uri, '{}');
    const asked = { textDocument: { uri }, position: { line: 0, character: 1 } };
    const { items } = await editor.connection.sendRequest<CompletionList>('textDocument/completion', asked);
    expect(items.map(({ insertTextFormat }) => insertTextFormat)).toEqual([1, 1, 1, 1]);
    expect(items.map(({ textEdit }) => textEdit?.newText).join()).not.toContain('$1');
  });

  test('checks a file of 20 MB', async () => {
    const editor = connect();
    await editor.start();
    await editor.open(uri, `{"mcpServers": {"a": {"command": "${'x'.repeat(20_000_000)}", "timeout": -1}}}`);
    expect(await editor.codes(uri, 1)).toEqual(['out-of-range']);
  });

  test('publishes the first 1,000 problems and the number of the others', async () => {
    const editor = connect();
    await editor.start();
    await editor.open(uri, JSON.stringify({ disabledServers: Array.from({ length: 1500 }, () => 'same') }));
    const codes = await editor.codes(uri, 1);
    expect(codes.length).toBe(1001);
    expect(codes.at(-1)).toBe('more-problems');
    expect(editor.published[0]?.diagnostics.at(-1)?.message).toContain('500 more');
  });
});

describe('settings', () => {
  const own = 'file:///project/.agent/mcp.json';
  const configuration = { workspace: { configuration: true, didChangeConfiguration: { dynamicRegistration: true } } };

  test('are read from the initialization options', async () => {
    const editor = connect();
    await editor.start({
      initializationOptions: { projectDirectory: '.agent', userDirectory: '~/.me', home: '/home/me' },
    });
    const codes = async (asked: string) => {
      await editor.open(asked, text);
      return editor.codes(asked, 1);
    };
    expect(await codes(own)).toEqual(['unknown-key']);
    expect(await codes('file:///home/me/.me/mcp.json')).toEqual(['unknown-key']);
    expect(await codes('file:///project/mcp.json')).toContain('unknown-key');
    expect(await codes('file:///project/.omp/mcp.json')).toEqual([]);
  });

  test('are read from workspace/configuration, and open documents are checked again', async () => {
    const editor = connect();
    editor.settings = { projectDirectory: '.agent' };
    await editor.connection.sendRequest('initialize', { processId: null, rootUri: null, capabilities: configuration });
    await editor.open(own, text);
    expect(await editor.codes(own, 1)).toEqual([]);
    editor.published.length = 0;
    await editor.connection.sendNotification('initialized', {});
    expect(await editor.codes(own, 1)).toEqual(['unknown-key']);

    editor.published.length = 0;
    editor.settings = { projectDirectory: '.omp' };
    await editor.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    expect(await editor.codes(own, 1)).toEqual([]);
  });

  test('that the editor no longer sends are those of the initialization options, or the defaults', async () => {
    const editor = connect();
    await editor.start({ initializationOptions: { projectDirectory: '.agent' } });
    await editor.open(own, '{"mcpServers": {"a": {"command": "x"}, "b": {"command": "x"}}}');
    const codesWith = async (config: object) => {
      editor.published.length = 0;
      await editor.connection.sendNotification('workspace/didChangeConfiguration', {
        settings: { switchyard: { config } },
      });
      return editor.codes(own, 1);
    };
    expect(await editor.codes(own, 1)).toEqual(['shadowed-by-connection']);
    for (const config of [{ projectDirectory: '.other' }, { rules: { 'shadowed-by-connection': 'off' } }]) {
      expect(await codesWith(config)).toEqual([]);
      expect(await codesWith({})).toEqual(['shadowed-by-connection']);
    }
  });

  test('are read from workspace/didChangeConfiguration, and invalid values are ignored', async () => {
    const editor = connect();
    await editor.start();
    await editor.connection.sendNotification('workspace/didChangeConfiguration', {
      settings: { switchyard: { config: { projectDirectory: '.agent', userDirectory: 7 } } },
    });
    await editor.open(own, text);
    expect(await editor.codes(own, 1)).toEqual(['unknown-key']);
  });
});

describe('lifecycle', () => {
  test.each(['overStdio', 'overIpc'] as const)('exits when the editor disconnects, %s', async (how) => {
    const editor = connect(how);
    await editor.start();
    editor.hangUp();
    expect(await editor.exit).toBe(1);
  });
});

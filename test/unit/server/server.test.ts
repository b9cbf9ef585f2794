/** The whole server, bundled as shipped, in a separate process, used as an editor does. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CompletionList, Hover } from 'vscode-languageserver';
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
  bundled = await bundleServer();
});
afterEach(() => {
  for (const editor of editors.splice(0)) editor.kill();
});
afterAll(() => bundled?.remove());

describe.each(['overStdio', 'overIpc'] as const)('a conversation %s', (how) => {
  test('initialize, open, change, complete, hover, shut down', async () => {
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

describe('documents', () => {
  test('edits are taken in their order, several in one message, over lines and astral characters', async () => {
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

  test('a burst of edits is answered with the last version, and not once an edit', async () => {
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

  test('closing takes the diagnostics away', async () => {
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

  test("another tool's file gets no diagnostics, no hover, no completion", async () => {
    const editor = connect();
    await editor.start();
    const other = 'file:///project/.vscode/mcp.json';
    await editor.open(other, text);
    expect(await editor.codes(other, 1)).toEqual([]);
    const asked = { textDocument: { uri: other }, position: { line: 2, character: 16 } };
    expect(await editor.connection.sendRequest('textDocument/hover', asked)).toBeNull();
    expect(await editor.connection.sendRequest('textDocument/completion', asked)).toBeNull();
  });

  test('a document in our language is ours whatever it is called', async () => {
    const editor = connect();
    await editor.start();
    await editor.open('untitled:Untitled-1', text, 'mcp-config');
    expect(await editor.codes('untitled:Untitled-1', 1)).toEqual(['unknown-key']);
  });

  test('an editor without snippets gets plain text', async () => {
    const editor = connect();
    await editor.start();
    await editor.open(uri, '{}');
    const asked = { textDocument: { uri }, position: { line: 0, character: 1 } };
    const { items } = await editor.connection.sendRequest<CompletionList>('textDocument/completion', asked);
    expect(items.map(({ insertTextFormat }) => insertTextFormat)).toEqual([1, 1, 1, 1]);
    expect(items.map(({ textEdit }) => textEdit?.newText).join()).not.toContain('$1');
  });

  test('a file of 20 MB is answered', async () => {
    const editor = connect();
    await editor.start();
    await editor.open(uri, `{"mcpServers": {"a": {"command": "${'x'.repeat(20_000_000)}", "timeout": -1}}}`);
    expect(await editor.codes(uri, 1)).toEqual(['out-of-range']);
  });

  test('of many problems the first thousand are shown, and the number of the others', async () => {
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

  test('folders come with initialize', async () => {
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

  test('folders come with workspace/configuration, and open documents are looked at again', async () => {
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

  test('an editor without workspace/configuration sends them itself; nonsense is ignored', async () => {
    const editor = connect();
    await editor.start();
    await editor.connection.sendNotification('workspace/didChangeConfiguration', {
      settings: { switchyard: { config: { projectDirectory: '.agent', userDirectory: 7 } } },
    });
    await editor.open(own, text);
    expect(await editor.codes(own, 1)).toEqual(['unknown-key']);
  });
});

describe('beginning and end', () => {
  test('a request before initialize is refused', async () => {
    const editor = connect();
    const asked = { textDocument: { uri }, position: { line: 0, character: 0 } };
    await expect(editor.connection.sendRequest('textDocument/hover', asked)).rejects.toMatchObject({ code: -32002 });
  });

  test('a second initialize, and a request after shutdown, are refused', async () => {
    const editor = connect();
    await editor.start();
    await expect(editor.start()).rejects.toMatchObject({ code: -32600 });
    await editor.connection.sendRequest('shutdown');
    const asked = { textDocument: { uri }, position: { line: 0, character: 0 } };
    await expect(editor.connection.sendRequest('textDocument/hover', asked)).rejects.toMatchObject({ code: -32600 });
  });

  test('an unknown request is answered with an error, and the conversation goes on', async () => {
    const editor = connect();
    await editor.start();
    await expect(editor.connection.sendRequest('textDocument/nonsense', {})).rejects.toMatchObject({ code: -32601 });
    await editor.open(uri, text);
    expect(await editor.codes(uri, 1)).toEqual(['unknown-key']);
  });

  test('exit without shutdown is an exit code of 1', async () => {
    const editor = connect();
    await editor.start();
    await editor.connection.sendNotification('exit');
    expect(await editor.exit).toBe(1);
  });

  test.each(['overStdio', 'overIpc'] as const)('the server ends with its editor, %s', async (how) => {
    const editor = connect(how);
    await editor.start();
    editor.hangUp();
    expect(await editor.exit).toBe(1);
  });
});

/** Conversion requests of an editor: a real process, real files, a real connection. */
import { describe, expect, test } from 'vitest';
import type { CodeAction, CodeLens } from 'vscode-languageserver';
import { clientCommands } from '../../../common/messages/client-commands.ts';
import type { Conversion, ConversionFailure, ConversionRequests, Paste } from '../../../common/messages/conversion.ts';
import { Editor } from './editor.ts';
import { at, bundle, editors, root, useFiles, write } from './editor-with-files.ts';
import { config } from './files.ts';

useFiles();

/** Starts an editor with a project at `project` and a home folder at `home`. */
async function open(options: object = {}): Promise<Editor> {
  const editor = Editor.overStdio(bundle.script);
  editors.push(editor);
  await editor.start({
    workspaceFolders: [{ uri: at('project'), name: 'project' }],
    initializationOptions: { home: root.at('home'), ...options },
  });
  return editor;
}

describe('switchyard/convert', () => {
  test('converts JSON, TOML, YAML, and command lines', async () => {
    const { connection } = await open();
    const names = async (text: string): Promise<string[]> => {
      const result = await connection.sendRequest<Conversion>('switchyard/convert', { text, to: 'oh-my-pi' });
      return result.servers.map(({ name }) => name);
    };
    expect(await names(config({ a: { command: 'x' } }))).toEqual(['a']);
    expect(await names('[mcp_servers.b]\ncommand = "x"\n')).toEqual(['b']);
    expect(await names('mcpServers:\n  - name: c\n    command: x\n')).toEqual(['c']);
    expect(await names('claude mcp add d -- npx -y d')).toEqual(['d']);
  });

  test('returns the reason if it can’t convert', async () => {
    const { connection } = await open();
    const answer = await connection.sendRequest<ConversionFailure>('switchyard/convert', { text: '{', to: 'oh-my-pi' });
    expect(answer).toEqual({ failure: 'broken', message: "The text isn't valid JSON (line 1). Fix it first." });
  });
});

test('switchyard/importPlaces lists the sources and the target files', async () => {
  write('project/.cursor/mcp.json', config({ a: { command: 'x' }, b: { command: 'y' } }));
  write('project/.mcp.json', config({}));
  write('home/.codex/config.toml', '[mcp_servers.docs]\ncommand = "x"\n');
  write('home/.config/Claude/claude_desktop_config.json', '{ broken');
  const local = { [root.at('project')]: { mcpServers: { c: { command: 'z' } } } };
  write('home/.claude.json', JSON.stringify({ projects: local }));
  const { connection } = await open();
  const places =
    await connection.sendRequest<ConversionRequests['switchyard/importPlaces'][1]>('switchyard/importPlaces');
  expect(places.sources).toEqual([
    { uri: at('home/.claude.json'), label: '~/.claude.json', tool: 'Claude Code', level: 'user', servers: 1 },
    { uri: at('project/.cursor/mcp.json'), label: '.cursor/mcp.json', tool: 'Cursor', level: 'project', servers: 2 },
    { uri: at('home/.codex/config.toml'), label: '~/.codex/config.toml', tool: 'Codex', level: 'user', servers: 1 },
    {
      uri: at('home/.config/Claude/claude_desktop_config.json'),
      label: '~/.config/Claude/claude_desktop_config.json',
      tool: 'Claude Desktop',
      level: 'user',
      servers: 0,
    },
  ]);
  expect(places.targets.map(({ label, level, exists }) => `${label} ${level} ${exists}`)).toEqual([
    '.omp/mcp.json project false',
    '~/.omp/agent/mcp.json user false',
    '.mcp.json project true',
  ]);
  // Cursor is found in the project, so its file is offered first.
  expect(places.shown).toEqual({
    ...{ uri: at('project/.cursor/mcp.json'), label: '.cursor/mcp.json', level: 'project', exists: true },
    ...{ format: 'cursor', agent: 'Cursor' },
  });
});

test('switchyard/importPlaces offers the file that the shown agent reads, shared or its own', async () => {
  const shownWith = async (files: Readonly<Record<string, string>>) => {
    for (const [file, text] of Object.entries(files)) write(`project/${file}`, text);
    const { connection } = await open();
    const { shown } =
      await connection.sendRequest<ConversionRequests['switchyard/importPlaces'][1]>('switchyard/importPlaces');
    return shown === null ? null : `${shown.agent}: ${shown.label} as ${shown.format}, ${shown.exists}`;
  };
  expect(await shownWith({ 'CLAUDE.md': '' })).toBe('Claude Code: .mcp.json as claude-code, false');
  expect(await shownWith({ '.mcp.json': config({}) })).toBe('Claude Code: .mcp.json as claude-code, true');
  expect(await shownWith({ '.omp/mcp.json': config({}) })).toBeNull();
});

test('switchyard/paste uses the unsaved document', async () => {
  const uri = write('project/mcp.json', '');
  const editor = await open();
  await editor.open(uri, '{\n  "mcpServers": {\n    \n  }\n}\n');
  const ask = (text: string) =>
    editor.connection.sendRequest<Paste | null>('switchyard/paste', { uri, position: { line: 2, character: 4 }, text });
  expect((await ask('npx -y docs'))?.names).toEqual(['docs']);
  expect(await ask('some words')).toBeNull();
  await editor.edit(uri, 2, 2, 0, 4, '    "docs": {}');
  const inName = { line: 2, character: 6 };
  const answer = await editor.connection.sendRequest('switchyard/paste', {
    uri,
    position: inName,
    text: 'npx -y docs',
  });
  expect(answer).toBeNull();
});

const foreign = '{"servers": {"a": {"command": "x"}, "b": {"command": "y"}}}';
const own = config({ a: { command: 'x' }, b: { command: 'y' } });

describe('lenses', () => {
  const lenses = async (text: string, options: object): Promise<CodeLens['command'][]> => {
    const uri = write('project/mcp.json', text);
    const editor = await open(options);
    await editor.open(uri, text);
    const found = await editor.connection.sendRequest<CodeLens[]>('textDocument/codeLens', { textDocument: { uri } });
    return found.map(({ command }) => command);
  };

  test('have commands if the editor supports them, one for each server', async () => {
    const { copyFor, convertTo, convert, test: tried } = clientCommands;
    const uri = at('project/mcp.json');
    expect(await lenses(own, { commands: true })).toEqual([
      { title: 'Copy all…', command: copyFor, arguments: [uri] },
      { title: 'Convert to…', command: convertTo, arguments: [uri] },
      { title: 'Test', command: tried, arguments: [uri, 'a'] },
      { title: 'Test', command: tried, arguments: [uri, 'b'] },
    ]);
    expect(await lenses(foreign, { commands: true })).toEqual([
      { title: 'Convert to Oh My Pi format', command: convert, arguments: [uri] },
    ]);
  });

  test('aren’t sent to other editors', async () => {
    expect(await lenses(own, {})).toEqual([]);
    expect(await lenses(foreign, {})).toEqual([]);
  });
});

describe('the fix of a file in another format', () => {
  const title = 'Convert to Oh My Pi format';
  const fix = async (text: string, options: object): Promise<CodeAction | undefined> => {
    const uri = write('project/mcp.json', text);
    const editor = await open(options);
    await editor.open(uri, text);
    const actions = await editor.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri },
      range: { start: { line: 0, character: 0 }, end: { line: 0, character: text.length } },
      context: { diagnostics: [] },
    });
    return actions.find((action) => action.title.startsWith(title));
  };

  test('is an edit', async () => {
    const uri = at('project/mcp.json');
    for (const text of [
      foreign,
      '{"a": {"command": "x"}}',
      '{"$schema": "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json", "mcpServers": {"a": {"type": "streamable-http", "url": "https://example.com"}}}',
    ]) {
      const [edit] = (await fix(text, {}))?.edit?.changes?.[uri] ?? [];
      expect(Object.keys(JSON.parse(edit?.newText ?? '').mcpServers)).toContain('a');
    }
  });

  test('is our command if the editor supports it, so that it can show the report', async () => {
    const action = await fix(foreign, { commands: true });
    expect(action?.edit).toBeUndefined();
    expect(action?.command).toMatchObject({ command: clientCommands.convert, arguments: [at('project/mcp.json')] });
  });

  test('is not offered for a file in our own format', async () => {
    expect(await fix('{"mcpServers": {"a": {"comand": "x"}}}', {})).toBeUndefined();
  });
});

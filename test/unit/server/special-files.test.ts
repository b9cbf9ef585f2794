/** Files that can't be read or never end, at all paths that the server reads. */
import { execFileSync } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TemporaryFolder } from '../../temporary-folder.ts';
import { type Bundle, bundleServer } from './bundle.ts';
import { Editor } from './editor.ts';

let bundle: Bundle;
beforeAll(async () => {
  bundle = bundleServer();
});
afterAll(() => bundle.remove());

const paths = [
  ...'project/.mcp.json project/mcp.json project/.omp/mcp.json project/.vscode/mcp.json'.split(' '),
  ...'project/.cursor/mcp.json project/.codex/config.toml home/.omp/agent/mcp.json home/.claude.json'.split(' '),
];

const kinds: Readonly<Record<string, (file: string) => Promise<unknown> | unknown>> = {
  pipe: (file) => execFileSync('mkfifo', [file]),
  socket: (file) => new Promise<void>((resolve) => createServer().unref().listen(file, resolve)),
  device: (file) => symlink('/dev/zero', file),
  folder: (file) => mkdir(file),
  'link to itself': (file) => symlink(file, file),
  'link to nothing': (file) => symlink('/there/is/nothing', file),
};

describe.skipIf(process.platform === 'win32')('a server whose config files are not regular files', () => {
  test.each(Object.keys(kinds))('answers other requests and exits if each one is a %s', async (kind) => {
    const root = new TemporaryFolder('special');
    for (const one of paths) {
      await mkdir(path.dirname(root.at(one)), { recursive: true });
      await kinds[kind]?.(root.at(one));
    }
    root.write('project/packages/a/.mcp.json', '{"mcpServers": {"a": {"comand": "x"}}}');
    const editor = Editor.overStdio(bundle.script);
    await editor.start({
      capabilities: { textDocument: { diagnostic: {} } },
      workspaceFolders: [{ uri: root.uri('project'), name: 'project' }],
      initializationOptions: { home: root.at('home'), trusted: true },
    });
    await editor.open('untitled:one.mcp.json', '{"mcpServers": {}}');
    const servers = await editor.connection.sendRequest('switchyard/servers', { refreshFromDisk: true });
    expect(servers).toMatchObject([{ servers: [] }]);
    const report = await editor.connection.sendRequest<{ items: { uri: string }[] }>('workspace/diagnostic', {
      previousResultIds: [],
    });
    expect(report.items.map(({ uri }) => uri)).toContain(root.uri('project/packages/a/.mcp.json'));
    editor.hangUp();
    expect(await editor.exit).not.toBeNull();
    root.remove();
  });
});

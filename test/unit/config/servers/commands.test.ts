/** Commands on several rows, in a window with two folders that share a user-level server. */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { testConnection } from '../../../../common/connection-test/run.ts';
import type { ConfigFile, ServerChange, ServerRef } from '../../../../common/messages/tool-servers.ts';
import type { ConfigLanguage } from '../../../../src/config/client/index.ts';
import { Servers } from '../../../../src/config/servers/index.ts';
import { type AnyRow, FileRow, ServerRow } from '../../../../src/config/servers/rows.ts';
import { commands } from '../../../../src/shared/generated/names.ts';
import type { OpenPanels } from '../../../../src/shared/panels/open-panels.ts';
import { unlistedCommands } from '../../../../src/shared/unlisted-commands.ts';
import { chosen, FakeMemento, commands as registry, shown, window, workspace } from '../../fake-vscode.ts';
import { definition, tested } from '../../tool-lock/support.ts';
import { FakeFiles } from './fake-files.ts';
import { serverInfo } from './server-info.ts';

vi.mock('../../../../common/connection-test/run.ts', () => ({ testConnection: vi.fn() }));

const folders = ['file:///first', 'file:///second'];
const user = '/home/.omp/agent/mcp.json';
const nothing = () => ({ dispose: () => undefined });
const handlers = new Map<string, (...args: unknown[]) => Promise<unknown>>();
const sent: ServerChange[] = [];
let files = new FakeFiles();
let servers: Servers;

beforeEach(async () => {
  sent.length = 0;
  vi.mocked(testConnection).mockReset();
  files = new FakeFiles();
  files.disk.set(user, '{ }');
  files.install();
  Object.assign(workspace, {
    isTrusted: true,
    onDidGrantWorkspaceTrust: nothing,
    getWorkspaceFolder: () => undefined,
    createFileSystemWatcher: () => ({ onDidCreate: nothing, onDidChange: nothing, onDidDelete: nothing, ...nothing() }),
  });
  Object.assign(registry, {
    registerCommand: (id: string, run: (...args: unknown[]) => Promise<unknown>) => {
      handlers.set(id, run);
      return nothing();
    },
  });
  servers = new Servers({} as OpenPanels, config as unknown as ConfigLanguage, { version: '1.0.0' }, new FakeMemento());
  await servers.store.refresh();
});
afterEach(() => servers.dispose());

const fileIn = (folder: string): ConfigFile => ({
  uri: `${folder}/.omp/mcp.json`,
  label: '',
  level: 'project',
  kind: 'oh-my-pi',
  tool: '',
  isOwn: true,
  state: 'missing',
  count: 0,
});

const config = {
  onDidChangeServers: nothing,
  sendRequest: async (method: string, params: { changes: readonly ServerChange[] } & ServerRef) => {
    if (method === 'switchyard/servers')
      return folders.map((folder) => ({
        folder,
        agent: { id: 'oh-my-pi', reload: 'Run /mcp reload in Oh My Pi to use changes.' },
        agents: [
          { id: 'cursor', name: 'Cursor', found: 'project' },
          { id: 'codex', name: 'Codex', found: null },
        ],
        servers: ['mine', 'other'].map((name) => serverInfo(name, `file://${user}`)),
        files: [fileIn(folder)],
      }));
    if (method === 'switchyard/serverDefinition')
      return params.name === 'mine' ? { problem: "Can't connect." } : { ...definition, name: params.name };
    sent.push(...params.changes);
    if (params.changes[0]?.kind === 'enable')
      return { edit: null, refused: [{ index: 0, reason: 'A setting prevents it.', isBySetting: true }], omitted: [] };
    const range = { start: { line: 0, character: 2 }, end: { line: 0, character: 2 } };
    const textDocument = { uri: `file://${user}`, version: null };
    const edit = { documentChanges: [{ textDocument, edits: [{ range, newText: '"disabledServers": ["mine"] ' }] }] };
    return { edit, refused: [], omitted: [] };
  },
};

/** Draws the view, and returns its rows. */
const draw = async (parent?: AnyRow): Promise<AnyRow[]> => {
  const rows = await servers.tree.getChildren(parent);
  for (const row of rows) servers.tree.getTreeItem(row);
  return [...rows, ...(await Promise.all(rows.map(draw))).flat()];
};
const rowsOf = async (name: string) =>
  (await draw()).filter((row): row is ServerRow => row instanceof ServerRow && row.at.name === name);
const run = async (command: string, rows: readonly unknown[]) => handlers.get(command)?.(rows[0], rows);

describe('a user-level server that is selected in two folders', () => {
  test('is disabled once', async () => {
    await run(commands.servers.disable, await rowsOf('mine'));
    expect(sent).toEqual([{ kind: 'disable', server: (await rowsOf('mine'))[0]?.at }]);
    expect(shown).toEqual([`Disabled mine in ${user}. Run /mcp reload in Oh My Pi to use changes.`]);
  });

  test('leaves what the agent needs in the view, until it is refreshed', async () => {
    const { view } = servers.tree as unknown as { view: { message: string } };
    await run(commands.servers.disable, await rowsOf('mine'));
    expect(view.message).toBe('Run /mcp reload in Oh My Pi to use changes.');
    await run(commands.servers.refresh, []);
    expect(view.message).toBe('');
  });

  test('is moved once', async () => {
    await run(unlistedCommands.moveToProject, await rowsOf('mine'));
    expect(sent.map(({ kind }) => kind)).toEqual(['move']);
  });

  test('is copied to the project config of each folder', async () => {
    await run(unlistedCommands.copyToProject, await rowsOf('mine'));
    expect(sent.map((change) => 'to' in change && change.to.folder)).toEqual(folders);
  });

  test('is copied to the file of another agent that is used here, in each folder', async () => {
    let labels: readonly string[] = [];
    const showQuickPick = async (items: readonly { label: string }[]) => {
      labels = items.map(({ label }) => label);
      return items.find(({ label }) => label === '.cursor/mcp.json');
    };
    Object.assign(window, { showQuickPick });
    await run(commands.servers.copyTo, await rowsOf('mine'));
    expect(labels).toEqual(['(unnamed)', '.cursor/mcp.json']);
    expect(sent.map((change) => 'to' in change && change.to)).toEqual(
      folders.map((folder) => ({ folder, uri: `${folder}/.cursor/mcp.json`, agent: 'cursor' })),
    );
    expect(shown[0]).toMatch(/^Copied to \.cursor\/mcp\.json\./);
  });

  test('is dropped once', async () => {
    const refs = (await rowsOf('mine')).map(({ at }) => at);
    const file = (await draw()).find((row) => row instanceof FileRow && row.at.uri === 'file:///first/.omp/mcp.json');
    const transfer = { get: () => ({ value: refs }) };
    await servers.drag.handleDrop(file, transfer as never);
    expect(sent.map(({ kind }) => kind)).toEqual(['move']);
  });
});

test('tests the other servers if one fails, and shows its failure at the end', async () => {
  const [[mine], [other]] = [await rowsOf('mine'), await rowsOf('other')];
  vi.mocked(testConnection).mockResolvedValueOnce(tested());
  chosen.push('Start');
  await run(commands.servers.test, [mine, other]);
  expect(testConnection).toHaveBeenCalledTimes(1);
  expect(shown.at(-1)).toBe('"mine": Can\'t connect.');
});

describe('a server that a setting of Oh My Pi disables', () => {
  test('can be copied to the project config instead of being enabled', async () => {
    chosen.push('Copy to Project Config');
    const [row] = await rowsOf('mine');
    await run(commands.servers.enable, [row]);
    await expect.poll(() => sent).toHaveLength(2);
    expect(shown[0]).toBe('A setting prevents it.');
    expect(sent[1]).toEqual({
      kind: 'copy',
      server: row?.at,
      to: { folder: folders[0], uri: fileIn(folders[0] ?? '').uri },
    });
  });
});

describe('a command that changes servers', () => {
  const changing = [
    commands.servers.disable,
    commands.servers.enable,
    unlistedCommands.moveToProject,
    unlistedCommands.moveToUser,
    unlistedCommands.copyToProject,
    unlistedCommands.copyToUser,
    commands.servers.remove,
    commands.servers.rename,
    commands.servers.moveTo,
    commands.servers.copyTo,
    commands.servers.lockTools,
    unlistedCommands.pinToolsAgain,
  ];

  test.each(changing)('asks before %s if another extension passes rows or a name', async (command) => {
    let asked = 0;
    Object.assign(window, { showQuickPick: async () => void asked++ });
    const rows = (await rowsOf('mine')).map((row) => ({ ...row }));
    await handlers.get(command)?.(rows[0], rows);
    await handlers.get(command)?.(`file://${user}`, 'mine');
    // Without servers that the command applies to, the user is told so.
    expect([asked + shown.length, sent]).toEqual([2, []]);
  });
});

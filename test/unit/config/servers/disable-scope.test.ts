/** Where servers of other tools' files are disabled for Oh My Pi. */
import { afterEach, expect, test } from 'vitest';
import { type QuickPickItem, window } from 'vscode';
import type { ConfigLanguage } from '../../../../src/config/client/index.ts';
import { changesToDisable } from '../../../../src/config/servers/changing/disable-scope.ts';
import { type Server, ServerStore } from '../../../../src/config/servers/store.ts';

const project = 'file:///project';
const file = (level: 'project' | 'user', label: string) => ({
  ...{
    uri: `${project}/${label}`,
    label,
    level,
    kind: 'oh-my-pi' as const,
    isOwn: true,
    tool: 'Oh My Pi',
    state: 'good' as const,
    count: 0,
  },
});
const places = [
  { folder: project, servers: [], files: [file('project', '.omp/mcp.json'), file('user', '~/.omp/agent/mcp.json')] },
];
const server = (name: string, kind: 'oh-my-pi' | 'imported', level: 'project' | 'user', agent?: 'cursor'): Server =>
  ({
    ...{ folder: project, name, ...(agent && { agent }) },
    source: { uri: `${project}/.cursor/mcp.json`, label: '.cursor/mcp.json', level, kind, tool: 'Cursor' },
  }) as unknown as Server;
const imported = server('docs', 'imported', 'project');

let asked: readonly QuickPickItem[] = [];
let title: string | undefined;
const original = window.showQuickPick;
afterEach(() => {
  asked = [];
  Object.assign(window, { showQuickPick: original });
});

async function changes(servers: readonly [Server, ...Server[]], choice: number | undefined) {
  Object.assign(window, {
    showQuickPick: async (items: readonly QuickPickItem[], options: { readonly title: string }) => {
      asked = items;
      title = options.title;
      return choice === undefined ? undefined : items[choice];
    },
  });
  const config = { sendRequest: async () => places, onDidChangeServers: () => ({ dispose() {} }) };
  const store = new ServerStore(config as unknown as ConfigLanguage);
  await store.refresh();
  const found = await changesToDisable(store, servers);
  return found?.map((change) => [
    change.kind,
    'server' in change && 'uri' in change.server ? change.server.uri.slice(project.length + 1) : '',
  ]);
}

test('says which file is changed for which projects before a server of the project is disabled', async () => {
  expect(await changes([imported], 0)).toEqual([
    ['copy', '.cursor/mcp.json'],
    ['disable', '.omp/mcp.json'],
  ]);
  expect(title).toBe('Disable docs for Oh My Pi');
  expect(asked.map(({ label, detail }) => `${label}: ${detail}`)).toEqual([
    'Disable in This Project: Copies the server to .omp/mcp.json and disables the copy.',
    'Disable in All Projects: Adds the name to "disabledServers" in ~/.omp/agent/mcp.json.',
  ]);
  expect(await changes([imported], 1)).toEqual([['disable', '.cursor/mcp.json']]);
  expect(await changes([imported], undefined)).toBeUndefined();
});

test('asks once for several servers', async () => {
  expect(await changes([imported, server('own', 'oh-my-pi', 'project')], 0)).toEqual([
    ['copy', '.cursor/mcp.json'],
    ['disable', '.omp/mcp.json'],
    ['disable', '.cursor/mcp.json'],
  ]);
  expect(title).toBe('Disable 2 Servers for Oh My Pi');
});

test.each([
  ['of Oh My Pi’s own file', server('own', 'oh-my-pi', 'project')],
  ['of the user', server('mine', 'imported', 'user')],
  ['that another agent uses', server('docs', 'imported', 'project', 'cursor')],
])('asks nothing about a server %s', async (_, one) => {
  expect(await changes([one], undefined)).toEqual([['disable', '.cursor/mcp.json']]);
  expect(asked).toEqual([]);
});

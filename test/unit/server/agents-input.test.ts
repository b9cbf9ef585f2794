/** Comparing agents on files that are hostile, contradictory, huge, changing, or not files at all. */
import { execFileSync } from 'node:child_process';
import fs, { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { Socket } from 'node:net';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AgentId, agentIds } from '../../../common/messages/agents.ts';
import { defaultFolders } from '../../../common/messages/config-place.ts';
import type { AgentComparison } from '../../../common/messages/tool-servers.ts';
import { loadToml } from '../../../server/config/servers/source-file.ts';
import { diskFiles } from '../../../server/files/disk.ts';
import type { Files } from '../../../server/files/files.ts';
import { AgentsView } from '../../../server/views/agents-view.ts';
import { Diagnoses } from '../../../server/views/diagnoses.ts';
import { machine } from '../../../server/workspace/machine.ts';
import { Workspace } from '../../../server/workspace/workspace.ts';
import { TemporaryFolder } from '../../temporary-folder.ts';

const root = new TemporaryFolder('agents-input');
afterAll(() => root.remove());

let count = 0;
let project = '';
beforeEach(() => {
  project = `case-${count++}/project`;
  mkdirSync(root.at(project), { recursive: true });
});

const write = (file: string, content: string | object): string => root.write(`${project}/${file}`, content);
const writeUser = (file: string, content: string | object): string => root.write(`${project}/../home/${file}`, content);
const servers = (entries: object): object => ({ mcpServers: entries });

interface Setup {
  /** Absolute path. Default: the project of the test. */
  readonly folder?: string;
  /** What is done differently from the disk. */
  readonly files?: Partial<Files>;
}

/** Opens the project on the real disk, without the setup of this machine. */
async function workspaceOf({ folder = root.at(project), files }: Setup = {}): Promise<Workspace> {
  const platform = {
    ...machine,
    folderVariable: () => undefined,
    contentVariable: () => undefined,
    hasCommand: () => false,
    installedOhMyPi: () => undefined,
  };
  const workspace = new Workspace(
    { ...platform, files: { ...diskFiles, ...files } },
    { ...defaultFolders, home: root.at(`${project}/../home`) },
  );
  workspace.places.roots = [pathToFileURL(folder).href];
  await Promise.all([workspace.ready(), loadToml()]);
  return workspace;
}

const open = async (setup: Setup = {}): Promise<AgentsView> => new AgentsView({ workspace: await workspaceOf(setup) });

const compare = async (setup: Setup = {}): Promise<AgentComparison> =>
  (await open(setup)).compare({ folder: pathToFileURL(setup.folder ?? root.at(project)).href });

/** Returns the states of a server by agent. */
function statesOf({ agents, rows }: AgentComparison, name: string): Readonly<Partial<Record<AgentId, string>>> {
  const cells = rows.find((row) => row.name === name)?.cells ?? [];
  return Object.fromEntries(agents.map(({ id }, index) => [id, cells[index]?.state ?? 'missing']));
}

test('decides for each agent by itself if five files contradict each other', async () => {
  write('.mcp.json', servers({ docs: { type: 'http', url: 'https://a.example/mcp' }, Docs: { command: 'x' } }));
  write('.vscode/mcp.json', '{ "servers": { "docs": { "type": "stdio" }, } // no command\n}');
  write('.cursor/mcp.json', '{ "mcpServers": { "docs": { "command": ');
  write('.codex/config.toml', '[mcp_servers.docs]\ncommand = "d"\nenabled = false\n');
  write('opencode.json', { mcp: { docs: { type: 'local', command: ['d'], enabled: 'no' } } });
  write('.opencode/opencode.jsonc', { mcp: { docs: { enabled: true } } });
  write('.claude/settings.json', { enabledMcpjsonServers: ['docs'], disabledMcpjsonServers: ['docs', 7, null] });
  write('.gemini/settings.json', { mcp: { allowed: 'docs', excluded: { docs: 1 } }, mcpServers: [] });
  const comparison = await compare();
  expect(statesOf(comparison, 'docs')).toEqual({
    'oh-my-pi': 'disabled',
    // Its settings with a number among names count for nothing.
    'claude-code': 'pending',
    vscode: 'inEffect',
    'copilot-cli': 'disabled',
    cursor: 'invalid',
    codex: 'disabled',
    'gemini-cli': 'notRead',
    opencode: 'invalid',
    'qwen-code': 'pending',
    // .mcp.json comes closer than the broken file.
    grok: 'disabled',
    kilo: 'invalid',
    'kimi-code': 'pending',
    'visual-studio': 'invalid',
    ...Object.fromEntries(['windsurf', 'kiro', 'junie', 'amp', 'zed', 'roo-code', 'trae'].map((id) => [id, 'notRead'])),
  });
  for (const { cells } of comparison.rows) expect(cells).toHaveLength(agentIds.length);
});

test('reads only what it needs of a 50 MB state file of Claude Code', async () => {
  const used = root.at(project);
  const history = `{"display":"${'x'.repeat(20)}","parts":[1,2,{"a":[]}]}`;
  const other = `{"history":[${Array.from({ length: 1000 }, () => history).join(',')}],"mcpServers":{"no":{"command":"no"}}}`;
  const others = Array.from({ length: Math.ceil(50_000_000 / other.length) }, (_, index) => `"/p${index}":${other}`);
  const own = JSON.stringify({
    hasTrustDialogAccepted: true,
    mcpServers: { local: { command: 'l' } },
    disabledMcpServers: ['mine'],
  });
  writeUser(
    '.claude.json',
    `{"projects":{${others.join(',')},${JSON.stringify(used)}:${own}},"mcpServers":{"mine":{"command":"m"}}}`,
  );
  write('.claude/settings.json', { enableAllProjectMcpServers: true });
  write('.mcp.json', servers({ local: { command: 'other' } }));
  const before = process.memoryUsage();
  const comparison = await compare();
  const after = process.memoryUsage();
  expect(comparison.rows.map(({ name }) => name).sort()).toEqual(['local', 'mine']);
  expect(statesOf(comparison, 'mine')['claude-code']).toBe('disabled');
  expect(statesOf(comparison, 'local')['claude-code']).toBe('inEffect');
  // The text itself has 50 MB, and its tree more than 1 GB.
  expect((after.heapUsed - before.heapUsed) / 1e6).toBeLessThan(300);
});

describe('a file that changes', () => {
  test('is read again if it was replaced while it was read', async () => {
    const file = write('.mcp.json', servers({ old: { command: 'old' } }));
    const next = write('next.json', servers({ new: { command: 'newer' } }));
    let reads = 0;
    const view = await open({
      files: {
        read(uri) {
          const text = diskFiles.read(uri);
          if (uri.endsWith('/.mcp.json') && reads++ === 0) renameSync(next, file);
          return text;
        },
      },
    });
    const folder = pathToFileURL(root.at(project)).href;
    await view.compare({ folder });
    expect((await view.compare({ folder })).rows.map(({ name }) => name)).toEqual(['new']);
  });

  test('counts as missing if it was deleted while it was read', async () => {
    const file = write('.mcp.json', servers({ old: { command: 'old' } }));
    const view = await open({
      files: {
        stamp(uri) {
          const stamp = diskFiles.stamp(uri);
          if (uri.endsWith('/.mcp.json')) rmSync(file, { force: true });
          return stamp;
        },
      },
    });
    expect((await view.compare({ folder: pathToFileURL(root.at(project)).href })).rows).toEqual([]);
  });
});

describe('folders', () => {
  test('are searched upward to a limit, and not at the root', async () => {
    const deep = `${project}/${Array.from({ length: 100 }, (_, index) => `d${index}`).join('/')}`;
    mkdirSync(root.at(deep), { recursive: true });
    write('.mcp.json', servers({ far: { command: 'far' } }));
    root.write(`${deep}/../.mcp.json`, servers({ near: { command: 'near' } }));
    const looked: string[] = [];
    const stamp = (uri: string) => {
      looked.push(uri);
      return diskFiles.stamp(uri);
    };
    const { rows } = await compare({ folder: root.at(deep), files: { stamp } });
    expect(rows.map(({ name }) => name)).toEqual(['near']);
    expect(new Set(looked.filter((uri) => uri.endsWith('/.mcp.json'))).size).toBeLessThan(60);
    expect(looked.some((uri) => /^file:\/{3,4}\.mcp\.json$/.test(uri))).toBe(false);
  });

  test('can be the root', async () => {
    expect((await compare({ folder: '/' })).agents.map(({ id }) => id)).toEqual(agentIds);
  });

  test('that can’t be read count as empty', async () => {
    write('.cursor/mcp.json', servers({ hidden: { command: 'x' } }));
    write('.mcp.json', servers({ shown: { command: 'x' } }));
    // Permissions don't keep root from reading.
    const stat = fs.statSync;
    const denied = vi.spyOn(fs, 'statSync').mockImplementation(((file: string, options: undefined) => {
      if (String(file).includes('/.cursor/')) throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
      return stat(file, options);
    }) as typeof fs.statSync);
    try {
      expect((await compare()).rows.map(({ name }) => name)).toEqual(['shown']);
      expect(denied).toHaveBeenCalled();
    } finally {
      denied.mockRestore();
    }
  });

  test('that are files count as empty', async () => {
    for (const name of ['.cursor', '.vscode', '.codex', '.gemini', '.opencode', '.claude', '.github']) write(name, 'x');
    write('.mcp.json', servers({ shown: { command: 'x' } }));
    expect((await compare()).rows.map(({ name }) => name)).toEqual(['shown']);
  });

  test('can be linked in a loop', async () => {
    symlinkSync(root.at(project), root.at(`${project}/.cursor`));
    symlinkSync(root.at(`${project}/b`), root.at(`${project}/a`));
    symlinkSync(root.at(`${project}/a`), root.at(`${project}/b`));
    symlinkSync(root.at(`${project}/a`), root.at(`${project}/.mcp.json`));
    symlinkSync(root.at(`${project}/.vscode`), root.at(`${project}/.vscode`));
    write('mcp.json', servers({ shown: { command: 'x' } }));
    const comparison = await compare();
    expect(comparison.rows.map(({ name }) => name)).toEqual(['shown']);
    expect(statesOf(comparison, 'shown').cursor).toBe('pending');
  });
});

describe.skipIf(process.platform === 'win32')('files that never end', () => {
  const kinds: Readonly<Record<string, (file: string) => void>> = {
    pipe: (file) => void execFileSync('mkfifo', [file]),
    device: (file) => symlinkSync('/dev/zero', file),
  };

  test.each(Object.keys(kinds))('don’t block if each one is a %s', async (kind) => {
    for (const file of [
      '.mcp.json',
      '.vscode/mcp.json',
      '.codex/config.toml',
      'opencode.json',
      '.claude/settings.json',
    ]) {
      const placeholder = write(file, '');
      rmSync(placeholder);
      kinds[kind]?.(placeholder);
    }
    write('.cursor/mcp.json', servers({ shown: { command: 'x' } }));
    expect((await compare()).rows.map(({ name }) => name)).toEqual(['shown']);
  });
});

test.each([
  ['not UTF-8', new Uint8Array([0xff, 0x00, 0xfe])],
  ['null', 'null'],
  ['a list', '[]'],
  ['deeply nested', `{"mcpServers":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`],
  [
    'servers of all types',
    '{"mcpServers":{"a":null,"b":1,"c":"x","d":[],"e":{"command":{},"url":[],"env":1,"type":{}}}}',
  ],
  ['special names', '{"mcpServers":{"__proto__":{"command":"x"},"constructor":{"command":"x"},"":{"command":"x"}}}'],
])('accepts a file that is %s', async (_what, content) => {
  for (const file of [
    '.mcp.json',
    '.vscode/mcp.json',
    '.cursor/mcp.json',
    '.codex/config.toml',
    '.gemini/settings.json',
  ])
    write(file, content);
  write('opencode.json', content);
  write('.claude/settings.json', content);
  const comparison = await compare();
  const diagnoses = new Diagnoses({ workspace: await workspaceOf(), options: { environment: new Set() } });
  for (const { name } of comparison.rows.slice(0, 5)) {
    const query = { folder: pathToFileURL(root.at(project)).href, name, agents: agentIds };
    const [server] = (await diagnoses.diagnose(query)).servers;
    expect(server?.chains).toHaveLength(agentIds.length);
    for (const { headline } of server?.chains ?? []) expect(headline).not.toBe('');
  }
});

test('makes no connections and starts nothing', async () => {
  const connect = vi.spyOn(Socket.prototype, 'connect');
  write('.mcp.json', servers({ web: { type: 'http', url: 'http://127.0.0.1:9/mcp', headersHelper: 'touch x' } }));
  await compare();
  expect(connect).not.toHaveBeenCalled();
  connect.mockRestore();
});

test('limits the number of names, and says how many are left out', async () => {
  write(
    '.mcp.json',
    servers(Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`s${at}`, { command: 'x' }]))),
  );
  const { rows, omitted } = await compare();
  expect([rows.length, omitted]).toEqual([500, 2500]);
});

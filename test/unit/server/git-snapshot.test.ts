/** What `mcp-config diff` reads from Git objects. The names and links of a tree are untrusted. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { git as readGit } from '../../../server/cli/diff/git.ts';
import { writeCommit } from '../../../server/cli/diff/git-snapshot.ts';
import { lockOf, tested, tool } from '../tool-lock/support.ts';
import { cli, folder, useFolder } from './cli-folder.ts';

useFolder();

const env = { ...process.env, GIT_CONFIG_GLOBAL: os.devNull, GIT_CONFIG_SYSTEM: os.devNull };
const who = ['-c', 'user.name=x', '-c', 'user.email=x@x.example', '-c', 'init.defaultBranch=main'];
let count = 0;
let name = '';

const git = (args: readonly string[], input: string | Buffer = ''): string =>
  execFileSync('git', [...who, ...args], {
    cwd: folder.at(name),
    encoding: 'utf8',
    input,
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  }).trim();

const commitAll = (): void => {
  git(['add', '.']);
  git(['commit', '-qm', 'x']);
};

const servers = (server: string) => ({ mcpServers: { [server]: { command: server } } });
const diff = (words = '') => cli(`diff ${words}`, { cwd: name });

beforeEach(() => {
  name = `repo-${++count}`;
  folder.write(`${name}/README.md`, 'x');
  git(['init', '-q']);
});

type Entry = readonly [mode: string, name: string | Buffer, id: string];

/** Writes a tree as Git itself wouldn't. */
const treeOf = (entries: readonly Entry[]): string =>
  git(
    ['hash-object', '-t', 'tree', '-w', '--literally', '--stdin'],
    Buffer.concat(
      entries.flatMap(([mode, entry, id]) => [
        Buffer.from(`${mode} `),
        Buffer.from(entry),
        Buffer.from([0]),
        Buffer.from(id, 'hex'),
      ]),
    ),
  );

const blobOf = (text: string): string => git(['hash-object', '-w', '--stdin'], text);

/** Writes the files of a tree, and returns their names with those of the folder around it. */
function filesOf(entries: readonly Entry[]): readonly string[] {
  const commit = git(['commit-tree', '-m', 'x', treeOf(entries)]);
  folder.write(`${name}-snapshot/inner/keep`, '');
  const to = folder.at(`${name}-snapshot/inner/files`);
  mkdirSync(to);
  writeCommit(folder.at(name), commit, to, new Set());
  return readdirSync(folder.at(`${name}-snapshot`), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.json$/.test(file))
    .toSorted();
}

describe('names of a tree', () => {
  test('with line breaks and tabs are written, and those of other encodings are left out', () => {
    const id = blobOf('{}');
    const names: readonly Entry[] = [
      ['100644', 'a\nb.json', id],
      ['100644', 'c\td.json', id],
      ['100644', Buffer.from('\xe9.json', 'latin1'), id],
      ['100644', Buffer.from('\xe8.json', 'latin1'), id],
    ];
    expect(filesOf(names)).toHaveLength(2);
  });

  test('that lead somewhere else are left out', () => {
    const id = blobOf('{}');
    const up = treeOf([['100644', 'up.json', id]]);
    const names: readonly Entry[] = [
      ['40000', '..', up],
      ['40000', '.git', treeOf([['100644', 'config.json', id]])],
      ['40000', 'a', treeOf([['40000', '..', treeOf([['100644', 'beside.json', id]])]])],
      ['100644', 'right.json', id],
    ];
    expect(filesOf(names)).toEqual(['inner/files/right.json']);
  });

  test('that a file system refuses are left out', () => {
    const id = blobOf('{}');
    const names: readonly Entry[] = [
      ['100644', 'a.json', id],
      ['40000', 'a.json', treeOf([['100644', 'inside.json', id]])],
      ['100644', `${'x'.repeat(300)}.json`, id],
      ['100644', 'z.json', id],
    ];
    expect(filesOf(names)).toEqual(['inner/files/a.json', 'inner/files/z.json']);
  });

  test('are shown escaped', async () => {
    commitAll();
    folder.write(`${name}/we\n::error::\u001b[31mird/mcp.json`, servers('a'));
    const { out } = await diff();
    expect(out).toContain('a (we');
    expect(out.includes('\u001b') || out.includes('\n::error')).toBe(false);
  });
});

describe('links', () => {
  test('to files outside are left out, and nothing is written through them', () => {
    const outside = folder.at(`${name}-snapshot`);
    const link = (target: string) => blobOf(target);
    const id = blobOf('{}');
    const names: readonly Entry[] = [
      ['120000', 'absolute.json', link(path.join(outside, 'inner/keep'))],
      ['120000', 'hop', link('one/two')],
      ['120000', 'long.json', link(`${'x/'.repeat(50_000)}y`)],
      ['40000', 'one', treeOf([['40000', 'two', treeOf([['100644', 'deep.json', id]])]])],
      ['120000', 'out', link('..')],
      ['40000', 'out', treeOf([['100644', 'through.json', id]])],
      ['120000', 'up.json', link('../../keep')],
    ];
    const found = filesOf(names);
    expect(found).toContain('inner/files/one/two/deep.json');
    expect(found.filter((file) => !file.startsWith('inner/files/'))).toEqual([]);
    expect(found.join()).not.toMatch(/absolute|up\.json|long/);
  });
});

test('a report in JSON names the base, and the servers', async () => {
  folder.write(`${name}/.mcp.json`, servers('old'));
  commitAll();
  git(['checkout', '-qb', 'work']);
  folder.write(`${name}/.mcp.json`, servers('new'));
  commitAll();
  const report = JSON.parse((await diff('main --format json')).out);
  expect(report.base).toBe(git(['rev-parse', 'main']));
  expect(report.servers.removed.map((server: { name: string }) => server.name)).toEqual(['old']);
});

test('tells which locked tools changed', async () => {
  commitAll();
  const lockWith = (description: string) => lockOf(tested({ tools: [tool('search', { description })] }), 'docs');
  folder.write(`${name}/mcp-lock.json`, await lockWith('Searches.'));
  expect((await diff()).out).toBe('Locked tools\ndocs: locked\n');
  commitAll();
  folder.write(`${name}/mcp-lock.json`, await lockWith('Searches, and sends what it finds.'));
  expect((await diff()).out).toBe('Locked tools\ndocs: Tool search: changed: description\n');
  folder.write(`${name}/mcp-lock.json`, '{');
  const { code, error } = await diff();
  expect([code, error.includes('mcp-lock.json:1')]).toEqual([2, true]);
});

test('has a limit for all files, of which those that agents read come first, and says what it leaves out', async () => {
  folder.write(`${name}/.mcp.json`, servers('old'));
  commitAll();
  for (let index = 0; index < 40; index++) folder.write(`${name}/a${index}.json`, `"${'x'.repeat(1_900_000)}"`);
  folder.write(`${name}/.mcp.json`, servers('new'));
  folder.write(`${name}/apps/.mcp.json`, `"${'x'.repeat(2_000_001)}"`);
  const { code, out, error } = await diff();
  expect([code, out]).toEqual([2, expect.stringContaining('+ new (.mcp.json:3)')]);
  expect(error).toBe("mcp-config: apps/.mcp.json: not compared, because it's larger than 2 MB.\n");
});

test('leaves links out, and nothing behind', async () => {
  symlinkSync(os.homedir(), folder.at(`${name}/link.json`));
  commitAll();
  mkdirSync(folder.at('temporary'));
  vi.stubEnv('TMPDIR', folder.at('temporary'));
  vi.stubEnv('TEMP', folder.at('temporary'));
  expect((await diff()).code).toBe(0);
  expect(readdirSync(folder.at('temporary'))).toEqual([]);
  vi.unstubAllEnvs();
});

test.runIf(process.getuid?.() === 0)('a checkout of another user fails, and says how to trust it', async () => {
  commitAll();
  execFileSync('chown', ['-R', '65534', folder.at(name)]);
  const { code, error } = await diff();
  expect(code).toBe(2);
  expect(error).toContain('git config --global --add safe.directory');
});

test.skipIf(process.platform === 'win32')('a program of the checkout is never run in place of Git', async () => {
  const marker = folder.at(`${name}-marker`);
  const folders = ['tools', 'node_modules/.bin'].map((inside) => `${name}/${inside}`);
  for (const inside of [...folders, name]) {
    folder.write(`${inside}/git`, `#!/bin/sh\ntouch '${marker}'\n`);
    chmodSync(folder.at(`${inside}/git`), 0o755);
  }
  commitAll();
  vi.stubEnv('PATH', ['.', '', ...folders.map((inside) => folder.at(inside)), process.env.PATH].join(path.delimiter));
  expect((await diff()).code).toBe(0);
  expect(existsSync(marker)).toBe(false);
  vi.unstubAllEnvs();
});

test('variables of Git name no other repository', async () => {
  const first = name;
  folder.write(`${first}/.mcp.json`, servers('a'));
  commitAll();
  name = `${first}-other`;
  folder.write(`${name}/README.md`, 'x');
  git(['init', '-q']);
  commitAll();
  vi.stubEnv('GIT_DIR', folder.at(`${name}/.git`));
  expect((await cli('diff', { cwd: first })).code).toBe(0);
  vi.unstubAllEnvs();
});

test.each([
  ['a whole clone', [], 'No file.'],
  [
    'a partial clone',
    ['config', 'remote.origin.promisor', 'true'],
    'No file. This is a partial clone, and diff fetches',
  ],
])('what Git cannot read is explained by what is missing only in a partial clone: %s', (_clone, setUp, message) => {
  if (setUp.length > 0) git(setUp);
  const read = () => readGit(folder.at(name), ['cat-file', 'blob', 'missing'], 'No file.');
  expect(read).toThrow(setUp.length > 0 ? message : /^No file\.$/);
});

/** What `mcp-config diff` reads from Git objects. The names and links of a tree are untrusted. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { writeCommit } from '../../../server/cli/git-snapshot.ts';
import { cli, folder, useFolder } from './cli-folder.ts';

useFolder();

const env = { ...process.env, GIT_CONFIG_GLOBAL: os.devNull, GIT_CONFIG_SYSTEM: os.devNull };
const who = ['-c', 'user.name=x', '-c', 'user.email=x@x.example', '-c', 'init.defaultBranch=main'];
let count = 0;
let name = '';

const git = (args: readonly string[], input: string | Buffer = '', cwd = name): string =>
  execFileSync('git', [...who, '-c', 'protocol.file.allow=always', ...args], {
    cwd: folder.at(cwd),
    encoding: 'utf8',
    input,
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  }).trim();

const commitAll = (cwd = name): void => {
  git(['add', '.'], '', cwd);
  git(['commit', '-qm', 'x'], '', cwd);
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
  test('inside the checkout are read on both sides', async () => {
    folder.write(`${name}/.agents/mcp.json`, servers('a'));
    folder.write(`${name}/shared.json`, servers('b'));
    symlinkSync('.agents', folder.at(`${name}/.cursor`));
    symlinkSync('shared.json', folder.at(`${name}/.mcp.json`));
    commitAll();
    expect(await diff()).toMatchObject({ code: 0, out: 'Nothing changes for tool servers.\n' });
  });

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

test('submodules belong to no side', async () => {
  folder.write(`${name}-module/.mcp.json`, servers('inner'));
  git(['init', '-q'], '', `${name}-module`);
  commitAll(`${name}-module`);
  commitAll();
  git(['submodule', '--quiet', 'add', folder.at(`${name}-module`), 'module']);
  expect(await diff()).toMatchObject({ code: 0 });
  git(['commit', '-qm', 'module']);
  expect(await diff()).toMatchObject({ code: 0 });
});

test('files that Git ignores belong to no side', async () => {
  folder.write(`${name}/.gitignore`, '.mcp.json\n');
  commitAll();
  folder.write(`${name}/.mcp.json`, servers('local'));
  expect(await diff()).toMatchObject({ code: 0 });
});

test('files that a sparse checkout leaves out are not removed', async () => {
  folder.write(`${name}/apps/.mcp.json`, servers('a'));
  folder.write(`${name}/.mcp.json`, servers('b'));
  commitAll();
  git(['sparse-checkout', 'set', '--no-cone', '/*', '!/apps/']);
  expect(await diff()).toMatchObject({ code: 0 });
});

test('a broken file is named by its path in the checkout', async () => {
  commitAll();
  folder.write(`${name}/.mcp-config.json`, '{ "rules": 1 }');
  const { code, error } = await diff();
  expect(code).toBe(2);
  expect(error).toMatch(/^mcp-config: \.mcp-config\.json:/);
});

describe('a base that is missing', () => {
  test('without commits, there is nothing to compare with', async () => {
    expect(await diff()).toMatchObject({
      code: 2,
      error: 'mcp-config: The repository has no commits yet. Commit the files first.\n',
    });
  });

  test('in a bare repository, and in the folder of Git, a checkout is missing', async () => {
    commitAll();
    git(['clone', '-q', '--bare', '.', `../${name}-bare`]);
    const message = 'mcp-config: diff needs the files of a checkout. A bare repository has none.\n';
    expect(await cli('diff', { cwd: `${name}-bare` })).toMatchObject({ code: 2, error: message });
    expect(await cli('diff', { cwd: `${name}/.git` })).toMatchObject({ code: 2 });
  });

  test('in a shallow checkout, says how to fetch it', async () => {
    commitAll();
    folder.write(`${name}/.mcp.json`, servers('a'));
    commitAll();
    git(['clone', '-q', '--depth', '1', `file://${folder.at(name)}`, `../${name}-shallow`]);
    const { code, error } = await cli('diff HEAD^1', { cwd: `${name}-shallow` });
    expect(code).toBe(2);
    expect(error).toBe(
      'mcp-config: "HEAD^1" isn\'t part of this shallow checkout. Fetch more of the history: "fetch-depth: 0" (GitHub Actions), "GIT_DEPTH: 0" (GitLab CI), or git fetch --unshallow.\n',
    );
  });

  test('in a shallow checkout, says if it compares with the base itself', async () => {
    commitAll();
    git(['checkout', '-qb', 'work']);
    folder.write(`${name}/.mcp.json`, servers('a'));
    commitAll();
    git(['checkout', '-q', 'main']);
    folder.write(`${name}/later/.mcp.json`, servers('later'));
    commitAll();
    const clone = `${name}-shallow`;
    git(['clone', '-q', '--depth', '1', '--branch', 'work', `file://${folder.at(name)}`, `../${clone}`]);
    git(['fetch', '-q', '--depth', '1', 'origin', 'main:refs/remotes/origin/main'], '', clone);
    const { error } = await cli('diff origin/main', { cwd: clone });
    expect(error).toContain('Compared with "origin/main" itself');
    expect((await cli('diff HEAD', { cwd: clone })).error).toBe('');
  });

  test.runIf(process.getuid?.() === 0)('of another user, says how to trust it', async () => {
    commitAll();
    execFileSync('chown', ['-R', '65534', folder.at(name)]);
    const { code, error } = await diff();
    expect(code).toBe(2);
    expect(error).toContain('git config --global --add safe.directory');
  });
});

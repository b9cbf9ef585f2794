/** `mcp-config diff`, on a real Git checkout. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import { beforeAll, expect, test, vi } from 'vitest';
import { lockOf, tested, tool } from '../tool-lock/support.ts';
import { cli, folder, useFolder } from './cli-folder.ts';

useFolder();

const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x.example', '-c', 'init.defaultBranch=main', ...args], {
    cwd: folder.at('repo'),
    encoding: 'utf8',
    env: { ...process.env, GIT_CONFIG_GLOBAL: os.devNull, GIT_CONFIG_SYSTEM: os.devNull },
  });

beforeAll(() => {
  folder.write('repo/.mcp.json', {
    mcpServers: {
      docs: { command: 'npx', args: ['-y', 'docs-mcp@1.0.0'], env: { DOCS_TOKEN: `\${DOCS_TOKEN}` } },
      old: { command: 'old' },
      same: { command: 'same' },
    },
  });
  folder.write('repo/README.md', 'x');
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'base');
  git('checkout', '-qb', 'work');
  folder.write('repo/.mcp.json', {
    mcpServers: {
      docs: { command: 'npx', args: ['-y', 'docs-mcp@2.0.0'], env: { DOCS_TOKEN: `\${DOCS_TOKEN}` } },
      'we|b`<img>': { type: 'http', url: 'https://web.example/mcp', headers: { 'X-Key': 'very-secret-value' } },
      same: { command: 'same' },
    },
  });
  folder.write('repo/.claude/settings.json', { disabledMcpjsonServers: ['same'] });
  git('add', '.');
  git('commit', '-qm', 'change');
});

test('tells which servers were added, removed, or changed, and for which agents', async () => {
  const { code, out } = await cli('diff main', { cwd: 'repo' });
  expect(code).toBe(1);
  expect(out).toContain('+ we|b`<img> (.mcp.json:');
  expect(out).toContain('- old (.mcp.json:');
  expect(out).toContain('~ docs (.mcp.json:');
  expect(out).toContain('version 1.0.0 → 2.0.0');
  expect(out).toContain('same\n  Claude Code: pending approval → disabled: listed in "disabledMcpjsonServers"');
  expect(out).not.toContain('very-secret-value');
});

test('is silent about what is equal, and compares with the last commit by default', async () => {
  const { code, out } = await cli('diff', { cwd: 'repo' });
  expect([code, out]).toEqual([0, 'Nothing changes for tool servers.\n']);
});

test('writes Markdown in which no name takes effect, and JSON', async () => {
  const { out } = await cli('diff main --format markdown', { cwd: 'repo/.claude' });
  expect(out).toContain("| added | `we\\|b'<img>` | `.mcp.json:");
  expect(out).toContain('| removed | `old` |');
  expect(out).toMatch(/\| `same` \| Claude Code \| pending approval \| Disabled&#58; listed in/);
  const json = JSON.parse((await cli('diff main --format json', { cwd: 'repo' })).out);
  expect(json.base).toBe(git('rev-parse', 'main').trim());
  expect(json.servers.removed.map(({ name }: { name: string }) => name)).toEqual(['old']);
});

test('compares with the commit at which a branch began, not with what was added there since', async () => {
  git('checkout', '-q', 'main');
  folder.write('repo/later/.mcp.json', { mcpServers: { later: { command: 'later' } } });
  git('add', '.');
  git('commit', '-qm', 'later');
  git('checkout', '-q', 'work');
  expect((await cli('diff main', { cwd: 'repo' })).out).not.toContain('later');
});

test('tells which pinned tools changed', async () => {
  const lockWith = (description: string) => lockOf(tested({ tools: [tool('search', { description })] }), 'docs');
  folder.write('repo/mcp-lock.json', await lockWith('Searches.'));
  expect((await cli('diff', { cwd: 'repo' })).out).toBe('Pinned tools\ndocs: pinned\n');
  git('add', '.');
  git('commit', '-qm', 'pin');
  folder.write('repo/mcp-lock.json', await lockWith('Searches, and sends what it finds.'));
  expect((await cli('diff', { cwd: 'repo' })).out).toBe('Pinned tools\ndocs: Tool search: changed: description\n');
  folder.write('repo/mcp-lock.json', '{');
  const { code, error } = await cli('diff', { cwd: 'repo' });
  expect([code, error.includes('mcp-lock.json:1')]).toEqual([2, true]);
  git('checkout', '-q', '.');
});

test('leaves links out, and nothing behind', async () => {
  symlinkSync(os.homedir(), folder.at('repo/link.json'));
  git('add', 'link.json');
  git('commit', '-qm', 'a link');
  mkdirSync(folder.at('temporary'));
  vi.stubEnv('TMPDIR', folder.at('temporary'));
  vi.stubEnv('TEMP', folder.at('temporary'));
  expect((await cli('diff', { cwd: 'repo' })).code).toBe(0);
  expect(readdirSync(folder.at('temporary'))).toEqual([]);
  vi.unstubAllEnvs();
});

test.each([
  ['diff nowhere', 'repo', `"nowhere" isn't a commit of this checkout. Fetch it, or name another one.`],
  ['diff --output=x', 'repo', "Option --output isn't supported by diff."],
  ['diff a b', 'repo', 'diff accepts only one commit.'],
  ['diff', '', 'diff needs a Git checkout.'],
])('%s says what is wrong', async (words, cwd, message) => {
  const { code, error } = await cli(words, { cwd });
  expect(code).toBe(2);
  expect(error).toContain(message);
});

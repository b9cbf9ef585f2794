// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look
/** The command `check` and the formats of its report: what sessions of `test/fixtures/cli/check.txt` can't show. */
import { spawnSync } from 'node:child_process';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { usesColors } from '../../../server/cli/output/color.ts';
import { cli, folder, useFolder, wrong } from './cli-folder.ts';

useFolder();

describe('check', () => {
  test.each([
    [
      'server.json',
      { name: 'a', repository: { url: 'https://example.com', source: 'github' }, remotes: [{ url: 'x' }] },
    ],
    [
      'manifest.json',
      { author: { name: 'A', url: 'https://example.com' }, server: { type: 'node', mcp_config: { command: 'x' } } },
    ],
    ['.claude/settings.json', { statusLine: { type: 'command', command: 'date' }, hooks: {} }],
    ['hooks/hooks.json', { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'date' }] }] } }],
    ['gemini-extension.json', { name: 'a', version: '1.0.0' }],
    ['.devcontainer/devcontainer.json', { customizations: { vscode: { mcp: { servers: { a: { command: 'x' } } } } } }],
    ['.vscode/settings.json', { mcp: { servers: { a: { command: 'x' } } } }],
    ['package.json', { name: 'a', repository: { type: 'git', url: 'https://example.com' } }],
    ['.claude-plugin/plugin.json', { name: 'a', author: { url: 'https://example.com' }, mcpServers: {} }],
    ['schema.json', { type: 'object', properties: { command: { type: 'string' }, env: { type: 'object' } } }],
    ['.codex/config.toml', '[mcp_servers.a]\ncommand = "x"\n'],
    ['notes.md', '---\ntitle: x\n---\n# Notes\n'],
    ['notes.markdown', '{"mcpServers": {}}\n'],
    ['main.ts', 'export const a = {};\n'],
  ])('%s is not checked and not changed', async (file, content) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    folder.write(`others/${file}`, text);
    const line = `others/${file}: not a config that Switchyard checks.\n`;
    const out = '0 files checked, no problems found.\n';
    expect(await cli(`check others/${file}`)).toEqual({ code: 0, out, error: line });
    expect(await cli(`fix others/${file} --also flat-map --also foreign-root-key`)).toEqual({
      code: 0,
      out,
      error: `0 files changed.\n${line}`,
    });
    expect(folder.read(`others/${file}`)).toBe(text);
  });

  test.each([
    [
      'UTF-16',
      new Uint8Array([0xff, 0xfe, 0x7b, 0x00]),
      'The file is UTF-16, as the operator ">" of Windows PowerShell',
    ],
    ['big-endian UTF-16', new Uint8Array([0xfe, 0xff, 0x00, 0x7b]), 'The file is UTF-16'],
    [
      'Latin-1',
      new Uint8Array([0x7b, 0xe9, 0x7d]),
      "The file isn't UTF-8. It may be in an older encoding, such as Latin-1",
    ],
  ])('reports a file in %s as a finding in every format', async (_name, bytes, message) => {
    folder.write('encoded/a.json', bytes);
    folder.write('encoded/b.json', wrong);
    const { code, out, error } = await cli('check encoded');
    expect([code, error]).toEqual([1, '']);
    expect(out).toContain(`encoded/a.json:1:1: error: ${message}`);
    expect(out).toContain('2 files checked: 3 errors (');
    for (const format of ['json', 'sarif', 'gitlab', 'github'])
      expect((await cli(`check encoded/a.json -f ${format}`)).out).toContain('json-binary');
    expect((await cli('check encoded/a.json -r json-binary=off')).code).toBe(0);
    expect((await cli('fix encoded/a.json')).out).toContain('[json-binary]');
  });
});

test.each(['text', 'json', 'sarif', 'github'])('a report ends with one line break: %s', async (format) => {
  folder.write('end/mcp.json', '{ "mcpServers": { "a": { "comand": "x" } } }');
  expect((await cli(`check end/mcp.json -f ${format}`)).out).toMatch(/[^\n]\n$/);
});

describe('colors', () => {
  test('underline files, show the severity, and don’t change the text', async () => {
    folder.write(
      'colors/mcp.json',
      '{ "mcpServers": { "a": { "comand": "\\u001b[0m" }, "b": { "command": "npx", "args": ["-y", "x-y"] }, } }',
    );
    for (const words of [
      'check colors/mcp.json -s hint',
      'fix colors/mcp.json --dry-run',
      'check colors/mcp.json -f json',
    ]) {
      const [plain, colored] = [await cli(words), await cli(words, { colors: true })];
      expect(plain.out).not.toContain('\u001b');
      expect(stripVTControlCharacters(colored.out)).toBe(plain.out);
    }
    const { out } = await cli('check colors/mcp.json -s hint', { colors: true });
    expect(out).toContain('\u001b[4mcolors/mcp.json\u001b[24m:1:26: \u001b[31merror\u001b[39m: Unknown property');
    expect(out).toContain('\u001b[2m[unknown-key]\u001b[22m\n');
    expect(out).toContain('\u001b[34minformation\u001b[39m: ');
    const hints = await cli('check colors/mcp.json -s hint -r unpinned-package=hint', { colors: true });
    expect(hints.out).toContain('\u001b[2mhint\u001b[22m: ');
    const diff = await cli('fix colors/mcp.json --dry-run', { colors: true });
    const shown = diff.out.replaceAll('\u001b', 'ESC');
    expect(shown).toMatch(/^ESC\[31m-.*ESC\[39m$/m);
    expect(shown).toMatch(/^ESC\[32m\+.*ESC\[39m$/m);
    expect((await cli('check colors/mcp.json -f json', { colors: true })).out).not.toContain('\u001b');
  });

  test.each([
    ['on a terminal', true, {}, true],
    ['not in a pipe', false, {}, false],
    ['not with NO_COLOR', true, { NO_COLOR: '1' }, false],
    ['with an empty NO_COLOR', true, { NO_COLOR: '' }, true],
    ['in a pipe with FORCE_COLOR', false, { FORCE_COLOR: '1' }, true],
    ['with FORCE_COLOR and NO_COLOR', false, { FORCE_COLOR: '3', NO_COLOR: '1' }, true],
    ['not with FORCE_COLOR=0', true, { FORCE_COLOR: '0' }, false],
    ['not on a terminal that has none', true, { TERM: 'dumb' }, false],
  ])('are used %s', (_name, isTerminal, env, expected) => {
    expect(usesColors(isTerminal, env)).toBe(expected);
  });
});

describe.skipIf(process.platform === 'win32')('a log of GitHub Actions', () => {
  const inLog = (words: string, cwd = '') => cli(words, { cwd, isWorkflowLog: true });
  /** What the runner looks for: at the start of a line after white space, and anywhere. */
  const command = /^\s*::|##\[/m;

  test('has no commands from names of files and folders', async () => {
    folder.write('log/::set-output name=a::b/mcp.json', wrong);
    folder.write('log/##[error]x/mcp.json', wrong);
    const { out } = await inLog('check', 'log');
    expect(out).not.toMatch(command);
    expect(out).toContain('\\u003a:set-output name=a::b/mcp.json:3:15: error');
    expect((await cli('check', { cwd: 'log' })).out).toMatch(command);
  });

  test('is recognized by its variable', () => {
    folder.write('log-env/##[error]x/mcp.json', wrong);
    const program = fileURLToPath(new URL('../../../server/cli.ts', import.meta.url));
    const outputIn = (GITHUB_ACTIONS: string) =>
      spawnSync(process.execPath, [program, 'check'], {
        cwd: folder.at('log-env'),
        env: { ...process.env, GITHUB_ACTIONS },
        encoding: 'utf8',
      }).stdout;
    expect(outputIn('true')).toMatch(/^##\\u005berror\]x/);
    expect(outputIn('')).toMatch(command);
  });

  test('isn’t a file to which the output is redirected', async () => {
    const program = fileURLToPath(new URL('../../../server/cli.ts', import.meta.url));
    const input = '{ "mcpServers": { // ##[section]\n"##[a]": { "command": "x" } } }';
    const file = await open(folder.write('log-file/out.json', ''), 'w');
    const { stderr } = spawnSync(process.execPath, [program, 'fix', '-'], {
      env: { ...process.env, GITHUB_ACTIONS: 'true' },
      input,
      stdio: ['pipe', file.fd, 'pipe'],
      encoding: 'utf8',
    });
    await file.close();
    expect(folder.read('log-file/out.json')).toContain('##[section]');
    expect(stderr).not.toMatch(command);
  });

  test('has no commands from diffs', async () => {
    folder.write('log-diff/mcp.json', '{\n/*\n\u0085 ::error::x\n*/ "mcpServers": {},\n}\n');
    const { out } = await inLog('fix mcp.json --dry-run', 'log-diff');
    expect(out).toContain('\\u003a:error::x');
    expect(out).not.toMatch(/^[\s\u0085]*::/m);
  });

  test('has no commands from messages', async () => {
    folder.write('log-error/.mcp-config.json', '{ "paths": ["nope##[error]x"] }');
    const { error } = await inLog('check', 'log-error');
    expect(error).toContain('nope##\\u005berror]x: no such file');
  });

  test('has the commands of the github format, also if they go to standard error', async () => {
    folder.write('log-github/mcp.json', wrong);
    expect((await inLog('check -f github', 'log-github')).out).toMatch(/^::error file=mcp\.json/);
    expect((await inLog('fix -f github', 'log-github')).out).toMatch(/^::error file=mcp\.json/);
    const input = '{ "mcpServers": { "##[error]x": { "command": "x", "y": 1 } } }';
    const { out, error } = await cli('fix - -f github', { input, isWorkflowLog: true });
    expect(error).toMatch(/^::error file=mcp\.json/);
    expect(out).not.toMatch(command);
    expect(JSON.parse(out)).toEqual(JSON.parse(input));
  });

  test('has JSON with the same values', async () => {
    folder.write('log-json/mcp.json', '{ "mcpServers": { "a": { "command": "x", "##[error]x": 1 } } }');
    for (const format of ['json', 'sarif', 'gitlab']) {
      const { out } = await inLog(`check -f ${format}`, 'log-json');
      expect(out).not.toMatch(command);
      expect(JSON.parse(out)).toEqual(JSON.parse((await cli(`check -f ${format}`, { cwd: 'log-json' })).out));
    }
  });
});

describe('a Code Quality report for GitLab', () => {
  const issues = async (file: string) => JSON.parse((await cli(`check ${file} -f gitlab`)).out);

  test('has one issue for each finding, with a path, a line, and a severity of GitLab', async () => {
    folder.write('lab/mcp.json', wrong);
    expect((await issues('lab/mcp.json'))[0]).toEqual({
      description: 'Unknown property "comand". Did you mean "command"?',
      check_name: 'unknown-key',
      fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
      severity: 'major',
      location: { path: 'lab/mcp.json', lines: { begin: 3, end: 3 } },
    });
  });

  test('has separate issues for equal lines, which stay the same when lines are added above', async () => {
    const server = '{\n"comand": "x"\n}';
    const text = `{ "mcpServers": { "a": ${server}, "b": ${server} } }`;
    folder.write('lab2/mcp.json', text);
    const before = await issues('lab2/mcp.json');
    folder.write('lab2/mcp.json', `\n\n${text}`);
    const after = await issues('lab2/mcp.json');
    const names = (all: { fingerprint: string }[]) => all.map(({ fingerprint }) => fingerprint);
    expect(new Set(names(before)).size).toBe(before.length);
    expect(names(after)).toEqual(names(before));
    expect(after[0].location.lines.begin).toBe(before[0].location.lines.begin + 2);
  });
});

test('JSON and SARIF name the files in the formats of other tools, of which the rest is said as text', async () => {
  folder.write('mono/.mcp.json', '{"mcpServers": {}}');
  folder.write('mono/packages/api/.cursor/mcp.json', '{"mcpServers": {}}');
  folder.write('mono/packages/web/.vscode/mcp.json', '{"servers": {}}');
  folder.write('mono/packages/web/.gemini/settings.json', '{"theme": "dark"}');
  const files = ['packages/api/.cursor/mcp.json', 'packages/web/.vscode/mcp.json'];
  const [json, sarif, github] = [await inMono('json'), await inMono('sarif'), await inMono('github')];
  expect([JSON.parse(json.out), json.error]).toMatchObject([{ notChecked: files }, '']);
  expect([JSON.parse(sarif.out), sarif.error]).toMatchObject([{ runs: [{ properties: { notChecked: files } }] }, '']);
  expect(github.error).toBe(`Not checked, in the formats of other tools: ${files.join(', ')}.\n`);
  for (let index = 0; index < 9; index++) folder.write(`mono/p${index}/.kiro/settings/mcp.json`, '{"mcpServers": {}}');
  expect((await inMono('text')).error).toContain('p7/.kiro/settings/mcp.json and 3 more.');
});

const inMono = (format: string) => cli(`check -f ${format}`, { cwd: 'mono' });

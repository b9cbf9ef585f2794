// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look
/** The command `check` and the formats of its report. */
import { spawnSync } from 'node:child_process';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { usesColors } from '../../../server/cli/color.ts';
import { cli, folder, right, useFolder, wrong } from './cli-folder.ts';

useFolder();

describe('check', () => {
  test('reports the problems of a file', async () => {
    folder.write('one/mcp.json', wrong);
    const { code, out, error } = await cli('check one/mcp.json');
    expect(out).toBe(
      [
        'one/mcp.json:3:15: error: Unknown property "comand". Did you mean "command"? [unknown-key]',
        'one/mcp.json:4:14: error: "url" requires "type": "http". Without it, Oh My Pi assumes http. [missing-type]',
        '',
        '1 file checked: 2 errors (2 fixable with --also).',
        '',
      ].join('\n'),
    );
    expect([code, error]).toEqual([1, '']);
  });

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

  test('names only files outside of the current folder by their absolute path', async () => {
    const file = folder.write('..one/mcp.json', wrong);
    expect((await cli('check ..one/mcp.json')).out).toMatch(/^\.\.one\/mcp\.json:3:15: /);
    const { out } = await cli('check ../..one/mcp.json', { cwd: '..two' });
    expect(out).toContain(`${file.replaceAll('\\', '/')}:3:15: `);
  });

  test('counts problems that `fix` fixes automatically as fixable', async () => {
    folder.write(
      'one/mcp.json',
      '{"mcpServers": {"a": {"url": "https://example.com/mcp"}, "b": {"command": "x", "timeout": "5"}},}',
    );
    expect((await cli('check one/mcp.json')).out).toContain('3 errors (2 fixable, 1 fixable with --also).');
    expect((await cli('fix one/mcp.json')).out).toContain('1 error (1 fixable with --also).');
  });

  test('reports nothing for a valid file', async () => {
    folder.write('good/.mcp.json', right);
    expect(await cli('check good/.mcp.json')).toEqual({
      code: 0,
      out: '1 file checked, no problems found.\n',
      error: '',
    });
  });

  test('without paths, checks the files of the project but not those of the user', async () => {
    folder.write('project/.omp/mcp.json', right);
    folder.write('project/deep/down/mcp.json', wrong);
    folder.write('project/node_modules/x/mcp.json', wrong);
    folder.write('project/.vscode/mcp.json', wrong);
    // Another name, because an invalid entry of the user would hide the servers of other tests.
    folder.write('home/.omp/agent/mcp.json', wrong.replace('docs', 'mine'));
    const { code, out } = await cli('check -f json', { cwd: 'project' });
    const files = (JSON.parse(out) as { file: string }[]).map(({ file }) => file);
    expect(files.toSorted()).toEqual(['.omp/mcp.json', 'deep/down/mcp.json']);
    expect(code).toBe(1);
  });

  test('without paths, checks a user-level file in a dotfiles repository', async () => {
    folder.write('dotfiles/.omp/agent/mcp.json', wrong);
    folder.write('dotfiles/chezmoi/dot_omp/agent/mcp.json', right);
    const { out } = await cli('check -f json', { cwd: 'dotfiles' });
    const files = (JSON.parse(out) as { file: string }[]).map(({ file }) => file);
    expect(files.toSorted()).toEqual(['.omp/agent/mcp.json', 'chezmoi/dot_omp/agent/mcp.json']);
  });

  test('a pattern excludes files of other tools, but a name includes them', async () => {
    const kiro = '{ "mcpServers": { "a": { "command": "x", "disabled": true, "autoApprove": [] } } }\n';
    folder.write('tools/.kiro/settings/mcp.json', kiro);
    folder.write('tools/locales/en/mcp.json', '{ "title": "MCP" }\n');
    folder.write('tools/a/mcp.json', right);
    expect((await cli('check tools/**/mcp.json')).out).toBe('1 file checked, no problems found.\n');
    const named = await cli('check tools/.kiro/settings/mcp.json tools/locales/en/mcp.json -s hint');
    expect(named.out).toMatch(/ information: This file belongs to Kiro .* hint: This file doesn't look/s);
    expect((await cli('check tools/.kiro/settings/mcp.json tools/locales/en/mcp.json')).code).toBe(0);
  });

  test('checks the config files of a folder, or all of its .json files if there are none', async () => {
    folder.write('mixed/mcp.json', right);
    folder.write('mixed/other.json', wrong);
    folder.write('collection/a.json', wrong);
    folder.write('collection/b/c.json', right);
    expect((await cli('check mixed')).out).toBe('1 file checked, no problems found.\n');
    expect((await cli('check collection')).out).toContain('2 files checked: 2 errors (');
  });

  test('accepts patterns and several paths, and checks each file once', async () => {
    folder.write('many/a/mcp.json', right);
    folder.write('many/b/mcp.json', right);
    expect((await cli('check many/**/mcp.json many/a/mcp.json')).out).toContain('2 files checked');
  });

  test('reads standard input', async () => {
    const { code, out } = await cli('check - --stdin-path here/mcp.json', { input: wrong });
    expect(out).toContain('here/mcp.json:3:15: error');
    expect(code).toBe(1);
    expect((await cli('check -', { input: right })).code).toBe(0);
  });

  test('leaves out and doesn’t count findings below the minimum severity', async () => {
    folder.write('light/mcp.json', '{ "mcpServers": { "a": { "command": "npx", "args": ["-y", "some-package"] } } }');
    const codes = async (severity: string) => {
      const { code, out } = await cli(`check light/mcp.json -f json --severity ${severity}`);
      return [code, JSON.parse(out)[0].findings.map((finding: { code: string }) => finding.code)];
    };
    expect(await codes('hint')).toEqual([1, ['unpinned-package']]);
    expect(await codes('error')).toEqual([0, []]);
    const strict = await cli('check light/mcp.json --rule unpinned-package=error --severity error');
    expect([strict.code, strict.out.includes('[unpinned-package]')]).toEqual([1, true]);
    expect((await cli('check light/mcp.json -s hint -r unpinned-package=off')).code).toBe(0);
  });

  test('leaves out findings across files below the minimum severity', async () => {
    folder.write('across/.omp/mcp.json', '{ "mcpServers": { "a": {} } }');
    const servers = { a: { command: 'y' }, b: { command: 'y' } };
    folder.write('across/.mcp.json', JSON.stringify({ mcpServers: servers }));
    const codes = async (words: string): Promise<readonly string[]> => {
      const { out } = await cli(`check across/.mcp.json -p across -f json ${words}`);
      return JSON.parse(out)[0].findings.map(({ code }: { code: string }) => code);
    };
    expect(await codes('')).toEqual(['shadowed-by-invalid']);
    expect(await codes('--severity error')).toEqual([]);
    expect(await codes('--severity error -r shadowed-by-invalid=error')).toEqual(['shadowed-by-invalid']);
    folder.write('across/.omp/mcp.json', '{ "mcpServers": { "a": { "command": "x" } } }');
    expect(await codes('')).toEqual([]);
    expect(await codes('--severity information')).toContain('shadowed-by-name');
    expect(await codes('-r shadowed-by-name=warning')).toEqual(['shadowed-by-name']);
  });

  test('looks for programs and folders only on request', async () => {
    folder.write('machine/mcp.json', '{ "mcpServers": { "a": { "command": "there-is-no-such-program" } } }');
    expect((await cli('check machine/mcp.json -s hint')).code).toBe(0);
    expect((await cli('check machine/mcp.json -s hint --machine')).out).toContain('[command-not-found]');
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

  test('removes control sequences of files from the output', async () => {
    folder.write('steer/mcp.json', '{ "mcpServers": { "a": { "\\u001b[31m\\u202e": 1, "command": "x" } } }');
    const { out } = await cli('check steer/mcp.json');
    expect(out).toContain('"\\u001b[31m\\u{202e}"');
    expect(out).not.toMatch(/(?!\n)\p{Cc}|\p{Cf}/u);
  });
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

describe('annotations for GitHub', () => {
  test('write one command for each finding', async () => {
    folder.write('hub/mcp.json', wrong);
    expect((await cli('check hub/mcp.json -f github')).out.split('\n')[0]).toBe(
      '::error file=hub/mcp.json,line=3,endLine=3,col=15,endColumn=23,title=unknown-key::Unknown property "comand". Did you mean "command"?',
    );
  });

  test('can’t be forged by a file', async () => {
    folder.write('hub2/mcp.json', '{ "mcpServers": { "a": { "x\\n::set-output name=a::b%0A": 1, "command": "x" } } }');
    const { out } = await cli('check hub2/mcp.json -f github');
    expect(out.match(/^::/gm)).toHaveLength(1);
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

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look
/** The command line: results, output, exit codes. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, open, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { Ajv } from 'ajv';
import { applyPatch } from 'diff';
import { afterAll, describe, expect, test } from 'vitest';
import { usesColors } from '../../../server/cli/color.ts';
import { help } from '../../../server/cli/help.ts';
import { writeAtomically } from '../../../server/cli/write-file.ts';
import { readRepositoryConfig } from '../../../server/rules/repository-config.ts';
import { allRules } from '../../../server/rules/rules-doc.ts';
import { TemporaryFolder } from '../../temporary-folder.ts';
import { type Ran, runCli } from './run-cli.ts';

const wrong =
  '{\n  "mcpServers": {\n    "docs": { "comand": "x" },\n    "web": { "url": "https://a.example/mcp" }\n  }\n}\n';
const right = '{ "mcpServers": { "docs": { "command": "docs-server" } } }\n';

const folder = new TemporaryFolder('cli');
afterAll(() => folder.remove());

interface Setup {
  readonly input?: string;
  readonly cwd?: string;
  readonly colors?: boolean;
  readonly outIsTerminal?: boolean;
  readonly isWorkflowLog?: boolean;
}

const cli = (
  words: string,
  { input = '', cwd = '', colors = false, outIsTerminal = false, isWorkflowLog = false }: Setup = {},
): Promise<Ran> =>
  runCli(
    words.split(' ').filter((word) => word !== ''),
    {
      cwd: folder.at(cwd),
      home: folder.at('home'),
      colors,
      outIsTerminal,
      outIsWorkflowLog: isWorkflowLog,
      errorIsWorkflowLog: isWorkflowLog,
      stdin: async () => new TextEncoder().encode(input),
      write: writeAtomically,
    },
  );

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
    folder.write('home/.omp/agent/mcp.json', wrong);
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

  test('looks for programs and folders only on request', async () => {
    folder.write('machine/mcp.json', '{ "mcpServers": { "a": { "command": "there-is-no-such-program" } } }');
    expect((await cli('check machine/mcp.json -s hint')).code).toBe(0);
    expect((await cli('check machine/mcp.json -s hint --machine')).out).toContain('[command-not-found]');
  });

  test('checks the other files if one can’t be read', async () => {
    folder.write('bad/a.json', new Uint8Array([0xff, 0xfe, 0x00]));
    folder.write('bad/b.json', wrong);
    const { code, out, error } = await cli('check bad');
    expect(error).toBe(`mcp-config: Couldn't read ${folder.at('bad/a.json')}: not valid UTF-8.\n`);
    expect(out).toContain('1 file checked: 2 errors (');
    expect(code).toBe(2);
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

describe('fix', () => {
  const trailing = '{\n  // who reads this\n  "mcpServers": {\n    "docs": { "command": "x", },\n  }\n}\n';
  test('applies fixes that can’t change the meaning, keeps the rest of the text, and reports what remains', async () => {
    folder.write('fix/mcp.json', wrong.replace('"x" },', '"x", },'));
    const { code, out, error } = await cli('fix fix/mcp.json');
    expect(folder.read('fix/mcp.json')).toBe(wrong);
    expect(error).toBe('1 file changed.\n');
    expect(out).toContain('2 errors');
    expect(code).toBe(1);
  });

  test('also fixes another rule if it is named', async () => {
    folder.write('also/mcp.json', wrong);
    const { code } = await cli('fix also/mcp.json --also unknown-key --also missing-type');
    expect(folder.read('also/mcp.json')).toBe(
      wrong.replace('comand', 'command').replace('{ "url"', '{ "type": "http", "url"'),
    );
    expect(code).toBe(0);
  });

  test('a dry run writes nothing, and shows the changes as a unified diff', async () => {
    folder.write('dry/mcp.json', trailing);
    const { code, out, error } = await cli('fix dry/mcp.json --dry-run');
    expect(folder.read('dry/mcp.json')).toBe(trailing);
    expect(out).toBe(
      [
        '--- a/dry/mcp.json',
        '+++ b/dry/mcp.json',
        '@@ -1,6 +1,6 @@',
        ' {',
        '   // who reads this',
        '   "mcpServers": {',
        '-    "docs": { "command": "x", },',
        '+    "docs": { "command": "x" }',
        '   }',
        ' }',
        '',
        "dry/mcp.json:2:3: error: JSON doesn't allow comments. Remove the comment. Oh My Pi skips files that aren't strict JSON. [json-comment]",
        '',
        '1 file checked: 1 error (1 fixable with --also).',
        '',
      ].join('\n'),
    );
    expect([code, error]).toEqual([1, '1 file would be changed.\n']);
  });

  test.each(['json', 'sarif', 'github', 'gitlab'])('a dry run keeps its output valid %s', async (format) => {
    folder.write('dry/mcp.json', trailing);
    const { code, out, error } = await cli(`fix dry/mcp.json --dry-run -f ${format}`);
    expect(out).not.toContain('@@');
    expect(error).toContain(`${folder.at('dry/mcp.json')}: would be changed\n1 file would be changed.\n`);
    expect(code).toBe(1);
  });

  test.each([
    ['LF', trailing],
    ['CRLF', trailing.replaceAll('\n', '\r\n')],
    ['tabs', trailing.replaceAll('  ', '\t')],
    ['no line break at the end', trailing.trimEnd()],
    ['a byte order mark', `\ufeff${trailing}`],
    ['invisible characters', trailing.replace('"x"', '"\u200bx\u202e"')],
  ])('patch applies the output of a dry run to a file with %s', async (_name, text) => {
    folder.write('patched/mcp.json', text);
    const { out } = await cli('fix mcp.json --dry-run', { cwd: 'patched' });
    await cli('fix mcp.json', { cwd: 'patched' });
    const fixed = folder.read('patched/mcp.json');
    expect(fixed).not.toBe(text);
    expect(applyPatch(text, out.slice(0, out.indexOf('\nmcp.json:')), { autoConvertLineEndings: false })).toBe(fixed);
  });

  test('a dry run ends names that contain spaces with a tab, so that patch finds the file', async () => {
    folder.write('my files/mcp.json', trailing);
    const { out } = await runCli(['fix', 'my files', '--dry-run'], { cwd: folder.at(''), home: folder.at('home') });
    expect(out).toMatch(/^--- a\/my files\/mcp\.json\t\n\+\+\+ b\/my files\/mcp\.json\t\n@@/);
  });

  test.each([
    ['on a terminal', { outIsTerminal: true }],
    ['with colors', { colors: true }],
  ])('a dry run %s escapes control sequences of files', async (_name, setup) => {
    folder.write('steer\u202e/mcp.json', '{ "mcpServers": {\n// \u001b[31m\u202e\n"a": { "command": "x", } } }');
    const out = stripVTControlCharacters((await cli('fix steer\u202e/mcp.json --dry-run', setup)).out);
    expect(out).toContain('// \\u{1b}[31m\\u{202e}');
    expect(out).toContain('--- "a/steer\\342\\200\\256/mcp.json"');
    expect(out).not.toMatch(/(?!\n)\p{Cc}|\p{Cf}/u);
  });

  test('keeps what check doesn’t report in a file of another tool', async () => {
    const own = '{\n  // kept\n  "servers": { "a": { "comand": "x", "gallery": true, }, },\n}\n';
    const file = folder.write('keeps/.vscode/mcp.json', own);
    await cli('fix .vscode/mcp.json --also unknown-key', { cwd: 'keeps' });
    expect(await readFile(file, 'utf8')).toBe(own);
    expect((await cli('fix - --stdin-path .cursor/mcp.json', { input: trailing })).out).not.toBe(trailing);
  });

  test('writes fixed standard input to standard output', async () => {
    const { code, out, error } = await cli('fix -', { input: '{ "mcpServers": { "a": { "command": "x", }, } }' });
    expect(out).toBe('{ "mcpServers": { "a": { "command": "x" } } }');
    expect(error).toContain('no problems found');
    expect(code).toBe(0);
  });

  test('a dry run of standard input shows the same as one of a file', async () => {
    folder.write('stdin/mcp.json', trailing);
    const words = '--dry-run --stdin-path stdin/mcp.json';
    expect(await cli(`fix - ${words}`, { input: trailing })).toEqual(await cli('fix stdin/mcp.json --dry-run'));
    const fixed = '{ "mcpServers": {} }\n';
    expect(await cli(`fix - ${words}`, { input: fixed })).toMatchObject({
      code: 0,
      out: expect.not.stringContaining('mcpServers'),
      error: '0 files would be changed.\n',
    });
  });
});

describe('effective', () => {
  test('shows each server with its state and location', async () => {
    await rm(folder.at('home'), { recursive: true, force: true });
    folder.write('eff/.omp/mcp.json', '{ "mcpServers": { "docs": { "command": "x" } } }');
    folder.write(
      'eff/.mcp.json',
      '{ "mcpServers": {\n "docs": { "command": "y" }, "off": { "command": "z", "enabled": false } } }',
    );
    const { code, out } = await cli('effective -p eff');
    expect(out.split('\n').slice(0, 3)).toEqual([
      expect.stringMatching(/^docs {2}stdio {2}In effect {2}\(\.omp\/mcp\.json:1\)$/),
      expect.stringMatching(
        /^docs {2}stdio {2}Overridden: \.omp\/mcp\.json defines the same name {2}\(\.mcp\.json:2\)$/,
      ),
      expect.stringMatching(/^off {3}stdio {2}Disabled: "enabled": false in this entry {2}\(\.mcp\.json:2\)$/),
    ]);
    expect(code).toBe(0);
    const json = JSON.parse((await cli('effective -p eff -f json')).out);
    expect(json[1]).toMatchObject({
      name: 'docs',
      state: 'overridden',
      reason: 'same-name',
      label: '.mcp.json',
      line: 2,
    });
  });

  test('shows both the state and the problems of a server in effect', async () => {
    folder.write(
      'both/.omp/mcp.json',
      '{"mcpServers": {"a": {"url": "https://example.com/mcp"}, "a b": {"command": "x"}}}',
    );
    const { out } = await cli('effective', { cwd: 'both' });
    expect(out).toMatch(/^a +http +In effect \(1 problem\)/m);
    expect(out).toMatch(/^a b +stdio +In effect \(1 problem\)/m);
  });

  test.skipIf(process.platform === 'win32').each([
    ['isn’t text', (file: string) => writeFile(file, new Uint8Array([0xff])), 'not valid UTF-8.'],
    ['is a pipe', async (file: string) => void execFileSync('mkfifo', [file]), 'not a regular file.'],
    ['links to itself', (file: string) => symlink(file, file), 'too many symbolic links (ELOOP).'],
  ])('reports a file that %s, like check, and exits with 2', async (_, create, reason) => {
    await rm(folder.at('unreadable'), { recursive: true, force: true });
    folder.write('unreadable/.omp/mcp.json', right);
    await create(folder.at('unreadable/.mcp.json'));
    const message = `mcp-config: Couldn't read ${folder.at('unreadable/.mcp.json')}: ${reason}\n`;
    expect(await cli('effective', { cwd: 'unreadable' })).toEqual({
      code: 2,
      out: expect.stringMatching(/^docs {2}stdio {2}In effect/),
      error: message,
    });
    expect(await cli('check', { cwd: 'unreadable' })).toMatchObject({ code: 2, error: message });
  });

  test('ignores folders with the name of a config file', async () => {
    await mkdir(folder.at('folders/.mcp.json'), { recursive: true });
    expect(await cli('effective', { cwd: 'folders' })).toMatchObject({ code: 0, error: '' });
  });

  test('reports that there are no servers', async () => {
    await mkdir(folder.at('empty'), { recursive: true });
    expect((await cli('effective -p empty')).out).toContain('No tool servers found');
  });
});

describe('convert', () => {
  const vscode =
    '{ "servers": { "docs": { "command": "npx", "args": ["-y", "docs@1"], "env": { "A": "${env:B}" }, "envFile": ".env" } } }';

  test('converts a file to standard output, and reports what is lost', async () => {
    folder.write('convert/.vscode/mcp.json', vscode);
    const { code, out, error } = await cli('convert convert/.vscode/mcp.json');
    expect(JSON.parse(out)).toEqual({
      mcpServers: { docs: { command: 'npx', args: ['-y', 'docs@1'], env: { A: '${B}' } } },
    });
    expect(error).toContain('envFile');
    expect(code).toBe(1);
  });

  test('converts standard input into a file and keeps its content', async () => {
    folder.write('into/mcp.json', '{\n  "mcpServers": {\n    "a": { "command": "x" }\n  }\n}\n');
    const line = { input: 'claude mcp add docs -- npx -y docs@1' };
    expect(await cli('convert - --into into/mcp.json', line)).toMatchObject({ code: 0, out: '' });
    expect(folder.read('into/mcp.json')).toBe(
      '{\n  "mcpServers": {\n    "a": { "command": "x" },\n    "docs": {\n      "command": "npx",\n      "args": ["-y", "docs@1"]\n    }\n  }\n}\n',
    );
    await cli('convert - --into into/new/../made.json', line);
    expect(JSON.parse(folder.read('into/made.json')).mcpServers.docs.command).toBe('npx');
  });

  test('reports how many servers were written', async () => {
    const target = '{ "mcpServers": { "a": { "command": "x" } } }';
    const given = (a: string) => ({
      input: `{ "mcpServers": { "a": { "command": "${a}" }, "b": { "command": "y" } } }`,
    });
    folder.write('count/mcp.json', target);
    const first = await cli('convert --into count/mcp.json --on-conflict skip', given('z'));
    expect(first.error).toContain(`1 server written to ${folder.at('count/mcp.json')}.\n`);
    const skipped = await cli('convert --into count/mcp.json --on-conflict skip', given('z'));
    expect(skipped.error).toContain(`No servers written to ${folder.at('count/mcp.json')}.\n`);
    const again = await cli('convert --into count/mcp.json', given('x'));
    expect(again.error).toContain(`No changes needed in ${folder.at('count/mcp.json')}.\n`);
  });

  test('converts to the format of another tool', async () => {
    const input = '{ "mcpServers": { "docs": { "command": "npx", "args": ["-y", "docs@1"] } } }';
    expect((await cli('convert --to command', { input })).out).toBe(
      'claude mcp add --transport stdio docs -- npx -y docs@1\n',
    );
    expect(JSON.parse((await cli('convert - --to vscode', { input })).out).servers.docs.command).toBe('npx');
  });

  test('selects a project by its path on another computer', async () => {
    const input = JSON.stringify({ projects: { '/there/shop': { mcpServers: { docs: { command: 'x' } } } } });
    const { code, out } = await cli('convert --project /there/shop', { input });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({ mcpServers: { docs: { command: 'x' } } });
  });

  test.each([
    ['convert --to nonsense', '', 'Use one of agent, vscode'],
    ['convert a.json b.json', '', 'convert accepts only one file.'],
    ['convert --severity error', '', "Option --severity isn't supported by convert."],
    ['convert -', 'no config', 'Unknown format'],
    ['convert there/is/none.json', '', 'no such file or folder (ENOENT)'],
    ['convert --to command --into setup.sh', '', 'Remove --into'],
  ])('%s with %j ends with 2', async (words, input, message) => {
    const { code, out, error } = await cli(words, { input });
    expect(error).toContain(message);
    expect([code, out]).toEqual([2, '']);
  });
});

describe('.mcp-config.json', () => {
  const unpinned = '{ "mcpServers": { "a": { "command": "npx", "args": ["-y", "some-package"] } } }';

  test('changes severities, which the command line overrides rule by rule', async () => {
    folder.write('repo/mcp.json', unpinned);
    folder.write('repo/.mcp-config.json', '{ "$schema": "x", "rules": { "unpinned-package": "error" } }');
    expect((await cli('check', { cwd: 'repo' })).out).toContain('mcp.json:1:');
    expect((await cli('check -r unpinned-package=off', { cwd: 'repo' })).code).toBe(0);
    expect((await cli('check -r missing-type=off', { cwd: 'repo' })).code).toBe(1);
    expect((await cli('check -p repo')).code).toBe(1);
    expect((await cli('check repo/mcp.json')).code).toBe(0);
  });

  test('sets the minimum severity, which the command line overrides', async () => {
    folder.write('least/mcp.json', unpinned);
    expect((await cli('check', { cwd: 'least' })).code).toBe(0);
    folder.write('least/.mcp-config.json', '{ "severity": "hint" }');
    expect((await cli('check', { cwd: 'least' })).code).toBe(1);
    expect((await cli('check -s error', { cwd: 'least' })).code).toBe(0);
  });

  test('names the files to check by default, and those to ignore, relative to itself', async () => {
    folder.write('paths/a/mcp.json', wrong);
    folder.write('paths/b/mcp.json', wrong);
    folder.write('paths/b/old/mcp.json', wrong);
    folder.write('paths/c/mcp.json', wrong);
    const files = async (words: string, cwd = '') =>
      (JSON.parse((await cli(`${words} -f json`, { cwd })).out) as { file: string }[]).map(({ file }) => file);
    folder.write('paths/.mcp-config.json', '{ "paths": ["a/*.json", "b"], "ignore": ["b/old"] }');
    expect(await files('check', 'paths')).toEqual(['a/mcp.json', 'b/mcp.json']);
    expect(await files('check -p paths')).toEqual(['paths/a/mcp.json', 'paths/b/mcp.json']);
    expect(await files('check c b', 'paths')).toEqual(['c/mcp.json', 'b/mcp.json']);
    folder.write('paths/.mcp-config.json', '{ "ignore": ["**/old/**", "c"] }');
    expect(await files('check', 'paths')).toEqual(['a/mcp.json', 'b/mcp.json']);
    folder.write('paths/.mcp-config.json', '{ "paths": ["nowhere"] }');
    const { code, error } = await cli('check', { cwd: 'paths' });
    expect([code, error]).toEqual([
      2,
      `mcp-config: ${folder.at('paths')}: "paths": nowhere: no such file or folder.\n`,
    ]);
  });

  test('sets the version of Oh My Pi, which the command line overrides', async () => {
    folder.write('version/.mcp-config.json', '{ "agentVersion": "17.1" }');
    folder.write('version/mcp.json', right);
    expect((await cli('effective -p version')).out).toContain('Oh My Pi 17.1\n');
    expect((await cli('effective -p version --agent-version 16.0')).out).toContain('Oh My Pi 16.0\n');
  });

  test('is replaced by the file that --config names', async () => {
    folder.write('named/mcp.json', unpinned);
    folder.write('named/.mcp-config.json', '{ "rules": { "unpinned-package": "error" } }');
    folder.write('named/other.json', '{ "severity": "error" }');
    expect((await cli('check', { cwd: 'named' })).code).toBe(1);
    expect((await cli('check --config other.json', { cwd: 'named' })).code).toBe(0);
    const missing = await cli('check -c missing.json', { cwd: 'named' });
    expect([missing.code, missing.error]).toEqual([
      2,
      `mcp-config: Couldn't read ${folder.at('named/missing.json')}: no such file or folder (ENOENT).\n`,
    ]);
  });

  test('isn’t checked as a tool-server config', async () => {
    folder.write('collected/.mcp-config.json', '{}');
    folder.write('collected/a.json', right);
    expect((await cli('check .', { cwd: 'collected' })).out).toBe('1 file checked, no problems found.\n');
  });

  test.each([
    ['{\n  "rulez": {} }', '2:3: Unknown property "rulez". Did you mean "rules"?'],
    ['{ "rules": { "unkown-key": "off" } }', '1:14: Unknown rule "unkown-key". Did you mean "unknown-key"?'],
    [
      '{ "rules": { "unknown-key": "loud" } }',
      '1:29: Invalid value "loud". Use one of error, warning, information, hint, off.',
    ],
    ['{ "rules": [] }', '1:12: Expected an object, got an array.'],
    ['{ "paths": "a" }', '1:12: Expected an array of strings, got a string.'],
    ['{ "ignore": ["a", 1] }', '1:19: Expected a string, got a number.'],
    ['{ "agentVersion": "new" }', '1:19: Invalid version "new".'],
    ['{ "severity": null }', '1:15: Expected a string, got null.'],
    ['[]', '1:1: Expected an object, got an array.'],
    ['{ "rules": {}, }', '1:14: Invalid JSON (trailing comma).'],
    ['', '1:1: Invalid JSON (empty).'],
  ])('that is %j ends with 2 and says where', async (text, message) => {
    folder.write('faulty/mcp.json', right);
    folder.write('faulty/.mcp-config.json', text);
    for (const command of ['check', 'fix', 'effective'])
      expect(await cli(command, { cwd: 'faulty' })).toEqual({
        code: 2,
        out: '',
        error: `mcp-config: ${folder.at('faulty/.mcp-config.json')}:${message}\n`,
      });
  });

  test('has a schema that matches the command line', async () => {
    const text = await readFile(new URL('../../../schemas/mcp-config.schema.json', import.meta.url), 'utf8');
    const schema = JSON.parse(text);
    // A new rule must be added to this list as well.
    expect(schema.properties.rules.propertyNames.enum).toEqual(allRules.map(({ code }) => code));
    const validate = new Ajv({ strict: true, strictRequired: false }).compile(schema);
    const examples = Object.entries<{ examples?: unknown[]; enum?: unknown[] }>(schema.properties).flatMap(
      ([key, { examples: some = [], enum: values = [] }]) => [...some, ...values].map((value) => ({ [key]: value })),
    );
    const wrongs = [
      { mcpServers: {} },
      { rulez: {} },
      { rules: { x: 'off' } },
      { rules: { 'unknown-key': 'loud' } },
      { rules: [] },
    ];
    const more = [
      { paths: 'a' },
      { ignore: [1] },
      { agentVersion: 'new' },
      { severity: null },
      { severity: 'off' },
      [],
    ];
    const codes = allRules.map(({ code }) => code);
    const outcomes = [...examples, ...wrongs, ...more].map((value) => [
      validate(value),
      readRepositoryConfig(JSON.stringify(value), codes).faults.length === 0,
    ]);
    expect(outcomes).toEqual([...examples.map(() => [true, true]), ...[...wrongs, ...more].map(() => [false, false])]);
  });
});

describe.skipIf(process.platform === 'win32')('an untrusted repository', () => {
  const outside = '{ "mcpServers": { "a": { "command": "x", }, } }';

  test.each([
    ['../hidden/c.json'],
    ['a/../../hidden/c.json'],
    ['*/../../hidden/c.json'],
    ['../hidden'],
    ['../hid*/*.json'],
    ['/**/c.json'],
    ['linked.json'],
    ['linked'],
    ['linked/*.json'],
    ['@x/../../hidden/c.json'],
  ])('can’t include files outside the project: "paths": ["%s"]', async (pattern) => {
    folder.write('hidden/c.json', outside);
    folder.write('untrusted/mcp.json', right);
    await rm(folder.at('untrusted/linked'), { force: true });
    await rm(folder.at('untrusted/linked.json'), { force: true });
    await symlink('../hidden', folder.at('untrusted/linked'));
    await symlink('../hidden/c.json', folder.at('untrusted/linked.json'));
    for (const command of ['check', 'fix']) {
      folder.write('untrusted/.mcp-config.json', { paths: [pattern] });
      expect(await cli(command, { cwd: 'untrusted' })).toEqual({
        code: 2,
        out: '',
        error: `mcp-config: ${folder.at('untrusted')}: "paths": ${pattern} leads outside the project.\n`,
      });
      folder.write('untrusted/.mcp-config.json', { ignore: [pattern] });
      expect(await cli(command, { cwd: 'untrusted' })).toMatchObject({
        code: 0,
        error: expect.stringContaining(
          `mcp-config: ${folder.at('untrusted')}: "ignore": ${pattern} has no effect, because it leads outside the project.\n`,
        ),
      });
    }
    expect(folder.read('hidden/c.json')).toBe(outside);
  });

  test('can’t include files outside the project with alternatives in a pattern', async () => {
    folder.write('hidden/c.json', outside);
    folder.write('braces/mcp.json', right);
    await symlink('../hidden', folder.at('braces/linked'));
    await symlink('../hidden/c.json', folder.at('braces/linked.json'));
    for (const pattern of [
      '{..,.}/hidden/*.json',
      '{linked,x}/*.json',
      '{linked,x}.json',
      '**/c.json',
      '.[.]/hidden/*',
    ]) {
      folder.write('braces/.mcp-config.json', { paths: [pattern, 'mcp.json'] });
      const { out } = await cli('check', { cwd: 'braces' });
      expect(out).not.toContain('c.json');
      expect(out).not.toContain('linked');
    }
  });

  test('can’t include files outside the project with links, unless they are named', async () => {
    folder.write('hidden/t.json', outside);
    folder.write('links/apps/mcp.json', right);
    folder.write('links/shared.json', right);
    await symlink('../hidden/t.json', folder.at('links/.mcp.json'));
    await symlink('shared.json', folder.at('links/mcp.json'));
    for (const command of ['check', 'fix']) {
      const { code, out, error } = await cli(command, { cwd: 'links' });
      expect([code, out]).toEqual([2, '2 files checked, no problems found.\n']);
      expect(error).toContain(
        "mcp-config: .mcp.json: skipped, because it's a link that leads outside the project. To include it, pass the file as an argument.\n",
      );
    }
    expect(folder.read('hidden/t.json')).toBe(outside);
    expect((await cli('check .mcp.json', { cwd: 'links' })).out).toContain('.mcp.json:1:40: error');
  });

  test('can ignore a link that leads outside the project', async () => {
    folder.write('hidden/t.json', outside);
    folder.write('ignored-link/.omp/mcp.json', right);
    await symlink('../hidden/t.json', folder.at('ignored-link/.mcp.json'));
    folder.write('ignored-link/.mcp-config.json', { ignore: ['.mcp.json'] });
    const result = await cli('check', { cwd: 'ignored-link' });
    expect(result).toEqual({ code: 0, out: '1 file checked, no problems found.\n', error: '' });
  });

  test.runIf(process.platform === 'linux')(
    'can’t include a file outside the project with a very long path',
    async () => {
      folder.write('hidden/t.json', outside);
      folder.write('long/mcp.json', right);
      const deep = Array.from({ length: 9 }, () => 'd'.repeat(240)).join('/');
      await mkdir(folder.at(`long/${deep}`), { recursive: true });
      await symlink(deep, folder.at('long/half'));
      await mkdir(folder.at(`long/half/${deep}`), { recursive: true });
      await symlink(`half/${deep}/x.json`, folder.at('long/.mcp.json'));
      await symlink(folder.at('hidden/t.json'), folder.at(`long/half/${deep}/x.json`));
      expect(await readFile(folder.at('long/.mcp.json'), 'utf8')).toBe(outside);
      const { code, out, error } = await cli('check', { cwd: 'long' });
      await rm(folder.at(`long/half/${'d'.repeat(240)}`), { recursive: true });
      expect([code, out]).toEqual([2, '1 file checked, no problems found.\n']);
      expect(error).toContain('.mcp.json: skipped');
    },
  );

  test('can’t make the command line read its config or lock outside the project', async () => {
    folder.write('config-link/mcp.json', right);
    folder.write('hidden/config.json', '{ "secret": 1 }');
    await symlink('../hidden/config.json', folder.at('config-link/.mcp-config.json'));
    expect(await cli('check', { cwd: 'config-link' })).toMatchObject({
      code: 2,
      error: `mcp-config: ${folder.at('config-link/.mcp-config.json')} is a link that leads outside the project. Use --config to read it.\n`,
    });
    folder.write('hidden/x', '');
    await mkdir(folder.at('lock-link'), { recursive: true });
    await symlink('../hidden', folder.at('lock-link/inner'));
    for (const target of ['../hidden/lock.json', '../hidden/config.json', 'inner/lock.json']) {
      await rm(folder.at('lock-link/mcp-lock.json'), { force: true });
      await symlink(target, folder.at('lock-link/mcp-lock.json'));
      expect(await cli('lock --yes', { cwd: 'lock-link' })).toMatchObject({
        code: 2,
        error: `mcp-config: ${folder.at('lock-link/mcp-lock.json')} is a link that leads outside the project.\n`,
      });
    }
  });

  test.runIf(process.platform === 'linux')('can’t hide a folder with a name that isn’t UTF-8', async () => {
    folder.write('bytes/mcp.json', right);
    await mkdir(Buffer.concat([Buffer.from(folder.at('bytes/')), Buffer.from([0xff])]));
    const { error } = await cli('check', { cwd: 'bytes' });
    expect(error).toContain('no such file or folder (ENOENT). Config files in this folder are missing.');
  });

  test('may name files in the project from a config in a subfolder, and below a config elsewhere', async () => {
    folder.write('sub/mcp.json', right);
    folder.write('sub/ci/config.json', { paths: ['../mcp.json'], ignore: ['.git', '../old/**'] });
    folder.write('elsewhere/config.json', { paths: ['mcp.json'] });
    folder.write('elsewhere/mcp.json', right);
    expect((await cli('check -c ci/config.json', { cwd: 'sub' })).code).toBe(0);
    expect((await cli('check -c ../elsewhere/config.json', { cwd: 'sub' })).code).toBe(0);
  });
});

describe('invalid arguments exit with 2 and an explanation', () => {
  test.each([
    ['frobnicate', 'Unknown command "frobnicate".'],
    ['constructor', 'Unknown command "constructor".'],
    ['toString mcp.json', 'Unknown command "toString".'],
    ['chekc', 'Unknown command "chekc". Did you mean check?'],
    ['check --nonsense', 'Unknown option --nonsense.\n'],
    ['check --fromat json', 'Unknown option --fromat. Did you mean --format?'],
    ['check --severty=error', 'Unknown option --severty. Did you mean --severity?'],
    ['check -x', 'Unknown option -x.\n'],
    ['check -sx a.json', 'Invalid value "x" for --severity.'],
    ['check --format', 'Option --format requires a value.\n'],
    ['check -f', 'Option -f requires a value.\n'],
    ['check --project -x', 'Option --project requires a value. If the value is -x, use --project=-x.'],
    ['check --machine=yes', "Option --machine doesn't accept a value."],
    ['check --rule unkown-key=off', 'Unknown rule "unkown-key". Did you mean unknown-key?'],
    ['schema a.json', "schema doesn't accept files."],
    ['-f json', 'Missing command.'],
    ['check --format xml', 'Invalid value "xml" for --format. Use one of text, json, sarif, github, gitlab.'],
    ['check --severity grave', 'Invalid value "grave" for --severity. Use one of error, warning, information, hint.'],
    ['check --rule no-such-rule=off', 'Unknown rule "no-such-rule".'],
    ['check --rule unknown-key', 'for --rule. Use code=severity.'],
    ['check --rule unknown-key=loud', 'for the severity in --rule. Use one of'],
    ['check --dry-run', "Option --dry-run isn't supported by check."],
    ['effective a.json', "effective doesn't accept files"],
    ['effective -f sarif', 'effective supports only --format text or json.'],
    ['check - other.json', "Standard input (-) can't be combined with files."],
    ['check there/is/nothing', 'there/is/nothing: no such file or folder.'],
    ['check there/**/is/nothing', 'no such file or folder.'],
    ['check -p nowhere', 'nowhere: no such folder. Option --project requires a folder.'],
    ['fix -p nowhere', 'nowhere: no such folder.'],
    ['effective -p nowhere', 'nowhere: no such folder.'],
    ['lock -p nowhere --yes', 'nowhere: no such folder.'],
  ])('%s', async (words, message) => {
    const { code, out, error } = await cli(words);
    expect(error).toContain(message);
    expect(error).toContain('--help');
    expect([code, out]).toEqual([2, '']);
  });

  test('help, version, and schema are printed', async () => {
    expect((await cli('--help')).out).toContain('mcp-config check [paths]');
    expect(await cli('')).toMatchObject({ code: 0, out: expect.stringContaining('Exit codes: 0') });
    for (const words of ['help', 'help check', 'check --help', '-h'])
      expect(await cli(words)).toMatchObject({ code: 0, out: help, error: '' });
    expect((await cli('--version')).out).toBe('1.2.3\n');
    expect((await cli('schema')).out).toBe('{}\n');
  });
});

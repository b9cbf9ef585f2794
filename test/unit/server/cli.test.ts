/** The commands `fix`, `effective`, and `convert`: what sessions of `test/fixtures/cli/` can't show; invalid arguments. */

import { execFileSync, spawnSync } from 'node:child_process';
import { linkSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { applyPatch } from 'diff';
import { describe, expect, test } from 'vitest';
import { commandInfo, commandNames } from '../../../server/cli/arguments/commands.ts';
import { helpOf } from '../../../server/cli/arguments/help.ts';
import { cli, folder, right, useFolder } from './cli-folder.ts';
import { runCli } from './run-cli.ts';

useFolder();

describe('fix', () => {
  const trailing = '{\n  // who reads this\n  "mcpServers": {\n    "docs": { "command": "x", },\n  }\n}\n';
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

  test('SARIF has relative references for names with a colon, and no fix that contains a secret', async () => {
    const secret = '"env": {"API_TOKEN": "abcDEF123456789xyzQ"}';
    folder.write('colon/x:y/mcp.json', `{"mcpServers": {"a": {"comand": "x"}}, "b": {"command": "b", ${secret}}}`);
    const { out } = await cli('check . -f sarif', { cwd: 'colon' });
    const [{ results, artifacts }] = JSON.parse(out).runs;
    expect(artifacts).toEqual([{ location: { uri: 'x%3Ay/mcp.json', uriBaseId: 'SRCROOT' } }]);
    const fixed = results.filter(({ fixes }: { fixes?: unknown }) => fixes !== undefined);
    expect(fixed.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual(['unknown-key']);
    expect(out).not.toContain('abcDEF123456789xyzQ');
  });

  test('doesn’t replace one of several hard links, and says why', async () => {
    const file = folder.write('linked/mcp.json', trailing);
    linkSync(file, folder.at('linked/copy.json'));
    const { code, error } = await cli('fix mcp.json', { cwd: 'linked' });
    expect([code, folder.read('linked/mcp.json'), folder.read('linked/copy.json')]).toEqual([2, trailing, trailing]);
    expect(error).toContain("it's one of several hard links to a file");
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
});

describe('effective', () => {
  test('lists the servers as plain data', async () => {
    folder.write('data/.mcp.json', '{"mcpServers": {\n"docs": {"command": "y", "enabled": false}}}');
    const [server] = JSON.parse((await cli('effective -p data -f json')).out).servers;
    expect(server).toMatchObject({
      name: 'docs',
      state: 'disabled',
      reason: 'switched-off',
      label: '.mcp.json',
      line: 2,
    });
  });

  test.skipIf(process.platform === 'win32')('reports a pipe, as check does', async () => {
    folder.write('pipe/.omp/mcp.json', right);
    execFileSync('mkfifo', [folder.at('pipe/.mcp.json')]);
    const error = `mcp-config: Couldn't read ${folder.at('pipe/.mcp.json')}: not a regular file.\n`;
    expect(await cli('effective', { cwd: 'pipe' })).toMatchObject({ code: 2, error });
    expect(await cli('check', { cwd: 'pipe' })).toMatchObject({ code: 2, error });
  });

  test('reports a file that isn’t UTF-8, in which check has a finding', async () => {
    folder.write('latin/.mcp.json', new Uint8Array([0xff]));
    const error = `mcp-config: Couldn't read ${folder.at('latin/.mcp.json')}: not valid UTF-8.\n`;
    expect(await cli('effective', { cwd: 'latin' })).toMatchObject({ code: 2, error });
    expect(await cli('check', { cwd: 'latin' })).toMatchObject({ code: 1, error: '' });
  });
});

describe('convert', () => {
  test('escapes names on a terminal and in the report', async () => {
    const forged = 'a\n.mcp.json:1:1: error: forged\u202e';
    folder.write(
      'forged/.mcp.json',
      JSON.stringify({ mcpServers: { [forged]: { command: 'x', headersHelper: 'y' } } }),
    );
    const piped = await cli('convert forged/.mcp.json --to codex');
    expect(piped.error).not.toMatch(/^\.mcp\.json:1:1/m);
    expect(piped.error).not.toContain('\u202e');
    const shown = await cli('convert forged/.mcp.json --to vscode', { outIsTerminal: true });
    expect(shown.out).not.toContain('\u202e');
    expect(Object.keys(JSON.parse(shown.out).servers)).toEqual([forged]);
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
    ['agents --verify one two', 'agents --verify accepts only one folder.'],
    ['agents --verify --in-sync', "Option --verify can't be combined with --in-sync."],
    ['agents --yes', 'Option --yes requires --verify.'],
    ['agents --in-sync --user', "Option --in-sync can't be combined with --user."],
  ])('%s', async (words, message) => {
    const { code, out, error } = await cli(words);
    expect(error).toContain(message);
    expect(error).toContain('--help');
    expect([code, out]).toEqual([2, '']);
  });

  test('help, version, and schema are printed', async () => {
    for (const words of ['', 'help', '--help', '-h'])
      expect(await cli(words)).toMatchObject({ code: 0, out: helpOf(undefined), error: '' });
    for (const command of commandNames) {
      expect(helpOf(undefined)).toContain(`\n  ${command} `);
      for (const words of [`help ${command}`, `${command} --help`])
        expect(await cli(words)).toMatchObject({ code: 0, out: helpOf(command), error: '' });
    }
    expect((await cli('--version')).out).toBe('1.2.3\n');
    expect((await cli('schema')).out).toBe('{}\n');
  });
});

test.each(['bash', 'zsh', 'fish'])('the completion of %s has all commands and options', async (shell) => {
  const { code, out } = await cli(`completion ${shell}`);
  expect(code).toBe(0);
  for (const command of commandNames) {
    expect(out).toContain(command);
    for (const option of Object.keys(commandInfo(command).options))
      expect(out).toContain(shell === 'fish' ? `-l ${option}` : `--${option}`);
  }
  const programs = { bash: ['bash', '-n'], zsh: ['zsh', '-n'], fish: ['fish', '-n'] };
  const [program = '', ...words] = programs[shell as keyof typeof programs];
  const { error, status } = spawnSync(program, words, { input: out });
  // Only shells that are installed can read it.
  if (error === undefined) expect(status).toBe(0);
});

test('a command that reads standard input from a terminal says so, and none does that reads a pipe', async () => {
  const stdin = async () => Buffer.from('claude mcp add docs -- docs-server');
  const ask = async () => '';
  const on = async (more: object) =>
    (await runCli(['convert', '--to', 'vscode'], { cwd: '/', home: '/', stdin, ...more })).error;
  expect(await on({ ask })).toMatch(/^Reading from standard input\. Paste the text, then press Ctrl\+[DZ]/);
  expect(await on({})).not.toContain('Reading');
});

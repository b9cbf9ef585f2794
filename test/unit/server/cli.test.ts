// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look
/** The commands `fix`, `effective`, and `convert`, and invalid arguments: results, output, exit codes. */

import { execFileSync } from 'node:child_process';
import { linkSync } from 'node:fs';
import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';
import { applyPatch } from 'diff';
import { describe, expect, test } from 'vitest';
import { help } from '../../../server/cli/help.ts';
import { cli, folder, right, useFolder, wrong } from './cli-folder.ts';
import { runCli } from './run-cli.ts';

useFolder();

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

  test('a dry run masks secrets, and says so', async () => {
    const server = `{"command": "x", "env": {"API_TOKEN": "abcDEF123456789xyzQ"},}`;
    folder.write('masked/mcp.json', `{\n  "mcpServers": {\n    "a": ${server}\n  }\n}\n`);
    const { out, error } = await cli('fix mcp.json --dry-run', { cwd: 'masked' });
    expect(out).toContain('+    "a": {"command": "x", "env": {"API_TOKEN": "<secret>"}}');
    expect(out).not.toContain('abcDEF123456789xyzQ');
    expect(error).toContain('mcp.json: secrets are masked, so the diff may not apply\n');
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

  test('checks the other files if one is missing', async () => {
    folder.write('some/mcp.json', trailing);
    const { code, out, error } = await cli('check mcp.json deleted.json', { cwd: 'some' });
    expect(out).toContain('mcp.json:');
    expect(out).toContain('1 file checked');
    expect([code, error]).toEqual([2, 'mcp-config: deleted.json: no such file or folder.\n']);
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
    expect(out).toMatch(/^a +http +In effect: missing "type", .* \(1 problem\)/m);
    expect(out).toMatch(/^a b +stdio +In effect \(1 problem\)/m);
  });

  test.skipIf(process.platform === 'win32').each([
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

  test('reports a file that isn’t UTF-8, in which check has a finding', async () => {
    folder.write('latin/.mcp.json', new Uint8Array([0xff]));
    const error = `mcp-config: Couldn't read ${folder.at('latin/.mcp.json')}: not valid UTF-8.\n`;
    expect(await cli('effective', { cwd: 'latin' })).toMatchObject({ code: 2, error });
    expect(await cli('check', { cwd: 'latin' })).toMatchObject({ code: 1, error: '' });
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
    ['convert --to nonsense', '', 'Use one of oh-my-pi, claude-code, vscode'],
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

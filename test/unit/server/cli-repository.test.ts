/** The command line in a repository: its `.mcp-config.json`, and protection against an untrusted one. */
import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { readRepositoryConfig } from '../../../server/rules/repository-config.ts';
import { allRules } from '../../../server/rules/rules-doc.ts';
import { cli, folder, right, useFolder, wrong } from './cli-folder.ts';

useFolder();

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

  test('allows what its readers read, and the verdict on a file is the same whatever is reported', async () => {
    const remote = { type: 'http', url: 'https://example.com/mcp', headersHelper: 'x', oauth: { scopes: 'a' } };
    const local = { command: 'x', headersHelper: 'x', tools: ['a'], alwaysLoad: true };
    const servers = { remote, local };
    folder.write('verdict/.mcp.json', JSON.stringify({ mcpServers: servers, servers }));
    const verdict = async (words = '') => {
      const { out } = await cli(`check -f json ${words}`, { cwd: 'verdict' });
      const [file] = JSON.parse(out) as { findings: { code: string; severity: string }[] }[];
      return file?.findings.map(({ code, severity }) => `${severity} ${code}`);
    };
    const errors = ['foreign-key', 'newer-key', 'foreign-key', 'foreign-key', 'unknown-key', 'unknown-top-level-key'];
    for (const severity of ['hint', 'information', 'warning', 'error'])
      expect(await verdict(`-s ${severity}`)).toEqual(errors.map((code) => `error ${code}`));
    folder.write('verdict/.mcp-config.json', '{ "readers": ["claude-code", "visual-studio"] }');
    const own = ['error foreign-key', 'error foreign-key'];
    expect(await verdict('-s error')).toEqual(own);
    const property = 'information agent-property';
    expect(await verdict('-s hint')).toEqual([property, property, ...own, property]);
    folder.write('verdict/.mcp-config.json', '{ "readers": ["visual-studio"] }');
    expect(await verdict('-s error')).toEqual(errors.slice(0, -1).map((code) => `error ${code}`));
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
    folder.write('version/.mcp-config.json', '{ "agentVersion": "18.1" }');
    folder.write('version/mcp.json', right);
    expect((await cli('effective -p version')).out).toContain('Oh My Pi 18.1\n');
    expect((await cli('effective -p version --agent-version 16.0')).out).toContain('Oh My Pi 16.0 (checked as 18.0)\n');
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

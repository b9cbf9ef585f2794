/** The command line in a repository: its `.mcp-config.json`, and protection against an untrusted one. */
import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { readRepositoryConfig } from '../../../server/rules/repository-config.ts';
import { allRules } from '../../../server/rules/rules-doc.ts';
import { cli, folder, right, useFolder } from './cli-folder.ts';

useFolder();

describe('.mcp-config.json', () => {
  test('allows what its readers read, and the verdict on a file is the same whatever is reported', async () => {
    const remote = { type: 'http', url: 'https://example.com/mcp', headersHelper: 'x', oauth: { scopes: 'a' } };
    const local = { command: 'x', headersHelper: 'x', tools: ['a'], alwaysLoad: true };
    const servers = { remote, local };
    folder.write('verdict/.mcp.json', JSON.stringify({ mcpServers: servers, servers }));
    const verdict = async (words = '') => {
      const { out } = await cli(`check -f json ${words}`, { cwd: 'verdict' });
      const { files } = JSON.parse(out) as { files: { findings: { code: string; severity: string }[] }[] };
      const [file] = files;
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
      expect([code, out]).toEqual([2, '1 file checked, no problems found. Not everything could be checked.\n']);
      expect(error).toContain('.mcp.json: skipped');
    },
  );

  test.runIf(process.platform === 'linux')('can’t hide a folder with a name that isn’t UTF-8', async () => {
    folder.write('bytes/mcp.json', right);
    await mkdir(Buffer.concat([Buffer.from(folder.at('bytes/')), Buffer.from([0xff])]));
    const { error } = await cli('check', { cwd: 'bytes' });
    expect(error).toContain('no such file or folder (ENOENT). Config files in this folder are missing.');
  });
});

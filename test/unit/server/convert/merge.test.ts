/** Servers are added to a file with minimal changes; nothing is lost or overwritten without a remark. */
import { describe, expect, test } from 'vitest';
import type { ConvertOptions } from '../../../../server/convert/index.ts';
import { convert } from '../../../../server/convert/index.ts';
import { applyChanges } from '../../../../server/fixes/fix.ts';

const source = (servers: object): string => JSON.stringify({ mcpServers: servers });
const docs = { command: 'docs' };

async function into(text: string, servers: object = { docs }, options: ConvertOptions = {}): Promise<string> {
  const result = await convert(source(servers), { into: text, ...options });
  expect(applyChanges(text, result.changes)).toBe(result.text);
  return result.text;
}

describe('adding a server', () => {
  test('writes a new config to an empty file', async () => {
    expect(await into('')).toBe('{\n  "mcpServers": {\n    "docs": {\n      "command": "docs"\n    }\n  }\n}\n');
    expect(await into('  \n')).toContain('"docs"');
  });

  test('ends a new file of another tool with a line break', async () => {
    const { text } = await convert(source({ docs }), { to: 'vscode', path: '/project/mcp.json' });
    expect(text).toBe(
      '{\n  "servers": {\n    "docs": {\n      "type": "stdio",\n      "command": "docs"\n    }\n  }\n}\n',
    );
  });

  test('uses the indentation and line breaks of the last server', async () => {
    expect(await into('{\r\n\t"mcpServers": {\r\n\t\t"a": {}\r\n\t}\r\n}\r\n')).toBe(
      '{\r\n\t"mcpServers": {\r\n\t\t"a": {},\r\n\t\t"docs": {\r\n\t\t\t"command": "docs"\r\n\t\t}\r\n\t}\r\n}\r\n',
    );
  });

  test('supports an empty server map, a missing one, and an empty object', async () => {
    const result = '{\n  "mcpServers": {\n    "docs": {\n      "command": "docs"\n    }\n  }\n}\n';
    expect(await into('{\n  "mcpServers": {}\n}\n')).toBe(result);
    expect(await into('{\n  "mcpServers": {\n  }\n}\n')).toBe(result);
    expect(await into('{}\n')).toBe(result);
    expect(await into('{\n  "enabledServers": []\n}\n')).toBe(result.replace('{\n', '{\n  "enabledServers": [],\n'));
  });

  test('keeps a file on one line', async () => {
    expect(await into('{"mcpServers": {"a": {}}}')).toBe('{"mcpServers": {"a": {}, "docs": { "command": "docs" }}}');
  });

  test('preserves comments and trailing commas', async () => {
    expect(await into('{\n  "mcpServers": {\n    "a": {}, // the first\n  } // all\n}\n')).toBe(
      '{\n  "mcpServers": {\n    "a": {}, // the first\n    "docs": {\n      "command": "docs"\n    }\n  } // all\n}\n',
    );
    expect(await into('{\n  "mcpServers": { // none\n  }\n}\n')).toBe(
      '{\n  "mcpServers": {\n    "docs": {\n      "command": "docs"\n    } // none\n  }\n}\n',
    );
  });

  test('stays in its object if comments follow on the same line', async () => {
    const target = '{\n  "servers": { "a": {} /* a */ }, /* next */ "inputs": [] /* none */\n}\n';
    expect(await into(target, { docs }, { to: 'vscode' })).toBe(
      target.replace('{} /* a */', '{}, "docs": { "type": "stdio", "command": "docs" } /* a */'),
    );
  });

  test('leaves all comments on the line of the last server', async () => {
    const long = 'long '.repeat(1000);
    for (const comment of ['/* a */ // b', '/* a */ /* b */', '/* a\n b */', `// ${long}`, `/* ${long}*/`])
      expect(await into(`{\n  "mcpServers": {\n    "a": {} ${comment}\n  }\n}\n`)).toBe(
        `{\n  "mcpServers": {\n    "a": {}, ${comment}\n    "docs": {\n      "command": "docs"\n    }\n  }\n}\n`,
      );
  });

  test('supports files of other tools', async () => {
    const text = '{\n  // mine\n  "servers": {\n    "a": { "command": "x" },\n  },\n}\n';
    expect(await into(text, { docs }, { to: 'vscode' })).toBe(
      '{\n  // mine\n  "servers": {\n    "a": { "command": "x" },\n    "docs": {\n      "type": "stdio",\n      "command": "docs"\n    }\n  },\n}\n',
    );
  });
});

describe('server lists', () => {
  const lists = JSON.stringify({ mcpServers: { docs }, disabledServers: ['docs'] });

  test('disable the servers themselves if the target file has servers, and other names are reported as lost', async () => {
    const target = '{"mcpServers": {"docs": {"command": "other"}}}';
    const result = await convert(lists, { from: 'oh-my-pi', into: target });
    expect(result.text).not.toContain('disabledServers');
    expect(JSON.parse(result.text).mcpServers['docs-2']).toEqual({ ...docs, enabled: false });
    const { report } = await convert(lists.replace('["docs"]', '["docs", "x"]'), { from: 'oh-my-pi', into: target });
    expect(report).toContainEqual(expect.objectContaining({ kind: 'lost', field: 'disabledServers' }));
  });

  test('are kept in a new file without a remark', async () => {
    const result = await convert(lists, { from: 'oh-my-pi', into: '\n' });
    expect(JSON.parse(result.text)).toMatchObject({ disabledServers: ['docs'] });
    expect(result.report).toEqual([]);
  });
});

describe('a name conflict', () => {
  const target = '{\n  "mcpServers": {\n    "docs": { "command": "other" } // keep\n  }\n}\n';

  test('renames the new server by default', async () => {
    const result = await convert(source({ docs }), { into: target });
    expect(JSON.parse(result.text.replace('// keep', '')).mcpServers).toEqual({
      docs: { command: 'other' },
      'docs-2': docs,
    });
    expect(result.servers).toMatchObject([{ name: 'docs', newName: 'docs-2', collides: 'other' }]);
    expect(result.report).toMatchObject([{ kind: 'renamed', server: 'docs' }]);
  });

  test('skips the new server on request', async () => {
    const result = await convert(source({ docs }), { into: target, collision: 'skip' });
    expect(result.text).toBe(target);
    expect(result.changes).toEqual([]);
    expect(result.report).toMatchObject([{ kind: 'skipped', server: 'docs' }]);
  });

  test('replaces only what differs in the existing server on request', async () => {
    const replaced = { collision: 'replace' } as const;
    expect(await into(target, { docs }, replaced)).toBe(target.replace('"other"', '"docs"'));
    const commented = target.replace('{ ', '{ // why\n      ');
    expect(await into(commented, { docs }, replaced)).toBe(commented.replace('"other"', '"docs"'));
    const toml = '[mcp_servers.docs]\n# why\ncommand = "other"\n';
    const result = await convert(source({ docs }), { to: 'codex', into: toml, ...replaced });
    expect(result.text).toBe('[mcp_servers.docs]\ncommand = "docs"\n');
    expect(result.report).toMatchObject([
      { kind: 'changed', server: 'docs', reason: 'Its table is written anew, without the comments in it.' },
    ]);
  });

  test('replaces a server only once if two new names become equal', async () => {
    const servers = { 'a b': { command: 'x' }, 'a-b': { command: 'y' } };
    const old = '{"mcpServers": {"a-b": {"command": "old"}}}';
    expect(JSON.parse(await into(old, servers, { collision: 'replace' })).mcpServers).toEqual({
      'a-b': { command: 'y' },
      'a-b-2': { command: 'x' },
    });
  });

  test.each(['replace', 'rename'] as const)('skips an entry that only disables the server: %s', async (collision) => {
    const options = { path: '/p/.omp/mcp.json', into: target, collision };
    const result = await convert(source({ docs: { enabled: false }, off: { enabled: false } }), options);
    expect(JSON.parse(result.text.replace('// keep', '')).mcpServers).toEqual({
      docs: { command: 'other' },
      off: { enabled: false },
    });
    expect(result.report).toMatchObject([{ kind: 'skipped', server: 'docs' }]);
  });

  test('is ignored if both servers are equal', async () => {
    const same = '{"mcpServers": {"docs": {"env": {}, "command": "docs"}}}';
    const result = await convert(source({ docs: { command: 'docs', env: {} } }), { into: same });
    expect(result.text).toBe(same);
    expect(result.servers).toMatchObject([{ collides: 'same' }]);
  });

  test('adds a number to invalid source names that become equal to others', async () => {
    const result = JSON.parse(
      await into('', { 'a b': { command: 'x' }, 'a-b': { command: 'y' }, 'a/b': { command: 'z' } }),
    );
    expect(result.mcpServers).toEqual({
      'a-b-2': { command: 'x' },
      'a-b': { command: 'y' },
      'a-b-3': { command: 'z' },
    });
  });

  test('states for each server what was done', async () => {
    const servers = { docs: { command: 'other' }, paint: { command: 'paint' } };
    const done = async (collision: 'skip' | 'replace', docs: object): Promise<readonly string[]> =>
      (await convert(source({ ...servers, docs }), { into: target, collision })).servers.map((server) => server.done);
    expect(await done('replace', { command: 'other' })).toEqual(['skipped', 'added']);
    expect(await done('replace', { command: 'new' })).toEqual(['replaced', 'added']);
    expect(await done('skip', { command: 'new' })).toEqual(['skipped', 'added']);
  });
});

test('summarizes a server without splitting a character, and without the lines of a private key', async () => {
  const summaryOf = async (arg: string): Promise<string | undefined> =>
    (await convert(source({ a: { command: 'x', args: [arg] } }))).servers[0]?.summary;
  expect(await summaryOf(`${'y'.repeat(76)}\u{1f600}zz`)).toBe(`x ${'y'.repeat(76)}…`);
  const key = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQ'.repeat(9)}\n`;
  expect(await summaryOf(key)).toBe('x <secret>\n');
});

describe('servers with the same name', () => {
  const text = JSON.stringify({
    mcpServers: { a: { command: 'x', tools: ['x'] } },
    servers: { a: { command: 'y', tools: ['y'] } },
    disabledServers: ['a'],
  });

  test('can be selected one by one', async () => {
    const result = await convert(text, { from: 'oh-my-pi', only: ['a-2'] });
    expect(JSON.parse(result.text).mcpServers).toEqual({ a: { command: 'y' } });
    expect(result.report.map(({ server }) => server)).toEqual(['a-2', null]);
  });

  test('keep the lists of names, which refer to the first one', async () => {
    const result = JSON.parse((await convert(text, { from: 'oh-my-pi' })).text);
    expect(result).toMatchObject({
      mcpServers: { a: { command: 'x' }, 'a-2': { command: 'y' } },
      disabledServers: ['a'],
    });
  });
});

test('converts and reports only the selected servers', async () => {
  const text = source({ a: { command: 'a', tools: ['x'] }, b: { command: 'b', tools: ['y'] } });
  const result = await convert(text, { only: ['b'] });
  expect(JSON.parse(result.text).mcpServers).toEqual({ b: { command: 'b' } });
  expect(result.report.map(({ server }) => server)).toEqual(['b']);
});

describe('an invalid target', () => {
  test.each([
    ['{ "mcpServers": { "a": ', 'line 1'],
    ['{\n  "mcpServers": [\n', 'line 2'],
    ['[]', "doesn't contain a JSON object"],
    ['"x"', "doesn't contain a JSON object"],
    ['{ "mcpServers": [] }', "isn't an object"],
    ['{ "mcpServers": null }', "isn't an object"],
    ['nonsense', 'line 1'],
    ['{\n  "mcpServers": { "a": \'x } }', 'line 2'],
  ])('is rejected: %j', async (text, why) => {
    const attempt = convert(source({ docs }), { into: text });
    await expect(attempt).rejects.toMatchObject({ failure: 'broken-target' });
    await expect(attempt).rejects.toThrow(why);
  });
});

test('rejects an OpenCode 2 file as a target, but not a server called "servers"', async () => {
  const given = source({ docs });
  const two = '{ "mcp": { "timeout": { "request": 5000 }, "servers": { "a": { "command": ["x"] } } } }';
  const attempt = convert(given, { to: 'opencode', into: two });
  await expect(attempt).rejects.toMatchObject({ failure: 'broken-target' });
  await expect(attempt).rejects.toThrow('Add the servers yourself. Nothing was changed.');
  const one = '{ "mcp": { "servers": { "type": "local", "command": ["x"] } } }';
  expect(JSON.parse((await convert(given, { to: 'opencode', into: one })).text).mcp).toEqual({
    servers: { type: 'local', command: ['x'] },
    docs: { type: 'local', command: ['docs'] },
  });
});

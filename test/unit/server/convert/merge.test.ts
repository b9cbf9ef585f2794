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

describe('layout', () => {
  test('no file yet', async () => {
    expect(await into('')).toBe('{\n  "mcpServers": {\n    "docs": {\n      "command": "docs"\n    }\n  }\n}\n');
    expect(await into('  \n')).toContain('"docs"');
  });

  test('a new file of another tool ends its last line, even if the source does not', async () => {
    const { text } = await convert(source({ docs }), { to: 'vscode', path: '/project/mcp.json' });
    expect(text).toBe(
      '{\n  "servers": {\n    "docs": {\n      "type": "stdio",\n      "command": "docs"\n    }\n  }\n}\n',
    );
  });

  test('behind the last server, as that one is laid out', async () => {
    expect(await into('{\r\n\t"mcpServers": {\r\n\t\t"a": {}\r\n\t}\r\n}\r\n')).toBe(
      '{\r\n\t"mcpServers": {\r\n\t\t"a": {},\r\n\t\t"docs": {\r\n\t\t\t"command": "docs"\r\n\t\t}\r\n\t}\r\n}\r\n',
    );
  });

  test('an empty map, no map, an empty object', async () => {
    const result = '{\n  "mcpServers": {\n    "docs": {\n      "command": "docs"\n    }\n  }\n}\n';
    expect(await into('{\n  "mcpServers": {}\n}\n')).toBe(result);
    expect(await into('{\n  "mcpServers": {\n  }\n}\n')).toBe(result);
    expect(await into('{}\n')).toBe(result);
    expect(await into('{\n  "enabledServers": []\n}\n')).toBe(result.replace('{\n', '{\n  "enabledServers": [],\n'));
  });

  test('on one line', async () => {
    expect(await into('{"mcpServers": {"a": {}}}')).toBe('{"mcpServers": {"a": {}, "docs": { "command": "docs" }}}');
  });

  test('comments and commas too many stay where they are', async () => {
    expect(await into('{\n  "mcpServers": {\n    "a": {}, // the first\n  } // all\n}\n')).toBe(
      '{\n  "mcpServers": {\n    "a": {}, // the first\n    "docs": {\n      "command": "docs"\n    }\n  } // all\n}\n',
    );
    expect(await into('{\n  "mcpServers": { // none\n  }\n}\n')).toBe(
      '{\n  "mcpServers": {\n    "docs": {\n      "command": "docs"\n    } // none\n  }\n}\n',
    );
  });

  test('into the file of another tool', async () => {
    const text = '{\n  // mine\n  "servers": {\n    "a": { "command": "x" },\n  },\n}\n';
    expect(await into(text, { docs }, { to: 'vscode' })).toBe(
      '{\n  // mine\n  "servers": {\n    "a": { "command": "x" },\n    "docs": {\n      "type": "stdio",\n      "command": "docs"\n    }\n  },\n}\n',
    );
  });
});

describe('lists of names', () => {
  const lists = JSON.stringify({ mcpServers: { docs }, disabledServers: ['docs'] });

  test('reports lists that are not merged into a file with servers of its own', async () => {
    const target = '{"mcpServers": {"docs": {"command": "other"}}}';
    const result = await convert(lists, { from: 'agent', into: target });
    expect(result.text).not.toContain('disabledServers');
    expect(result.report).toContainEqual(expect.objectContaining({ kind: 'lost', field: 'disabledServers' }));
  });

  test('keeps lists in a new file without a remark', async () => {
    const result = await convert(lists, { from: 'agent', into: '\n' });
    expect(JSON.parse(result.text)).toMatchObject({ disabledServers: ['docs'] });
    expect(result.report).toEqual([]);
  });
});

describe('names that are taken', () => {
  const target = '{\n  "mcpServers": {\n    "docs": { "command": "other" } // keep\n  }\n}\n';

  test('another name', async () => {
    const result = await convert(source({ docs }), { into: target });
    expect(JSON.parse(result.text.replace('// keep', '')).mcpServers).toEqual({
      docs: { command: 'other' },
      'docs-2': docs,
    });
    expect(result.servers).toMatchObject([{ name: 'docs', newName: 'docs-2', collides: 'other' }]);
    expect(result.report).toMatchObject([{ kind: 'renamed', server: 'docs' }]);
  });

  test('left out', async () => {
    const result = await convert(source({ docs }), { into: target, collision: 'skip' });
    expect(result.text).toBe(target);
    expect(result.changes).toEqual([]);
    expect(result.report).toMatchObject([{ kind: 'skipped', server: 'docs' }]);
  });

  test('replaced, and nothing around it', async () => {
    expect(await into(target, { docs }, { collision: 'replace' })).toBe(
      target.replace('{ "command": "other" }', '{\n      "command": "docs"\n    }'),
    );
  });

  test('the same server is not added again', async () => {
    const same = '{"mcpServers": {"docs": {"env": {}, "command": "docs"}}}';
    const result = await convert(source({ docs: { command: 'docs', env: {} } }), { into: same });
    expect(result.text).toBe(same);
    expect(result.servers).toMatchObject([{ collides: 'same' }]);
  });

  test('two that become one name', async () => {
    const result = JSON.parse(
      await into('', { 'a b': { command: 'x' }, 'a-b': { command: 'y' }, 'a/b': { command: 'z' } }),
    );
    expect(result.mcpServers).toEqual({
      'a-b': { command: 'x' },
      'a-b-2': { command: 'y' },
      'a-b-3': { command: 'z' },
    });
  });
});

test('only the servers that are wanted, and only their remarks', async () => {
  const text = source({ a: { command: 'a', tools: ['x'] }, b: { command: 'b', tools: ['y'] } });
  const result = await convert(text, { only: ['b'] });
  expect(JSON.parse(result.text).mcpServers).toEqual({ b: { command: 'b' } });
  expect(result.report.map(({ server }) => server)).toEqual(['b']);
});

describe('a target that is broken is refused', () => {
  test.each([
    ['{ "mcpServers": { "a": ', 'line 1'],
    ['{\n  "mcpServers": [\n', 'line 2'],
    ['[]', "doesn't contain a JSON object"],
    ['"x"', "doesn't contain a JSON object"],
    ['{ "mcpServers": [] }', "isn't an object"],
    ['{ "mcpServers": null }', "isn't an object"],
    ['nonsense', 'line 1'],
  ])('%j', async (text, why) => {
    const attempt = convert(source({ docs }), { into: text });
    await expect(attempt).rejects.toMatchObject({ failure: 'broken-target' });
    await expect(attempt).rejects.toThrow(why);
  });
});

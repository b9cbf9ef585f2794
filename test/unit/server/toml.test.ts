/** The tree of a TOML text has its values, with the positions of keys and values. */
import { describe, expect, test } from 'vitest';
import { type JsonNode, liveMembers } from '../../../server/config/text/json.ts';
import { parseToml, TomlError } from '../../../server/config/text/toml.ts';
import { isLongRun } from '../random-runs.ts';

const plain = (node: JsonNode): unknown => {
  if (node.type === 'object')
    return Object.fromEntries(node.members.map(({ key, value }) => [key.value, value && plain(value)]));
  if (node.type === 'array') return node.items.map(plain);
  return 'value' in node ? node.value : null;
};

describe('parseToml', () => {
  test('reads tables, dotted keys, inline tables and arrays of tables as objects', () => {
    const text = [
      'a.b.c = 1',
      'a.d = true',
      '[t."quoted key"]',
      "x = 'literal'",
      '[t]',
      'inline = { one = [1, 2.5], two.three = "3" }',
      '[[list]]',
      'n = 0x10',
      '[list.sub]',
      'deep = 1979-05-27',
      '[[list]]',
      'n = 2',
    ].join('\n');
    expect(plain(parseToml(text))).toEqual({
      a: { b: { c: 1 }, d: true },
      t: { 'quoted key': { x: 'literal' }, inline: { one: [1, 2.5], two: { three: '3' } } },
      list: [{ n: 16, sub: { deep: '1979-05-27' } }, { n: 2 }],
    });
  });

  test('returns the offsets and lengths of keys and values', () => {
    const text = '[servers."a b"]\ncommand = "x"\n';
    const servers = liveMembers(parseToml(text)).get('servers')?.value;
    const [entry] = servers?.type === 'object' ? servers.members : [];
    const [command] = entry?.value?.type === 'object' ? entry.value.members : [];
    const written = [entry?.key, command?.key, command?.value].map(
      (node) => node && text.slice(node.offset, node.offset + node.length),
    );
    expect(written).toEqual(['"a b"', 'command', '"x"']);
  });

  test('accepts a byte order mark, which counts as a character', () => {
    const text = '\ufeffcommand = "x"\n';
    const [command] = parseToml(text).members;
    expect([command?.key.value, command?.key.offset]).toEqual(['command', 1]);
    expect(plain(parseToml('\ufeff[t]\na = 1'))).toEqual({ t: { a: 1 } });
  });

  test('reports the line of an error without quoting the text', () => {
    const secret = 'a = 1\nkey = "sk-secret\n';
    expect(() => parseToml(secret)).toThrow(TomlError);
    try {
      parseToml(secret);
    } catch (error) {
      expect(error).toMatchObject({ line: 2, message: 'Invalid TOML' });
    }
  });

  test('rejects text that is nested too deeply instead of crashing', () => {
    const depth = isLongRun ? 200_000 : 20_000;
    const deep = `a = ${'['.repeat(depth)}${']'.repeat(depth)}`;
    expect(() => parseToml(deep)).toThrow(TomlError);
  });
});

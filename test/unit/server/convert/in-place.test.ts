/** Rewriting a config file of another format in place keeps its layout and its servers. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look
import { afterEach, describe, expect, test } from 'vitest';
import { useLanguage } from '../../../../server/config/language.ts';
import { convertInPlace } from '../../../../server/convert/in-place.ts';

const path = '/project/.mcp.json';
const converted = (text: string) => convertInPlace(text, path);
const servers = (text: string): unknown => JSON.parse(converted(text)?.text ?? '{}').mcpServers;

describe('converting in place', () => {
  afterEach(() => useLanguage('en', undefined));

  test('keeps the type, the line breaks of a list, and a missing final line break', () => {
    const server =
      '{\n      "type": "stdio",\n      "command": "x",\n      "args": [\n        "one",\n        "two"\n      ]\n    }';
    const text = `{\n  "servers": {\n    "a": ${server}\n  }\n}`;
    expect(converted(text)?.text).toBe(text.replace('"servers"', '"mcpServers"'));
    const short = '{\n  "servers": {\n    "a": {\n      "command": "x",\n      "args": ["one"]\n    }\n  }\n}\n';
    expect(converted(short)?.text).toBe(short.replace('"servers"', '"mcpServers"'));
  });

  test('keeps the schema and the two lists, with the new server names', () => {
    const text =
      '{"$schema": "https://example.com/own.json", "servers": {"a b": {"command": "x"}}, "disabledServers": ["a b", "c"]}';
    expect(JSON.parse(converted(text)?.text ?? '')).toEqual({
      $schema: 'https://example.com/own.json',
      mcpServers: { 'a-b': { command: 'x' } },
      disabledServers: ['a-b', 'c'],
    });
  });

  test('includes servers from every place, each under a unique name', () => {
    expect(
      servers('{"servers": {"a": {"command": "x"}}, "mcpServers": {"a": {"command": "y"}}, "b": {"command": "z"}}'),
    ).toEqual({ a: { command: 'y' }, 'a-2': { command: 'x' }, b: { command: 'z' } });
  });

  test('includes a server that two places have once', () => {
    const both = (server: object) =>
      servers(JSON.stringify({ servers: { a: server }, mcpServers: { a: { command: 'x' } } }));
    expect(both({ command: 'x' })).toEqual({ a: { command: 'x' } });
    expect(both({ type: 'stdio', command: 'x' })).toEqual({ a: { command: 'x' } });
    expect(both({ command: 'x', args: ['-v'] })).toHaveProperty('a-2');
  });

  test('keeps the spelling of numbers that become strings', () => {
    expect(
      servers('{"servers": {"a": {"command": "x", "args": [1234567890123456789], "env": {"RATE": 1.10}}}}'),
    ).toEqual({ a: { command: 'x', args: ['1234567890123456789'], env: { RATE: '1.10' } } });
  });

  test('keeps entries that only disable a server', () => {
    expect(servers('{"servers": {"a": {"enabled": false}, "b": {"command": "x"}}}')).toEqual({
      a: { enabled: false },
      b: { command: 'x' },
    });
  });

  test('reports the removed parts', () => {
    const text =
      '{\n  // ours\n  "inputs": [{"id": "key"}],\n  "servers": {"a": {"command": "x", "alwaysAllow": ["t"]}}\n}';
    expect(converted(text)?.removed).toEqual(['"alwaysAllow"', 'a comment', '"inputs"']);
  });

  test('reports removed comments in the display language, without quotes', () => {
    useLanguage('de', { 'a comment': 'ein Kommentar', '{0} comments': '{0} Kommentare' });
    const server = '"servers": {"a": {"command": "x"}}';
    expect(converted(`{// ours\n${server}}`)?.removed).toEqual(['ein Kommentar']);
    expect(converted(`{// ours\n// mine\n${server}}`)?.removed).toEqual(['2 Kommentare']);
  });

  test.each([
    ['a server has no command or URL', '{"servers": {"a": {"args": ["x"]}}}'],
    ['a string is in single quotes', '{"servers": {"a": {"command": "x", "args": [\'y\']}}}'],
    ['a value has the wrong type', '{"servers": {"a": {"command": "x", "env": {"A": null}}}}'],
    [
      'two properties contradict each other',
      '{"servers": {"a": {"url": "https://a.example", "serverUrl": "https://b.example"}}}',
    ],
    ['a key is duplicated', '{"servers": {"a": {"command": "x"}, "a": {"command": "y"}}}'],
    ['an entry is not a server', '{"servers": ["a", {"command": "x"}]}'],
    ['the text is not valid JSON', '{"servers": {'],
  ])('is not offered if %s', (_why, text) => {
    expect(converted(text)).toBeUndefined();
  });
});

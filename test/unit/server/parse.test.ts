/** The tolerant parser: faults in invalid text, the values it recovers, and robustness. */
import { describe, expect, test } from 'vitest';
import { ConfigDocument } from '../../../server/config/servers/document.ts';
import { liveObjects } from '../../../server/config/text/json.ts';
import { parseText } from '../../../server/config/text/parse.ts';
import { problemsOf } from './support.ts';

/** Returns kind and text of each fault. */
function faultsOf(text: string): string[] {
  return parseText(text).faults.map(({ kind, offset, length }) => `${kind} ${text.slice(offset, offset + length)}`);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('a single mistake causes a single fault', () => {
  test.each([
    [
      'a brace is missing before the next server',
      '{\n  "mcpServers": {\n    "a": {\n      "command": "x",\n    "b": {\n      "command": "y"\n    }\n  }\n}',
      ['unclosed {'],
    ],
    ['the bracket of args is missing', '{"mcpServers": {"a": {"args": ["x", "y"\n"env": {}}}}', ['unclosed [']],
    ['a key is being typed before another member', '{"a": {\n"comm\n"args": []}}', ['unterminated-string "comm']],
    ['a key without a colon before another member', '{"a": {"command"\n"args": []}}', ['missing-value "command"']],
    ['a value is being typed before another member', '{"a": {"command":\n"args": []}}', ['missing-value "command"']],
    ['a bare word is being typed', '{"a": {comm}}', ['bad-key comm']],
    ['a closing quote is missing at the end of a line', '{"a": "x,\n"b": 1}', ['unterminated-string "x,']],
    ['the file is truncated in a string', '{"a": {"b": "c', ['unterminated-string "c']],
    ['the file is truncated after a colon', '{"a": {"b":', ['unclosed {']],
    ['the file is truncated after a comma', '{"a": {"b": 1,', ['unclosed {']],
    ['an extra closing brace', '{"a": 1}}', ['extra-bracket }']],
    ['words after a value', '{"a": 1 two 3 {"b": [1]}, "c": 2}', ['unexpected two']],
    ['two commas', '{"a": 1,, "b": 2}', ['missing-value ,']],
    ['a lone comma', '[,]', ['missing-value ,']],
    ['a mismatched bracket', '{"a": [1, 2}', ['unclosed [']],
    ['a leading zero', '{"a": 01}', ['bad-number 01']],
    ['a hexadecimal number', '{"a": 0x10}', ['bad-number 0x10']],
    ['a number with a unit', '{"a": [30s, 1]}', ['bad-number 30s']],
    ['a key in single quotes', "{'a b': 1}", ["single-quotes 'a"]],
    ['two top-level values', '{} {}', ['second-object {']],
    ['a semicolon instead of a comma', '{"a": 1; "b": 2}', ['unexpected ;']],
    ['an object instead of a key', '{{"a": 1}, "b": 2}', ['unexpected {']],
    ['an unterminated comment', '{} /* x', ['comment /* x']],
  ])('%s', (_name, text, faults) => {
    expect(faultsOf(text)).toEqual(faults);
  });

  test('a missing brace is reported at the unclosed object, and the next server is checked', () => {
    const text =
      '{\n  "mcpServers": {\n    "a": {\n      "command": "x",\n    "b": {\n      "comand": "y"\n    }\n  }\n}';
    const [fault] = parseText(text).faults;
    expect(fault?.offset).toBe(text.indexOf('{', text.indexOf('"a"')));
    expect(problemsOf(text).map(({ code }) => code)).toEqual(['json-unclosed', 'unknown-key']);
  });
});

describe('recovery from syntax errors', () => {
  test.each([
    ['"command": "x" "args": []', 'json-syntax'],
    ['"command": ', 'json-syntax'],
    ['"comm', 'json-unclosed'],
    ['"command": "x",', 'json-trailing-comma'],
    ['"command": nope', 'json-syntax'],
  ])('still reports problems in the other servers: %s', (broken, code) => {
    const text = `{"mcpServers": {\n"one": {"comand": "x"},\n"two": {${broken}\n},\n"three": {"command": "x", "timeout": -1}\n}}`;
    expect(problemsOf(text).map((problem) => problem.code)).toEqual(['unknown-key', code, 'out-of-range']);
  });

  test('reports only the syntax error in a broken server', () => {
    expect(problemsOf('{"mcpServers": {"a": {"type": "http", "url": }}}').map(({ code }) => code)).toEqual([
      'json-syntax',
    ]);
  });

  test('reports only the syntax error in a broken top level', () => {
    expect(problemsOf('{"nonsense": 1 2}').map(({ code }) => code)).toEqual(['json-syntax']);
  });

  test('still checks everything else despite comments and extra commas', () => {
    const text = '{/* x */ "mcpServers": {"a": {"comand": "x",},},}';
    expect(problemsOf(text).map(({ code }) => code)).toEqual([
      ...'json-comment unknown-key json-trailing-comma json-trailing-comma json-trailing-comma'.split(' '),
    ]);
  });

  test('preserves duplicate keys and uses the last one', () => {
    const { servers } = new ConfigDocument('{"mcpServers": {"a": {"command": "1"}, "b": {}, "a": {"command": "2"}}}');
    expect(servers.map(({ name, live }) => [name, live])).toEqual([
      ['a', false],
      ['b', true],
      ['a', true],
    ]);
  });

  test('uses the last one of duplicate keys among many', () => {
    const names = [...'abcdefghij', 'a'];
    const { servers } = new ConfigDocument(`{"mcpServers": {${names.map((name) => `"${name}": {}`).join()}}}`);
    expect(servers.flatMap(({ live }, index) => (live ? [] : [index]))).toEqual([0]);
  });
});

describe('malformed or huge input', () => {
  test('reports json-empty for empty text', () => {
    expect(problemsOf('').map(({ code }) => code)).toEqual(['json-empty']);
  });

  test('reports one syntax problem if truncated at any offset', () => {
    const whole =
      '{"mcpServers": {"a": {"command": "x", "args": ["y", "z"], "env": {"A": "b"}, "timeout": 1.5e3, "enabled": true}}}';
    for (let length = 0; length < whole.length; length++) {
      const problems = problemsOf(whole.slice(0, length));
      expect(problems.length, whole.slice(0, length)).toBe(1);
      expect(problems[0]?.code).toMatch(/^json-/);
    }
  });

  test('reports only syntax problems for binary data', () => {
    const bytes = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256)).toString('latin1');
    expect(problemsOf(bytes).map(({ code }) => code)).toEqual(['json-binary']);
    expect(problemsOf(bytes.replaceAll('\0', '')).every(({ code }) => code.startsWith('json-'))).toBe(true);
  });

  test('reports a byte order mark and still checks the rest', () => {
    const text = '\uFEFF{"mcpServers": {"a": {"comand": "x"}}}';
    expect(isJson(text)).toBe(false);
    expect(problemsOf(text).map(({ code }) => code)).toEqual(['json-byte-order-mark', 'unknown-key']);
  });

  test.each(['[', '{"a":'])('handles 10,000 closed or unclosed levels of %s', (open) => {
    const close = open === '[' ? ']' : '}';
    const deep = `${open.repeat(10_000)}1${close.repeat(10_000)}`;
    expect(parseText(deep).faults).toEqual([]);
    expect(problemsOf(deep).map(({ code }) => code)).toEqual([
      open === '[' ? 'top-level-not-object' : 'unknown-top-level-key',
    ]);
    expect(problemsOf(open.repeat(10_000)).map(({ code }) => code)).toEqual(['json-unclosed']);
  });

  test.each([20_000, 49_000])('reports %i unclosed braces on one line before a key on the next line', (depth) => {
    const { root, faults } = parseText(`${'{"a":'.repeat(depth)}\n"b": 1`);
    expect(root?.type).toBe('object');
    expect(faults.some(({ kind }) => kind === 'unclosed')).toBe(true);
  });

  test.each([
    ['{"a":', ']'],
    ['[', '}'],
  ])('reports 49,000 times %s followed by 250,000 times %s as unclosed', { timeout: 20_000 }, (open, close) => {
    const { faults } = parseText(open.repeat(49_000) + close.repeat(250_000));
    expect(faults.map(({ kind }) => kind)).toContain('unclosed');
  });

  test('handles deep nesting inside a server', () => {
    const text = `{"mcpServers": {"a": {"command": "x", "nest": ${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}}}`;
    expect(problemsOf(text).map(({ code }) => code)).toEqual(['unknown-key']);
    const { root } = new ConfigDocument(text);
    expect(root && Array.from(liveObjects(root)).length).toBe(10_003);
  });

  test('reports the only problem in 4 MB of servers', () => {
    const filler = 'x'.repeat(2000);
    const servers = Array.from({ length: 2000 }, (_, index) => `"s${index}": {"command": "${filler}"}`);
    const text = `{"mcpServers": {${servers.join(',')}, "last": {"comand": "x"}}}`;
    expect(text.length).toBeGreaterThan(4_000_000);
    const [problem, ...more] = problemsOf(text);
    expect([problem?.code, more]).toEqual(['unknown-key', []]);
    expect(problem?.offset).toBe(text.indexOf('"comand"'));
  });

  test.each(['{"', 'x?{:"', '[', ',', '{"a":1', "'"])('limits the number of problems for 4 MB of %s', (piece) => {
    const problems = problemsOf(piece.repeat(4_000_000 / piece.length));
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.length).toBeLessThanOrEqual(2000);
  });

  test('still checks the servers after 3,000 comments', () => {
    const text = `{${'/**/'.repeat(3000)} "mcpServers": {"a": {"comand": "x"}}}`;
    expect(problemsOf(text).at(-1)?.code).toBe('unknown-key');
  });
});

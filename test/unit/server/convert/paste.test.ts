/** A pasted server is inserted at the cursor, with the commas and the indentation of that place. */

import { describe, expect, test } from 'vitest';
import { ConfigDocument } from '../../../../server/config/servers/document.ts';
import { pasteInto } from '../../../../server/convert/paste.ts';
import { applyChanges, inOrder } from '../../../../server/fixes/fix.ts';
import { fc, runs } from '../../random-runs.ts';
import { withCursor } from '../support.ts';

const line = 'npx -y docs';
const docs = (indent: string): string =>
  `${indent}"docs": {\n${indent}  "command": "npx",\n${indent}  "args": ["-y", "docs"]\n${indent}}`;

/** Returns the text after the paste, or undefined if no paste is offered. */
async function pasted(at: string, text = line): Promise<string | undefined> {
  const { text: before, offset } = withCursor(at);
  const paste = await pasteInto(new ConfigDocument(before), offset, text);
  return paste && applyChanges(before, paste.changes);
}

describe('pasting a server', () => {
  const a = '    "a": {}';
  const file = (...lines: string[]): string => `{\n  "mcpServers": {\n${lines.join('\n')}\n  }\n}\n`;

  test.each([
    ['in an empty map', file('    |'), file(docs('    '))],
    ['in an empty map on one line', '{\n  "mcpServers": {|}\n}\n', file(docs('    '))],
    ['after the last server, with a comma', file(`${a},`, '    |'), file(`${a},`, docs('    '))],
    ['after the last server, without a comma', file(a, '    |'), file(`${a},`, docs('    '))],
    ['on a line without indentation', file(`${a},`, '|'), file(`${a},`, docs('    '))],
    ['directly after the last server', file(`${a}|`), file(`${a},`, docs('    '))],
    ['directly after the last comma', file(`${a},|`), file(`${a},`, docs('    '))],
    ['before the first server', file('    |', a), file(`${docs('    ')},`, a)],
    ['between two servers', file(`${a},`, '    |', '    "b": {}'), file(`${a},`, `${docs('    ')},`, '    "b": {}')],
    ['after the first of two', file(`${a}|,`, '    "b": {}'), file(`${a},`, `${docs('    ')},`, '    "b": {}')],
    ['at the top level', '{\n  "mcpServers": {\n    "a": {}\n  },|\n}\n', undefined],
    ['in an empty file', '|', file(docs('    '))],
    ['in an empty object', '{|}\n', file(docs('    '))],
    ['after a server name', file('    "x": |'), file(`    "x": ${docs('    ').slice('    "docs": '.length)}`)],
    ['in a server name', file('    "x|": {}'), undefined],
    ['in a value', file('    "x": {"command": "|"}'), undefined],
    ['inside a server', file('    "x": {|}'), undefined],
    ['in a list', '{"enabledServers": [|]}', undefined],
    ['in a comment', file(`${a} // x|`), undefined],
  ])('handles the cursor %s', async (_, before, after) => {
    const result = await pasted(before);
    if (after !== undefined) expect(result).toBe(after);
    else if (result !== undefined) expect(JSON.parse(result.replace(',\n}', '\n}')).mcpServers).toHaveProperty('docs');
  });

  test('reports a secret, wherever it is pasted', async () => {
    const text = '{"mcpServers": {"docs": {"command": "x", "env": {"API_TOKEN": "sk-live-9f8a7b6c5d4e3f2a1b0c"}}}}';
    for (const at of [file('    |'), file('    "x": |'), '|']) {
      const { text: before, offset } = withCursor(at);
      const paste = await pasteInto(new ConfigDocument(before), offset, text);
      const reasons = paste?.report.map(({ field, reason }) => `${field}: ${reason}`);
      expect(reasons).toContain(
        'env.API_TOKEN: This looks like a secret, and is copied as it is. Use a variable instead.',
      );
    }
  });

  test('uses the tabs and line breaks of the file', async () => {
    expect(await pasted('{\r\n\t"mcpServers": {\r\n\t\t"a": {},\r\n\t\t|\r\n\t}\r\n}')).toBe(
      '{\r\n\t"mcpServers": {\r\n\t\t"a": {},\r\n\t\t"docs": {\r\n\t\t\t"command": "npx",\r\n\t\t\t"args": ["-y", "docs"]\r\n\t\t}\r\n\t}\r\n}',
    );
  });

  test('renames the server if its name already exists', async () => {
    const after = await pasted(file('    "docs": {},', '    |'));
    expect(Object.keys(JSON.parse(after ?? '').mcpServers)).toEqual(['docs', 'docs-2']);
  });
});

describe('pasted text', () => {
  const into = '{"mcpServers": {|}}';

  test.each([
    [
      '{"servers": {"a": {"type": "http", "url": "https://example.com/mcp"}}}',
      { a: { type: 'http', url: 'https://example.com/mcp' } },
    ],
    [
      '{"mcpServers": {"a": {"serverUrl": "https://example.com/sse"}}}',
      { a: { type: 'sse', url: 'https://example.com/sse' } },
    ],
    ['"a": {"command": "x", "disabled": true},', { a: { command: 'x', enabled: false } }],
    ['{"command": "uvx", "args": ["mcp-server-time"]}', { time: { command: 'uvx', args: ['mcp-server-time'] } }],
    ['[mcp_servers.a]\ncommand = "x"', { a: { command: 'x' } }],
    ['mcpServers:\n  - name: a\n    command: x', { a: { command: 'x' } }],
    [
      'claude mcp add --transport http a https://example.com/mcp',
      { a: { type: 'http', url: 'https://example.com/mcp' } },
    ],
    ['https://mcp.example.com/mcp', { example: { type: 'http', url: 'https://mcp.example.com/mcp' } }],
  ])('is converted: %s', async (text, servers) => {
    expect(JSON.parse((await pasted(into, text)) ?? '').mcpServers).toEqual(servers);
  });

  test.each([
    'x',
    '"x"',
    '"command": "npx"',
    '{}',
    '{"a": 1}',
    '[]',
    'null',
    '"a": {',
    'const a = 1;',
    '  ',
    '"mcpServers": {}',
    'npm install x',
  ])('is not converted: %s', async (text) => {
    expect(await pasted(into, text)).toBeUndefined();
  });

  test("is inserted unchanged if it already has the agent's format", async () => {
    const document = new ConfigDocument('{"mcpServers": {}}');
    const plain = async (text: string): Promise<boolean | undefined> => (await pasteInto(document, 16, text))?.plain;
    expect(await plain('"a": {"command": "x"}')).toBe(true);
    expect(await plain('"a b": {"command": "x"}')).toBe(false);
    expect(await plain('"a": {"command": "x", "disabled": true}')).toBe(false);
    expect(await plain('{"mcpServers": {"a": {"command": "x"}}}')).toBe(false);
    expect(await plain(line)).toBe(false);
  });
});

test('a paste at any position preserves the file and adds the new server', async () => {
  const servers = fc.array(
    fc.constantFrom('"a": {}', '"b": {"command": "x"}', '"docs": {}', '/* c */ "c": {}', '"d": {} // d\n'),
    { maxLength: 3 },
  );
  const gap = fc.constantFrom('', ' ', '\n', '\n    ', '\r\n\t');
  const file = fc.tuple(servers, gap, gap, fc.boolean()).map(([all, before, after, trailing]) => {
    const joined = all.map((server) => before + server).join(`${after},`);
    return `{${before}"mcpServers": {${joined}${trailing && all.length > 0 ? ',' : ''}${after}}${before}}`;
  });
  let offers = 0;
  await fc.assert(
    fc.asyncProperty(file, fc.nat(), async (text, at) => {
      const document = new ConfigDocument(text);
      fc.pre(document.faults.every(({ damaging }) => !damaging));
      const offset = at % (text.length + 1);
      const paste = await pasteInto(document, offset, line);
      if (paste === undefined) return;
      offers++;
      const after = applyChanges(text, paste.changes);
      const said = `${text.slice(0, offset)}|${text.slice(offset)}\n→\n${after}`;
      const read = new ConfigDocument(after);
      expect(read.faults.length, said).toBeLessThanOrEqual(document.faults.length);
      const names = (config: ConfigDocument): string[] => config.liveServers.map(({ name }) => name);
      expect(names(read).sort(), said).toEqual([...new Set([...names(document), ...paste.names])].sort());
      // Only white space is removed.
      for (const { offset: from, length } of inOrder(paste.changes))
        expect(text.slice(from, from + length).trim(), said).toBe('');
    }),
    { numRuns: runs(500) },
  );
  expect(offers).toBeGreaterThan(runs(100));
});

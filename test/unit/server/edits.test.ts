/** After any edits, a document is the same as a newly opened one with the same text, although it takes over servers. */

import { expect, test } from 'vitest';
import { newestVersion } from '../../../server/config/oh-my-pi/version.ts';
import { connectionOf } from '../../../server/config/servers/connection.ts';
import { ConfigDocument } from '../../../server/config/servers/document.ts';
import { OpenDocument } from '../../../server/config/servers/open-document.ts';
import type { JsonNode } from '../../../server/config/text/json.ts';
import { parseText } from '../../../server/config/text/parse.ts';
import { checkAgain } from '../../../server/rules/check.ts';
import { corpus } from '../../corpus.ts';
import { fc, runs } from '../random-runs.ts';

const uri = 'file:///a/.mcp.json';

const server = fc.oneof(
  fc.record({ command: fc.constantFrom('npx', 'node', ''), args: fc.array(fc.constantFrom('-y', 'a b', '}', '"')) }),
  fc.record({ type: fc.constantFrom('http', 'sse', 'x'), url: fc.constantFrom('https://a', '', '{}') }),
  fc.constantFrom({ comand: 'x' }, 7, 'x', null, {}),
);
const documents = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c d', 'e'), server), { maxLength: 6 }).map((entries) => {
  const inner = entries.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(',\n');
  return `{\n  "mcpServers": {\n${inner}\n  },\n  "disabledServers": ["a"]\n}\n`;
});
const edits = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.constantFrom(0, 0, 0, 1, 1, 5, 60),
    text: fc.constantFrom(
      '',
      '',
      'x',
      '"',
      '{',
      '}',
      ',',
      '\n',
      '    "f": {"command": "y"},\n',
      '"a": {"command": "npx"}',
    ),
  }),
  { maxLength: 8 },
);

/** Returns the tree as plain data. Reads every value. */
function plain(node: JsonNode | undefined): unknown {
  if (node === undefined) return undefined;
  const { type, offset, length } = node;
  if (node.type === 'object') {
    const members = node.members.map(({ key, colon, value, live }) => ({ key, colon, live, value: plain(value) }));
    return { type, offset, length, members };
  }
  return node.type === 'array' ? { type, offset, length, items: node.items.map(plain) } : node;
}

/** Returns what is known of each server besides its findings. */
function facts({ servers }: ConfigDocument): unknown {
  return servers.map((entry) => {
    const { key, ...connection } = connectionOf(entry, 'oh-my-pi');
    return {
      name: entry.name,
      isClean: entry.isClean,
      ...connection,
      key: key?.({ version: newestVersion, variables: new Set() }),
    };
  });
}

function check(text: string, changes: readonly { at: number; length: number; text: string }[]): void {
  let edited = new OpenDocument(uri, 'json', 0, text);
  checkAgain(edited.config).problems;
  for (const [index, { at, length, text: inserted }] of changes.entries()) {
    const offset = Math.floor(at * edited.text.getText().length);
    const range = { start: edited.text.positionAt(offset), end: edited.text.positionAt(offset + length) };
    edited = OpenDocument.factory.update(edited, [{ range, text: inserted }], index + 1);
    const now = edited.text.getText();
    const fresh = new OpenDocument(uri, 'json', 0, now);
    expect(checkAgain(edited.config).problems).toEqual(checkAgain(fresh.config).problems);
    expect(facts(edited.config)).toEqual(facts(fresh.config));
  }
  // Only at the end, because this reads all values.
  expect(plain(edited.config.root)).toEqual(plain(new ConfigDocument(edited.text.getText()).root));
}

test('edited generated documents have the same findings as newly opened ones', () => {
  fc.assert(
    fc.property(documents, edits, (text, changes) => check(text, changes)),
    { numRuns: runs(500) },
  );
});

test('edited real files have the same findings as newly opened ones', () => {
  const texts = corpus()
    .map(({ text }) => text)
    .filter((text) => parseText(text).faults.length === 0);
  fc.assert(
    fc.property(fc.constantFrom(...texts), edits, (text, changes) => check(text, changes)),
    { numRuns: runs(300) },
  );
});

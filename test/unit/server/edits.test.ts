/** After any edits, the findings in a document equal those for a newly opened document with the same text. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseText } from '../../../server/config/parse.ts';
import { OpenDocument } from '../../../server/documents.ts';
import { corpus } from '../../corpus.ts';

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

function check(text: string, changes: readonly { at: number; length: number; text: string }[]): void {
  let edited = new OpenDocument(uri, 'json', 0, text);
  edited.findings();
  for (const [index, { at, length, text: inserted }] of changes.entries()) {
    const offset = Math.floor(at * edited.text.getText().length);
    const range = { start: edited.text.positionAt(offset), end: edited.text.positionAt(offset + length) };
    edited = OpenDocument.factory.update(edited, [{ range, text: inserted }], index + 1);
    const now = edited.text.getText();
    const fresh = new OpenDocument(uri, 'json', 0, now);
    expect(edited.findings()).toEqual(fresh.findings());
  }
}

test('edited generated documents have the same findings as newly opened ones', () => {
  fc.assert(
    fc.property(documents, edits, (text, changes) => check(text, changes)),
    { numRuns: 500 },
  );
});

test('edited real files have the same findings as newly opened ones', () => {
  const texts = corpus()
    .map(({ text }) => text)
    .filter((text) => parseText(text).faults.length === 0);
  fc.assert(
    fc.property(fc.constantFrom(...texts), edits, (text, changes) => check(text, changes)),
    { numRuns: 300 },
  );
});

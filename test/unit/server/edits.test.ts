/** After any edits, the results for a document equal those for a newly opened document with the same text. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newestVersion } from '../../../server/config/agent-version.ts';
import type { JsonNode } from '../../../server/config/json.ts';
import { parseText } from '../../../server/config/parse.ts';
import { readOwnFile } from '../../../server/config/source-file.ts';
import { OpenDocument } from '../../../server/documents.ts';
import { findingsOf } from '../../../server/rules/index.ts';
import { corpus } from '../../corpus.ts';

const source = {
  uri: 'file:///a/.mcp.json',
  level: 'project',
  kind: 'standalone',
  provider: 'mcp-json',
  layout: 'own',
  dialect: 'agent',
  tool: '',
  label: '',
} as const;
const context = {};

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

/** Returns all results for a document, with the whole tree. */
function said(document: OpenDocument) {
  const { config } = document;
  const { definitions } = readOwnFile(source, config, document.connections);
  return {
    tree: expanded(config.root),
    faults: config.faults,
    findings: findingsOf(config, context, document.findings(context)),
    definitions: definitions.map(({ name, key, value, connection: { key: connected, ...connection } }) => ({
      ...{ name, key: { ...key }, connection, connected: connected(newestVersion) },
      value: value && { offset: value.offset, length: value.length },
    })),
  };
}

function expanded(node: JsonNode | undefined): unknown {
  if (node === undefined) return undefined;
  if (node.type === 'array') return { ...node, items: node.items.map(expanded) };
  if (node.type !== 'object') return node;
  const { type, offset, length, members } = node;
  return {
    ...{ type, offset, length },
    members: members.map(({ key, colon, value, live }) => ({ key, colon, live, value: expanded(value) })),
  };
}

function check(text: string, changes: readonly { at: number; length: number; text: string }[]): void {
  let edited = new OpenDocument(source.uri, 'json', 0, text);
  said(edited);
  for (const [index, { at, length, text: inserted }] of changes.entries()) {
    const offset = Math.floor(at * edited.text.getText().length);
    const range = { start: edited.text.positionAt(offset), end: edited.text.positionAt(offset + length) };
    edited = OpenDocument.factory.update(edited, [{ range, text: inserted }], index + 1);
    const now = edited.text.getText();
    const fresh = new OpenDocument(source.uri, 'json', 0, now);
    // Compared as JSON, because the fixes of findings are functions.
    expect(JSON.stringify(said(edited))).toBe(JSON.stringify(said(fresh)));
  }
}

test('edited generated documents have the same results as newly opened ones', () => {
  fc.assert(
    fc.property(documents, edits, (text, changes) => check(text, changes)),
    { numRuns: 500 },
  );
});

test('edited real files have the same results as newly opened ones', () => {
  const texts = corpus()
    .map(({ text }) => text)
    .filter((text) => parseText(text).faults.length === 0);
  fc.assert(
    fc.property(fc.constantFrom(...texts), edits, (text, changes) => check(text, changes)),
    { numRuns: 300 },
  );
});

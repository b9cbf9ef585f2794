// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look
/** An edit costs one server, and gives what reading the whole text gives. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ConfigDocument } from '../../../server/config/document.ts';
import { spliceParts } from '../../../server/config/splice.ts';
import { OpenDocument } from '../../../server/documents.ts';
import { allProblems } from '../../../server/rules/index.ts';
import { corpus } from './support.ts';

/** Everything that can be seen of a document. */
function seen({ root, faults, servers, damaged, top }: ConfigDocument): unknown {
  return {
    root,
    faults,
    damaged,
    servers: servers.map(({ key, value, live, damaged: inside }) => ({ key, value, live, damaged: inside })),
    top: top && [...top.fields].map(([name, { key, value }]) => ({ name, key, value })),
  };
}

/** Set to repeat a run at length. */
const runs = 2000;

const text = JSON.stringify(
  {
    mcpServers: {
      a: { command: 'npx', args: ['-y', 'x@1'], env: { A: '${B}' } },
      b: { type: 'http', url: 'https://example.com', headers: { C: 'd' } },
      c: { comand: 'x', oauth: { callbackPort: 0 } },
    },
    disabledServers: ['a', 'a'],
    other: { x: [1, { y: null }] },
  },
  null,
  2,
);

/** The same edits taken over one after the other, and the text they give. */
function edited(source: string, edits: readonly { at: number; length: number; insert: string }[], ask: boolean) {
  const document = new OpenDocument({ uri: 'file:///p/mcp.json', languageId: 'json', version: 0, text: source });
  problems(document.config);
  let current = source;
  for (const [index, { at, length, insert }] of edits.entries()) {
    const offset = at % (current.length + 1);
    const end = Math.min(current.length, offset + length);
    const range = { start: document.text.positionAt(offset), end: document.text.positionAt(end) };
    // The place as the editor has it: between the two halves of a line break there is none.
    const [from, to] = [document.text.offsetAt(range.start), document.text.offsetAt(range.end)];
    current = current.slice(0, from) + insert + current.slice(to);
    document.change({
      textDocument: { uri: 'file:///p/mcp.json', version: index + 1 },
      contentChanges: [{ range, text: insert }],
    });
    if (ask) problems(document.config);
  }
  return { document, current };
}

const edits = (pieces: readonly string[], maxLength: number) =>
  fc.array(
    fc.record({
      at: fc.nat(),
      length: fc.nat({ max: maxLength }),
      insert: fc.array(fc.constantFrom(...pieces), { maxLength: 3 }).map((parts) => parts.join('')),
    }),
    { minLength: 1, maxLength: 4 },
  );

describe('edits', () => {
  test.each([
    ['letters and digits', ['x', '1', 'ab', ' '], 2],
    [
      'anything',
      [
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"',
        'x',
        ' ',
        '\n',
        '\r\n',
        '//',
        '/*',
        '*/',
        '\\',
        '"k": 1',
        '😀',
        '\ud800',
        "'",
      ],
      6,
    ],
  ])('of %s give what reading the whole text gives', (_name, pieces, maxLength) => {
    fc.assert(
      fc.property(edits(pieces, maxLength), fc.boolean(), (list, ask) => {
        const { document, current } = edited(text, list, ask);
        expect(document.text.getText()).toBe(current);
        const whole = new ConfigDocument(current);
        expect(seen(document.config)).toEqual(seen(whole));
        expect(problems(document.config)).toEqual(problems(whole));
      }),
      { numRuns: runs },
    );
  });

  test('of real files too', () => {
    const files = corpus() ?? [];
    if (files.length === 0) return;
    const pieces = ['x', '"', '{', '}', ',', '\n', '// c\n', '"k": "v",'];
    fc.assert(
      fc.property(fc.nat({ max: files.length - 1 }), edits(pieces, 4), fc.boolean(), (index, list, ask) => {
        const { document, current } = edited(files[index]?.text ?? '', list, ask);
        const whole = new ConfigDocument(current);
        expect(seen(document.config)).toEqual(seen(whole));
        expect(problems(document.config)).toEqual(problems(whole));
      }),
      { numRuns: 600 },
    );
  });

  test('inside one server leave the others as they are', () => {
    const { document } = edited(text, [], true);
    const [a, b, c] = document.config.servers;
    const offset = document.text.getText().indexOf('https');
    const place = document.text.positionAt(offset);
    document.change({
      textDocument: { uri: document.uri, version: 1 },
      contentChanges: [{ range: { start: place, end: place }, text: 'x' }],
    });
    const after = document.config.servers;
    expect(after[0]).toBe(a);
    expect(after[1]).not.toBe(b);
    expect(after[2]).toBe(c);
  });

  test.each([
    ['in a name', '"b"', undefined],
    ['in the list', '"a",', undefined],
    ['in a value', 'https', 1],
    ['in a key', 'command', 0],
  ])('%s are taken over or read again', (_name, piece, index) => {
    const document = new ConfigDocument(text);
    const offset = text.indexOf(piece) + 1;
    const after = `${text.slice(0, offset)}x${text.slice(offset)}`;
    const parts = spliceParts(document, text, after, { offset, length: 0, newLength: 1 });
    expect(parts === undefined).toBe(index === undefined);
    if (index !== undefined) expect(parts?.servers[index]).not.toBe(document.servers[index]);
  });
});

/** All problems with what goes with them, the changes of their fixes too. */
function problems(document: ConfigDocument): unknown {
  return allProblems(document, {}).map(({ fixes, ...problem }) => ({ ...problem, fixes: fixes?.(document) }));
}

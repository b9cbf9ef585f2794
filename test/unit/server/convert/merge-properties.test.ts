/** Merging into any valid file adds exactly the new servers: the text is compared with an independent parser. */

import { type ParseError, parse } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { convert } from '../../../../server/convert/index.ts';
import { applyChanges } from '../../../../server/fixes/fix.ts';
import { fc, runs } from '../../random-runs.ts';

/** White space and comments. `#` becomes the number of the comment, `\n` the line break of the file. */
const gap = fc
  .array(fc.constantFrom(' ', '\t', '\n', '\n  ', '/* # */', '/* # // */', '/*#\n #*/', '// #\n', '// # /*\n'), {
    maxLength: 3,
  })
  .map((pieces) => pieces.join(''));

const around = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(gap, text, gap).map((pieces) => pieces.join(''));

function objectOf(members: fc.Arbitrary<readonly (readonly [string, string])[]>): fc.Arbitrary<string> {
  return members.chain((pairs) => {
    const member = ([key, value]: readonly [string, string]): fc.Arbitrary<string> =>
      fc.tuple(around(fc.constant(JSON.stringify(key))), around(fc.constant(value))).map((pieces) => pieces.join(':'));
    const ending = pairs.length === 0 ? fc.constant('') : fc.oneof(fc.constant(''), around(fc.constant(',')));
    return fc
      .tuple(gap, fc.tuple(...pairs.map(member)), ending, gap)
      .map(([start, written, comma, end]) => `{${start}${written.join(',')}${comma}${end}}`);
  });
}

const value: fc.Arbitrary<string> = fc.constantFrom('1', '"a // b"', 'null', '[1, 2]', '{}', '"/* c */"');
const server = objectOf(
  fc.constantFrom([], [['command', '"x"']], [['command', '"x"'] as const, ['y', '[ ]'] as const]),
);
const names = fc.subarray(['a', 'b', 'new'], { minLength: 0 });
const servers = objectOf(names.chain((keys) => fc.tuple(...keys.map((key) => fc.tuple(fc.constant(key), server)))));
const others = fc
  .subarray(['x', 'y', 'z'], { minLength: 0 })
  .chain((keys) => fc.tuple(...keys.map((key) => fc.tuple(fc.constant(key), value))));
const members = fc
  .tuple(others, fc.option(servers), fc.nat(3))
  .map(([rest, map, at]) => (map === null ? rest : rest.toSpliced(at, 0, ['servers', map])));

const target = fc
  .tuple(fc.constantFrom('', '\ufeff'), around(objectOf(members)), fc.constantFrom('\n', '\r\n', '\r'))
  .map(([start, text, eol]) => {
    let comment = 0;
    return (start + text).replace(/#/g, () => `<${++comment}>`).replaceAll('\n', eol);
  });

function read(text: string) {
  const errors: ParseError[] = [];
  const tree = parse(text.replace(/^\ufeff/, ''), errors, { allowTrailingComma: true });
  expect(errors, text).toEqual([]);
  return tree;
}

test('adds exactly the new servers to any JSON file with comments', async () => {
  const added = { new: { type: 'stdio', command: 'new' }, other: { type: 'stdio', command: 'other', args: ['//'] } };
  await fc.assert(
    fc.asyncProperty(target, fc.constantFrom('rename', 'skip', 'replace'), async (into, collision) => {
      const { text, changes } = await convert(JSON.stringify({ mcpServers: added }), { to: 'vscode', into, collision });
      expect(applyChanges(into, changes)).toBe(text);
      const before = read(into);
      const isTaken = before.servers?.new !== undefined;
      const { new: server, ...rest } = added;
      const merged =
        isTaken && collision === 'skip'
          ? rest
          : { [isTaken && collision === 'rename' ? 'new-2' : 'new']: server, ...rest };
      expect(read(text), text).toEqual({ ...before, servers: { ...before.servers, ...merged } });
      const comments = (from: string): readonly string[] => from.match(/<\d+>/g) ?? [];
      if (collision !== 'replace') expect(comments(text)).toEqual(comments(into));
      if (/\r\n/.test(into)) expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    }),
    { numRuns: runs(1000) },
  );
});

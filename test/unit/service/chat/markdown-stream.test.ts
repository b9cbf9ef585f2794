// @vitest-environment happy-dom

import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../random-runs.ts';
import { cut, rendered, streamed } from './markdown.ts';
import { samples } from './markdown-samples.ts';

const places = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 40 });

/** Lines that combine blocks in all ways. The meaning of each depends on its neighbors. */
const LINES = [
  ...[
    'a',
    'b c',
    '',
    '',
    '    code',
    '  indented',
    '\ttab',
    '- x',
    '-',
    '- ',
    '* y',
    '+ z',
    '1. one',
    '2. two',
    '10) ten',
  ],
  ...[
    '  - nested',
    '   continued',
    '      deep',
    '> quote',
    '> - in quote',
    '>',
    '>> deeper',
    '# head',
    '#',
    '#x',
    '====',
    '---',
  ],
  ...[
    '***',
    '***bold***',
    '```',
    '```js',
    '````',
    '~~~',
    '``` x`',
    '   ```',
    '| a | b |',
    '|---|:-:|',
    '| 1 | 2 |',
    'a | b',
  ],
  ...[
    '--- | ---',
    '[foo]: /url',
    '[foo]: https://one.example "title"',
    '[foo]:',
    'https://two.example',
    '"title',
    'end"',
  ],
  ...[
    '[foo]',
    '[foo][]',
    '[bar]: <https://x.example>',
    '![pic][foo]',
    '<div>',
    '</div>',
    '<!-- c -->',
    '&amp;',
    '\\',
    'x\\',
  ],
  ...['*em', 'em*', '`code', 'code`', '![i](https://i.example/a.png)', '[l](command:x)', '1) a', '0. zero', '\u0000'],
];
const document_ = fc
  .array(fc.tuple(fc.constantFrom(...LINES), fc.constantFrom('\n', '\n', '\n', '\n\n', '\r\n', '\r', '')), {
    maxLength: 14,
  })
  .map((lines) => lines.flat().join(''));

describe('Markdown streamed in chunks', () => {
  it.each(Object.entries(samples))('equals a single rendering: %s', (_name, source) => {
    const expected = rendered(source).innerHTML;
    expect(streamed([...source])).toBe(expected);
    fc.assert(
      fc.property(places, (at) => void expect(streamed(cut(source, at))).toBe(expected)),
      { numRuns: runs(60) },
    );
  });

  it('equals a single rendering for random combinations of lines', () => {
    fc.assert(
      fc.property(
        document_,
        places,
        (source, at) => void expect(streamed(cut(source, at))).toBe(rendered(source).innerHTML),
      ),
      { numRuns: runs(500) },
    );
  });

  it('equals a single rendering when streamed one character at a time', () => {
    fc.assert(
      fc.property(document_, (source) => void expect(streamed([...source])).toBe(rendered(source).innerHTML)),
      { numRuns: runs(150) },
    );
  });
});

// @vitest-environment happy-dom
/** All examples of CommonMark and all recorded answers, split into chunks: the result equals a single rendering. */
// @ts-expect-error It comes without types.
import { tests as examples } from 'commonmark-spec';
import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../random-runs.ts';
import { cut, rendered, streamed } from './markdown.ts';
import { samples } from './markdown-samples.ts';

interface Example {
  readonly markdown: string;
  readonly html: string;
  readonly section: string;
  readonly number: number;
}
const tests: readonly Example[] = examples;

/** Random positions at which the text is split, as fractions of its length. */
const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 });

const bySection = Map.groupBy(tests, ({ section }) => section);

/** Elements that pages don't add to for their own sake. */
const elements = 'p, br, h1, h2, h3, h4, h5, h6, blockquote, ul, ol, li, em, strong, hr, pre, code';

it('renders the elements of each example of the spec without HTML, which is shown as text', () => {
  const elementsOf = (root: Element) => Array.from(root.querySelectorAll(elements), ({ localName }) => localName);
  const compared = tests.filter(
    ({ markdown, section }) => !/HTML/.test(section) && !/<(?:!--|[a-z]+[\s>/])/i.test(markdown),
  );
  expect(compared.length).toBeGreaterThan(500);
  for (const { markdown, html, number } of compared) {
    const expected = document.createElement('div');
    expected.innerHTML = html.replaceAll('→', '\t');
    expect(elementsOf(rendered(markdown.replaceAll('→', '\t'))), `example ${number}`).toEqual(elementsOf(expected));
  }
});

describe('Markdown streamed in chunks', () => {
  it('is tested with all examples of the CommonMark spec', () => {
    expect(tests.length).toBeGreaterThan(600);
  });

  for (const [section, those] of bySection)
    it(`equals a single rendering of the spec section: ${section}`, () => {
      for (const { markdown, number } of those) {
        const source = markdown.replaceAll('→', '\t');
        const expected = rendered(source).innerHTML;
        expect(streamed([...source]), `example ${number}, a character at a time`).toBe(expected);
        fc.assert(
          fc.property(cuts, (places) => {
            expect(streamed(cut(source, places)), `example ${number}`).toBe(expected);
          }),
          { numRuns: runs(5) },
        );
      }
    });

  it('equals a single rendering of the whole spec as one response', () => {
    const source = tests.map(({ markdown }) => markdown.replaceAll('→', '\t')).join('\n\n');
    const expected = rendered(source).innerHTML;
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 50, maxLength: 200 }), (places) => {
        expect(streamed(cut(source, places))).toBe(expected);
      }),
      { numRuns: runs(3) },
    );
  });

  it.each(Object.entries(samples))('equals a single rendering of a sample response: %s', (_, source) => {
    const expected = rendered(source).innerHTML;
    fc.assert(
      fc.property(cuts, (places) => {
        expect(streamed(cut(source, places))).toBe(expected);
      }),
      { numRuns: runs(30) },
    );
  });
});

describe('incomplete Markdown', () => {
  /** Returns the HTML of an incomplete text. */
  const sofar = (pieces: readonly string[]) => streamed(pieces, false);

  it.each(Object.entries(samples))(
    'renders a line that grows word by word like a line added in one chunk: %s',
    (_, source) => {
      const lines = `${source.trimEnd()}\n\nand then a line of words with *emphasis* and some more, 7 of them. `;
      fc.assert(
        fc.property(
          fc.array(fc.constantFrom('word', ' ', 'two words', ' x', '7', ', ', '. ', 'é', '*', '_a', '`'), {
            maxLength: 12,
          }),
          (words) => {
            expect(sofar([lines, ...words])).toBe(sofar([lines + words.join('')]));
          },
        ),
        { numRuns: runs(60) },
      );
    },
  );
});

import { describe, expect, test } from 'vitest';
import { splitAtSentences } from '../../../../src/service/media/speech.ts';
import { fc } from '../../random-runs.ts';

describe('splitting long text', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc
      .array(fc.constantFrom('One. ', 'Two words! ', 'Wirklich? ', '\n\n', '日本語。', '👩‍👩‍👧', 'x'.repeat(40)), {
        maxLength: 60,
      })
      .map((all) => all.join('')),
  );

  test('preserves all characters and limits the length of each part', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 80 }), (whole, longest) => {
        const parts = splitAtSentences(whole, longest);
        expect(parts.join('')).toBe(whole);
        for (const part of parts) {
          expect(part.length).toBeGreaterThan(0);
          expect(part.length).toBeLessThanOrEqual(longest);
        }
        for (const [index, part] of parts.slice(1).entries())
          expect(/[\ud800-\udbff]$/.test(parts[index] ?? '') && /^[\udc00-\udfff]/.test(part)).toBe(false);
      }),
    );
  });

  test('splits after a sentence', () => {
    expect(splitAtSentences('One is here. Two is there. Three is gone.', 30, 'en')).toEqual([
      'One is here. Two is there. ',
      'Three is gone.',
    ]);
  });

  test('splits a long sentence after a word, and a long word anywhere', () => {
    expect(splitAtSentences('one two three four', 9, 'en')).toEqual(['one two ', 'three ', 'four']);
    expect(splitAtSentences('abcdefgh', 3, 'en')).toEqual(['abc', 'def', 'gh']);
  });

  test('returns one part for a short text, and no parts for an empty text', () => {
    expect(splitAtSentences('One. Two.', 100)).toEqual(['One. Two.']);
    expect(splitAtSentences('', 100)).toEqual([]);
  });
});

/** Bundles have the rules without texts that their program doesn't show. */
import { expect, test } from 'vitest';
import { withoutTexts } from '../../../scripts/lib/rule-texts.ts';

test('empties the texts of docs, and nothing else', () => {
  const source = `export const rule = {
  code: 'a', wrong: 'kept',
  docs: { title: 'A', why: 'b'.concat("c"), wrong: make('{"right": 1}'), right: other, context: { wrong: 1 } },
  check() { return { wrong: 'kept' }; },
};`;
  expect(withoutTexts(source, ['why', 'wrong', 'right'])).toBe(`export const rule = {
  code: 'a', wrong: 'kept',
  docs: { title: 'A', why: '', wrong: '', right: '', context: { wrong: 1 } },
  check() { return { wrong: 'kept' }; },
};`);
  expect(withoutTexts(source, ['right'])).toContain('"c"');
});

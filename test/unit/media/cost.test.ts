import { expect, test } from 'vitest';
import { costOfUse } from '../../../src/media/cost.ts';

test.each([
  ['characters', { characters: 15 }, { requests: 2, characters: 200_000 }, 3],
  ['images', { image: 0.04 }, { requests: 2, images: 3 }, 0.12],
  ['minutes and requests', { minute: 0.006, request: 0.01 }, { requests: 1, minutes: 10 }, 0.07],
  ['requests alone', { request: 0.01 }, { requests: 4, characters: 100 }, 0.04],
  ['free', { input: 0, output: 0 }, { requests: 1, characters: 5 }, 0],
])('by %s', (_, price, use, amount) => expect(costOfUse(use, { price })?.amount).toBeCloseTo(amount, 10));

test.each([
  ['no price', {}, { requests: 1, images: 1 }],
  ['tokens that nobody counts', { input: 15 }, { requests: 1, characters: 100 }],
  ['tokens besides requests', { input: 15, request: 0.01 }, { requests: 1, characters: 100 }],
  ['a length that is not known', { minute: 0.006 }, { requests: 1 }],
])('unknown: %s', (_, price, use) => expect(costOfUse(use, { price })).toBeUndefined());

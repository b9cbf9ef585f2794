import { describe, expect, it } from 'vitest';
import { priceInShort, priceLines } from '../../../src/models/describe.ts';

describe('the price of a model', () => {
  it.each([
    [{ input: 1.25, output: 10 }, '1.25 in, 10 out (credits)'],
    [{ input: 1.25, output: 10, currency: 'USD' }, '$1.25 in, $10 out'],
    [{ input: 0.000003, currency: 'USD' }, '$0.000003 in'],
    [{ input: 3, currency: 'points' }, '3 points in'],
    [{ minute: 0.006 }, '0.006 credits / minute'],
    [{ image: 0.04, currency: 'EUR' }, '€0.04 / image'],
    [{ input: 0, output: 0 }, 'free'],
    [{ input: 0, output: 0, other: 0.006 }, '0 in, 0 out (credits)'],
    [{ input: 0, output: 0, cachedInput: 0, request: 0, image: 0 }, 'free'],
    [{ input: 0, output: 0, request: 0, image: 0.04, currency: 'USD' }, '$0.04 / image'],
    [{ input: 0, request: 0.01 }, '0.01 credits / request'],
    [{ request: 0, minute: 0.006 }, '0.006 credits / minute'],
    [{ request: 0 }, '0 credits / request'],
    [{}, undefined],
  ])('is never a number without a unit: %j', (price, text) => expect(priceInShort(price)).toBe(text));

  it('lists all parts with their unit', () => {
    expect(priceLines({ input: 1, cachedInput: 0.25 })).toEqual([
      '1 credit / 1M input tokens',
      '0.25 credits / 1M cached input tokens',
    ]);
    expect(priceLines({ input: 3, request: 0.5, currency: 'USD' })).toEqual([
      '$3 / 1M input tokens',
      '$0.50 / request',
    ]);
  });
});

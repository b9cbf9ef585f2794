import { describe, expect, it } from 'vitest';
import { addUsage, costOf, estimateTokens, formatCost, totalOf } from '../../../src/chat/usage.ts';

const usage = { input: 10, output: 20, estimated: false };

describe('what a chat costs', () => {
  it('is tokens by the price of a million', () => {
    expect(costOf(1_000_000, 500_000, { input: 2, output: 10 })).toBe(7);
    expect(costOf(5, 5, undefined)).toBeUndefined();
    expect(costOf(5, 5, { input: 0, output: 0 })).toBe(0);
  });

  it('is never known in part: what is unknown in one is unknown in the sum', () => {
    const known = { ...usage, cost: 1, currency: 'EUR' };
    expect(addUsage(known, known)).toEqual({ ...known, input: 20, output: 40, cost: 2 });
    expect(addUsage(known, usage).cost).toBeUndefined();
    expect(addUsage(known, { ...known, currency: 'USD' }).cost).toBeUndefined();
  });

  it('is summed by currency, with what has no price counted', () => {
    const total = totalOf([
      { ...usage, cost: 1, currency: 'EUR' },
      { ...usage, cost: 2, currency: 'EUR', estimated: true },
      { ...usage, cost: 4 },
      usage,
    ]);
    expect([...total.costs]).toEqual([
      ['EUR', 3],
      ['', 4],
    ]);
    expect(total).toMatchObject({ input: 40, output: 80, estimated: true, unknown: 1 });
  });

  it.each([
    [0, '0'],
    [0.00001, '< 0.0001'],
    [0.01234, '0.0123'],
    [12.345, '12.35'],
  ])('writes %d as %s', (cost, text) => {
    expect(formatCost(cost)).toBe(text);
  });

  it('names the currency where there is one, and guesses tokens by length', () => {
    expect(formatCost(2, 'EUR')).toBe('2 EUR');
    expect([estimateTokens(''), estimateTokens('abcde')]).toEqual([0, 2]);
  });
});

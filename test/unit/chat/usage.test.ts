import { describe, expect, it } from 'vitest';
import { addUsage, formatCost, totalOf } from '../../../src/chat/usage.ts';

const usage = { input: 10, output: 20, estimated: false };

describe('what a chat costs', () => {
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

  it('names the currency where there is one', () => {
    expect(formatCost(2, 'EUR')).toBe('2 EUR');
  });
});

import { describe, expect, it } from 'vitest';
import { addUsage, totalOf } from '../../../../src/service/chat/usage.ts';
import { formatCost, formatTotal } from '../../../../src/shared/text/format-cost.ts';

const usage = { input: 10, output: 20, estimated: false };

describe('the cost of a chat', () => {
  it('is unknown if the cost of any part is unknown', () => {
    const known = { ...usage, cost: 1, currency: 'EUR' };
    expect(addUsage(known, known)).toEqual({ ...known, input: 20, output: 40, cost: 2 });
    expect(addUsage(known, usage).cost).toBeUndefined();
    expect(addUsage(known, { ...known, currency: 'USD' }).cost).toBeUndefined();
  });

  it('is summed by currency, with a count of unknown costs', () => {
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
    [1, '1'],
    [12.345, '12.35'],
  ])('formats %d without a currency as %s', (cost, text) => {
    expect(formatCost(cost)).toBe(text);
  });

  it.each([
    [2, 'USD', '$2.00'],
    [0.0123, 'USD', '$0.0123'],
    [0.00001, 'USD', '< $0.0001'],
    [2, 'tokens', '2 tokens'],
  ])('formats %d %s as %s', (cost, currency, text) => {
    expect(formatCost(cost, currency)).toBe(text);
  });

  it('says only in the total that the currency is unknown', () => {
    expect(formatTotal(new Map([['', 0.5]]), 0)).toBe('0.5 (currency unknown)');
    const both = new Map([
      ['USD', 1],
      ['', 0.5],
    ]);
    expect(formatTotal(both, 1)).toBe('$1.00 + 0.5 (currency unknown) + unknown');
  });

  it('shows an unknown part as unknown instead of 0', () => {
    expect(formatTotal(new Map([['USD', 1]]), 0)).toBe('$1.00');
    expect(formatTotal(new Map([['USD', 1]]), 2)).toBe('$1.00 + unknown');
    expect(formatTotal(new Map(), 1)).toBe('cost unknown');
  });
});

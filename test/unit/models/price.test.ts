import { describe, expect, it } from 'vitest';
import { formatAmount, tokenPrice } from '../../../src/models/price.ts';

describe('the price of a model', () => {
  it.each([
    ['OpenRouter', { pricing: { prompt: '0.0000025', completion: '0.00001' } }, 2.5, 10],
    ['LiteLLM', { model_info: { input_cost_per_token: 3e-6, output_cost_per_token: 0.000015 } }, 3, 15],
    ['fields of the record', { input_cost_per_token: '1e-6', output_cost_per_token: '5e-6' }, 1, 5],
    ['free', { pricing: { prompt: '0', completion: '0' } }, 0, 0],
  ])('is taken where the unit is certain: %s', (_shape, record, input, output) => {
    const price = tokenPrice(record);
    expect(price?.input).toBeCloseTo(input, 9);
    expect(price?.output).toBeCloseTo(output, 9);
    expect(price?.currency).toBeUndefined();
  });

  it('has a currency when the record names one', () => {
    expect(tokenPrice({ pricing: { prompt: '0.1', completion: '0.2', currency: 'EUR' } })?.currency).toBe('EUR');
    expect(tokenPrice({ pricing: { prompt: '0.1', completion: '0.2', currency: '<b>' } })?.currency).toBeUndefined();
  });

  it.each([
    ['nothing', {}],
    ['no pricing', { pricing: null }],
    ['a unit that is not said', { pricing: { input: 3, output: 15 } }],
    ['numbers where texts are documented', { pricing: { prompt: 2.5, completion: 10 } }],
    ['only one side', { pricing: { prompt: '0.1' } }],
    ['"it depends"', { pricing: { prompt: '-1', completion: '-1' } }],
    ['words', { pricing: { prompt: 'free', completion: 'free' } }],
    ['an empty text', { pricing: { prompt: '', completion: ' ' } }],
    ['endless', { input_cost_per_token: Number.POSITIVE_INFINITY, output_cost_per_token: 1 }],
    ['a list of providers', { providers: [{ pricing: { input: 1, output: 2 } }] }],
    ['a text in place of an object', { pricing: 'cheap', model_info: 5 }],
  ])('is unknown for %s', (_what, record) => {
    expect(tokenPrice(record)).toBeUndefined();
  });

  it.each([
    [2.5, '2.5'],
    [0.1 + 0.2, '0.3'],
    [0.000075 * 1000, '0.075'],
    [12, '12'],
    [0, '0'],
  ])('is written without noise: %d', (amount, text) => {
    expect(formatAmount(amount)).toBe(text);
  });
});

import { describe, expect, it } from 'vitest';
import { formatAmount } from '../../../../src/service/models/describe.ts';
import { type Price, priceOf } from '../../../../src/service/session/models/price.ts';
import { knownValue } from '../../../../src/shared/knowledge.ts';
import { fc, runs } from '../../random-runs.ts';

describe('the price of a model', () => {
  it.each<[string, Record<string, unknown>, Price]>([
    [
      'OpenRouter: strings per token, with other prices',
      {
        pricing: {
          prompt: '0.0000025',
          completion: '0.00001',
          request: '0',
          image: '0.003613',
          web_search: '0.01',
          internal_reasoning: '0.00001',
          input_cache_read: '0.00000025',
          input_cache_write: '0.000003125',
        },
      },
      {
        ...{ input: 2.5, output: 10, request: 0, image: 0.003613, reasoning: 10, cachedInput: 0.25, cacheWrite: 3.125 },
        more: 'elsewhere',
      },
    ],
    ...['1K tokens', 'per 1k tokens', '1,000 tokens', 'thousand tokens', '1k', 'per_1k_tokens'].map(
      (unit): [string, Record<string, unknown>, Price] => [
        `the unit ${unit}`,
        { pricing: { prompt: '0.003', completion: 0.015, unit, currency: 'credits' } },
        { input: 3, output: 15, currency: 'credits' },
      ],
    ),
    ['the unit 1M tokens', { pricing: { input: '3', output: '15', unit: '1M tokens' } }, { input: 3, output: 15 }],
    ['the unit token', { pricing: { input: 0.000003, output: '0.000015', unit: 'token' } }, { input: 3, output: 15 }],
    [
      'the unit of the record',
      { unit: 'million tokens', pricing: { input: 3, currency: 'EUR' } },
      { input: 3, currency: 'EUR' },
    ],
    ['an unknown unit', { pricing: { input: 3, output: 15, unit: 'hour', request: 1 } }, {}],
    ['one implausible part', { pricing: { prompt: '0.000003', completion: '15' } }, {}],
    ['OpenRouter: variable price', { pricing: { prompt: '-1', completion: '-1' } }, {}],
    ['Vercel: strings per token', { pricing: { input: '0.000003', output: '0.000015' } }, { input: 3, output: 15 }],
    [
      'Requesty: numbers per token',
      { input_price: 2.5e-6, output_price: 1e-5, cached_price: 1.25e-6, caching_price: 3e-6 },
      { input: 2.5, output: 10, cachedInput: 1.25, cacheWrite: 3 },
    ],
    [
      'LiteLLM',
      {
        model_info: {
          input_cost_per_token: 3e-6,
          output_cost_per_token: 1.5e-5,
          cache_read_input_token_cost: 3e-7,
          cache_creation_input_token_cost: 3.75e-6,
          input_cost_per_token_above_200k_tokens: 6e-6,
          input_cost_per_audio_token: 1,
        },
      },
      { input: 3, output: 15, cachedInput: 0.3, cacheWrite: 3.75, other: 1, risesAbove: 200_000 },
    ],
    [
      'Vercel: tiers',
      {
        pricing: {
          input: '0.000001',
          input_tiers: [
            { cost: '0.000001', min: 0, max: 32_000 },
            { cost: '0.000002', min: 32_000 },
          ],
        },
      },
      { input: 1, risesAbove: 32_000 },
    ],
    [
      'tiers without numbers',
      { pricing: { input: '0.000001', tiers: [{ cost: 1 }, { cost: 2 }] } },
      { input: 1, risesAbove: 0 },
    ],
    ['one tier', { pricing: { input: '0.000001', input_tiers: [{ cost: '0.000001' }] } }, { input: 1 }],
    ...['per', 'pricing_unit', 'price_unit', 'token_unit', 'priceUnit', 'price_per', 'unit_of_price', 'units'].flatMap(
      (name): [string, Record<string, unknown>, Price][] => [
        [`"${name}": "1000 tokens"`, { pricing: { prompt: 0.003, [name]: '1000 tokens' } }, { input: 3 }],
        [`"${name}" of the record`, { [name]: '1K tokens', pricing: { prompt: 0.003 } }, { input: 3 }],
        [`"${name}" that isn't understood`, { pricing: { prompt: 0.003, [name]: 'a batch' } }, {}],
      ],
    ),
    ['a count as the unit', { pricing: { prompt: 0.003, per: 1000 } }, { input: 3 }],
    ['a count as text', { pricing: { prompt: '0.003', per: '1000' } }, { input: 3 }],
    ['units that contradict each other', { pricing: { prompt: 0.003, unit: '1K tokens', per: 'million' } }, {}],
    ['units that agree', { pricing: { prompt: 0.003, unit: '1K tokens', per: '1000' } }, { input: 3 }],
    ['no unit', { pricing: { prompt: 0.000003, unit: null, per: '' } }, { input: 3 }],
    ['LiteLLM: speech', { input_cost_per_character: 1.5e-5 }, { characters: 15 }],
    ['LiteLLM: transcription', { model_info: { input_cost_per_second: 0.0001 } }, { minute: 0.006 }],
    ['LiteLLM: images', { output_cost_per_image: 0.04 }, { image: 0.04 }],
    [
      'Hugging Face: numbers per million, equal for all providers',
      {
        providers: [
          { provider: 'a', pricing: { input: 0.5, output: 2 } },
          { provider: 'b', pricing: { input: 0.5, output: 3 } },
          { provider: 'c' },
        ],
      },
      { input: 0.5 },
    ],
    [
      'Together: numbers per million',
      { pricing: { hourly: 0, input: 0.88, output: 0.88, base: 0, finetune: 0 } },
      { input: 0.88, output: 0.88 },
    ],
    ['characters without a unit', { pricing: { characters: 15 } }, {}],
    ['an amount under another name', { pricing: { input: 3, per_call: 0.01 } }, { input: 3, more: 'unknown' }],
    ['token prices that are too high per token', { input_token_price: 3, output_cost_per_token: 15 }, {}],
    ['free model', { pricing: { prompt: '0', completion: '0' } }, { input: 0, output: 0 }],
    ['an input price only', { pricing: { prompt: '0.000001' } }, { input: 1 }],
    [
      'a currency that the record names',
      { pricing: { prompt: '0.000001', currency: 'EUR' } },
      { input: 1, currency: 'EUR' },
    ],
    ['an invalid currency', { pricing: { prompt: '0.000001', currency: '<b>' } }, { input: 1 }],
    ['a currency without a price', { currency: 'EUR' }, {}],
    ['an empty record', {}, {}],
    ['null pricing', { pricing: null }, {}],
    ['prices that are not numbers', { pricing: { prompt: 'free', completion: 'Infinity', image: ' ' } }, {}],
    ['amounts that are too high per token', { pricing: { prompt: 2.5, completion: '10' } }, {}],
    ['amounts that are too low per million', { pricing: { input: 2.5e-6, output: 1e-5 } }, {}],
    ['limits that are not prices', { max_requests_per_minute: 60, cost_limit_per_request: 5, image_count: 3 }, {}],
    ['other values in place of objects', { pricing: 'cheap', model_info: 5, providers: { pricing: { input: 1 } } }, {}],
    ['nested prices', { pricing: { input: { price: 3 }, output: [3] } }, {}],
  ])('is per million tokens, or unknown: %s', (_shape, record, expected) => {
    const { isUnitInferred: _, ...price } = knownValue(priceOf(record)) ?? {};
    expect(price).toEqual(expected);
  });

  it.each<[string, object, boolean]>([
    ['a number without a unit', { input: 3 }, true],
    ['a text without a unit', { prompt: '0.000001' }, true],
    ['a price of 0', { prompt: '0' }, false],
    ['a price per image', { image: 0.04 }, false],
  ])('tells whether its unit is inferred: %s', (_shape, pricing, isInferred) => {
    expect(knownValue(priceOf({ pricing }))?.isUnitInferred === true).toBe(isInferred);
    // LiteLLM names the unit.
    expect(knownValue(priceOf({ input_cost_per_token: 1e-6 }))).toEqual({ input: 1 });
  });

  it('is read from any record without throwing or inventing an amount', () => {
    const names = fc.constantFrom(
      ...[
        'pricing',
        'model_info',
        'providers',
        'input',
        'output',
        'prompt',
        'completion',
        'input_price',
        'image',
        'unit',
      ],
      ...[
        'input_cost_per_token',
        'per',
        'price_unit',
        'input_tiers',
        'cost',
        'currency',
        'input_cache_read',
        'request',
        'minute',
        'id',
      ],
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        fc.jsonValue({ maxDepth: 2 }),
        fc.dictionary(names, tie('tree'), { maxKeys: 4 }),
        fc.array(tie('tree'), { maxLength: 3 }),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(names, tree), (record) => {
        const { currency, isUnitInferred: _, risesAbove: __, more: ___, ...parts } = knownValue(priceOf(record)) ?? {};
        const text = JSON.stringify(record);
        for (const amount of Object.values(parts)) {
          expect(Number.isFinite(amount) && amount >= 0).toBe(true);
          // A price from a record without digits would be made up.
          expect(text).toMatch(/\d/);
        }
        if (currency !== undefined) expect(text.toLowerCase()).toContain(currency.replace(/s$/, '').toLowerCase());
      }),
      { numRuns: runs(300) },
    );
  });

  it('is never 0 unless it is 0 in the record', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 1e6, noNaN: true }), fc.boolean(), (amount, asText) => {
        const value = asText ? String(amount) : amount;
        for (const pricing of [{ input: value }, { prompt: value }])
          expect(knownValue(priceOf({ pricing }))?.input).not.toBe(0);
      }),
    );
  });

  it.each([
    [2.5, '2.5'],
    [0.1 + 0.2, '0.3'],
    [0.000075 * 1000, '0.075'],
    [12, '12'],
    [0, '0'],
  ])('is formatted without rounding errors: %d', (amount, text) => {
    expect(formatAmount(amount)).toBe(text);
  });
});

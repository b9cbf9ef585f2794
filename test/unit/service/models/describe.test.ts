import { describe, expect, it } from 'vitest';
import {
  modelAtAGlance,
  modelInShort,
  modelTooltip,
  priceInShort,
  priceLines,
  priceUnit,
} from '../../../../src/service/models/describe.ts';
import { modelOf } from '../../../../src/service/session/models/catalog.ts';

describe('the price of a model', () => {
  it.each([
    [{ input: 1.25, output: 10 }, '1.25 in, 10 out per 1M tokens'],
    [{ input: 1.25, output: 10, currency: 'USD' }, '$1.25 in, $10 out per 1M tokens'],
    [{ input: 0.000003, currency: 'USD' }, '$0.000003 in per 1M tokens'],
    [{ input: 3, currency: 'credits' }, '3 credits in per 1M tokens'],
    [{ minute: 0.006 }, '0.006 / minute'],
    [{ image: 0.04, currency: 'EUR' }, '€0.04 / image'],
    [{ input: 0, output: 0 }, 'free'],
    [{ input: 0 }, '0 in per 1M tokens'],
    [{ input: 0, output: 0, other: 0.006 }, '0 in, 0 out per 1M tokens'],
    [{ input: 0, output: 0, cachedInput: 0, request: 0, image: 0 }, 'free'],
    [{ input: 0, output: 0, request: 0, image: 0.04, currency: 'USD' }, '$0.04 / image'],
    [{ input: 0, request: 0.01 }, '0.01 / request'],
    [{ request: 0, minute: 0.006 }, '0.006 / minute'],
    [{ request: 0 }, '0 / request'],
    [{ input: 3, risesAbove: 200_000 }, '3 in per 1M tokens, higher above 200K tokens'],
    [{ input: 0, output: 0, risesAbove: 0 }, '0 in, 0 out per 1M tokens, higher above a number of tokens'],
    [{ input: 0, output: 0, more: 'unknown' as const }, '0 in, 0 out per 1M tokens'],
    [{}, undefined],
  ])('is never a number without a unit: %j', (price, text) => expect(priceInShort(price)).toBe(text));

  it('lists all parts with their unit', () => {
    expect(priceLines({ input: 1, cachedInput: 0.25 })).toEqual([
      '1 / 1M input tokens',
      '0.25 / 1M cached input tokens',
    ]);
    expect(priceLines({ input: 3, request: 0.5, currency: 'USD' })).toEqual([
      '$3 / 1M input tokens',
      '$0.50 / request',
    ]);
  });
});

describe('the description of a model', () => {
  const described = (raw: Record<string, unknown>) => modelOf({ id: 'acme/one', name: 'One', raw });

  it('tells once that values are inferred from fields that the spec does not define', () => {
    const model = described({ context_length: 400_000, pricing: { prompt: '0.000001' } });
    expect(modelInShort(model)).toBe('1 in per 1M tokens · 400K tokens');
    const lines = modelTooltip(model).split('\n');
    expect(lines).toContain('Currency: unknown');
    expect(lines).toContain('Context window: 400,000 tokens');
    expect(lines).toContain('Capabilities: unknown (offered for chat)');
    expect(lines.at(-1)).toBe(
      'Inferred from the record, also the unit of the price: the API document defines no fields of models.',
    );
  });

  it.each<[object, string]>([
    [{}, 'Price: unknown. The record has no price in a known format.'],
    [{ pricing: { prompt: '-1' } }, 'Price: unknown. The record has no price in a known format.'],
    [
      { pricing: { prompt: 3, unit: 'a [batch](x)' } },
      'Price: unknown. The unit of the price isn\'t understood: "a [batch]\u200b(x)".',
    ],
    [
      { pricing: { prompt: 3, unit: '1K tokens', per: 'million' } },
      'Price: unknown. The unit of the price isn\'t understood: "1K tokens, million".',
    ],
    [{ pricing: { prompt: 2.5 } }, "Price: unknown. The record doesn't say what its price is for."],
    [
      { providers: [{ pricing: { input: 1 } }, { pricing: { input: 2 } }] },
      'Price: unknown. The price depends on the provider.',
    ],
    [
      { pricing: { prompt: '0', completion: '0', per_call: 0.01 } },
      "Price: 0 / 1M input tokens; 0 / 1M output tokens; amounts that aren't understood",
    ],
    [{ input_cost_per_audio_token: 1 }, 'Price: unknown'],
    [{}, 'Input types: unknown'],
    [{ supports_vision: false }, 'Input types: unknown, but no images'],
    [{ supports_vision: true }, 'Input types: text, image'],
    [{ mode: 'chat' }, 'Capabilities: chat'],
  ])('says what is unknown, and why: %j', (raw, line) => {
    expect(modelTooltip(described({ ...raw })).split('\n')).toContain(line);
  });

  it.each([
    [{ context_length: 400_000, pricing: { prompt: '0.00000125', completion: '0.00001' } }, '400K · 1.25/10'],
    [{ input_cost_per_token: 0.000003, output_cost_per_token: 0.000015, currency: 'USD' }, '$3/$15'],
    [{ context_length: 8192, pricing: { prompt: '0', completion: '0' } }, '8.2K · free'],
    [{ context_length: 2_000_000 }, '2M · price unknown'],
    [{ context_length: 8192, pricing: { prompt: '0.000003' } }, '8.2K · 3 in per 1M tokens'],
  ])('of %j fits into a row of 300 px, with the context first: %s', (raw, text) => {
    expect(modelAtAGlance(described(raw))).toBe(text);
  });

  it('names the unit of short prices once, and not if there are none', () => {
    const priced = described({ pricing: { prompt: '0.000001', completion: '0.000001' } });
    expect(priceUnit([described({}), priced])).toBe('in/out per 1M tokens');
    expect(priceUnit([described({}), described({ pricing: { prompt: '0', completion: '0' } })])).toBeUndefined();
  });

  it('marks nothing that the record names', () => {
    const model = described({ input_cost_per_token: 0.000003, currency: 'EUR' });
    expect(modelInShort(model)).toBe('€3 in per 1M tokens');
  });
});

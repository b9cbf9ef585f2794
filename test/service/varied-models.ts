/** Records of models, and the list around them. Spec: only that pricing is included; fields, units, and the list are not shown. */
import type { Choices } from './choices.ts';

interface Model {
  id: string;
  name: string;
  context_length?: number;
  /** Dollars per token. */
  pricing?: { prompt: string; completion: string };
  [more: string]: unknown;
}

const LISTS: readonly ((models: object[], byId: Record<string, object>) => unknown)[] = [
  (data) => ({ data }),
  (data) => ({ object: 'list', data, has_more: false }),
  (models) => models,
  (models) => ({ models }),
  (items) => ({ items, total: items.length }),
  (result) => ({ success: true, result, errors: [] }),
  (_, data) => ({ data }),
  (models) => ({ data: { models } }),
  (_, byId) => byId,
  (_, models) => ({ models }),
  (list) => ({ list }),
  (models) => ({ data: [], models }),
];

const million = 1e6;

/** Names and units of prices. An unknown price is not shown, but never a wrong one. */
const PRICES: readonly ((input: number, output: number) => object)[] = [
  (input, output) => ({ pricing: { prompt: text(input), completion: text(output) } }),
  (input, output) => ({ pricing: { prompt: input, completion: output } }),
  (input, output) => ({ pricing: { input: text(input), output: text(output) } }),
  (input, output) => ({ pricing: { input: input * million, output: output * million } }),
  (input, output) => ({ input_price: input, output_price: output }),
  (input, output) => ({ model_info: { input_cost_per_token: input, output_cost_per_token: output } }),
  (input, output) => ({
    pricing: { prompt: input * 1000, completion: output * 1000, unit: '1K tokens', currency: 'credits' },
  }),
  (input, output) => ({
    pricing: { prompt: input * million, completion: output * million, unit: 'per million tokens' },
  }),
  (input, output) => ({
    pricing: { input: { amount: input * million, per: '1M' }, output: { amount: output * million, per: '1M' } },
  }),
  (input, output) => ({ pricing: { prompt: input * 1000, completion: output * 1000, per: '1000 tokens' } }),
  (input, output) => ({ price_unit: '1M tokens', pricing: { prompt: input * million, completion: output * million } }),
  (input, output) => ({ pricing: { prompt: input * 7, completion: output * 7, pricing_unit: 'seven tokens' } }),
  (input, output) => ({ pricing: `$${input * million} / 1M in, $${output * million} / 1M out` }),
  (input, output) => ({
    pricing: [
      { type: 'input', price: input },
      { type: 'output', price: output },
    ],
  }),
  (input, output) => ({ pricing: { input_per_million: input * million, output_per_million: output * million } }),
];

export function varyModels({ data }: { data: Model[] }, choices: Choices): unknown {
  const price = choices.of('prices', PRICES);
  const id = choices.of('ID of models', ['id', 'id', 'model', 'model_id', 'slug']);
  const models = choices.shuffled('order of models', data).map((model): Record<string, unknown> => {
    const { id: name, name: shown, pricing, ...rest } = model;
    const { prompt, completion } = pricing ?? {};
    const known =
      prompt !== undefined && Number(prompt) >= 0 ? price(Number(prompt), Number(completion)) : { pricing: null };
    const others = choices.of('other fields of models', [rest, {}, { type: null, owned_by: 'x', created: '2025' }]);
    return {
      [id]: name,
      ...choices.of('names of models', [{ name: shown }, {}, { display_name: shown }]),
      ...others,
      ...known,
    };
  });
  const byId = Object.fromEntries(models.map(({ [id]: name, ...model }) => [String(name), model]));
  return choices.of('list of models', LISTS)(models, byId);
}

/** Without an exponent, as services write prices. */
function text(amount: number): string {
  return amount.toFixed(12).replace(/\.?0+$/, '');
}

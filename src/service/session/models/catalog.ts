/**
 * Normalizes model records, whose shape differs between services (spec http-api.md shows no field beyond "pricing").
 * Pure. Missing information is undefined, never 0.
 */
import type { ChatUsage, ModelRecord } from '../../api/index.ts';
import { type Fields, fieldsOf, firstCount, named } from './fields.ts';
import { type Abilities, abilitiesOf } from './modality.ts';
import { type Price, priceOf } from './price.ts';

export interface Model extends Abilities {
  readonly id: string;
  /** Display name from the service; untrusted text. */
  readonly name: string;
  /** The part of the ID before the first slash. */
  readonly provider: string;
  readonly description: string | undefined;
  readonly price: Price;
  /** Maximum tokens of prompt and response together. */
  readonly context: number | undefined;
  /** Maximum tokens of a response. */
  readonly maxOutputTokens: number | undefined;
  /** Original record of the service. */
  readonly raw: Fields;
}

/** Never throws. */
export function modelOf({ id, name, raw }: ModelRecord): Model {
  const info = fieldsOf(raw.model_info);
  const top = fieldsOf(raw.top_provider);
  const limit = fieldsOf(raw.limit);
  const architecture = fieldsOf(raw.architecture);
  return {
    id,
    name,
    provider: id.split('/', 1)[0] ?? '',
    description: named(raw.description),
    price: priceOf(raw),
    ...abilitiesOf(id, raw),
    context: firstCount(
      raw.context_length,
      raw.context_window,
      raw.max_context_length,
      raw.context_size,
      raw.max_model_len,
      raw.contextWindow,
      top.context_length,
      architecture.context_length,
      limit.context,
      raw.max_input_tokens,
      info.max_input_tokens,
      info.context_length,
      info.context_window,
    ),
    maxOutputTokens: firstCount(
      top.max_completion_tokens,
      raw.max_completion_tokens,
      raw.max_output_tokens,
      raw.max_output_length,
      limit.output,
      info.max_output_tokens,
    ),
    raw,
  };
}

/** Returns a model that isn't in the list, so that only its ID is known. */
export function unlisted(id: string): Model {
  return modelOf({ id, name: id, raw: {} });
}

/** Returns the name without a prefix for the provider, which some services add: `OpenAI: GPT-5.1` for `openai`. */
export function nameBelowProvider({ name, provider }: Model): string {
  const [before = '', ...rest] = name.split(': ');
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const same = plain(before) !== '' && plain(provider).startsWith(plain(before));
  return same && rest.length > 0 ? rest.join(': ') : name;
}

/** Returns false if the record doesn't specify input types. */
export function takesImages(model: Model): boolean {
  return model.inputs?.includes('image') === true;
}

export interface Cost {
  readonly amount: number;
  /** Undefined if neither the record nor the service specifies one. */
  readonly currency: string | undefined;
  /** `service`: reported by the service. `price`: tokens times list price, without a discount for cached tokens. */
  readonly from: 'service' | 'price';
}

/** Returns the cost of a response, or undefined if a token count or price that it needs is missing. */
export function costOf(usage: ChatUsage | undefined, model: Model | undefined): Cost | undefined {
  if (usage === undefined) return undefined;
  const currency = model?.price.currency;
  if (usage.cost !== undefined) return { amount: usage.cost, currency, from: 'service' };
  const { promptTokens, completionTokens } = usage;
  if (model === undefined || promptTokens === undefined || completionTokens === undefined) return undefined;
  const { input, output, request = 0 } = model.price;
  // Without any token price, the cost is unknown, not zero.
  if (input === undefined && output === undefined) return undefined;
  const amount = request + part(promptTokens, input) + part(completionTokens, output);
  return Number.isNaN(amount) ? undefined : { amount, currency, from: 'price' };
}

/** Returns the cost of tokens at a price per million, or NaN if it's unknown. */
function part(tokens: number, price: number | undefined): number {
  return tokens === 0 ? 0 : (tokens * (price ?? Number.NaN)) / 1e6;
}

const encoder = new TextEncoder();

/**
 * Estimates the number of tokens in a text for models with an unknown tokenizer. A token is about four UTF-8 bytes of
 * English, code, and most other text. A Chinese or Japanese character is closer to one token than to two.
 * Must be labeled as an estimate, never as a count.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(encoder.encode(text).length / 4);
}

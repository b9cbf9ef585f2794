/**
 * The models of the service in one form, whatever form their records have (spec http-api.md shows no field beyond "pricing").
 * Pure. What a record does not say is absent, never 0.
 */
import type { ChatUsage, ModelRecord } from '../api/index.ts';
import { type Fields, fieldsOf, firstCount, named } from './fields.ts';
import { type Abilities, abilitiesOf } from './modality.ts';
import { isModelId, providerOf } from './model-id.ts';
import { type Price, priceOf } from './price.ts';

export interface Model extends Abilities {
  /** `provider/model_name`. */
  readonly id: string;
  /** What the service calls it; foreign text. */
  readonly name: string;
  readonly provider: string;
  readonly description: string | undefined;
  readonly price: Price;
  /** Tokens of prompt and answer together. */
  readonly context: number | undefined;
  /** Tokens of an answer. */
  readonly longestAnswer: number | undefined;
  /** As the service gave it. */
  readonly raw: Fields;
}

/** Each id once, in the order of the service; what could not be asked for by its id is left out. */
export function catalogueOf(records: readonly ModelRecord[]): Model[] {
  const known = new Map<string, Model>();
  for (const record of records)
    if (isModelId(record.id) && !known.has(record.id)) known.set(record.id, modelOf(record));
  return [...known.values()];
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
    provider: providerOf(id),
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
    longestAnswer: firstCount(
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

/** A model of which only the name is known, because the list does not have it. */
export function unlisted(id: string): Model {
  return modelOf({ id, name: id, raw: {} });
}

/** Its name without the provider's before it, which some services put there: `OpenAI: GPT-5.1` below `openai`. */
export function nameBelowProvider({ name, provider }: Model): string {
  const [before = '', ...rest] = name.split(': ');
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const same = plain(before) !== '' && plain(provider).startsWith(plain(before));
  return same && rest.length > 0 ? rest.join(': ') : name;
}

/** Only where the record says so. */
export function takesImages(model: Model): boolean {
  return model.inputs?.includes('image') === true;
}

export interface Cost {
  readonly amount: number;
  /** Undefined where neither record nor service names one. */
  readonly currency: string | undefined;
  /** `service`: the service gave the amount itself; `price`: tokens times the model's price, without any discount for cached ones. */
  readonly from: 'service' | 'price';
}

/** What an answer cost. Undefined: unknown, because a figure or a price that it takes is missing. */
export function costOf(usage: ChatUsage | undefined, model: Model | undefined): Cost | undefined {
  if (usage === undefined) return undefined;
  const currency = model?.price.currency;
  if (usage.cost !== undefined) return { amount: usage.cost, currency, from: 'service' };
  const { promptTokens, completionTokens } = usage;
  if (model === undefined || promptTokens === undefined || completionTokens === undefined) return undefined;
  const { input, output, request = 0 } = model.price;
  const parts = [
    [promptTokens, input],
    [completionTokens, output],
  ] as const;
  let amount = request;
  for (const [tokens, price] of parts) {
    if (tokens === 0) continue;
    if (price === undefined) return undefined;
    amount += (tokens * price) / 1e6;
  }
  // Tokens of nobody's price are not free.
  return input === undefined && output === undefined ? undefined : { amount, currency, from: 'price' };
}

/** What a chat needs to know of a model; absent is unknown. */
import { type ModelStore, tokenPrice } from '../models/index.ts';
import type { Price } from './usage.ts';

export interface ModelFacts {
  readonly price?: Price;
  /** How many tokens it takes at most. */
  readonly context?: number;
}

export function modelFacts(store: ModelStore, id: string): ModelFacts {
  const record = store.models.find((model) => model.id === id);
  if (!record) return {};
  const price = tokenPrice(record.raw);
  const { context_length: context } = record.raw;
  return {
    ...(price && { price }),
    ...(typeof context === 'number' && context > 0 && { context }),
  };
}

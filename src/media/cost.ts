/** What sound and pictures cost, by the price of their model; pure. Their answers hold no usage. */
import type { Model } from '../models/index.ts';

export interface Use {
  readonly requests: number;
  readonly characters?: number;
  readonly images?: number;
  readonly minutes?: number;
}

interface Cost {
  readonly amount: number;
  readonly currency: string | undefined;
}

/** Undefined: unknown. A model that asks for tokens has no figure here, because nobody says how many there were. */
export function costOfUse(use: Use, { price }: Pick<Model, 'price'>): Cost | undefined {
  const parts = [
    [use.characters, price.characters === undefined ? undefined : price.characters / 1e6],
    [use.images, price.image],
    [use.minutes, price.minute],
    [use.requests, price.request],
  ] as const;
  const known = parts.flatMap(([count, each]) => (count === undefined || each === undefined ? [] : [count * each]));
  const byToken = (price.input ?? 0) > 0 || (price.output ?? 0) > 0;
  const free = price.input === 0 && price.output === 0;
  if (free && known.length === 0) return { amount: 0, currency: price.currency };
  if (known.length === 0 || byToken) return undefined;
  return { amount: known.reduce((sum, one) => sum + one, 0), currency: price.currency };
}

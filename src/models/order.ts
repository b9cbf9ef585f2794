/** Filters and sorts models. Pure. */

import type { Model } from '../service/models/catalog.ts';
import type { Modality } from '../service/models/modality.ts';
import { compareNames } from '../shared/format.ts';
import type { ListFilter } from '../shared/view-preferences.ts';

export const modelSorts = ['name', 'price', 'context'] as const;
export type Sort = (typeof modelSorts)[number];

export type ModelFilter = ListFilter<Modality>;

/**
 * Returns the models that match the filter, by provider. Sorted by price or context, the best models and the providers
 * with them come first, and models with an unknown value last.
 */
export function arrange(all: readonly Model[], filter: ModelFilter, sort: Sort) {
  const sorted = all.filter((model) => passes(model, filter)).sort((a, b) => compare(a, b, sort));
  const groups = [...Map.groupBy(sorted, ({ provider }) => provider)].map(([provider, models]) => ({
    provider,
    models,
  }));
  return sort === 'name' ? groups.sort((a, b) => compareNames(a.provider, b.provider)) : groups;
}

export function passes({ name, id, modalities }: Model, { text, kind }: ModelFilter): boolean {
  if (kind !== undefined && !modalities.includes(kind)) return false;
  const wanted = text?.toLocaleLowerCase() ?? '';
  return [name, id].some((field) => field.toLocaleLowerCase().includes(wanted));
}

function compare(a: Model, b: Model, sort: Sort): number {
  const byName = compareNames(a.name, b.name) || (a.id < b.id ? -1 : 1);
  if (sort === 'name') return byName;
  const [first, second] = [rank(a, sort), rank(b, sort)];
  return first === second ? byName : first - second;
}

/** Lower is better. Input and output prices have equal weight. */
function rank({ price: { input, output }, context }: Model, sort: 'price' | 'context'): number {
  if (sort === 'context') return context === undefined ? Number.POSITIVE_INFINITY : -context;
  return input === undefined && output === undefined ? Number.POSITIVE_INFINITY : (input ?? 0) + (output ?? 0);
}

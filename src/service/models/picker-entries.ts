/** Entries of the model picker. Pure, so they can be tested without an editor. */

import { compareNames } from '../../shared/text/format.ts';
import { isModelId } from '../api/model-id.ts';
import { type Model, unlisted } from '../session/models/catalog.ts';
import type { Modality } from '../session/models/modality.ts';

/** Group of an entry. A model is listed only in the first group that it belongs to. */
type EntryGroup = 'selected' | 'current' | 'recent' | 'favorite' | 'provider';

export interface PickerEntry {
  readonly model: Model;
  readonly group: EntryGroup;
  readonly favorite: boolean;
  /** True if the service lists the model. */
  readonly listed: boolean;
}

export interface EntryOptions {
  /** The model of the row that is selected in the Models view. */
  readonly selected?: string | undefined;
  readonly current?: string | undefined;
  /** Most recent first. */
  readonly recent?: readonly string[];
  readonly favorites?: readonly string[];
  /** Lists only models with this modality or, if there are none, those of which it isn't known. */
  readonly modality?: Modality | undefined;
}

/** Returns the rows in order: the selected and the current model, recent, favorites, the rest by provider and name. */
export function pickerEntries(models: readonly Model[], options: EntryOptions = {}): PickerEntry[] {
  const { selected, current, recent = [], favorites = [], modality } = options;
  const liked = new Set(favorites);
  const listed = new Map(models.map((model) => [model.id, model]));
  const fits = ({ modalities }: Model) => modality === undefined || modalities.includes(modality);
  const fitting = [...listed.values()].filter(fits);
  // If no record or name says that a model is for this, one of which nothing is known may be.
  const rest = (fitting.length > 0 ? fitting : models.filter(({ basis }) => basis === 'assumed')).sort(
    byProviderAndName,
  );
  const used = (ids: readonly (string | undefined)[]) =>
    ids.flatMap((id) => (id !== undefined && isModelId(id) ? [listed.get(id) ?? unlisted(id)] : []));
  const groups: readonly (readonly [EntryGroup, readonly Model[]])[] = [
    ['selected', used([selected]).filter(fits)],
    ['current', used([current])],
    ['recent', used(recent).filter(fits)],
    ['favorite', used(favorites).filter(fits)],
    ['provider', rest],
  ];
  const seen = new Set<string>();
  return groups.flatMap(([group, its]) =>
    its
      .filter(({ id }) => !seen.has(id) && seen.add(id))
      .map((model) => ({ model, group, favorite: liked.has(model.id), listed: listed.has(model.id) })),
  );
}

export function byProviderAndName(a: Model, b: Model): number {
  return compareNames(a.provider, b.provider) || compareNames(a.name, b.name) || (a.id < b.id ? -1 : 1);
}

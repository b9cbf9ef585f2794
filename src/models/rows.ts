/** What the model picker lists; pure, so that it is tested without an editor. */
import { type Model, unlisted } from './catalogue.ts';
import type { Modality } from './modality.ts';
import { isModelId } from './model-id.ts';

/** Where a row stands. A model stands in the first of them that it belongs to. */
export type RowGroup = 'typed' | 'current' | 'recent' | 'favorite' | 'provider';

export interface ModelRow {
  readonly model: Model;
  readonly group: RowGroup;
  readonly favorite: boolean;
  /** The list of the service has it. */
  readonly listed: boolean;
}

export interface RowOptions {
  /** What is typed; an id is offered though the list does not have it, because a key may use models that it does not show. */
  readonly typed?: string;
  readonly current?: string | undefined;
  /** The one used last first. */
  readonly recent?: readonly string[];
  readonly favorites?: readonly string[];
  /** Only models for this. */
  readonly modality?: Modality | undefined;
}

/** The rows in their order: what is typed, the current model, recent ones, favorites, then the rest by provider and name. */
export function modelRows(models: readonly Model[], options: RowOptions = {}): ModelRow[] {
  const { typed = '', current, recent = [], favorites = [], modality } = options;
  const listed = new Map(models.map((model) => [model.id, model]));
  const fits = ({ modalities }: Model) => modality === undefined || modalities.includes(modality);
  const rest = [...listed.values()].filter(fits).sort(byProviderAndName);
  const used = (ids: readonly (string | undefined)[]) =>
    ids.flatMap((id) => (id !== undefined && isModelId(id) ? [listed.get(id) ?? unlisted(id)] : []));
  const groups: readonly (readonly [RowGroup, readonly Model[]])[] = [
    ['current', used([current])],
    ['recent', used(recent).filter(fits)],
    ['favorite', used(favorites).filter(fits)],
    ['provider', rest],
  ];
  const seen = new Set<string>();
  const rows = groups.flatMap(([group, its]) =>
    its
      .filter(({ id }) => !seen.has(id) && seen.add(id))
      .map((model) => ({ model, group, favorite: favorites.includes(model.id), listed: listed.has(model.id) })),
  );
  const wanted = typed.trim();
  if (!isModelId(wanted) || seen.has(wanted)) return rows;
  const [model = unlisted(wanted)] = used([wanted]);
  return [{ model, group: 'typed', favorite: false, listed: listed.has(wanted) }, ...rows];
}

export function byProviderAndName(a: Model, b: Model): number {
  return a.provider.localeCompare(b.provider) || a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1);
}

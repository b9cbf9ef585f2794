/** Filter and sort order of the Models view, stored per workspace. */
import { l10n, type Memento } from 'vscode';
import { knownValue } from '../../shared/knowledge.ts';
import { type ListFilter, ListPreferences } from '../../shared/list/view-preferences.ts';
import { compareNames } from '../../shared/text/format.ts';
import type { Model } from '../session/models/catalog.ts';
import { allModalities, type Modality } from '../session/models/modality.ts';
import { modalityName } from './describe.ts';

export class ModelViewPreferences extends ListPreferences<Sort, Modality> {
  constructor(memento: Memento) {
    super(memento, {
      prefix: 'switchyard.models',
      sorts: modelSorts,
      kinds: allModalities,
      field: 'modality',
      sortName: (sort) =>
        ({ name: l10n.t('by name'), price: l10n.t('by price'), context: l10n.t('by context window') })[sort],
      kindName: modalityName,
    });
  }

  /** Offers the modalities of the listed models, and the one in the current filter. */
  askModality(models: readonly Model[]): Promise<void> {
    const { kind } = this.filter;
    return this.askFilter(
      {
        all: l10n.t('All models'),
        group: l10n.t('Capabilities'),
        placeholder: l10n.t('Type a part of the name or ID, or select a capability'),
        title: l10n.t('Filter Models'),
      },
      allModalities.filter((one) => one === kind || models.some(({ modalities }) => modalities.includes(one))),
    );
  }
}

const modelSorts = ['name', 'price', 'context'] as const;
export type Sort = (typeof modelSorts)[number];

export type ModelFilter = ListFilter<Modality>;

/** Models by provider, both in the order of the view. */
export type ModelGroups = ReadonlyMap<string, readonly Model[]>;

/**
 * Returns the models that match the filter, by provider. Sorted by price or context, the best models and the providers
 * with them come first, and models with an unknown value last.
 */
export function arrange(all: readonly Model[], filter: ModelFilter, sort: Sort): ModelGroups {
  const sorted = all.filter((model) => passes(model, filter)).sort((a, b) => compare(a, b, sort));
  const groups = Map.groupBy(sorted, ({ provider }) => provider);
  return sort === 'name' ? new Map([...groups].sort(([a], [b]) => compareNames(a, b))) : groups;
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
function rank({ price, context }: Model, sort: 'price' | 'context'): number {
  if (sort === 'context') return context === undefined ? Number.POSITIVE_INFINITY : -context;
  const { input, output } = knownValue(price) ?? {};
  return input === undefined && output === undefined ? Number.POSITIVE_INFINITY : (input ?? 0) + (output ?? 0);
}

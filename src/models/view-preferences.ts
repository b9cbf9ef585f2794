/** Filter and sort order of the Models view, stored per workspace. */
import { l10n, type Memento } from 'vscode';
import type { Model } from '../service/models/catalog.ts';
import { allModalities, type Modality } from '../service/models/modality.ts';
import { ListPreferences } from '../shared/view-preferences.ts';
import { modalityName } from './describe.ts';
import { modelSorts, type Sort } from './order.ts';

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

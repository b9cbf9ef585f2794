/** Which models the view shows, and in which order; remembered for the workspace. */
import { l10n } from 'vscode';
import { Choices } from '../shared/choices.ts';
import { oneLine } from '../shared/format.ts';
import type { Model } from './catalogue.ts';
import { modalityName } from './describe.ts';
import { MODALITIES } from './modality.ts';
import { arrange, type ModelFilter, type ProviderModels, SORTS, type Sort } from './order.ts';

const KEYS = { sort: 'switchyard.models.sort', filter: 'switchyard.models.filter' } as const;

export class ModelArrangement extends Choices {
  get sort(): Sort {
    return SORTS.find((known) => known === this.kept(KEYS.sort)) ?? 'name';
  }

  get filter(): ModelFilter {
    const value = this.kept<{ text?: unknown; modality?: unknown }>(KEYS.filter);
    const modality = MODALITIES.find((known) => known === value?.modality);
    return {
      ...(typeof value?.text === 'string' && value.text !== '' ? { text: value.text } : {}),
      ...(modality ? { modality } : {}),
    };
  }

  get isFiltered(): boolean {
    return Object.keys(this.filter).length > 0;
  }

  setSort(sort: Sort): Promise<void> {
    return this.keep(KEYS.sort, sort === 'name' ? undefined : sort);
  }

  setFilter({ text, modality }: ModelFilter): Promise<void> {
    const filter = { ...(text ? { text } : {}), ...(modality ? { modality } : {}) };
    return this.keep(KEYS.filter, Object.keys(filter).length > 0 ? filter : undefined);
  }

  arrange(models: readonly Model[]): ProviderModels[] {
    return arrange(models, this.filter, this.sort);
  }

  /** `images, “gpt”, by price`: what is not as usual, for the head of the view. */
  describe(): string {
    const { text, modality } = this.filter;
    const parts: string[] = [];
    if (modality) parts.push(modalityName(modality));
    if (text) parts.push(`“${oneLine(text, 30)}”`);
    if (this.sort !== 'name') parts.push(sortName(this.sort));
    return parts.join(', ');
  }
}

export function sortName(sort: Sort): string {
  switch (sort) {
    case 'name':
      return l10n.t('by name');
    case 'price':
      return l10n.t('by price');
    case 'context':
      return l10n.t('by context window');
  }
}

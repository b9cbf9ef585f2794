/** Asks how the Models view is sorted and what it shows. */
import { l10n, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import { type ModelArrangement, sortName } from './arrangement.ts';
import type { Model } from './catalogue.ts';
import { modalityName } from './describe.ts';
import { MODALITIES } from './modality.ts';
import { type ModelFilter, SORTS } from './order.ts';

export async function askSort(arrangement: ModelArrangement): Promise<void> {
  const items = SORTS.map((sort) => ({ label: sortName(sort), ...chosen(sort === arrangement.sort), sort }));
  const answer = await window.showQuickPick(items, { placeHolder: l10n.t('Sort models') });
  if (answer) await arrangement.setSort(answer.sort);
}

interface Choice extends QuickPickItem {
  readonly filter: ModelFilter | 'ask';
}

/** What models are for, or a text; each keeps the other. */
export async function askFilter(arrangement: ModelArrangement, models: readonly Model[]): Promise<void> {
  const { filter } = arrangement;
  const { text, modality } = filter;
  const there = MODALITIES.filter(
    (one) => one === modality || models.some(({ modalities }) => modalities.includes(one)),
  );
  const items: (Choice | QuickPickItem)[] = [
    { label: l10n.t('All models'), ...chosen(!arrangement.isFiltered), filter: {} },
    {
      label: `$(search) ${l10n.t('Name or ID contains…')}`,
      ...(text === undefined ? {} : { description: text }),
      filter: 'ask',
    },
    { label: l10n.t('Capabilities'), kind: QuickPickItemKind.Separator },
    ...there.map(
      (one): Choice => ({
        label: modalityName(one),
        ...chosen(one === modality),
        filter: { ...filter, modality: one },
      }),
    ),
  ];
  const answer = await window.showQuickPick(items, { placeHolder: l10n.t('Filter models') });
  if (!answer || !('filter' in answer)) return;
  if (answer.filter !== 'ask') return arrangement.setFilter(answer.filter);
  const typed = await window.showInputBox({
    title: l10n.t('Filter Models'),
    prompt: l10n.t('Show models whose name or ID contains this text. Leave empty to show all.'),
    value: text ?? '',
  });
  if (typed !== undefined) await arrangement.setFilter({ ...(modality ? { modality } : {}), text: typed.trim() });
}

function chosen(yes: boolean): { description?: string } {
  return yes ? { description: l10n.t('current') } : {};
}

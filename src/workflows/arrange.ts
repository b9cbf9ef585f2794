/** Asks how the Workflows view is sorted and what it shows. */
import { l10n, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import {
  type Arrangement,
  SORTS,
  STATUS_FILTERS,
  sortName,
  statusFilterName,
  type WorkflowFilter,
} from './arrangement.ts';

export async function askSort(arrangement: Arrangement): Promise<void> {
  const items = SORTS.map((sort) => ({ label: sortName(sort), ...chosen(sort === arrangement.sort), sort }));
  const answer = await window.showQuickPick(items, { placeHolder: l10n.t('Sort workflows (favorites first)') });
  if (answer) await arrangement.setSort(answer.sort);
}

interface Choice extends QuickPickItem {
  readonly filter: WorkflowFilter | 'ask';
}

/** A status or a text; each keeps the other. */
export async function askFilter(arrangement: Arrangement): Promise<void> {
  const { filter } = arrangement;
  const { text, status } = filter;
  const items: (Choice | QuickPickItem)[] = [
    { label: l10n.t('All workflows'), ...chosen(!arrangement.isFiltered), filter: {} },
    {
      label: `$(search) ${l10n.t('Name or description contains…')}`,
      ...(text === undefined ? {} : { description: text }),
      filter: 'ask',
    },
    { label: l10n.t('Status'), kind: QuickPickItemKind.Separator },
    ...STATUS_FILTERS.map(
      (one): Choice => ({
        label: statusFilterName(one),
        ...chosen(one === status),
        filter: { ...filter, status: one },
      }),
    ),
  ];
  const answer = await window.showQuickPick(items, { placeHolder: l10n.t('Filter workflows') });
  if (!answer || !('filter' in answer)) return;
  if (answer.filter !== 'ask') return arrangement.setFilter(answer.filter);
  const typed = await window.showInputBox({
    title: l10n.t('Filter Workflows'),
    prompt: l10n.t('Show workflows whose name, description, or ID contains this text. Leave empty to show all.'),
    value: text ?? '',
  });
  if (typed !== undefined) await arrangement.setFilter({ ...(status ? { status } : {}), text: typed.trim() });
}

function chosen(yes: boolean): { description?: string } {
  return yes ? { description: l10n.t('current') } : {};
}

/** The filter of the Runs view: stored per workspace, and chosen in a Quick Pick. */
import { type Disposable, l10n, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import { isRecord } from '../../../common/guards.ts';
import { currentMark, ViewPreferences } from '../../shared/list/view-preferences.ts';
import { runStatuses } from '../api/records.ts';
import {
  filterEntries,
  type RunFilter,
  readFilter,
  showsAllRuns,
  statusLabel,
  without,
} from '../session/runs/run-filter.ts';
import type { RunStore } from '../session/runs/run-store.ts';
import type { ServiceSession } from '../session/session.ts';

const storageKey = 'switchyard.runs.filter';

export class RunViewPreferences extends ViewPreferences {
  get filter(): RunFilter {
    const value = this.read(storageKey);
    return isRecord(value) ? readFilter(value) : {};
  }

  setFilter(filter: RunFilter): Promise<void> {
    return this.write(storageKey, showsAllRuns(filter) ? undefined : filter);
  }

  /** Filters the list, also when the filter changes, until the returned object is disposed of. */
  applyTo(runs: RunStore): Disposable {
    runs.filter = this.filter;
    return this.onDidChange(() => {
      runs.filter = this.filter;
    });
  }
}

/**
 * Asks for an entry of the filter, or for several statuses. Choosing the current one removes it.
 * Returns undefined if the user cancels.
 */
export async function askFilter(session: ServiceSession): Promise<RunFilter | undefined> {
  const { runs, workflows, token } = session;
  await workflows.ensure();
  const { filter } = runs;
  const several = (filter.statuses ?? []).length > 1;
  const groups = Map.groupBy(filterEntries(filter, session), ({ group }) => group);
  const items: (QuickPickItem & { filter?: RunFilter | 'several' })[] = [
    { label: l10n.t('All runs'), ...currentMark(showsAllRuns(filter)), filter: {} },
  ];
  for (const [label, entries] of groups) {
    items.push({ label, kind: QuickPickItemKind.Separator });
    for (const one of entries) items.push({ label: one.label, ...currentMark(one.isCurrent), filter: one.filter });
    if (entries.some(({ key }) => key === 'statuses'))
      items.push({ label: l10n.t('$(checklist) Several Statuses…'), ...currentMark(several), filter: 'several' });
  }
  const options = { placeHolder: l10n.t('Filter runs'), matchOnDescription: true };
  const answer = await window.showQuickPick(items, options, token);
  return answer?.filter === 'several' ? askStatuses(filter) : answer?.filter;
}

async function askStatuses(filter: RunFilter): Promise<RunFilter | undefined> {
  const { statuses = [] } = filter;
  const items = runStatuses.map((status) => ({
    label: statusLabel(status),
    picked: statuses.includes(status),
    status,
  }));
  const chosen = await window.showQuickPick(items, {
    canPickMany: true,
    placeHolder: l10n.t('Select the statuses to show'),
  });
  const picked = chosen?.map(({ status }) => status);
  if (picked === undefined) return undefined;
  return picked.length === 0 ? without(filter, 'statuses') : { ...filter, statuses: picked };
}

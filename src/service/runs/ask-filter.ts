/** Asks for the filter of the Runs view. */
import { l10n, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import { inert, oneLine } from '../../shared/format.ts';
import { currentMark } from '../../shared/view-preferences.ts';
import { runStatuses } from '../api/records.ts';
import { statusIcon, statusText } from '../session/runs/run-appearance.ts';
import { type RunFilter, type RunStatus, showsAllRuns } from '../session/runs/run-filter.ts';
import { isTest } from '../session/runs/run-state.ts';
import type { ServiceSession } from '../session/session.ts';

/**
 * Asks for statuses, a type, or a workflow. A change of one keeps the others, and choosing the current one removes it.
 * Returns undefined if the user cancels.
 */
export async function askFilter({ runs, workflows, token }: ServiceSession): Promise<RunFilter | undefined> {
  await workflows.ensure();
  const { filter } = runs;
  const { workflow, statuses = [], type, withoutTests } = filter;
  const several = statuses.length > 1;
  const items: (QuickPickItem & { filter?: RunFilter | 'several' })[] = [
    { label: l10n.t('All runs'), ...currentMark(showsAllRuns(filter)), filter: {} },
    { label: l10n.t('Status'), kind: QuickPickItemKind.Separator },
    ...runStatuses.map((one) => ({
      label: statusLabel(one),
      ...currentMark(!several && statuses.includes(one)),
      filter: toggled(filter, 'statuses', [one]),
    })),
    { label: l10n.t('$(checklist) Several Statuses…'), ...currentMark(several), filter: 'several' },
    { label: l10n.t('Type'), kind: QuickPickItemKind.Separator },
    {
      label: l10n.t('$(beaker-stop) Without tests'),
      ...currentMark(withoutTests === true),
      // A type that is that of tests leaves nothing to show without them.
      filter: toggled(isTest({ type: type ?? '' }) ? without(filter, 'type') : filter, 'withoutTests', true),
    },
    ...runs.types.map((one) => ({
      label: `$(tag) ${inert(oneLine(one, 60))}`,
      ...currentMark(one === type),
      filter: toggled(isTest({ type: one }) ? without(filter, 'withoutTests') : filter, 'type', one),
    })),
    { label: l10n.t('Workflow'), kind: QuickPickItemKind.Separator },
    ...workflows.entries.map(({ workflow: { id, name } }) => ({
      label: `$(symbol-event) ${inert(oneLine(name))}`,
      ...currentMark(id === workflow),
      filter: toggled(filter, 'workflow', id),
    })),
  ];
  const options = { placeHolder: l10n.t('Filter runs'), matchOnDescription: true };
  const answer = await window.showQuickPick(items, options, token);
  return answer?.filter === 'several' ? askStatuses(filter) : answer?.filter;
}

function without(filter: RunFilter, key: keyof RunFilter): RunFilter {
  const { [key]: _, ...others } = filter;
  return others;
}

/** Returns the filter with this value, or without it if it's the current one. */
function toggled<Key extends keyof RunFilter>(filter: RunFilter, key: Key, value: RunFilter[Key]): RunFilter {
  const isCurrent = JSON.stringify(filter[key]) === JSON.stringify(value);
  return isCurrent ? without(filter, key) : { ...filter, [key]: value };
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

function statusLabel(status: RunStatus): string {
  return `$(${statusIcon(status).id.replace('~spin', '')}) ${statusText(status)}`;
}

/** Asks for the filter of the Runs view. */
import { l10n, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import { inert, oneLine } from '../../shared/format.ts';
import { currentMark } from '../../shared/view-preferences.ts';
import { runStatuses } from '../api/records.ts';
import { statusIcon, statusText } from '../session/run-appearance.ts';
import { filterOf, type RunFilter, type RunStatus, showsAllRuns } from '../session/run-filter.ts';
import type { ServiceSession } from '../session/session.ts';

/** Asks for statuses, a type, or a workflow; a change of one keeps the others. Returns undefined if the user cancels. */
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
      filter: filterOf(workflow, [one], filter),
    })),
    { label: l10n.t('$(checklist) Several Statuses…'), ...currentMark(several), filter: 'several' },
    { label: l10n.t('Type'), kind: QuickPickItemKind.Separator },
    {
      label: l10n.t('$(beaker-stop) Without tests'),
      ...currentMark(withoutTests === true),
      filter: filterOf(workflow, statuses, { withoutTests: true }),
    },
    ...runs.types.map((one) => ({
      label: `$(tag) ${inert(oneLine(one, 60))}`,
      ...currentMark(one === type),
      filter: filterOf(workflow, statuses, { type: one }),
    })),
    { label: l10n.t('Workflow'), kind: QuickPickItemKind.Separator },
    ...workflows.entries.map(({ workflow: { id, name } }) => ({
      label: `$(symbol-event) ${inert(oneLine(name))}`,
      ...currentMark(id === workflow),
      filter: filterOf(id, statuses, filter),
    })),
  ];
  const options = { placeHolder: l10n.t('Filter runs'), matchOnDescription: true };
  const answer = await window.showQuickPick(items, options, token);
  return answer?.filter === 'several' ? askStatuses(filter) : answer?.filter;
}

async function askStatuses({ workflow, statuses = [], ...types }: RunFilter): Promise<RunFilter | undefined> {
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
  return picked && filterOf(workflow, picked, types);
}

function statusLabel(status: RunStatus): string {
  return `$(${statusIcon(status).id.replace('~spin', '')}) ${statusText(status)}`;
}

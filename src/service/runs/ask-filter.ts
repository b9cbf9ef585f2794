/** Asks for the filter of the Runs view. */
import { l10n, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import { inert, oneLine } from '../../shared/format.ts';
import { currentMark } from '../../shared/view-preferences.ts';
import { runStatuses } from '../api/records.ts';
import { statusIcon, statusText } from '../session/run-appearance.ts';
import { filterOf, type RunFilter, type RunStatus, showsAllRuns } from '../session/run-filter.ts';
import type { ServiceSession } from '../session/session.ts';

/** Asks for statuses or a workflow; a change of one keeps the other. Returns undefined if the user cancels. */
export async function askFilter({ runs, workflows, token }: ServiceSession): Promise<RunFilter | undefined> {
  await workflows.ensure();
  const { filter } = runs;
  const { workflow, statuses = [] } = filter;
  const several = statuses.length > 1;
  const items: (QuickPickItem & { filter?: RunFilter | 'several' })[] = [
    { label: l10n.t('All runs'), ...currentMark(showsAllRuns(filter)), filter: {} },
    { label: l10n.t('Status'), kind: QuickPickItemKind.Separator },
    ...runStatuses.map((one) => ({
      label: statusLabel(one),
      ...currentMark(!several && statuses.includes(one)),
      filter: filterOf(workflow, [one]),
    })),
    { label: l10n.t('$(checklist) Several Statuses…'), ...currentMark(several), filter: 'several' },
    { label: l10n.t('Workflow'), kind: QuickPickItemKind.Separator },
    ...workflows.entries.map(({ workflow: { id, name } }) => ({
      label: `$(symbol-event) ${inert(oneLine(name))}`,
      ...currentMark(id === workflow),
      filter: filterOf(id, statuses),
    })),
  ];
  const options = { placeHolder: l10n.t('Filter runs'), matchOnDescription: true };
  const answer = await window.showQuickPick(items, options, token);
  return answer?.filter === 'several' ? askStatuses(filter) : answer?.filter;
}

async function askStatuses({ workflow, statuses = [] }: RunFilter): Promise<RunFilter | undefined> {
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
  return picked && filterOf(workflow, picked);
}

function statusLabel(status: RunStatus): string {
  return `$(${statusIcon(status).id.replace('~spin', '')}) ${statusText(status)}`;
}

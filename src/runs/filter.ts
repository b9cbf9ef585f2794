/** Filter of the Runs view, with the filters that the service supports (spec http-api.md, GET /v1/executions). */
import { type Disposable, l10n, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import { isRecord, isText } from '../../common/guards.ts';
import { RUN_STATUSES } from '../api/records.ts';
import { filterOf, isEmpty, type RunFilter, type RunStatus } from '../service/run-filter.ts';
import type { RunStore } from '../service/run-store.ts';
import type { ServiceSession } from '../service/session.ts';
import type { WorkflowStore } from '../service/workflow-store.ts';
import { inert, oneLine } from '../shared/format.ts';
import { statusIcon, statusText } from '../shared/run-appearance.ts';
import { currentMark, ViewPreferences } from '../shared/view-preferences.ts';

const KEY = 'switchyard.runs.filter';

/** The filter of the Runs view, stored per workspace. */
export class RunViewPreferences extends ViewPreferences {
  get filter(): RunFilter {
    const value = this.read(KEY);
    if (!isRecord(value)) return {};
    // Earlier versions stored one status.
    const stored = Array.isArray(value.statuses) ? value.statuses : [value.status];
    return filterOf(
      isText(value.workflow) ? value.workflow : undefined,
      RUN_STATUSES.filter((known) => stored.includes(known)),
    );
  }

  setFilter(filter: RunFilter): Promise<void> {
    return this.write(KEY, isEmpty(filter) ? undefined : filter);
  }

  /** Filters the list, also when the filter changes, until the returned object is disposed of. */
  applyTo(runs: RunStore): Disposable {
    runs.filter = this.filter;
    return this.onDidChange(() => {
      runs.filter = this.filter;
    });
  }
}

/** Returns the filter as text for the view's header, such as `failed, paused, Invoice intake`. */
export function filterText(filter: RunFilter, workflows: WorkflowStore): string {
  const parts = (filter.statuses ?? []).map(statusText);
  if (filter.workflow) parts.push(workflows.nameOf(filter.workflow, 40));
  return parts.join(', ');
}

/** Asks for statuses or a workflow; a change of one keeps the other. Returns undefined if the user cancels. */
export async function askFilter({ runs, workflows, token }: ServiceSession): Promise<RunFilter | undefined> {
  await workflows.ensure();
  const { filter } = runs;
  const { workflow, statuses = [] } = filter;
  const several = statuses.length > 1;
  const items: (QuickPickItem & { filter?: RunFilter | 'several' })[] = [
    { label: l10n.t('All runs'), ...currentMark(isEmpty(filter)), filter: {} },
    { label: l10n.t('Status'), kind: QuickPickItemKind.Separator },
    ...RUN_STATUSES.map((one) => ({
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
  const items = RUN_STATUSES.map((status) => ({
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

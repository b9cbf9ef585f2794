/** Filter of the Runs view, with the filters that the service supports (spec http-api.md, GET /v1/executions). */
import { l10n, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import { isRecord, isText } from '../../common/guards.ts';
import { RUN_STATUSES } from '../api/records.ts';
import { inert, oneLine } from '../shared/format.ts';
import { statusIcon, statusText } from '../shared/run-appearance.ts';
import { currentMark, ViewPreferences } from '../shared/view-preferences.ts';
import type { WorkflowStore } from '../workflows/index.ts';

type RunStatus = (typeof RUN_STATUSES)[number];

export interface RunFilter {
  readonly workflow?: string;
  /** Runs with any of these statuses; all runs if absent or empty. */
  readonly statuses?: readonly RunStatus[];
}

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
}

function filterOf(workflow: string | undefined, statuses: readonly RunStatus[] = []): RunFilter {
  return { ...(workflow !== undefined && { workflow }), ...(statuses.length > 0 && { statuses }) };
}

export function isEmpty(filter: RunFilter): boolean {
  return filter.workflow === undefined && filter.statuses === undefined;
}

/** Returns the filter as text for the view's header, such as `failed, paused, Invoice intake`. */
export function filterText(filter: RunFilter, workflows: WorkflowStore): string {
  const parts = (filter.statuses ?? []).map(statusText);
  if (filter.workflow) parts.push(workflows.nameOf(filter.workflow, 40));
  return parts.join(', ');
}

/** Asks for statuses or a workflow; a change of one keeps the other. Returns undefined if the user cancels. */
export async function askFilter(filter: RunFilter, workflows: WorkflowStore): Promise<RunFilter | undefined> {
  await workflows.ensure();
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
  const answer = await window.showQuickPick(items, { placeHolder: l10n.t('Filter runs'), matchOnDescription: true });
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

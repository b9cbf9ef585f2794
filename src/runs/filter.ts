/** Which runs the view shows: the filters that the service has (spec http-api.md, GET /v1/executions). */
import { l10n, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import { isRecord, isText } from '../api/json.ts';
import { RUN_STATUSES } from '../api/records.ts';
import { inert, oneLine } from '../shared/format.ts';
import { statusIcon, statusText } from '../shared/run-appearance.ts';
import { current, ViewPreferences } from '../shared/view-preferences.ts';
import type { WorkflowStore } from '../workflows/index.ts';

export interface RunFilter {
  readonly workflow?: string;
  readonly status?: (typeof RUN_STATUSES)[number];
}

const KEY = 'switchyard.runs.filter';

/** The filter of the Runs view, remembered for the workspace. */
export class RunViewPreferences extends ViewPreferences {
  get filter(): RunFilter {
    const value = this.read(KEY);
    if (!isRecord(value)) return {};
    const status = RUN_STATUSES.find((known) => known === value.status);
    return { ...(isText(value.workflow) && { workflow: value.workflow }), ...(status && { status }) };
  }

  setFilter(filter: RunFilter): Promise<void> {
    return this.write(KEY, isEmpty(filter) ? undefined : filter);
  }
}

export function isEmpty(filter: RunFilter): boolean {
  return filter.workflow === undefined && filter.status === undefined;
}

/** `failed, Invoice intake`: what is shown, for the head of the view. */
export function filterText(filter: RunFilter, workflows: WorkflowStore): string {
  const parts: string[] = [];
  if (filter.status) parts.push(statusText(filter.status));
  if (filter.workflow) parts.push(oneLine(workflows.get(filter.workflow)?.workflow.name ?? filter.workflow, 40));
  return parts.join(', ');
}

interface Choice extends QuickPickItem {
  readonly filter: RunFilter;
}

/** Asks for a status or a workflow; each keeps the other. Undefined when the user left. */
export async function askFilter(filter: RunFilter, workflows: WorkflowStore): Promise<RunFilter | undefined> {
  await workflows.ensure();
  const { workflow, status } = filter;
  const items: (Choice | QuickPickItem)[] = [
    { label: l10n.t('All runs'), ...current(isEmpty(filter)), filter: {} },
    { label: l10n.t('Status'), kind: QuickPickItemKind.Separator },
    ...RUN_STATUSES.map(
      (one): Choice => ({
        label: `$(${statusIcon(one).id.replace('~spin', '')}) ${statusText(one)}`,
        ...current(one === status),
        filter: { ...(workflow ? { workflow } : {}), status: one },
      }),
    ),
    { label: l10n.t('Workflow'), kind: QuickPickItemKind.Separator },
    ...workflows.entries.map(
      ({ workflow: { id, name } }): Choice => ({
        label: `$(symbol-event) ${inert(oneLine(name))}`,
        ...current(id === workflow),
        filter: { workflow: id, ...(status ? { status } : {}) },
      }),
    ),
  ];
  const answer = await window.showQuickPick(items, {
    placeHolder: l10n.t('Filter runs'),
    matchOnDescription: true,
  });
  return answer && 'filter' in answer ? answer.filter : undefined;
}

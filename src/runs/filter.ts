/** Which runs the view shows: the filters that the service has (spec http-api.md, GET /v1/executions). */
import { l10n, type Memento, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import { RUN_STATUSES } from '../api/records.ts';
import { inert, oneLine } from '../shared/format.ts';
import { statusIcon, statusText } from '../shared/run-appearance.ts';
import type { WorkflowStore } from '../workflows/index.ts';

export interface RunFilter {
  readonly workflow?: string;
  readonly status?: (typeof RUN_STATUSES)[number];
}

const KEY = 'switchyard.runs.filter';

/** The filter of this workspace, as it was left. */
export function readFilter(memory: Memento): RunFilter {
  const value = memory.get<{ workflow?: unknown; status?: unknown }>(KEY);
  const status = RUN_STATUSES.find((known) => known === value?.status);
  return {
    ...(typeof value?.workflow === 'string' ? { workflow: value.workflow } : {}),
    ...(status ? { status } : {}),
  };
}

export async function keepFilter(memory: Memento, filter: RunFilter): Promise<void> {
  await memory.update(KEY, isEmpty(filter) ? undefined : filter);
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
export async function askFilter(current: RunFilter, workflows: WorkflowStore): Promise<RunFilter | undefined> {
  await workflows.ensure();
  const { workflow, status } = current;
  const chosen = (yes: boolean) => (yes ? { description: l10n.t('current') } : {});
  const items: (Choice | QuickPickItem)[] = [
    { label: l10n.t('All runs'), ...chosen(isEmpty(current)), filter: {} },
    { label: l10n.t('Status'), kind: QuickPickItemKind.Separator },
    ...RUN_STATUSES.map(
      (one): Choice => ({
        label: `$(${statusIcon(one).id.replace('~spin', '')}) ${statusText(one)}`,
        ...chosen(one === status),
        filter: { ...(workflow ? { workflow } : {}), status: one },
      }),
    ),
    { label: l10n.t('Workflow'), kind: QuickPickItemKind.Separator },
    ...workflows.entries.map(
      ({ workflow: { id, name } }): Choice => ({
        label: `$(symbol-event) ${inert(oneLine(name))}`,
        ...chosen(id === workflow),
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

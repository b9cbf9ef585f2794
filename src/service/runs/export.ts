/** Exports runs as CSV or JSON. */

import { l10n, window, workspace } from 'vscode';
import { inWorkspace } from '../../shared/editing/files.ts';
import { showStatus } from '../../shared/notifications.ts';
import { csvText } from '../../shared/text/csv.ts';
import type { WorkflowRunMetadata } from '../api/index.ts';
import type { ServiceSession } from '../session/session.ts';

export type NamedRun = WorkflowRunMetadata & { readonly workflow_name: string | null };

const columns = [
  'id',
  'workflow_id',
  'workflow_name',
  'version_id',
  'version_display_name',
  'type',
  'status',
  'duration',
  'created_at',
  'started_at',
  'finished_at',
] as const satisfies readonly (keyof NamedRun)[];

export function asJson(runs: readonly NamedRun[]): string {
  return `${JSON.stringify(runs, null, 2)}\n`;
}

export function asCsv(runs: readonly NamedRun[]): string {
  return csvText(
    columns,
    runs.map((run) => columns.map((column) => run[column])),
  );
}

export async function saveRuns({ runs: store, workflows, signal }: ServiceSession): Promise<void> {
  await Promise.all([store.ensure(), workflows.ensure()]);
  const runs = store.runs.map(
    (run): NamedRun => ({ ...run, workflow_name: workflows.get(run.workflow_id)?.workflow.name ?? null }),
  );
  const target = await window.showSaveDialog({
    title: l10n.t('Export Runs ({0})', runs.length),
    filters: { CSV: ['csv'], JSON: ['json'] },
    ...inWorkspace('runs.csv'),
  });
  if (!target || signal.aborted) return;
  const text = target.path.toLowerCase().endsWith('.json') ? asJson(runs) : asCsv(runs);
  await workspace.fs.writeFile(target, new TextEncoder().encode(text));
  const { total } = store;
  const done =
    total === undefined
      ? l10n.t('Exported {0} runs. Only loaded runs are exported.', runs.length)
      : l10n.t('Exported {0} of {1} runs. Only loaded runs are exported.', runs.length, total);
  showStatus(done);
}

/** Saves the loaded runs where the user says. */
import { l10n, Uri, window, workspace } from 'vscode';
import type { WorkflowStore } from '../workflows/index.ts';
import { asCsv, asJson, type NamedRun } from './export.ts';
import type { RunStore } from './store.ts';

export async function saveRuns(store: RunStore, workflows: WorkflowStore): Promise<void> {
  await Promise.all([store.ensure(), workflows.ensure()]);
  const runs = store.runs.map(
    (run): NamedRun => ({ ...run, workflow_name: workflows.get(run.workflow_id)?.workflow.name ?? null }),
  );
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const target = await window.showSaveDialog({
    title: l10n.t('Export Runs ({0})', runs.length),
    filters: { CSV: ['csv'], JSON: ['json'] },
    ...(folder ? { defaultUri: Uri.joinPath(folder, 'runs.csv') } : {}),
  });
  if (!target) return;
  const text = target.path.toLowerCase().endsWith('.json') ? asJson(runs) : asCsv(runs);
  await workspace.fs.writeFile(target, new TextEncoder().encode(text));
  const total = store.totals?.total ?? runs.length;
  const done = l10n.t('Exported {0} of {1} runs. Only loaded runs are exported.', runs.length, total);
  window.setStatusBarMessage(done, 5000);
}

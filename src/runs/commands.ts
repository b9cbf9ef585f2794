import { type Disposable, l10n, type Memento, type QuickPickItem, window } from 'vscode';
import { copyText } from '../shared/clipboard.ts';
import { registerCommand } from '../shared/commands.ts';
import { commands, views } from '../shared/contract.ts';
import { oneLine } from '../shared/format.ts';
import type { WorkflowStore } from '../workflows/index.ts';
import { runDescription } from './appearance.ts';
import { askFilter, keepFilter, type RunFilter } from './filter.ts';
import type { RunStore } from './store.ts';
import type { RunNode } from './tree.ts';

export function registerRunCommands(store: RunStore, workflows: WorkflowStore, memory: Memento): Disposable[] {
  const filter = async (chosen: RunFilter) => {
    await keepFilter(memory, chosen);
    store.filter = chosen;
  };
  const inView = (work: () => Promise<void>) => window.withProgress({ location: { viewId: views.runs } }, work);
  return [
    registerCommand(commands.refreshRuns, () => inView(() => store.refresh())),
    registerCommand(commands.loadMoreRuns, () => inView(() => (store.hasMore ? store.loadMore() : store.ensure()))),
    registerCommand(commands.filterRuns, async () => {
      const chosen = await askFilter(store.filter, workflows);
      if (chosen) await filter(chosen);
    }),
    registerCommand(commands.clearRunFilter, () => filter({})),
    registerCommand(commands.copyRunId, async (node) => {
      const id =
        (node as RunNode | undefined)?.kind === 'run' ? (node as { id: string }).id : await pickRun(store, workflows);
      if (id) await copyText(id, l10n.t('Run ID copied.'));
    }),
    registerCommand(commands.copyStepError, async (node) => {
      const step = node as RunNode | undefined;
      if (step?.kind === 'step' && step.step.error) await copyText(step.step.error, l10n.t('Step error copied.'));
    }),
  ];
}

async function pickRun(store: RunStore, workflows: WorkflowStore): Promise<string | undefined> {
  await Promise.all([store.ensure(), workflows.ensure()]);
  const items = store.runs.map((run): QuickPickItem & { id: string } => ({
    label: oneLine(workflows.get(run.workflow_id)?.workflow.name ?? run.workflow_id),
    description: runDescription(run, Date.now()),
    detail: oneLine(run.id),
    id: run.id,
  }));
  return (await window.showQuickPick(items, { placeHolder: l10n.t('Copy the ID of which run?'), matchOnDetail: true }))
    ?.id;
}

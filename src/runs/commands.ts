import { type Disposable, l10n, commands as registry, window } from 'vscode';
import { withViewProgress } from '../shared/cancellable.ts';
import { copyText } from '../shared/clipboard.ts';
import { registerCommand } from '../shared/commands.ts';
import { inert, oneLine } from '../shared/format.ts';
import { type Command, commands, views } from '../shared/generated/names.ts';
import { showStatus } from '../shared/notifications.ts';
import { registerRowCommand } from '../shared/row-commands.ts';
import { currentMark } from '../shared/view-preferences.ts';
import { pickWorkflow, type Workflows } from '../workflows/index.ts';
import type { RunDocuments } from './documents.ts';
import { askFilter, type RunViewPreferences } from './filter.ts';
import { pickRun, pickStep } from './pick.ts';
import type { RunStore } from './store.ts';
import type { RunTree } from './tree.ts';
import type { WatchList, WatchMode } from './watching/watch-list.ts';

interface CommandDependencies {
  readonly store: RunStore;
  readonly tree: RunTree;
  readonly workflows: Workflows;
  readonly documents: RunDocuments;
  readonly preferences: RunViewPreferences;
  readonly watched: WatchList;
}

export function registerRunCommands(dependencies: CommandDependencies): Disposable[] {
  const { store, tree, workflows, documents, preferences, watched } = dependencies;
  const onRun = (id: Command, placeHolder: string, run: (id: string) => unknown) =>
    registerRowCommand(id, tree, async (node) => {
      const picked = await pickRun(store, workflows.store, node, placeHolder);
      if (picked !== undefined) await run(picked);
    });
  const onWorkflow = (
    id: Command,
    placeHolder: string,
    change: (workflow: { readonly id: string; readonly name: string }) => unknown,
  ) =>
    registerRowCommand(
      id,
      workflows.tree,
      async (node) => {
        const entry = await pickWorkflow(workflows.store, node, placeHolder);
        if (entry) await change(entry.workflow);
      },
      'changes',
    );
  return [
    registerCommand(commands.runs.refresh, () => withViewProgress(views.runs, () => store.refresh())),
    registerCommand(commands.runs.stopLoading, () => store.stop()),
    registerCommand(commands.runs.loadMore, () =>
      withViewProgress(views.runs, () => (store.hasMore ? store.loadMore() : store.ensure())),
    ),
    registerCommand(commands.runs.filter, async () => {
      const chosen = await askFilter(store.filter, workflows.store);
      if (chosen) await preferences.setFilter(chosen);
    }),
    registerCommand(commands.runs.clearFilter, () => preferences.setFilter({})),
    registerRowCommand(commands.runs.showForWorkflow, workflows.tree, async (node) => {
      const entry = await pickWorkflow(workflows.store, node, l10n.t('Select a workflow to show its runs'));
      if (!entry) return;
      await preferences.setFilter({ workflow: entry.workflow.id });
      await registry.executeCommand(`${views.runs}.focus`);
    }),
    registerCommand(commands.runs.export, async () => (await import('./export.ts')).saveRuns(store, workflows.store)),
    onRun(commands.runs.reveal, l10n.t('Select a run to show'), async (id) => {
      await registry.executeCommand(`${views.runs}.focus`);
      await store.ensure();
      if (!(await tree.reveal(id))) await registry.executeCommand(commands.runs.openDetails, { kind: 'run', id });
    }),
    onRun(commands.runs.openDetails, l10n.t('Select a run to open'), async (id) => {
      const run = store.get(id) ?? (await store.detail(id));
      await documents.openRun(id, l10n.t('Run of {0}', workflows.store.nameOf(run.workflow_id, 60)));
    }),
    onRun(commands.runs.openVersion, l10n.t('Select a run to open its version'), async (id) => {
      const run = store.get(id) ?? (await store.detail(id));
      await workflows.documents.openVersion({ id: run.version_id, display_name: run.version_display_name });
    }),
    onRun(commands.runs.copyId, l10n.t('Select a run to copy its ID'), (id) => copyText(id, l10n.t('Run ID copied.'))),
    registerRowCommand(commands.runs.openStepError, tree, async (node) => {
      const picked = await pickStep(store, workflows.store, node, l10n.t('Select a run to open its error'));
      if (picked) await documents.openError(picked.run, picked.step);
    }),
    registerRowCommand(commands.runs.copyStepError, tree, async (node) => {
      const picked = await pickStep(store, workflows.store, node, l10n.t('Select a run to copy its error'));
      if (picked?.step.error) await copyText(picked.step.error, l10n.t('Step error copied.'));
    }),
    onWorkflow(commands.workflows.watch, l10n.t('Select a workflow to watch'), ({ id, name }) =>
      chooseWatchMode(watched, id, name),
    ),
    onWorkflow(commands.workflows.pin, l10n.t('Select a workflow to pin to the status bar'), ({ id }) =>
      watched.pin(id),
    ),
    registerCommand(commands.workflows.unpin, () => watched.pin(undefined)),
  ];
}

async function chooseWatchMode(watched: WatchList, workflow: string, name: string): Promise<void> {
  const now = watched.modeOf(workflow);
  const modes: readonly (readonly [mode: WatchMode | undefined, label: string])[] = [
    ['failures', l10n.t('When it fails')],
    ['every', l10n.t('Whenever it ends')],
    [undefined, l10n.t('Never')],
  ];
  const items = modes.map(([mode, label]) => ({ label, ...currentMark(mode === now), mode }));
  const placeHolder = inert(l10n.t('Notify when a run of "{0}" ends', oneLine(name, 60)));
  const answer = await window.showQuickPick(items, { placeHolder });
  if (!answer) return;
  await watched.watch(workflow, answer.mode);
  const shown = oneLine(name, 60);
  const done = answer.mode ? l10n.t('Watching "{0}".', shown) : l10n.t('Stopped watching "{0}".', shown);
  showStatus(done);
}

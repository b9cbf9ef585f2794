import { type Disposable, l10n, window } from 'vscode';
import { registerCommand, registerRowCommand } from '../../shared/commands.ts';
import { commands } from '../../shared/contract.ts';
import { inert, oneLine } from '../../shared/format.ts';
import { pickWorkflow, type Workflows } from '../../workflows/index.ts';
import { WATCH_MODES, type WatchList, type WatchMode } from './watch-list.ts';

export function registerWatchCommands(watched: WatchList, { store, tree }: Workflows): Disposable[] {
  return [
    registerRowCommand(commands.watchWorkflow, tree, async (node) => {
      const entry = await pickWorkflow(store, node, l10n.t('Select a workflow to watch'));
      if (entry) await choose(watched, entry.workflow.id, entry.workflow.name);
    }),
    registerRowCommand(commands.pinWorkflow, tree, async (node) => {
      const entry = await pickWorkflow(store, node, l10n.t('Select a workflow to pin to the status bar'));
      if (entry) await watched.pin(entry.workflow.id);
    }),
    registerCommand(commands.unpinWorkflow, () => watched.pin(undefined)),
  ];
}

async function choose(watched: WatchList, workflow: string, name: string): Promise<void> {
  const now = watched.modeOf(workflow);
  const items = [...WATCH_MODES, undefined].map((mode) => ({
    label: modeText(mode),
    ...(mode === now ? { description: l10n.t('current') } : {}),
    mode,
  }));
  const placeHolder = inert(l10n.t('Notify when a run of "{0}" ends', oneLine(name, 60)));
  const answer = await window.showQuickPick(items, { placeHolder });
  if (!answer) return;
  await watched.watch(workflow, answer.mode);
  const shown = oneLine(name, 60);
  const done = answer.mode ? l10n.t('Watching "{0}".', shown) : l10n.t('Stopped watching "{0}".', shown);
  window.setStatusBarMessage(inert(done), 5000);
}

function modeText(mode: WatchMode | undefined): string {
  if (mode === undefined) return l10n.t('Never');
  return { failures: l10n.t('When it fails'), every: l10n.t('Whenever it ends') }[mode];
}

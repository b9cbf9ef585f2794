import { l10n, commands as registry, window } from 'vscode';
import { withViewProgress } from '../../shared/cancellable.ts';
import { commands, views } from '../../shared/generated/names.ts';
import type { SelectedRow } from '../../shared/list/row-commands.ts';
import { currentMark } from '../../shared/list/view-preferences.ts';
import { copyText, showStatus } from '../../shared/notifications.ts';
import { inert, oneLine } from '../../shared/text/format.ts';
import { unlistedCommands } from '../../shared/unlisted-commands.ts';
import type { Accounts } from '../session/accounts/accounts.ts';
import type { ServiceSession } from '../session/session.ts';
import { sessionCommands } from '../session/session-commands.ts';
import { loadWorkflowHandlers, type Workflows } from '../workflows/index.ts';
import type { RunDocuments } from './documents.ts';
import { askFilter, type RunViewPreferences } from './filter.ts';
import { type PickedStep, pickRun, pickStep } from './pick.ts';
import type { RunTree } from './tree.ts';
import type { WatchList, WatchMode } from './watching/watch-list.ts';

/** What the commands use of the feature. */
interface RunsFeature extends SelectedRow {
  readonly tree: RunTree;
  readonly documents: RunDocuments;
  readonly watched: WatchList;
}

export async function runCommands(
  accounts: Accounts,
  runsFeature: RunsFeature,
  workflows: Workflows,
  preferences: RunViewPreferences,
) {
  const { tree, documents, watched } = runsFeature;
  const { onCommand, onRow } = sessionCommands(accounts, runsFeature);
  const onRun = (placeHolder: string, run: (session: ServiceSession, id: string) => unknown) =>
    onRow(async (session, node) => {
      const picked = await pickRun(session, node, placeHolder);
      if (picked !== undefined) await run(session, picked);
    });
  const onStep = (placeHolder: string, run: (picked: PickedStep) => unknown) =>
    onRow(async (session, node) => {
      const picked = await pickStep(session, node, placeHolder);
      if (picked) await run(picked);
    });
  const onWorkflow = (await loadWorkflowHandlers())(accounts, workflows.tree);
  const loaded = async ({ runs }: ServiceSession, id: string) => runs.get(id) ?? (await runs.detail(id));
  return {
    [commands.runs.refresh]: onCommand(({ runs }) => withViewProgress(views.runs, () => runs.refresh())),
    [commands.runs.stopLoading]: () => accounts.session?.runs.stop(),
    [unlistedCommands.loadMoreRuns]: onCommand(({ runs }) =>
      withViewProgress(views.runs, () => (runs.hasMore ? runs.loadMore() : runs.ensure())),
    ),
    [commands.runs.filter]: onCommand(async (session) => {
      const chosen = await askFilter(session);
      if (chosen) await preferences.setFilter(chosen);
    }),
    [commands.runs.clearFilter]: () => preferences.setFilter({}),
    [commands.runs.showForWorkflow]: onWorkflow(l10n.t('Select a workflow to show its runs'), async ({ workflow }) => {
      await preferences.setFilter({ workflow: workflow.id });
      await registry.executeCommand(`${views.runs}.focus`);
    }),
    [commands.runs.export]: onCommand(async (session) => (await import('./export.ts')).saveRuns(session)),
    [commands.runs.reveal]: onRun(l10n.t('Select a run to show'), async ({ runs }, id) => {
      await registry.executeCommand(`${views.runs}.focus`);
      await runs.ensure();
      if (!(await tree.reveal(id))) await registry.executeCommand(commands.runs.openPanel, { kind: 'run', id });
    }),
    [commands.runs.openDetails]: onRun(l10n.t('Select a run to open'), async (session, id) => {
      const run = await loaded(session, id);
      await documents.openRun(id, l10n.t('Run of {0}', session.workflows.nameOf(run.workflow_id, 60)));
    }),
    [commands.runs.openVersion]: onRun(l10n.t('Select a run to open its version'), async (session, id) => {
      const run = await loaded(session, id);
      await workflows.documents.openVersion({ id: run.version_id, display_name: run.version_display_name });
    }),
    [commands.runs.copyId]: onRun(l10n.t('Select a run to copy its ID'), (_, id) =>
      copyText(id, l10n.t('Run ID copied.')),
    ),
    [commands.runs.openStepError]: onStep(l10n.t('Select a run to open its error'), ({ run, step }) =>
      documents.openError(run, step),
    ),
    [commands.runs.copyStepError]: onStep(l10n.t('Select a run to copy its error'), async ({ step }) => {
      if (step.error) await copyText(step.error, l10n.t('Step error copied.'));
    }),
    [commands.workflows.watch]: onWorkflow(
      l10n.t('Select a workflow to watch'),
      ({ workflow }) => chooseWatchMode(watched, workflow.id, workflow.name),
      'changes',
    ),
    [commands.workflows.pin]: onWorkflow(
      l10n.t('Select a workflow to pin to the status bar'),
      ({ workflow }) => watched.pin(workflow.id),
      'changes',
    ),
    [commands.workflows.unpin]: () => watched.pin(undefined),
  };
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

/** Public API of the run and workflow panels, which are loaded when the first one is opened. */
import { l10n } from 'vscode';
import { lazy } from '../../../common/lazy.ts';
import { withViewProgress } from '../../shared/cancellable.ts';
import { registerCommand } from '../../shared/commands.ts';
import { DisposableStore } from '../../shared/disposable.ts';
import { type Command, commands, views } from '../../shared/generated/names.ts';
import type { OpenPanels } from '../../shared/panels/open-panels.ts';
import { pickRun, type Runs } from '../runs/index.ts';
import type { Accounts } from '../session/accounts.ts';
import { type SessionAction, sessionCommands } from '../session/session-commands.ts';
import { pickWorkflow, pickWorkflowId, type Workflows } from '../workflows/index.ts';
import type { PanelContext } from './context.ts';

type Kinds = typeof import('./open.ts');
/** Opens a panel. Rejects with an `ApiFailure` if its data can't be loaded. */
type Open = (kinds: Kinds, context: PanelContext) => Promise<void>;
/** Returns what opens the panel of a row, or of what the user picks; undefined if the user cancels. */
type Find = (...given: Parameters<SessionAction>) => Promise<Open | undefined>;

export class Panels extends DisposableStore {
  constructor(panels: OpenPanels, accounts: Accounts, workflows: Workflows, runs: Runs) {
    super();
    const kinds = lazy(() => import('./open.ts'));
    const openFrom = (id: Command, rows: Workflows['tree'] | Runs, view: string, find: Find) =>
      registerCommand(
        id,
        sessionCommands(accounts, rows).onRow(async (session, row, selection) => {
          const open = await find(session, row, selection);
          if (open === undefined) return;
          await withViewProgress(view, async () => open(await kinds(), { session, workflows, runs }));
        }),
      );
    this.ownAll(
      openFrom(commands.runs.openPanel, runs, views.runs, async (session, row) => {
        const id = await pickRun(session, row, l10n.t('Select a run to show its timeline'));
        return id === undefined ? undefined : ({ openRun }, context) => openRun(panels, context, id);
      }),
      openFrom(commands.workflows.openPanel, workflows.tree, views.workflows, async (session, row) => {
        const entry = await pickWorkflow(session, row, l10n.t('Select a workflow to show its statistics'));
        return entry && (({ openStatistics }, context) => openStatistics(panels, context, entry.workflow));
      }),
      openFrom(commands.workflows.openDetails, workflows.tree, views.workflows, async (session, row) => {
        const id = await pickWorkflowId(session, row, l10n.t('Select a workflow to open its details'));
        return id === undefined ? undefined : ({ openDetails }, context) => openDetails(panels, context, id);
      }),
      openFrom(commands.runs.compare, runs, views.runs, async (session, row, selection) => {
        const ids = await (await kinds()).pickRunPair(session, row, selection);
        return ids && (({ openComparison }, context) => openComparison(panels, context, ids));
      }),
    );
  }
}

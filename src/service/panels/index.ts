/** Public API of the run and workflow panels, which are loaded when the first one is opened. */
import { type ExtensionContext, l10n } from 'vscode';
import { lazy } from '../../../common/lazy.ts';
import { withViewProgress } from '../../shared/cancellable.ts';
import { registerCommand } from '../../shared/commands.ts';
import { DisposableStore } from '../../shared/disposable.ts';
import { type Command, commands, views } from '../../shared/generated/names.ts';
import { pickRun, type Runs } from '../runs/index.ts';
import type { Accounts } from '../session/accounts.ts';
import { type SessionAction, sessionCommands } from '../session/session-commands.ts';
import { pickWorkflow, pickWorkflowId, type Workflows } from '../workflows/index.ts';
import type { AgentsPanel } from './agents-panel.ts';
import type { PanelManager } from './panel-manager.ts';

/** Returns a function that opens the panel of a row, or of what the user picks; undefined if the user cancels. */
type Find = (...given: Parameters<SessionAction>) => Promise<((panels: PanelManager) => Promise<void>) | undefined>;

/** Creates the panel of a comparison of the agents. Its `open` loads the comparison. */
export async function createAgentsPanel(...given: ConstructorParameters<typeof AgentsPanel>): Promise<AgentsPanel> {
  const { AgentsPanel } = await import('./agents-panel.ts');
  return new AgentsPanel(...given);
}

export class Panels extends DisposableStore {
  constructor(context: ExtensionContext, accounts: Accounts, workflows: Workflows, runs: Runs) {
    super();
    const manager = lazy(async () => {
      const { PanelManager } = await import('./panel-manager.ts');
      return this.own(new PanelManager({ extension: context.extensionUri, workflows, runs }));
    });
    const openFrom = (id: Command, rows: Workflows['tree'] | Runs, view: string, find: Find) =>
      registerCommand(
        id,
        sessionCommands(accounts, rows).onRow(async (session, row, selection) => {
          const open = await find(session, row, selection);
          if (open !== undefined) await withViewProgress(view, async () => open(await manager()));
        }),
      );
    this.ownAll(
      openFrom(commands.runs.openPanel, runs, views.runs, async (session, row) => {
        const id = await pickRun(session, row, l10n.t('Select a run to show its timeline'));
        return id === undefined ? undefined : (panels) => panels.openRun(session, id);
      }),
      openFrom(commands.workflows.openPanel, workflows.tree, views.workflows, async (session, row) => {
        const entry = await pickWorkflow(session, row, l10n.t('Select a workflow to show its statistics'));
        return entry && ((panels) => panels.openStatistics(session, entry.workflow));
      }),
      openFrom(commands.workflows.openDetails, workflows.tree, views.workflows, async (session, row) => {
        const id = await pickWorkflowId(session, row, l10n.t('Select a workflow to open its details'));
        return id === undefined ? undefined : (panels) => panels.openDetails(session, id);
      }),
      openFrom(commands.runs.compare, runs, views.runs, async (session, row, selection) => {
        const { pickRunPair } = await import('./comparison-panel.ts');
        const ids = await pickRunPair(session, row, selection);
        return ids && ((panels) => panels.compare(session, ...ids));
      }),
    );
  }
}

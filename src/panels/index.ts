/** Public API of the run and workflow panels, which are loaded when the first one is opened. */
import { type Event, type ExtensionContext, l10n, type Uri } from 'vscode';
import type { Location } from 'vscode-languageclient';
import { lazy } from '../../common/lazy.ts';
import type { AgentComparison } from '../../common/tool-servers.ts';
import { pickRun, type Runs } from '../runs/index.ts';
import type { Accounts } from '../service/accounts.ts';
import { type SessionAction, sessionCommands } from '../service/session-commands.ts';
import { withViewProgress } from '../shared/cancellable.ts';
import { registerCommand } from '../shared/commands.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { type Command, commands, views } from '../shared/generated/names.ts';
import { pickWorkflow, pickWorkflowId, type Workflows } from '../workflows/index.ts';
import type { AgentsPanel } from './agents-panel.ts';
import type { PanelManager } from './panel-manager.ts';

/** Returns a function that opens the panel of a row, or of what the user picks; undefined if the user cancels. */
type Find = (...given: Parameters<SessionAction>) => Promise<((panels: PanelManager) => Promise<void>) | undefined>;

/** Opens a comparison of the agents. */
export async function openAgentsPanel(
  extension: Uri,
  folder: string,
  load: () => Promise<AgentComparison>,
  open: (location: Location | null) => Promise<void>,
  changed: Event<void>,
): Promise<AgentsPanel> {
  const [{ AgentsPanel }, comparison] = await Promise.all([import('./agents-panel.ts'), load()]);
  return new AgentsPanel(extension, folder, comparison, load, open, changed);
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

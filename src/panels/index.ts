/** Public API of the run and workflow panels, which are loaded when the first one is opened. */
import { type ExtensionContext, l10n } from 'vscode';
import { lazy } from '../../common/lazy.ts';
import type { Connection } from '../account/index.ts';
import { pickRun, type Runs } from '../runs/index.ts';
import { withViewProgress } from '../shared/cancellable.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { commands, views } from '../shared/generated/names.ts';
import { registerRowCommand } from '../shared/row-commands.ts';
import { pickWorkflow, pickWorkflowId, type Workflows } from '../workflows/index.ts';

export class Panels extends DisposableStore {
  constructor(context: ExtensionContext, connection: Connection, workflows: Workflows, runs: Runs) {
    super();
    const manager = lazy(async () => {
      const { PanelManager } = await import('./panel-manager.ts');
      return this.own(new PanelManager({ extension: context.extensionUri, connection, workflows, runs }));
    });
    this.ownAll(
      registerRowCommand(commands.runs.openPanel, runs.tree, async (node) => {
        const id = await pickRun(runs.store, workflows.store, node, l10n.t('Select a run to show its timeline'));
        if (id !== undefined) await withViewProgress(views.runs, async () => (await manager()).openRun(id));
      }),
      registerRowCommand(commands.workflows.openPanel, workflows.tree, async (node) => {
        const entry = await pickWorkflow(workflows.store, node, l10n.t('Select a workflow to show its statistics'));
        if (entry !== undefined)
          await withViewProgress(views.workflows, async () => (await manager()).openStatistics(entry.workflow));
      }),
      registerRowCommand(commands.workflows.openDetails, workflows.tree, async (node) => {
        const id = await pickWorkflowId(workflows.store, node, l10n.t('Select a workflow to open its details'));
        if (id !== undefined) await withViewProgress(views.workflows, async () => (await manager()).openDetails(id));
      }),
      registerRowCommand(commands.runs.compare, runs.tree, async (node, selection) => {
        const { pickRunPair } = await import('./comparison-panel.ts');
        const ids = await pickRunPair(runs.store, workflows.store, node, selection);
        if (ids !== undefined) await withViewProgress(views.runs, async () => (await manager()).compare(...ids));
      }),
    );
  }
}

/** Workflows: their view, commands, and documents. */
import type { Memento } from 'vscode';
import type { Accounts } from '../service/accounts.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { registerWorkflowCommands } from './commands.ts';
import { WorkflowDocuments } from './documents.ts';
import { WorkflowTree } from './tree.ts';
import { WorkflowViewPreferences } from './view-preferences.ts';
import { WebhookBodies } from './webhook/bodies.ts';

export { workflowStatusText } from './appearance.ts';
export { workflowCommands } from './commands.ts';
export { pickWorkflow, pickWorkflowId } from './pick.ts';

/** Loaded when the first schedule is shown, because it needs the library that explains cron expressions. */
export const loadSchedules = () => import('./schedule.ts');

export class Workflows extends DisposableStore {
  readonly documents: WorkflowDocuments;
  readonly tree: WorkflowTree;

  /** @param memory workspace state: stores the filter, the sort order, favorites, and webhook bodies */
  constructor(accounts: Accounts, memory: Memento) {
    super();
    const preferences = this.own(new WorkflowViewPreferences(memory));
    const bodies = this.own(new WebhookBodies(memory));
    this.documents = this.own(new WorkflowDocuments(accounts));
    this.tree = this.own(new WorkflowTree(accounts, preferences));
    this.ownAll(...registerWorkflowCommands(accounts, this, preferences, bodies));
  }
}

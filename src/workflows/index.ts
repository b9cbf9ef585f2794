/** The door of the workflows room. */
import type { Connection } from '../account/index.ts';
import { Owner } from '../shared/disposable.ts';
import { registerWorkflowCommands } from './commands.ts';
import { WorkflowStore } from './store.ts';
import { WorkflowTree } from './tree.ts';

export type { WorkflowStore } from './store.ts';

export function registerWorkflows(connection: Connection): Workflows {
  return new Workflows(connection);
}

export class Workflows extends Owner {
  readonly store: WorkflowStore;
  readonly tree: WorkflowTree;

  constructor(connection: Connection) {
    super();
    this.store = this.own(new WorkflowStore(connection));
    this.tree = this.own(new WorkflowTree(this.store, connection));
    for (const command of registerWorkflowCommands(this.store)) this.own(command);
  }
}

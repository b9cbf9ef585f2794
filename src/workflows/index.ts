/** The door of the workflows room. */
import type { Connection } from '../account/index.ts';
import { Owner } from '../shared/disposable.ts';
import { registerWorkflowCommands } from './commands.ts';
import { registerVersionDocuments } from './documents.ts';
import { WorkflowStore } from './store.ts';
import { WorkflowTree } from './tree.ts';
import { VersionStore } from './versions.ts';

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
    const versions = this.own(new VersionStore(connection));
    this.tree = this.own(new WorkflowTree(this.store, versions, connection));
    this.own(registerVersionDocuments(versions));
    for (const command of registerWorkflowCommands(this.store, versions)) this.own(command);
  }
}

/** The door of the runs room. */
import type { Connection } from '../account/index.ts';
import { Owner } from '../shared/disposable.ts';
import type { WorkflowStore } from '../workflows/index.ts';
import { registerRunCommands } from './commands.ts';
import { RunStore } from './store.ts';
import { RunTree } from './tree.ts';
import { watchRuns } from './watch.ts';

export function registerRuns(connection: Connection, workflows: WorkflowStore): Runs {
  return new Runs(connection, workflows);
}

export class Runs extends Owner {
  readonly store: RunStore;
  readonly tree: RunTree;

  constructor(connection: Connection, workflows: WorkflowStore) {
    super();
    this.store = this.own(new RunStore(connection));
    this.tree = this.own(new RunTree(this.store, workflows, connection));
    this.own(watchRuns(this.store, this.tree.view, connection));
    for (const command of registerRunCommands(this.store, workflows)) this.own(command);
  }
}

/** The door of the runs room. */
import type { Disposable } from 'vscode';
import type { Connection } from '../account/index.ts';
import { Owner } from '../shared/disposable.ts';
import type { WorkflowStore } from '../workflows/index.ts';
import { registerRunCommands } from './commands.ts';
import { RunStore } from './store.ts';
import { RunTree } from './tree.ts';

export function registerRuns(connection: Connection, workflows: WorkflowStore): Disposable {
  return new Runs(connection, workflows);
}

class Runs extends Owner {
  constructor(connection: Connection, workflows: WorkflowStore) {
    super();
    const store = this.own(new RunStore(connection));
    this.own(new RunTree(store, workflows, connection));
    for (const command of registerRunCommands(store, workflows)) this.own(command);
  }
}

/** The door of the runs room. */
import type { Memento } from 'vscode';
import type { Connection } from '../account/index.ts';
import { Owner } from '../shared/disposable.ts';
import type { WorkflowStore } from '../workflows/index.ts';
import { registerRunCommands } from './commands.ts';
import { readFilter } from './filter.ts';
import { RunStore } from './store.ts';
import { RunTree } from './tree.ts';
import { watchRuns } from './watch.ts';

/** @param memory of the workspace: keeps the filter */
export function registerRuns(connection: Connection, workflows: WorkflowStore, memory: Memento): Runs {
  return new Runs(connection, workflows, memory);
}

export class Runs extends Owner {
  readonly store: RunStore;
  readonly tree: RunTree;

  constructor(connection: Connection, workflows: WorkflowStore, memory: Memento) {
    super();
    this.store = this.own(new RunStore(connection, readFilter(memory)));
    this.tree = this.own(new RunTree(this.store, workflows, connection));
    this.own(watchRuns(this.store, this.tree.view, connection));
    for (const command of registerRunCommands(this.store, workflows, memory)) this.own(command);
  }
}

/** The door of the tool servers room. */
import type { ConfigLanguage } from '../mcp/index.ts';
import { Owner } from '../shared/disposable.ts';
import { registerServerCommands } from './commands.ts';
import { ServerStore } from './store.ts';
import { ServerTree } from './tree.ts';

/** @param config asked for the servers when the view is first shown */
export function registerServers(config: ConfigLanguage): Servers {
  return new Servers(config);
}

export class Servers extends Owner {
  readonly store: ServerStore;
  readonly tree: ServerTree;

  constructor(config: ConfigLanguage) {
    super();
    this.store = this.own(new ServerStore(config));
    this.tree = this.own(new ServerTree(this.store, config));
    for (const command of registerServerCommands(this.store, this.tree, config)) this.own(command);
  }
}

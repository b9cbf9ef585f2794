/** The door of the tool servers room. */
import type { ConfigLanguage } from '../mcp/index.ts';
import { Owner } from '../shared/disposable.ts';
import { registerBridge } from './bridge.ts';
import { registerServerCommands } from './commands.ts';
import { ServerStore } from './store.ts';
import { TestResults } from './test-results.ts';
import { registerConnectionTests } from './testing.ts';
import { ServerTree } from './tree.ts';

/** @param config asked for the servers when the view is first shown @param version of this extension */
export function registerServers(config: ConfigLanguage, version: string): Servers {
  return new Servers(config, version);
}

export class Servers extends Owner {
  readonly store: ServerStore;
  readonly tree: ServerTree;

  constructor(config: ConfigLanguage, version: string) {
    super();
    this.store = this.own(new ServerStore(config));
    const results = this.own(new TestResults());
    this.tree = this.own(new ServerTree(this.store, results, config));
    for (const command of registerServerCommands(this.store, this.tree, config)) this.own(command);
    this.own(registerBridge(config));
    this.own(registerConnectionTests(this.store, this.tree, results, config, version));
  }
}

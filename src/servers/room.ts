/** The tool servers room behind its door: read when the view is first seen, or the first of its commands is run. */
import type { ConfigLanguage } from '../mcp/index.ts';
import { Owner } from '../shared/disposable.ts';
import { registerServerCommands } from './commands.ts';
import { ServerStore } from './store.ts';
import { TestResults } from './test-results.ts';
import { registerConnectionTests } from './testing.ts';
import { ServerTree } from './tree.ts';

export class ServerRoom extends Owner {
  readonly store: ServerStore;
  readonly tree: ServerTree;

  constructor(config: ConfigLanguage, version: string) {
    super();
    this.store = this.own(new ServerStore(config));
    const results = this.own(new TestResults());
    this.tree = this.own(new ServerTree(this.store, results, config));
    for (const command of registerServerCommands(this.store, this.tree, config)) this.own(command);
    this.own(registerConnectionTests(this.store, this.tree, results, config, version));
  }
}

/** The commands of connection tests. What runs them weighs half a megabyte, and is read with the first test. */
import { type Disposable, l10n } from 'vscode';
import { lazy } from '../../common/lazy.ts';
import type { ConfigLanguage } from '../mcp/index.ts';
import { registerCommand } from '../shared/commands.ts';
import { commands } from '../shared/contract.ts';
import { Owner } from '../shared/disposable.ts';
import { chosenServers } from './pick.ts';
import type { ServerStore } from './store.ts';
import type { TestResults } from './test-results.ts';
import type { ServerTree } from './tree.ts';

export function registerConnectionTests(
  store: ServerStore,
  tree: ServerTree,
  results: TestResults,
  config: ConfigLanguage,
  version: string,
): Disposable {
  return new Testing(store, tree, results, config, version);
}

class Testing extends Owner {
  constructor(store: ServerStore, tree: ServerTree, results: TestResults, config: ConfigLanguage, version: string) {
    super();
    const tests = lazy(async () =>
      this.own(new (await import('./test-command.ts')).ConnectionTests(config, results, tree, version)),
    );
    this.own(
      registerCommand(commands.testServer, async (...args) => {
        const testable = ({ state }: { state: string }) => state !== 'invalid';
        const question = l10n.t('Select a tool server to test');
        for (const server of await chosenServers(store, args, question, testable)) await (await tests()).test(server);
      }),
    );
    this.own(registerCommand(commands.showServerLog, async () => (await tests()).showLog()));
  }
}

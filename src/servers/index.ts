/** Public API of the Tool Servers view. The code of connection tests is loaded with the first test. */
import { l10n } from 'vscode';
import { lazy } from '../../common/lazy.ts';
import type { ConfigLanguage } from '../mcp/index.ts';
import { registerCommand } from '../shared/commands.ts';
import { commands } from '../shared/contract.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { registerServerCommands } from './commands.ts';
import { ServerDrag } from './drag.ts';
import { McpServerProvider } from './mcp-server-provider.ts';
import { chosenServers } from './pick.ts';
import { isTestable } from './rows.ts';
import { ServerStore } from './store.ts';
import { TestResults } from './test-results.ts';
import { ServerTree } from './tree.ts';

export class Servers extends DisposableStore {
  readonly store: ServerStore;
  readonly drag: ServerDrag;
  readonly tree: ServerTree;

  constructor(config: ConfigLanguage, version: string) {
    super();
    this.store = this.own(new ServerStore(config));
    this.drag = new ServerDrag(this.store, config);
    const results = this.own(new TestResults());
    this.tree = this.own(new ServerTree(this.store, results, config, this.drag));
    for (const command of registerServerCommands(this.store, this.tree, config)) this.own(command);
    const tests = lazy(async () =>
      this.own(new (await import('./test-command.ts')).ConnectionTests(config, results, this.tree, version)),
    );
    this.own(
      registerCommand(commands.testServer, async (...args) => {
        const question = l10n.t('Select a tool server to test');
        for (const server of await chosenServers(this.store, args, question, isTestable))
          await (await tests()).test(server);
      }),
    );
    this.own(registerCommand(commands.showServerLog, async () => (await tests()).showLog()));
    this.own(new McpServerProvider(config));
  }
}

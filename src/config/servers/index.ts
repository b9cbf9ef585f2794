/** Public API of the Tool Servers view. The code for connection tests is loaded with the first test. */
import { l10n, lm, type Memento, window } from 'vscode';
import { lazy } from '../../../common/lazy.ts';
import { failuresOf, registerCommand, registerLazily, throwFailures } from '../../shared/commands.ts';
import { DisposableStore } from '../../shared/disposable.ts';
import { commands, tools } from '../../shared/generated/names.ts';
import { AskForRow, registerRowCommand } from '../../shared/list/row-commands.ts';
import type { OpenPanels } from '../../shared/panels/open-panels.ts';
import { unlistedCommands } from '../../shared/unlisted-commands.ts';
import type { ConfigLanguage } from '../client/index.ts';
import { type ServerDrag, serverDrag } from './changing/drag.ts';
import type { ChangeServers } from './changing/edit.ts';
import { McpServerProvider } from './mcp-server-provider.ts';
import { chosenServers } from './pick.ts';
import { isTestable, TestRow } from './rows.ts';
import { type Server, ServerStore, serverRef } from './store.ts';
import { lockMemoryKey, TestResults } from './testing/test-results.ts';
import { ServerTree } from './tree.ts';

const { servers: ids } = commands;
/** Commands on rows that show or copy something, and those that change files. */
const opening = [
  ...[ids.open, ids.openReason, ids.copyAs],
  ...[unlistedCommands.openOverriding, unlistedCommands.openListEntry],
  ...[unlistedCommands.copyName, unlistedCommands.copyJson, unlistedCommands.copyCommandLine],
] as const;
const changing = [
  ...[ids.enable, ids.disable, ids.remove, ids.rename, ids.moveTo, ids.copyTo],
  ...[unlistedCommands.moveToProject, unlistedCommands.moveToUser],
  ...[unlistedCommands.copyToProject, unlistedCommands.copyToUser],
] as const;

/** View type of the pages, as in the activation events. */
const pageType = 'switchyard.servers.page';

export class Servers extends DisposableStore {
  readonly store: ServerStore;
  readonly drag: ServerDrag;
  readonly tree: ServerTree;

  /** @param manifest package.json of this extension @param memory state of the workspace */
  constructor(panels: OpenPanels, config: ConfigLanguage, manifest: { readonly version: string }, memory: Memento) {
    super();
    this.store = this.register(new ServerStore(config));
    const change: ChangeServers = async (...given) => {
      const { changeServers } = await import('./changing/change-servers.ts');
      return changeServers({ config, store: this.store, tree: this.tree }, ...given);
    };
    this.drag = serverDrag(this.store, change);
    const results = this.register(new TestResults());
    this.tree = this.register(new ServerTree(this.store, results, config, this.drag));
    const handlers = lazy(async () =>
      (await import('./changing/commands.ts')).createServerCommands(this.store, this.tree, config, change),
    );
    const onRow = (id: keyof Awaited<ReturnType<typeof handlers>>, effect?: 'changes') =>
      registerRowCommand(id, this.tree, async (...given) => (await handlers())[id](...given), effect);
    this.registerAll(
      registerLazily([commands.servers.refresh, commands.servers.add], handlers),
      ...opening.map((id) => onRow(id)),
      ...changing.map((id) => onRow(id, 'changes')),
    );
    const agents = lazy(async () => {
      const [{ agentCommands }, { showLocation }] = await Promise.all([
        import('./pages/agent-commands.ts'),
        import('./changing/commands.ts'),
      ]);
      return agentCommands({ panels, store: this.store, config, manifest, show: showLocation, change, pageType });
    });
    this.registerAll(
      registerCommand(commands.servers.chooseAgent, async () => (await agents()).choose()),
      registerCommand(commands.servers.compareAgents, async () => (await agents()).compare()),
      window.registerWebviewPanelSerializer(pageType, {
        deserializeWebviewPanel: async (place, kept) => (await agents()).restore(place, kept),
      }),
      registerCommand(unlistedCommands.verifyAgents, async () => (await agents()).verify()),
      ...([commands.servers.diagnose, unlistedCommands.diagnoseServer] as const).map((id) =>
        registerCommand(id, async (...given) => (await agents()).diagnose(...given)),
      ),
      lm.registerTool<unknown>(tools.explainServer, {
        prepareInvocation: async ({ input }) => (await import('./pages/explain-tool.ts')).prepareExplanation(input),
        invoke: async ({ input }, token) =>
          (await import('./pages/explain-tool.ts')).explainServer(config, input, token),
      }),
    );
    const migrations = lazy(async () => {
      const { Migrations } = await import('./changing/migrate.ts');
      return this.register(new Migrations(config, this.store));
    });
    this.register(registerCommand(commands.servers.moveToShared, async () => (await migrations()).run()));
    const consent = lazy(async () => {
      const { LaunchConsent } = await import('./testing/launch-consent.ts');
      return this.register(new LaunchConsent());
    });
    const locks = lazy(async () => {
      const { LockCommands } = await import('./lock/lock-command.ts');
      const { store, tree } = this;
      return this.register(
        new LockCommands({ config, store, results, tree, version: manifest.version, memory, consent: await consent() }),
      );
    });
    // Loads the code only if an earlier window has left a warning.
    const restore = () => memory.get(lockMemoryKey) !== undefined && void locks();
    this.register(this.store.onDidChange(restore));
    this.registerAll(
      registerRowCommand(commands.servers.test, this.tree, async (argument, selection) => {
        const question = l10n.t('Select a tool server to test');
        const servers = await chosenServers(this.store, argument, selection, question, isTestable);
        throwFailures(await failuresOf(servers, async (server) => (await locks()).tests.test(server)));
      }),
      registerCommand(commands.servers.showLog, async () => (await locks()).tests.showLog()),
    );
    const lock = async (row: unknown, selection: unknown) => {
      // A row below a server means that server.
      const argument = row instanceof TestRow ? row.server : row;
      const question = l10n.t('Select a tool server to lock its tools');
      const isLockable = (server: Server) => isTestable(server) && !this.store.isOverridden(serverRef(server));
      const servers = await chosenServers(this.store, argument, selection, question, isLockable);
      await (await locks()).lock(servers);
    };
    const compare = async (row: unknown) => (await locks()).compare(row instanceof AskForRow ? row.first : row);
    const { pinTools, pinToolsAgain, compareWithPin } = unlistedCommands;
    for (const id of [commands.servers.lockTools, pinTools, pinToolsAgain])
      this.register(registerRowCommand(id, this.tree, lock, 'changes'));
    for (const id of [commands.servers.compareWithLock, compareWithPin])
      this.register(registerRowCommand(id, this.tree, compare));
    this.register(new McpServerProvider(config, consent));
  }
}

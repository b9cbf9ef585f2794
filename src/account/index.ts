/** The account: the connection, its commands, and its status bar item. */
import { type Disposable, type ExtensionContext, l10n, commands as registry } from 'vscode';
import { registerCommand } from '../shared/commands.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { commands } from '../shared/generated/names.ts';
import { log } from '../shared/log.ts';
import { showWarning } from '../shared/notifications.ts';
import { Connection } from './connection.ts';
import { showConnectionStatus } from './status-bar.ts';

export { Connection, ConnectionChangedError, type ConnectionState, canRequest, SignedOutError } from './connection.ts';

/** Prompts for sign-in if necessary. Returns false if the user is still signed out. */
export async function ensureSignedIn(connection: Connection): Promise<boolean> {
  if (await connection.current()) return true;
  await registry.executeCommand(commands.signIn);
  return (await connection.current()) !== undefined;
}

export class Account extends DisposableStore implements Disposable {
  readonly connection: Connection;
  /** A rejected key is reported only once, however many calls fail. */
  #announced = false;

  constructor(context: ExtensionContext) {
    super();
    this.connection = this.own(new Connection(context));
    this.ownAll(
      showConnectionStatus(this.connection),
      ...registerCommands(this.connection),
      this.connection.onDidChange((state) => {
        if (state.kind === 'unauthorized') void this.#promptToSignIn(state.host);
        else if (state.kind === 'connected' || state.kind === 'signedOut') this.#announced = false;
      }),
    );
  }

  async #promptToSignIn(host: string): Promise<void> {
    if (this.#announced) return;
    this.#announced = true;
    const again = l10n.t('Sign In');
    const chosen = await showWarning(l10n.t('{0} rejected the API key. The key is invalid or expired.', host), again);
    if (chosen === again) await registry.executeCommand(commands.signIn);
  }
}

/** Modules that ask for user input import the API client, so they are loaded on first use. */
function registerCommands(connection: Connection): Disposable[] {
  const loadSignIn = () => import('./sign-in.ts');
  const loadManage = () => import('./manage.ts');
  return [
    registerCommand(commands.signIn, async () => (await loadSignIn()).signIn(connection)),
    registerCommand(commands.signOut, async () => (await loadManage()).signOut(connection)),
    registerCommand(commands.addConnection, async () => {
      await (await loadSignIn()).addConnection(connection);
    }),
    registerCommand(commands.manageConnection, async () => (await loadManage()).manageConnections(connection)),
    registerCommand(commands.renameConnection, async () => (await loadManage()).rename(connection)),
    registerCommand(commands.changeKey, async () => (await loadManage()).replaceKey(connection)),
    registerCommand(commands.removeConnection, async () => (await loadManage()).removeConnection(connection)),
    registerCommand(commands.testConnection, async () => (await loadManage()).testConnection(connection)),
    registerCommand(commands.retryConnection, () => connection.reopen()),
    registerCommand(commands.showLog, () => log().show()),
  ];
}

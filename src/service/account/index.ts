/** The account: the connection, its commands, and its status bar item. */
import { type Disposable, l10n, commands as registry } from 'vscode';
import { registerCommand } from '../../shared/commands.ts';
import { DisposableStore } from '../../shared/disposable.ts';
import { commands, contextKeys } from '../../shared/generated/names.ts';
import { log } from '../../shared/log.ts';
import { showWarning } from '../../shared/notifications.ts';
import { unlistedCommands } from '../../shared/unlisted-commands.ts';
import { keyRejected } from '../api/errors/error-text.ts';
import type { Accounts, ConnectionState } from '../session/accounts/accounts.ts';
import type { ServiceSession } from '../session/session.ts';
import { showConnectionStatus } from './status-bar.ts';

/** Prompts for sign-in if necessary. Returns undefined if the user is still signed out. */
export async function ensureSignedIn(accounts: Accounts): Promise<ServiceSession | undefined> {
  const session = await accounts.open();
  if (session) return session;
  await registry.executeCommand(commands.signIn);
  return accounts.open();
}

export class Account extends DisposableStore {
  /** A rejected key is reported only once, however many calls fail. */
  #announced = false;

  constructor(accounts: Accounts) {
    super();
    const setContext = ({ kind }: ConnectionState) => {
      void registry.executeCommand('setContext', contextKeys.connection, kind);
      if (kind === 'signedOut')
        offerOther(accounts).catch((error) => log().warn("Couldn't read the keys of other connections.", error));
    };
    setContext(accounts.state);
    this.registerAll(
      accounts.onDidChangeState(setContext),
      showConnectionStatus(accounts),
      ...registerCommands(accounts),
      accounts.onDidChangeState((state) => {
        if (state.kind === 'unauthorized') void this.#promptToSignIn(keyRejected(state.host, state.error));
        else if (state.kind === 'connected' || state.kind === 'signedOut') this.#announced = false;
      }),
    );
  }

  async #promptToSignIn(text: string): Promise<void> {
    if (this.#announced) return;
    this.#announced = true;
    const again = l10n.t('Sign In');
    const chosen = await showWarning(text, again);
    if (chosen === again) await registry.executeCommand(commands.signIn);
  }
}

/** Offers to switch connections if there is the key of another one. */
async function offerOther({ list: { all, active }, credentials }: Accounts): Promise<void> {
  const keys = await Promise.all(all.filter(({ id }) => id !== active?.id).map((one) => credentials.read(one)));
  await registry.executeCommand(
    'setContext',
    contextKeys.otherConnection,
    keys.some((key) => key !== undefined),
  );
}

/** Modules that ask for user input import the API client, so they are loaded on first use. */
function registerCommands(accounts: Accounts): Disposable[] {
  const loadSignIn = () => import('./sign-in.ts');
  const loadManage = () => import('./manage.ts');
  const { addConnection, renameConnection, changeKey, removeConnection, testConnection } = unlistedCommands;
  return [
    registerCommand(commands.signIn, async () => (await loadSignIn()).signIn(accounts)),
    registerCommand(commands.signOut, async () => (await loadManage()).signOutAndTell(accounts)),
    ...[commands.manageConnection, addConnection, renameConnection, changeKey, removeConnection, testConnection].map(
      (id) => registerCommand(id, async () => (await loadManage()).manageConnections(accounts)),
    ),
    registerCommand(commands.retryConnection, () => accounts.retry()),
    registerCommand(commands.showLog, () => log().show()),
  ];
}

/** Provides the connections as accounts, so that the editor's Accounts menu shows them and offers to sign out. */
import {
  type AuthenticationProvider,
  type AuthenticationProviderAuthenticationSessionsChangeEvent,
  type AuthenticationProviderSessionOptions,
  type AuthenticationSession,
  EventEmitter,
  l10n,
} from 'vscode';
import { DisposableStore } from '../shared/disposable.ts';
import { oneLine } from '../shared/format.ts';
import type { Connection } from './connection.ts';
import { signOut } from './sign-out.ts';

/**
 * One session for each connection that has a key. Other extensions can see the account but not the key: a key must be
 * sent only to its origin, which can't be guaranteed once another extension has it.
 */
export class AccountProvider extends DisposableStore implements AuthenticationProvider {
  readonly #connection: Connection;
  readonly #changed = this.own(new EventEmitter<AuthenticationProviderAuthenticationSessionsChangeEvent>());
  readonly onDidChangeSessions = this.#changed.event;
  /** The sessions that the editor knows of; undefined until it asks for them. */
  #announced: readonly AuthenticationSession[] | undefined;
  #announcing: Promise<unknown> = Promise.resolve();

  constructor(connection: Connection) {
    super();
    this.#connection = connection;
    // If the keyring can't be read, the connection says so.
    this.own(connection.onDidChangeAccounts(() => void this.#announce().catch(() => undefined)));
  }

  /** Returns no sessions for a request with scopes, because scopes aren't supported. */
  async getSessions(
    scopes: readonly string[] | undefined,
    { account }: AuthenticationProviderSessionOptions,
  ): Promise<AuthenticationSession[]> {
    if (scopes !== undefined && scopes.length > 0) return [];
    const sessions = await this.#announce();
    return account === undefined ? sessions : sessions.filter((session) => session.account.id === account.id);
  }

  async createSession(): Promise<AuthenticationSession> {
    const { addConnection } = await import('./sign-in.ts');
    const added = await addConnection(this.#connection);
    const session = (await this.#sessions()).find(({ id }) => id === added?.id);
    if (!session) throw new Error(l10n.t('Not signed in.'));
    return session;
  }

  async removeSession(id: string): Promise<void> {
    const target = this.#connection.list.get(id);
    if (target) await signOut(this.#connection, target);
  }

  async #sessions(): Promise<AuthenticationSession[]> {
    const { list, credentials } = this.#connection;
    const sessions: AuthenticationSession[] = [];
    for (const connection of list.all) {
      if (!(await credentials.read(connection))) continue;
      const { id, name, baseUrl } = connection;
      // The menu distinguishes accounts by their labels.
      const label = oneLine(name === baseUrl.host ? name : `${name} (${baseUrl.host})`);
      sessions.push({ id, accessToken: 'not-shared', account: { id, label }, scopes: [] });
    }
    return sessions;
  }

  /**
   * Returns the sessions, and notifies the editor of what changed since it last received them. Reads them one request
   * at a time, so that an older list never replaces a newer one.
   */
  #announce(): Promise<AuthenticationSession[]> {
    const sessions = this.#announcing.then(async () => {
      const now = await this.#sessions();
      const before = this.#announced ?? now;
      this.#announced = now;
      // To the menu, a renamed account is a different account.
      const added = now.filter((one) => !before.some((other) => isSame(one, other)));
      const removed = before.filter((one) => !now.some((other) => isSame(one, other)));
      if (added.length + removed.length > 0) this.#changed.fire({ added, removed, changed: [] });
      return now;
    });
    this.#announcing = sessions.catch(() => undefined);
    return sessions;
  }
}

const isSame = (a: AuthenticationSession, b: AuthenticationSession): boolean =>
  a.id === b.id && a.account.label === b.account.label;

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
  #announced: readonly AuthenticationSession[] = [];

  constructor(connection: Connection) {
    super();
    this.#connection = connection;
    this.own(connection.onDidChangeAccounts(() => void this.#notify()));
  }

  /** Returns no sessions for a request with scopes, because scopes aren't supported. */
  async getSessions(
    scopes: readonly string[] | undefined,
    { account }: AuthenticationProviderSessionOptions,
  ): Promise<AuthenticationSession[]> {
    if (scopes !== undefined && scopes.length > 0) return [];
    const sessions = await this.#sessions();
    this.#announced = sessions;
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

  /** Notifies the editor of what changed since it last received the sessions. */
  async #notify(): Promise<void> {
    const now = await this.#sessions();
    const before = this.#announced;
    this.#announced = now;
    const label = (of: readonly AuthenticationSession[], id: string) => of.find((one) => one.id === id)?.account.label;
    const same = ({ id }: AuthenticationSession) => label(before, id) === label(now, id);
    // To the menu, a renamed account is a different account.
    const added = now.filter((one) => !same(one));
    const removed = before.filter((one) => !same(one));
    if (added.length + removed.length > 0) this.#changed.fire({ added, removed, changed: [] });
  }
}

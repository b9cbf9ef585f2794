/** The active account, which follows from the list of connections and their keys. */
import {
  type Disposable,
  EventEmitter,
  type ExtensionContext,
  l10n,
  commands as registry,
  type Uri,
  workspace,
} from 'vscode';
import { DisposableStore } from '../../../shared/disposable.ts';
import { commands } from '../../../shared/generated/names.ts';
import { log } from '../../../shared/log.ts';
import { showWarning } from '../../../shared/notifications.ts';
import type { ServiceSession, SessionState } from '../session.ts';
import { ConnectionList } from './connections.ts';
import { CredentialStore, type Credentials } from './credentials.ts';

export type ConnectionState =
  | SessionState
  | { readonly kind: 'signedOut' }
  /** The keys haven't been read yet, so the user may be signed in. */
  | { readonly kind: 'unopened'; readonly name: string; readonly host: string };

/** Thrown by work that needs an account if the user isn't signed in. */
export class SignedOutError extends Error {
  constructor() {
    super('Not signed in.');
  }
}

export class Accounts extends DisposableStore {
  readonly list: ConnectionList;
  readonly credentials: CredentialStore;
  /** Where what all connections keep on this computer is. */
  readonly storage: Uri;
  #session: ServiceSession | undefined;
  readonly #sessionChanged = this.register(new EventEmitter<ServiceSession | undefined>());
  /** Fires with the next session. The previous one was disposed of. */
  readonly onDidChangeSession = this.#sessionChanged.event;
  readonly #left = this.register(new EventEmitter<void>());
  /** Fires when a session has ended, but not when the window closes. */
  readonly onDidLeaveSession = this.#left.event;
  readonly #stateChanged = this.register(new EventEmitter<ConnectionState>());
  /** Fires when the state changes, when another session begins, and when the user retries. */
  readonly onDidChangeState = this.#stateChanged.event;
  /** False until the keys are first read. */
  #isOpen = false;
  /** Changed since the keys were last read. */
  #isStale = false;
  #updating: Promise<ServiceSession | undefined> | undefined;
  /** Number of running `change` calls. */
  #changes = 0;

  constructor(context: ExtensionContext) {
    super();
    this.list = this.register(new ConnectionList(context));
    this.credentials = new CredentialStore(context);
    this.storage = context.globalStorageUri;
    this.registerAll(
      this.list.onDidChange(() => this.#follow()),
      workspace.onDidChangeConfiguration(
        (change) => change.affectsConfiguration('switchyard.baseUrl') && this.#follow(),
      ),
      context.secrets.onDidChange(({ key }) => this.credentials.isOurs(key) && this.#follow()),
      { dispose: () => this.#session?.dispose() },
    );
  }

  /** The active session; undefined if the user isn't signed in, or if nothing has needed the account yet. */
  get session(): ServiceSession | undefined {
    return this.#session;
  }

  get state(): ConnectionState {
    if (this.session) return this.session.state;
    const active = this.#isOpen ? undefined : this.list.active;
    if (active === undefined) return { kind: 'signedOut' };
    return { kind: 'unopened', name: active.name, host: active.baseUrl.host };
  }

  /** Returns the active session; undefined if signed out. Reads SecretStorage on first use, not at activation. */
  async open(): Promise<ServiceSession | undefined> {
    return this.#updating ?? (this.#isOpen ? this.#session : this.update());
  }

  /** @throws SignedOutError */
  async require(): Promise<ServiceSession> {
    const session = await this.open();
    if (session === undefined) throw new SignedOutError();
    return session;
  }

  /**
   * Returns a command handler whose work keeps the session it began with. If the account is left meanwhile, it ends
   * without a message.
   */
  inSession<Args extends unknown[]>(work: (session: ServiceSession, ...args: Args) => unknown) {
    return async (...args: Args): Promise<unknown> => {
      const session = await this.open();
      if (session === undefined) return void offerToSignIn();
      try {
        return await work(session, ...args);
      } catch (error) {
        if (session.signal.aborted) return undefined;
        throw error;
      }
    };
  }

  /** Calls `begin` with the session, and with each later one. What it returns is disposed of when the session ends. */
  forEachSession(begin: (session: ServiceSession) => Disposable): Disposable {
    let current: Disposable | undefined;
    const follow = (session: ServiceSession | undefined) => {
      current?.dispose();
      current = session && begin(session);
    };
    follow(this.session);
    const listening = this.onDidChangeSession(follow);
    return {
      dispose: () => {
        listening.dispose();
        current?.dispose();
      },
    };
  }

  /** Changes connections and keys in several steps, and then activates what results. */
  async change<T>(steps: () => Promise<T>): Promise<T> {
    this.#changes++;
    try {
      return await steps();
    } finally {
      if (--this.#changes === 0) await this.update();
    }
  }

  /** Switches to another connection. */
  use(id: string): Promise<void> {
    return this.change(() => this.list.use(id));
  }

  /** Reads the keys again, and reloads everything that is shown. */
  async retry(): Promise<void> {
    const before = this.#session;
    const session = await this.update();
    if (session === before) session?.retry();
  }

  /** Reads list and keys, and begins another session if the account has changed. Calls in one tick read them once. */
  update(): Promise<ServiceSession | undefined> {
    this.#isStale = true;
    this.#updating ??= this.#update().finally(() => {
      this.#updating = undefined;
    });
    return this.#updating;
  }

  async #update(): Promise<ServiceSession | undefined> {
    let credentials: Credentials | undefined;
    let loaded: typeof import('../session.ts') | undefined;
    do {
      this.#isStale = false;
      await Promise.resolve();
      const { active } = this.list;
      credentials = active && (await this.credentials.read(active));
      loaded ??= credentials && (await import('../session.ts'));
    } while (this.#isStale);
    this.#isOpen = true;
    const before = this.#session;
    if (before && credentials && isOf(before, credentials)) this.#rename(before, credentials.name);
    else if (before || credentials) {
      before?.dispose();
      // Also if the next session can't begin, because its key has invalid characters.
      this.#session = undefined;
      try {
        this.#session = credentials && loaded && new loaded.ServiceSession(credentials, this.storage);
        this.#session?.onDidChangeState(() => this.#stateDidChange());
      } finally {
        if (before) this.#left.fire();
        this.#sessionChanged.fire(this.#session);
        this.#stateDidChange();
      }
    }
    return this.#session;
  }

  #rename(session: ServiceSession, name: string): void {
    if (session.name === name) return;
    session.name = name;
    this.#stateDidChange();
  }

  /** Follows changes in a setting, in the list, and in another window. */
  #follow(): void {
    if (this.#changes > 0) return;
    if (!this.#isOpen && this.#updating === undefined) this.#stateDidChange();
    else this.update().catch((error) => log().warn("Couldn't read the credentials.", error));
  }

  #stateDidChange(): void {
    const { state } = this;
    log().info(`Connection: ${state.kind}${state.kind === 'signedOut' ? '' : ` (${state.name}, ${state.host})`}`);
    this.#stateChanged.fire(state);
  }
}

async function offerToSignIn(): Promise<void> {
  const signIn = l10n.t('Sign In');
  if ((await showWarning(l10n.t('Not signed in. Sign in, then try again.'), signIn)) === signIn)
    await registry.executeCommand(commands.signIn);
}

/** A renamed connection has the same account. */
function isOf(session: ServiceSession, credentials: Credentials): boolean {
  const accountOf = ({ id, baseUrl, apiKey, source }: Credentials) => JSON.stringify([id, baseUrl, apiKey, source]);
  return accountOf(session.credentials) === accountOf(credentials);
}

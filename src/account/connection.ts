/** The active connection: its credentials, its state, and the API client. */
import { EventEmitter, type ExtensionContext, l10n, commands as registry, workspace } from 'vscode';
import { lazy } from '../../common/lazy.ts';
import { type ApiError, ApiFailure } from '../api/errors.ts';
import type { ApiClient } from '../api/index.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { contextKeys } from '../shared/generated/names.ts';
import { log } from '../shared/log.ts';
import { platform } from '../shared/platform.ts';
import { setting } from '../shared/settings.ts';
import { ConnectionList } from './connections.ts';
import { CredentialStore, type Credentials } from './credentials.ts';

export type ConnectionState =
  | { readonly kind: 'signedOut' }
  | (Service & { readonly kind: 'connected'; readonly source: Credentials['source'] })
  | (Service & { readonly kind: 'unauthorized' })
  | (Service & { readonly kind: 'unreachable'; readonly error: ApiError });

/** False if signed out or the key was rejected. Nothing is then requested without the user asking for it. */
export function canRequest({ kind }: Pick<ConnectionState, 'kind'>): boolean {
  return kind !== 'unauthorized' && kind !== 'signedOut';
}

interface Service {
  /** Name of the active connection; the host if the user didn't name it. */
  readonly name: string;
  readonly host: string;
}

/** Thrown by `Connection.run` if the user isn't signed in. */
export class SignedOutError extends Error {
  constructor() {
    super('Not signed in.');
  }
}

/** Thrown if work that was started on one connection would continue on another. */
export class ConnectionChangedError extends Error {
  constructor() {
    super(l10n.t('The connection has changed. Nothing was sent to the new one.'));
  }
}

interface Opened {
  readonly client: ApiClient;
  readonly from: Credentials;
}

/**
 * Features call the service only through `run`, so a rejected key, an unreachable service, or a recovery changes the
 * state once, no matter how many calls are affected.
 */
export class Connection extends DisposableStore {
  readonly list: ConnectionList;
  readonly credentials: CredentialStore;
  readonly #changed = this.own(new EventEmitter<ConnectionState>());
  /** Fires when the state changes, and when the connection was reopened. */
  readonly onDidChange = this.#changed.event;
  readonly #replaced = this.own(new EventEmitter<void>());
  /** Fires when the account or service changes, or the user signs out: loaded data is then outdated. */
  readonly onDidReplace = this.#replaced.event;
  /** The credentials at the last `onDidReplace`. */
  #announced: Credentials | undefined;
  #state: ConnectionState = { kind: 'signedOut' };
  readonly #opened = lazy(() => this.#read());

  constructor(context: ExtensionContext) {
    super();
    this.list = this.own(new ConnectionList(context));
    this.credentials = new CredentialStore(context);
    this.ownAll(
      workspace.onDidChangeConfiguration((change) => {
        const times = ['switchyard.requestTimeout', 'switchyard.chat.answerTimeout'] as const;
        if (times.some((time) => change.affectsConfiguration(time))) void this.reopen().catch(unreadable);
        else if (change.affectsConfiguration('switchyard.baseUrl')) void this.#reopenIfChanged();
      }),
      context.secrets.onDidChange((change) => {
        if (this.credentials.isOurs(change.key)) void this.#reopenIfChanged();
      }),
    );
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** Returns the active credentials; undefined if signed out. Reads SecretStorage on first use, not at activation. */
  async current(): Promise<Credentials | undefined> {
    return (await this.#open())?.from;
  }

  /**
   * Runs `work` with the client and updates the state from its outcome.
   * @throws SignedOutError if the user isn't signed in; ApiFailure from the client
   */
  async run<T>(work: (client: ApiClient) => Promise<T>): Promise<T> {
    return this.#run(await this.#open(), work);
  }

  /**
   * Returns a function like `run` for work of several requests. It throws a ConnectionChangedError once another account
   * is active, so that no account is charged for work that was started on another one.
   */
  boundRun(): <T>(work: (client: ApiClient) => Promise<T>) => Promise<T> {
    let opening = this.#opened.peek();
    return async (work) => {
      opening ??= this.#open();
      const first = await opening.catch(() => undefined);
      const opened = await this.#open();
      const [before, now] = [first?.from, opened?.from];
      const isSameAccount = before?.baseUrl === now?.baseUrl && before?.apiKey === now?.apiKey;
      if (before && now && !isSameAccount) throw new ConnectionChangedError();
      return this.#run(opened, work);
    };
  }

  async #run<T>(opened: Opened | undefined, work: (client: ApiClient) => Promise<T>): Promise<T> {
    if (!opened) throw new SignedOutError();
    try {
      const result = await work(opened.client);
      if (await this.#isCurrent(opened)) this.#set(connected(opened.from));
      return result;
    } catch (error) {
      if (error instanceof ApiFailure && (await this.#isCurrent(opened))) this.#updateState(error.error, opened.from);
      throw error;
    }
  }

  /** Drops the client and reads the credentials again. Views are notified and reload. */
  async reopen(): Promise<void> {
    this.#opened.forget();
    const opening = this.#open();
    const opened = await opening;
    // A later call may have replaced this one. It then fires the events.
    if (this.#opened.peek() !== opening) {
      await this.#opened.peek();
      return;
    }
    this.#notifyIfReplaced(opened?.from);
    this.#set(opened ? connected(opened.from) : { kind: 'signedOut' }, true);
  }

  /** Switches to another connection. */
  async use(id: string): Promise<void> {
    await this.list.use(id);
    await this.reopen();
  }

  /** Reopens the connection if the credentials have changed, in a setting or in another window. */
  async #reopenIfChanged(): Promise<void> {
    const opening = this.#opened.peek();
    if (opening === undefined) return;
    try {
      const [before, now] = [(await opening)?.from, await this.#credentials()];
      if (!areSame(before, now)) await this.reopen();
    } catch (error) {
      unreadable(error);
    }
  }

  async #credentials(): Promise<Credentials | undefined> {
    const { active } = this.list;
    return active && this.credentials.read(active);
  }

  #open() {
    const known = this.#opened.peek();
    const opening = this.#opened();
    if (known !== undefined) return opening;
    opening.then(
      (opened) => {
        if (this.#opened.peek() !== opening) return;
        this.#notifyIfReplaced(opened?.from);
        if (!opened) this.#set({ kind: 'signedOut' });
        else if (this.#state.kind === 'signedOut') this.#set(connected(opened.from));
      },
      () => undefined,
    );
    return opening;
  }

  async #read(): Promise<Opened | undefined> {
    const from = await this.#credentials();
    if (!from) return undefined;
    const { createClient } = await import('../api/index.ts');
    const timeoutMs = setting('switchyard.requestTimeout') * 1000;
    const answerTimeoutMs = setting('switchyard.chat.answerTimeout') * 60_000;
    const { baseUrl, apiKey } = from;
    return { client: createClient({ baseUrl, apiKey, fetch: platform().fetch, timeoutMs, answerTimeoutMs }), from };
  }

  #notifyIfReplaced(credentials: Credentials | undefined): void {
    // A renamed connection has the same account.
    const from = credentials && { ...credentials, name: '' };
    if (areSame(from, this.#announced)) return;
    this.#announced = from;
    this.#replaced.fire();
  }

  /** Never rejects: if a reopen that is under way fails, `opened` isn't current, and its call keeps its own outcome. */
  async #isCurrent(opened: Opened): Promise<boolean> {
    const current = await this.#opened.peek()?.catch(() => undefined);
    return current?.client === opened.client;
  }

  #updateState(error: ApiError, from: Credentials): void {
    const service = serviceOf(from);
    if (error.kind === 'unauthorized') this.#set({ kind: 'unauthorized', ...service });
    else if (error.kind === 'network' || error.kind === 'timeout')
      this.#set({ kind: 'unreachable', ...service, error });
    // Any other error is a response of the service, so the connection works.
    else if (error.kind !== 'canceled' && this.#state.kind === 'unreachable') this.#set(connected(from));
  }

  #set(state: ConnectionState, force = false): void {
    const same = state.kind === this.#state.kind && placeOf(state) === placeOf(this.#state);
    this.#state = state;
    if (same && !force) return;
    log().info(`Connection: ${state.kind}${placeOf(state)}`);
    void registry.executeCommand('setContext', contextKeys.connection, state.kind);
    this.#changed.fire(state);
  }
}

/** Only logs the error: the next call reads the credentials again, and its caller gets the error. */
function unreadable(error: unknown): void {
  log().warn("Couldn't read the credentials.", error);
}

function areSame(one: Credentials | undefined, other: Credentials | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function connected(from: Credentials): ConnectionState {
  return { kind: 'connected', ...serviceOf(from), source: from.source };
}

function serviceOf({ name, baseUrl }: Credentials): Service {
  return { name, host: new URL(baseUrl).host };
}

function placeOf(state: ConnectionState): string {
  if (state.kind === 'signedOut') return '';
  return state.name === state.host ? ` (${state.host})` : ` (${state.name}, ${state.host})`;
}

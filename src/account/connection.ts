/** The one connection to the service: who we are, whether it works, and the client that asks. */
import { EventEmitter, type ExtensionContext, commands as registry, workspace } from 'vscode';
import { type ApiError, ApiFailure } from '../api/errors.ts';
import type { ApiClient } from '../api/index.ts';
import { contextKeys, settings } from '../shared/contract.ts';
import { Owner } from '../shared/disposable.ts';
import { log } from '../shared/log.ts';
import { setting } from '../shared/settings.ts';
import { CredentialStore, type Credentials } from './credentials.ts';

export type ConnectionState =
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'connected'; readonly host: string; readonly source: Credentials['source'] }
  | { readonly kind: 'unauthorized'; readonly host: string }
  | { readonly kind: 'unreachable'; readonly host: string; readonly error: ApiError };

/** Thrown by `Connection.run` when nobody is signed in. */
export class SignedOutError extends Error {
  constructor() {
    super('Not signed in.');
  }
}

/**
 * Rooms ask the service through `run` only, so that every outcome is seen here: a refused key, an unreachable service and
 * a recovery each change the state once, however many calls meet them.
 */
export class Connection extends Owner {
  readonly credentials: CredentialStore;
  readonly #changed = this.own(new EventEmitter<ConnectionState>());
  /** Fires when the state changes, and when another account or service takes its place. */
  readonly onDidChange = this.#changed.event;
  #state: ConnectionState = { kind: 'signedOut' };
  #opened: Promise<{ readonly client: ApiClient; readonly from: Credentials } | undefined> | undefined;

  constructor(context: ExtensionContext) {
    super();
    this.credentials = new CredentialStore(context);
    this.own(
      workspace.onDidChangeConfiguration((change) => {
        const ours = [settings['switchyard.baseUrl'], settings['switchyard.requestTimeout']];
        if (ours.some((name) => change.affectsConfiguration(name))) void this.reopen();
      }),
    );
    this.own(
      context.secrets.onDidChange((change) => {
        if (this.credentials.owns(change.key)) void this.reopen();
      }),
    );
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** What is in use now, or undefined when signed out. Reads SecretStorage at the first call, never at activation. */
  async current(): Promise<Credentials | undefined> {
    return (await this.#open())?.from;
  }

  /**
   * Runs one piece of work with the client and learns from how it ends.
   * @throws SignedOutError when nobody is signed in; ApiFailure as the client throws it
   */
  async run<T>(work: (client: ApiClient) => Promise<T>): Promise<T> {
    const opened = await this.#open();
    if (!opened) throw new SignedOutError();
    try {
      const result = await work(opened.client);
      if (await this.#isCurrent(opened)) this.#set(connected(opened.from));
      return result;
    } catch (error) {
      if (error instanceof ApiFailure && (await this.#isCurrent(opened))) this.#learn(error.error, opened.from);
      throw error;
    }
  }

  /** For streams, whose outcome comes long after the call: tells what went wrong. */
  report(error: ApiError): void {
    void this.#open().then((opened) => opened && this.#learn(error, opened.from));
  }

  /** Drops the client and reads the credentials anew; rooms are told and load again. */
  async reopen(): Promise<void> {
    this.#opened = undefined;
    const opened = await this.#open();
    this.#set(opened ? connected(opened.from) : { kind: 'signedOut' }, true);
  }

  #open() {
    this.#opened ??= this.#read();
    return this.#opened;
  }

  async #read() {
    const from = await this.credentials.read();
    if (!from) {
      this.#set({ kind: 'signedOut' });
      return undefined;
    }
    const { createClient } = await import('../api/index.ts');
    const timeoutMs = setting('switchyard.requestTimeout') * 1000;
    if (this.#state.kind === 'signedOut') this.#set(connected(from));
    return { client: createClient({ baseUrl: from.baseUrl, apiKey: from.apiKey, timeoutMs }), from };
  }

  async #isCurrent(opened: { readonly client: ApiClient }): Promise<boolean> {
    return (await this.#opened)?.client === opened.client;
  }

  #learn(error: ApiError, from: Credentials): void {
    const host = new URL(from.baseUrl).host;
    if (error.kind === 'unauthorized') this.#set({ kind: 'unauthorized', host });
    else if (error.kind === 'network' || error.kind === 'timeout') this.#set({ kind: 'unreachable', host, error });
    // Any other answer came from the service, so the connection stands.
    else if (error.kind !== 'cancelled' && this.#state.kind === 'unreachable') this.#set(connected(from));
  }

  #set(state: ConnectionState, force = false): void {
    const same = state.kind === this.#state.kind && hostOf(state) === hostOf(this.#state);
    this.#state = state;
    if (same && !force) return;
    log().info(`Connection: ${state.kind}${hostOf(state) ? ` (${hostOf(state)})` : ''}`);
    void registry.executeCommand('setContext', contextKeys.connection, state.kind);
    this.#changed.fire(state);
  }
}

function connected(from: Credentials): ConnectionState {
  return { kind: 'connected', host: new URL(from.baseUrl).host, source: from.source };
}

function hostOf(state: ConnectionState): string | undefined {
  return state.kind === 'signedOut' ? undefined : state.host;
}

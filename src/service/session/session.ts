/** One signed-in account: the client with its key, and all that was loaded with it. */
import { CancellationTokenSource, EventEmitter, l10n, type Uri } from 'vscode';
import { signalOf } from '../../shared/cancellable.ts';
import { DisposableStore } from '../../shared/disposable.ts';
import { platform } from '../../shared/platform.ts';
import { setting } from '../../shared/settings.ts';
import { type ApiClient, type ApiError, createClient } from '../api/index.ts';
import type { Credentials } from './accounts/credentials.ts';
import { ModelStore } from './models/model-store.ts';
import { LatestRuns } from './runs/latest-runs.ts';
import { RunFeed } from './runs/run-feed.ts';
import { RunStore } from './runs/run-store.ts';
import { openUsageFiles, UsageLog } from './usage-log.ts';
import { VersionStore } from './workflows/version-store.ts';
import { WorkflowStore } from './workflows/workflow-store.ts';

interface Service {
  /** Name of the connection; the host if the user didn't name it. */
  readonly name: string;
  readonly host: string;
}

export type SessionState =
  | (Service & { readonly kind: 'connected'; readonly source: Credentials['source'] })
  | (Service & { readonly kind: 'unauthorized'; readonly error: ApiError })
  | (Service & { readonly kind: 'unreachable'; readonly error: ApiError });

/** What a client gets from its session: it reports the outcome of each request, and stops when the signal is aborted. */
type Link = Required<Pick<Parameters<typeof createClient>[0], 'signal' | 'onOutcome' | 'onWait'>>;

/**
 * Work keeps the session it began with. When the account is left (another connection, address, or key; signed out), the
 * session is disposed of: its requests end as canceled, and no other can be sent with its key or shown as another's.
 */
export class ServiceSession extends DisposableStore {
  readonly credentials: Credentials;
  /** Name of the connection. Changes when the user renames it. */
  name: string;
  readonly #ended = new CancellationTokenSource();
  /** Canceled when the session ends. Pass it to everything that asks the user about data of the account. */
  readonly token = this.#ended.token;
  /** Aborted when the session ends. */
  readonly signal = signalOf(this.token);
  readonly client: ApiClient;
  readonly feed: RunFeed;
  readonly workflows: WorkflowStore;
  readonly versions: VersionStore;
  readonly latest: LatestRuns;
  /** The runs that match the filter of the Runs view. */
  readonly runs: RunStore;
  readonly models: ModelStore;
  /** Records what requests have used, on this computer. */
  readonly usage: UsageLog;
  readonly #changed = this.register(new EventEmitter<void>());
  readonly onDidChangeState = this.#changed.event;
  readonly #waited = this.register(new EventEmitter<number>());
  /** Fires when a request waits because of a 429, with the time when the wait ends, in epoch milliseconds. */
  readonly onDidWait = this.#waited.event;
  /** Why no request can succeed at the moment. */
  #problem: ApiError | undefined;

  /** @param storage of the extension, where usage is recorded @throws ApiFailure if the key has invalid characters */
  constructor(
    credentials: Credentials,
    storage: Uri,
    connect: (link: Link) => ApiClient = (link) => clientOf(credentials, link),
  ) {
    super();
    this.credentials = credentials;
    this.name = credentials.name;
    this.client = connect({
      signal: this.signal,
      onOutcome: (error) => this.#note(error),
      onWait: (until) => this.#waited.fire(until),
    });
    this.feed = this.register(new RunFeed(this.client));
    this.workflows = this.register(new WorkflowStore(this.client, () => this.canRequest));
    this.versions = this.register(new VersionStore(this.client));
    this.latest = this.register(new LatestRuns(this.feed));
    this.runs = this.register(new RunStore(this.feed));
    this.models = this.register(new ModelStore(this.client));
    this.usage = new UsageLog(credentials.id, credentials.apiKey, () => openUsageFiles(storage));
  }

  get state(): SessionState {
    const { name, credentials } = this;
    const service = { name, host: new URL(credentials.baseUrl).host };
    if (this.#problem === undefined) return { kind: 'connected', ...service, source: credentials.source };
    const kind = this.#problem.kind === 'unauthorized' ? 'unauthorized' : 'unreachable';
    return { kind, ...service, error: this.#problem };
  }

  /** False if the key was rejected or the session has ended. Only the user may then request something. */
  get canRequest(): boolean {
    return this.#problem?.kind !== 'unauthorized' && !this.signal.aborted;
  }

  /** Assumes that the service can be reached again, so that what is shown is reloaded. */
  retry(): void {
    this.#problem = undefined;
    this.#changed.fire();
  }

  /** A rejected key, an unreachable service, or a recovery changes the state once, however many requests are affected. */
  #note(error: ApiError | undefined): void {
    const before = this.#problem;
    if (error === undefined) this.#problem = undefined;
    else if (error.kind === 'unauthorized' || error.kind === 'network' || error.kind === 'timeout')
      this.#problem = error;
    // Any other error is a response of the service, so it can be reached.
    else if (error.kind !== 'canceled' && before?.kind !== 'unauthorized') this.#problem = undefined;
    if (before?.kind !== this.#problem?.kind && !this.signal.aborted) this.#changed.fire();
  }

  /** For an action that the user chooses later, such as Undo. @throws Error if the session has ended */
  throwIfEnded(): void {
    if (this.signal.aborted) throw new Error(l10n.t('The connection has changed. Nothing was sent to the new one.'));
  }

  override dispose(): void {
    this.#ended.cancel();
    super.dispose();
  }
}

function clientOf({ baseUrl, apiKey }: Credentials, link: Link): ApiClient {
  return createClient({
    ...link,
    baseUrl,
    apiKey,
    fetch: platform().fetch,
    get timeoutMs() {
      return setting('switchyard.requestTimeout') * 1000;
    },
    get idleTimeoutMs() {
      return setting('switchyard.chat.idleTimeout') * 60_000;
    },
    get answerTimeoutMs() {
      return setting('switchyard.chat.answerTimeout') * 60_000;
    },
  });
}

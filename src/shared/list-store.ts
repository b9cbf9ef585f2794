import { type Event, EventEmitter } from 'vscode';
import type { Unreadable } from '../api/index.ts';
import { DisposableStore } from './disposable.ts';
import { Generation } from './generation.ts';
import { log } from './log.ts';
import { failureFacts } from './messages.ts';

/** State of a list, which is also the value of a context key of its view. */
export type ListState = 'unloaded' | 'loading' | 'loaded' | 'empty' | 'failed' | 'stopped';

/** What a load is for: all rows, more rows, or only what may have changed. */
type LoadKind = 'refresh' | 'more' | 'poll';

type Fetch = (signal: AbortSignal) => Promise<() => readonly string[] | undefined>;

/** The part of the connection that a store listens to. */
interface Source {
  readonly state: { readonly kind: string };
  readonly onDidChange: Event<unknown>;
  readonly onDidReplace: Event<void>;
}

/**
 * A list that runs one load at a time and keeps its rows if a later load fails. A list from the service is dropped when
 * the account changes. Has no user interface.
 */
export abstract class ListStore extends DisposableStore {
  readonly #source: Source | undefined;
  readonly #name: string;
  readonly #changed = this.own(new EventEmitter<string | undefined>());
  /** Fires the ID of the changed row, or undefined if any row may have changed. */
  readonly onDidChange = this.#changed.event;
  readonly #busyChanged = this.own(new EventEmitter<boolean>());
  /** Fires true when a load starts and false when it ends. */
  readonly onDidChangeBusy = this.#busyChanged.event;
  #state: ListState = 'unloaded';
  #failure: unknown;
  #loading: { readonly what: LoadKind; readonly ended: Promise<void> } | undefined;
  #stop: AbortController | undefined;
  #loadedAt: number | undefined;
  /** Advanced by `restart`. Responses of an earlier generation are discarded. */
  readonly #generation = new Generation();

  /** @param name for the log @param source absent for a list that doesn't come from the service */
  constructor(name: string, source?: Source) {
    super();
    this.#name = name;
    this.#source = source;
    if (source === undefined) return;
    this.own(source.onDidReplace(() => this.restart()));
    this.own(source.onDidChange(() => this.#recover()));
  }

  get state(): ListState {
    return this.#state;
  }

  /** Why the last load failed. The last good list is kept. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Unreadable rows of the last good responses; undefined if all were readable. */
  get unreadable(): Unreadable | undefined {
    return undefined;
  }

  /** Time of the last successful load, in epoch milliseconds. */
  get loadedAt(): number | undefined {
    return this.#loadedAt;
  }

  /** Cancels the running load. The current rows are kept. */
  stop(): void {
    this.#stop?.abort();
  }

  /** Reloads the list. Never rejects; the result is in `state` and `failure`. */
  abstract refresh(): Promise<void>;

  /** Number of rows. */
  protected abstract get size(): number;

  /** Drops all rows. */
  protected abstract clear(): void;

  /** Loads the list if it isn't loaded yet. Doesn't wait for a refresh of a loaded list. Never rejects. */
  async ensure(): Promise<void> {
    if (this.#state === 'unloaded') await this.refresh();
    else if (this.#loadedAt === undefined) await this.#loading?.ended;
  }

  protected get isBusy(): boolean {
    return this.#loading !== undefined;
  }

  /**
   * Starts a load. If one of the same kind is running, returns that; otherwise waits for the running one first, so that
   * a command of the user is never dropped because of a poll.
   * @param fetch requests the data and returns a function that applies it, which is called only if the account is still
   * the same and returns the IDs of the changed rows, or undefined if any row may have changed
   */
  protected async load(what: LoadKind, fetch: Fetch): Promise<void> {
    const isCurrent = this.generationGuard();
    while (this.#loading !== undefined && this.#loading.what !== what) await this.#loading.ended;
    if (!isCurrent()) return this.ensure();
    return this.#loading?.ended ?? this.#start(what, fetch);
  }

  #start(what: LoadKind, fetch: Fetch): Promise<void> {
    const stop = new AbortController();
    const ended = this.#attempt(fetch, stop.signal).finally(() => {
      // After a restart, another load may already be running.
      if (this.#loading?.ended !== ended) return;
      this.#loading = undefined;
      this.#busyChanged.fire(false);
    });
    this.#loading = { what, ended };
    this.#stop = stop;
    this.#busyChanged.fire(true);
    return ended;
  }

  async #attempt(fetch: Fetch, signal: AbortSignal): Promise<void> {
    const isCurrent = this.generationGuard();
    if (this.size === 0) this.#state = 'loading';
    try {
      const take = await fetch(signal);
      if (!isCurrent()) return this.ensure();
      const rows = take();
      const recovered = this.#failure !== undefined;
      this.#failure = undefined;
      this.#loadedAt = Date.now();
      this.#state = this.size === 0 ? 'empty' : 'loaded';
      if (rows && !recovered) {
        for (const id of rows) this.changed(id);
        return;
      }
    } catch (error) {
      if (!isCurrent()) return this.ensure();
      this.#failure = error;
      if (this.size === 0) this.#state = signal.aborted ? 'stopped' : 'failed';
      log().warn(`${this.#name} could not be loaded. ${failureFacts(error)}`);
    }
    this.changed(undefined);
  }

  protected changed(id: string | undefined): void {
    this.#changed.fire(id);
  }

  /** Returns a function that returns true as long as the list isn't restarted, which also means the same account. */
  generationGuard(): () => boolean {
    return this.#generation.capture();
  }

  /** Resets an empty list that couldn't be loaded, once the service is reachable, so that its view loads it again. */
  #recover(): void {
    const isMissing = this.#state === 'failed' || this.#state === 'stopped';
    if (this.#source?.state.kind === 'connected' && isMissing && this.#loading === undefined) this.restart();
  }

  /** Drops the rows and cancels the running load. */
  protected restart(): void {
    this.#generation.advance();
    this.#stop?.abort();
    if (this.#loading !== undefined) this.#busyChanged.fire(false);
    this.#loading = undefined;
    this.#loadedAt = undefined;
    this.#failure = undefined;
    this.#state = 'unloaded';
    this.clear();
    this.changed(undefined);
  }
}

import { EventEmitter } from 'vscode';
import { DisposableStore } from '../disposable.ts';
import { log } from '../log.ts';
import { failureFacts } from '../text/failure-text.ts';
import type { Unreadable } from './unreadable.ts';

/** State of a list, which is also the value of a context key of its view. */
export type ListState = 'unloaded' | 'loading' | 'loaded' | 'empty' | 'failed' | 'stopped';

/** What a load is for: all rows, more rows, or only what may have changed. */
type LoadKind = 'refresh' | 'more' | 'poll';

type Fetch = (signal: AbortSignal) => Promise<() => readonly string[] | undefined>;

/** A list that runs one load at a time and keeps its rows if a later load fails. Has no user interface. */
export abstract class ListStore extends DisposableStore {
  readonly #name: string;
  readonly #changed = this.register(new EventEmitter<string | undefined>());
  /** Fires the ID of the changed row, or undefined if any row may have changed. */
  readonly onDidChange = this.#changed.event;
  readonly #busyChanged = this.register(new EventEmitter<boolean>());
  /** Fires true when a load starts and false when it ends. */
  readonly onDidChangeBusy = this.#busyChanged.event;
  #state: ListState = 'unloaded';
  #failure: unknown;
  #loading: { readonly what: LoadKind; readonly ended: Promise<void> } | undefined;
  #stop: AbortController | undefined;
  #loadedAt: number | undefined;
  #nextRefreshAt: number | undefined;
  /** @param name for the log */
  constructor(name: string) {
    super();
    this.#name = name;
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

  /** When a list that couldn't be refreshed is refreshed again, in epoch milliseconds; undefined if that isn't known. */
  get nextRefreshAt(): number | undefined {
    return this.#failure === undefined ? undefined : this.#nextRefreshAt;
  }

  retryAt(time: number | undefined): void {
    if (this.#nextRefreshAt === time) return;
    this.#nextRefreshAt = time;
    if (this.#failure !== undefined) this.changed(undefined);
  }

  /** Cancels the running load. The current rows are kept. */
  stop(): void {
    this.#stop?.abort();
  }

  /** Reloads the list. Never rejects; the result is in `state` and `failure`. */
  abstract refresh(): Promise<void>;

  /** Number of rows. */
  protected abstract get size(): number;

  /**
   * Loads the list if it isn't loaded yet, also after a failure: who asks for the rows wants them, not the last error.
   * Doesn't wait for a refresh of a loaded list. Never rejects.
   */
  async ensure(): Promise<void> {
    if (this.#loadedAt === undefined) await (this.#loading?.ended ?? this.refresh());
  }

  protected get isBusy(): boolean {
    return this.#loading !== undefined;
  }

  /**
   * Starts a load. If one of the same kind is running, returns that; otherwise waits for the running one first, so that
   * a command of the user is never dropped because of a poll.
   * @param fetch requests the data and returns a function that applies it, which is called unless the list was reset
   * meanwhile, and returns the IDs of the changed rows, or undefined if any row may have changed
   */
  protected async load(what: LoadKind, fetch: Fetch): Promise<void> {
    while (this.#loading !== undefined && this.#loading.what !== what) await this.#loading.ended;
    if (this.#loading !== undefined) return this.#loading.ended;
    const stop = new AbortController();
    this.#stop = stop;
    const ended = this.#attempt(fetch, stop).finally(() => {
      // After a reset, another load may already be running.
      if (this.#loading?.ended !== ended) return;
      this.#loading = undefined;
      this.#busyChanged.fire(false);
    });
    this.#loading = { what, ended };
    this.#busyChanged.fire(true);
    return ended;
  }

  async #attempt(fetch: Fetch, stop: AbortController): Promise<void> {
    const { signal } = stop;
    if (this.size === 0) this.#state = 'loading';
    try {
      const take = await fetch(signal);
      if (this.#stop !== stop) return this.ensure();
      const rows = take();
      const recovered = this.#failure !== undefined;
      this.#failure = undefined;
      this.#loadedAt = Date.now();
      // A list of which no row could be read isn't empty.
      this.#state = this.size === 0 && this.unreadable === undefined ? 'empty' : 'loaded';
      if (rows && !recovered) {
        for (const id of rows) this.changed(id);
        return;
      }
    } catch (error) {
      if (this.#stop !== stop) return this.ensure();
      this.#failure = error;
      if (this.size === 0) this.#state = signal.aborted ? 'stopped' : 'failed';
      log().warn(`${this.#name} could not be loaded. ${failureFacts(error)}`);
    }
    this.changed(undefined);
  }

  protected changed(id: string | undefined): void {
    this.#changed.fire(id);
  }

  /** Forgets what was loaded, because the list now has other rows. */
  protected reset(): void {
    this.#stop?.abort();
    this.#stop = undefined;
    if (this.#loading !== undefined) this.#busyChanged.fire(false);
    this.#loading = undefined;
    this.#loadedAt = undefined;
    this.#failure = undefined;
    this.#state = 'unloaded';
    this.changed(undefined);
  }
}

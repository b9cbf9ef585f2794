import { type Event, EventEmitter } from 'vscode';
import type { Unreadable } from '../api/index.ts';
import { DisposableStore } from './disposable.ts';
import { log } from './log.ts';
import { failureFacts } from './messages.ts';

/** What a list is in the middle of; its name is also the value of a view's context key. */
export type ListState = 'unloaded' | 'loading' | 'loaded' | 'empty' | 'failed' | 'stopped';

type Fetch = (signal: AbortSignal) => Promise<() => readonly string[] | undefined>;

/** The part of the connection that a store follows. */
interface Source {
  readonly state: { readonly kind: string };
  readonly onDidChange: Event<unknown>;
  readonly onDidReplace: Event<void>;
}

/**
 * A list that is loaded once at a time and kept if a later load fails. A list of the service is dropped when the account changes.
 * No user interface.
 */
export abstract class ListStore extends DisposableStore {
  readonly #source: Source | undefined;
  readonly #name: string;
  readonly #changed = this.own(new EventEmitter<string | undefined>());
  /** Fires the id of the one row that changed, or undefined for any of them. */
  readonly onDidChange = this.#changed.event;
  readonly #busyChanged = this.own(new EventEmitter<boolean>());
  /** Fires when a load begins, and when it has ended. */
  readonly onDidChangeBusy = this.#busyChanged.event;
  #state: ListState = 'unloaded';
  #failure: unknown;
  #loading: Promise<void> | undefined;
  #stop: AbortController | undefined;
  #loadedAt: number | undefined;
  /** Counts the fresh starts: an answer that belongs to an earlier one is dropped. */
  #generation = 0;

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

  /** Why the last load failed; the last good list stays. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Rows of the last good answers that could not be read; undefined where all could. */
  get unreadable(): Unreadable | undefined {
    return undefined;
  }

  /** When the list was last as the service has it, epoch milliseconds. */
  get loadedAt(): number | undefined {
    return this.#loadedAt;
  }

  /** Gives up the load that is under way: what was there stays. */
  stop(): void {
    this.#stop?.abort();
  }

  /** Loads the list anew; never rejects, `state` and `failure` tell. */
  abstract refresh(): Promise<void>;

  /** How many rows are there. */
  protected abstract get size(): number;

  /** Drops all rows. */
  protected abstract clear(): void;

  /** Loads the list when it is not there yet; never rejects. */
  async ensure(): Promise<void> {
    if (this.#state === 'unloaded') await this.refresh();
    else await this.#loading;
  }

  /**
   * Runs a load, unless one is running: then that one is waited for.
   * @param fetch asks the service and returns how to take what came, done only if the account is still the same. It tells
   * which rows look different now; nothing told means any of them.
   */
  protected load(fetch: Fetch): Promise<void> {
    if (this.#loading !== undefined) return this.#loading;
    const stop = new AbortController();
    const loading = this.#attempt(fetch, stop.signal).finally(() => {
      // A later account may have begun its own.
      if (this.#loading !== loading) return;
      this.#loading = undefined;
      this.#busyChanged.fire(false);
    });
    this.#loading = loading;
    this.#stop = stop;
    this.#busyChanged.fire(true);
    return loading;
  }

  async #attempt(fetch: Fetch, signal: AbortSignal): Promise<void> {
    const isCurrent = this.currency();
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

  /** A question to be asked later: has there been no fresh start since? */
  protected currency(): () => boolean {
    const generation = this.#generation;
    return () => generation === this.#generation;
  }

  /** A list that could not be loaded is asked for again, by whoever shows it, once the service answers. One with rows stays. */
  #recover(): void {
    const isMissing = this.#state === 'failed' || this.#state === 'stopped';
    if (this.#source?.state.kind === 'connected' && isMissing && this.#loading === undefined) this.restart();
  }

  /** Drops what is loaded, and what is still under way. */
  protected restart(): void {
    this.#generation++;
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

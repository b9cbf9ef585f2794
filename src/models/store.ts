/** The models of the service. No user interface. */
import { EventEmitter } from 'vscode';
import type { Connection } from '../account/index.ts';
import type { ModelRecord } from '../api/index.ts';
import { Owner } from '../shared/disposable.ts';
import type { ListState } from '../shared/list-state.ts';
import { log } from '../shared/log.ts';

export class ModelStore extends Owner {
  readonly #connection: Connection;
  readonly #changed = this.own(new EventEmitter<void>());
  readonly onDidChange = this.#changed.event;
  #models: readonly ModelRecord[] = [];
  #state: ListState = 'unloaded';
  #failure: unknown;
  #loading: Promise<void> | undefined;
  /** Counts the connections: an answer that belongs to an earlier one is dropped, and asked for again. */
  #generation = 0;

  constructor(connection: Connection) {
    super();
    this.#connection = connection;
    this.own(connection.onDidChange(() => this.#reset()));
  }

  /** In the order of the service. */
  get models(): readonly ModelRecord[] {
    return this.#models;
  }

  get state(): ListState {
    return this.#state;
  }

  /** Why the last load failed; the last good list stays. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Loads the list when it is not there yet; never rejects, `state` and `failure` tell. */
  async ensure(): Promise<void> {
    if (this.#state === 'unloaded' || this.#state === 'failed') await this.refresh();
    else await this.#loading;
  }

  /** Loads the list anew. */
  refresh(): Promise<void> {
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #load(): Promise<void> {
    const generation = this.#generation;
    if (this.#models.length === 0) this.#state = 'loading';
    try {
      const models = await this.#connection.run((client) => client.models());
      if (generation !== this.#generation) return await this.#load();
      this.#models = models;
      this.#failure = undefined;
      this.#state = models.length === 0 ? 'empty' : 'loaded';
    } catch (error) {
      if (generation !== this.#generation) return await this.#load();
      this.#failure = error;
      if (this.#models.length === 0) this.#state = 'failed';
      log().warn('Models could not be loaded.', error);
    }
    this.#changed.fire();
  }

  #reset(): void {
    const { kind } = this.#connection.state;
    // A refused key or a lost network says nothing about what was loaded: the last good list stays.
    if (kind === 'unauthorized' || kind === 'unreachable') return;
    this.#generation++;
    this.#models = [];
    this.#state = 'unloaded';
    this.#failure = undefined;
    this.#changed.fire();
  }
}

/** The runs loaded so far, page by page, and the steps of those that were opened. No user interface. */
import { EventEmitter } from 'vscode';
import type { Connection } from '../account/index.ts';
import type { WorkflowRunDetail, WorkflowRunMetadata } from '../api/index.ts';
import { Owner } from '../shared/disposable.ts';
import type { ListState } from '../shared/list-state.ts';
import { log } from '../shared/log.ts';
import { setting } from '../shared/settings.ts';

export interface Totals {
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
}

/** `undefined` as the changed id means: the whole list. */
export type RunChange = string | undefined;

export class RunStore extends Owner {
  readonly #connection: Connection;
  readonly #changed = this.own(new EventEmitter<RunChange>());
  readonly onDidChange = this.#changed.event;
  #runs = new Map<string, WorkflowRunMetadata>();
  readonly #details = new Map<string, WorkflowRunDetail>();
  #totals: Totals | undefined;
  #state: ListState = 'unloaded';
  #failure: unknown;
  #nextPage = 1;
  #loading: Promise<void> | undefined;
  /** Counts the connections: an answer that belongs to an earlier one is dropped. */
  #generation = 0;

  constructor(connection: Connection) {
    super();
    this.#connection = connection;
    this.own(connection.onDidChange(() => this.#reset()));
  }

  get state(): ListState {
    return this.#state;
  }

  get failure(): unknown {
    return this.#failure;
  }

  get totals(): Totals | undefined {
    return this.#totals;
  }

  /** Newest first; ties by id, because the service promises no order (spec http-api.md, "Ordering"). */
  get runs(): readonly WorkflowRunMetadata[] {
    return [...this.#runs.values()].sort((a, b) => compare(b.created_at, a.created_at) || compare(a.id, b.id));
  }

  get(id: string): WorkflowRunMetadata | undefined {
    return this.#runs.get(id);
  }

  /** True while the service knows of runs that are not loaded. */
  get hasMore(): boolean {
    return this.#totals !== undefined && this.#runs.size < this.#totals.total && this.#nextPage > 1;
  }

  /** Loads the first page when nothing is there yet; never rejects, `state` and `failure` tell. */
  async ensure(): Promise<void> {
    if (this.#state === 'unloaded') await this.refresh();
    else await this.#loading;
  }

  /** Loads as many pages anew as were loaded; a failure leaves the runs as they are. */
  refresh(): Promise<void> {
    return this.#exclusive(async (generation) => {
      const pages = Math.max(1, this.#nextPage - 1);
      const fresh = new Map<string, WorkflowRunMetadata>();
      for (let page = 1; page <= pages; page++) {
        const more = await this.#page(page, generation, fresh);
        this.#nextPage = page + 1;
        if (!more) break;
      }
      if (generation === this.#generation) this.#take(fresh);
    });
  }

  /** Loads the next page and adds what is new. */
  loadMore(): Promise<void> {
    return this.#exclusive(async (generation) => {
      const grown = new Map(this.#runs);
      await this.#page(this.#nextPage, generation, grown);
      if (generation !== this.#generation) return;
      this.#nextPage++;
      this.#take(grown);
    });
  }

  /** The run with its steps. A finished run is asked for once. @throws ApiFailure */
  async detail(id: string): Promise<WorkflowRunDetail> {
    const known = this.#details.get(id);
    if (known?.finished_at && this.#runs.get(id)?.finished_at) return known;
    const generation = this.#generation;
    const detail = await this.#connection.run((client) => client.getExecution(id));
    if (generation === this.#generation) this.#details.set(id, detail);
    return detail;
  }

  /** @returns whether the service may have another page */
  async #page(page: number, generation: number, into: Map<string, WorkflowRunMetadata>): Promise<boolean> {
    const limit = setting('switchyard.runs.pageSize');
    const answer = await this.#connection.run((client) => client.listExecutions({ page, limit }));
    if (generation !== this.#generation) return false;
    for (const run of answer.items) into.set(run.id, run);
    this.#totals = { total: answer.total, succeeded: answer.succeeded, failed: answer.failed };
    return answer.items.length > 0 && into.size < answer.total;
  }

  #take(runs: Map<string, WorkflowRunMetadata>): void {
    this.#runs = runs;
    this.#failure = undefined;
    this.#state = runs.size === 0 ? 'empty' : 'loaded';
    this.#changed.fire(undefined);
  }

  #exclusive(work: (generation: number) => Promise<void>): Promise<void> {
    if (this.#loading !== undefined) return this.#loading;
    const loading = this.#attempt(work).finally(() => {
      // A later connection may have begun its own.
      if (this.#loading === loading) this.#loading = undefined;
    });
    this.#loading = loading;
    return loading;
  }

  async #attempt(work: (generation: number) => Promise<void>): Promise<void> {
    const generation = this.#generation;
    if (this.#runs.size === 0) this.#state = 'loading';
    try {
      await work(generation);
    } catch (error) {
      if (generation !== this.#generation) return;
      this.#failure = error;
      if (this.#runs.size === 0) this.#state = 'failed';
      log().warn('Runs could not be loaded.', error);
      this.#changed.fire(undefined);
    }
  }

  #reset(): void {
    const { kind } = this.#connection.state;
    // A refused key or a lost network says nothing about what was loaded: the last good list stays.
    if (kind === 'unauthorized' || kind === 'unreachable') return;
    this.#generation++;
    this.#runs.clear();
    this.#details.clear();
    this.#totals = undefined;
    this.#nextPage = 1;
    this.#loading = undefined;
    this.#state = 'unloaded';
    this.#failure = undefined;
    this.#changed.fire(undefined);
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

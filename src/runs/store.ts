/** The runs loaded so far, page by page, and the steps of those that were opened. */
import type { Connection } from '../account/index.ts';
import type { WorkflowRunDetail, WorkflowRunMetadata } from '../api/index.ts';
import { ListStore } from '../shared/list-store.ts';
import { setting } from '../shared/settings.ts';
import type { RunFilter } from './filter.ts';

/** Of all runs, not of the loaded ones alone. */
export interface Totals {
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
}

/** What pages brought, before it is taken over. */
interface Loaded {
  readonly runs: Map<string, WorkflowRunMetadata>;
  totals: Totals | undefined;
  nextPage: number;
  /** Stays the same while pages are added, or they would not follow on each other. */
  readonly limit: number;
}

export class RunStore extends ListStore {
  readonly #connection: Connection;
  readonly #details = new Map<string, WorkflowRunDetail>();
  #loaded = nothing();

  #filter: RunFilter;

  constructor(connection: Connection, filter: RunFilter) {
    super('Runs', connection);
    this.#connection = connection;
    this.#filter = filter;
  }

  get filter(): RunFilter {
    return this.#filter;
  }

  /** Shows other runs: what is loaded goes, and the view asks anew. */
  set filter(filter: RunFilter) {
    this.#filter = filter;
    this.restart();
  }

  get totals(): Totals | undefined {
    return this.#loaded.totals;
  }

  /** Newest first; ties by id, because the service promises no order (spec http-api.md, "Ordering"). */
  get runs(): readonly WorkflowRunMetadata[] {
    return [...this.#loaded.runs.values()].sort((a, b) => compare(b.created_at, a.created_at) || compare(a.id, b.id));
  }

  get(id: string): WorkflowRunMetadata | undefined {
    return this.#loaded.runs.get(id);
  }

  /** True while the service knows of runs that are not loaded. */
  get hasMore(): boolean {
    const { totals, runs, nextPage } = this.#loaded;
    return totals !== undefined && nextPage > 1 && runs.size < totals.total;
  }

  /** Loads as many pages anew as were loaded. */
  override refresh(): Promise<void> {
    return this.load(async () => {
      const fresh = nothing();
      const pages = Math.max(1, this.#loaded.nextPage - 1);
      while (fresh.nextPage <= pages && (await this.#nextPage(fresh)));
      return () => this.#take(fresh);
    });
  }

  /** Loads the next page and adds what is new. */
  loadMore(): Promise<void> {
    return this.load(async () => {
      const grown = { ...this.#loaded, runs: new Map(this.#loaded.runs) };
      await this.#nextPage(grown);
      return () => this.#take(grown);
    });
  }

  /** True while a run may still change by itself. */
  get active(): boolean {
    return [...this.#loaded.runs.values()].some((run) => run.status === 'PENDING' || run.status === 'RUNNING');
  }

  /** Asks for the newest page alone, one request however many runs are loaded, and tells just what has changed. */
  poll(): Promise<void> {
    return this.load(async () => {
      const { nextPage } = this.#loaded;
      const grown = { ...this.#loaded, runs: new Map(this.#loaded.runs), nextPage: 1 };
      await this.#nextPage(grown);
      return () => this.#take({ ...grown, nextPage: Math.max(nextPage, 2) });
    });
  }

  /** The run with its steps. A finished run is asked for once. @throws ApiFailure */
  async detail(id: string): Promise<WorkflowRunDetail> {
    const known = this.#details.get(id);
    if (known?.finished_at && this.get(id)?.finished_at) return known;
    const isCurrent = this.currency();
    const detail = await this.#connection.run((client) => client.getExecution(id));
    if (isCurrent()) this.#details.set(id, detail);
    return detail;
  }

  /** @returns whether the service may have another page */
  async #nextPage(into: Loaded): Promise<boolean> {
    const { workflow, status } = this.#filter;
    const query = {
      page: into.nextPage,
      limit: into.limit,
      ...(workflow ? { workflow_id: workflow } : {}),
      ...(status ? { status } : {}),
    };
    const { items, total, succeeded, failed } = await this.#connection.run((client) => client.listExecutions(query));
    for (const run of items) into.runs.set(run.id, run);
    into.totals = { total, succeeded, failed };
    into.nextPage++;
    return items.length > 0 && into.runs.size < total;
  }

  /** @returns the runs that look different, or undefined when others are there now */
  #take(loaded: Loaded): readonly string[] | undefined {
    const before = this.#loaded.runs;
    this.#loaded = loaded;
    if (before.size !== loaded.runs.size || ![...loaded.runs.keys()].every((id) => before.has(id))) return undefined;
    return [...loaded.runs.values()].filter((run) => !alike(run, before.get(run.id))).map((run) => run.id);
  }

  protected override get size(): number {
    return this.#loaded.runs.size;
  }

  protected override clear(): void {
    this.#loaded = nothing();
    this.#details.clear();
  }
}

function nothing(): Loaded {
  return { runs: new Map(), totals: undefined, nextPage: 1, limit: setting('switchyard.runs.pageSize') };
}

/** Whether two states of a run look the same. */
function alike(a: WorkflowRunMetadata, b: WorkflowRunMetadata | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

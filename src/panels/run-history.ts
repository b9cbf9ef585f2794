/** The runs of one workflow, loaded page by page as far back as needed. */
import type { ExecutionQuery, WorkflowRunMetadata } from '../api/index.ts';
import { LIMITS } from '../api/records.ts';
import type { RunFeed } from '../workflows/index.ts';

/** Maximum number of pages: 5,000 runs. */
const maxPages = 50;

export class RunHistory {
  readonly #feed: Pick<RunFeed, 'page'>;
  readonly #query: ExecutionQuery;
  readonly #runs = new Map<string, WorkflowRunMetadata>();
  /** Number of runs whose records couldn't be read. */
  unreadable = 0;
  #total = 0;
  #nextPage = 1;
  #exhausted = false;
  #newestFirst = true;
  /** Creation time of the oldest run so far, in epoch milliseconds. */
  #last = Number.POSITIVE_INFINITY;

  constructor(feed: Pick<RunFeed, 'page'>, query: Pick<ExecutionQuery, 'workflow_id' | 'status'>) {
    this.#feed = feed;
    this.#query = query;
  }

  get runs(): readonly WorkflowRunMetadata[] {
    return [...this.#runs.values()];
  }

  /** Number of runs that the service has, which may be more than are loaded. */
  get total(): number {
    return Math.max(this.#total, this.#runs.size + this.unreadable);
  }

  get pages(): number {
    return this.#nextPage - 1;
  }

  get isComplete(): boolean {
    return this.#exhausted || (this.pages > 0 && this.#runs.size + this.unreadable >= this.#total);
  }

  /** True if the maximum number of pages is loaded, so no more runs are requested. */
  get hasReachedLimit(): boolean {
    return this.pages >= maxPages;
  }

  /**
   * True if all runs since a time are loaded. The service doesn't guarantee an order (spec http-api.md, "Ordering"), so
   * an older run ends the search only if all runs so far were sorted newest first.
   */
  isLoadedSince(since: number): boolean {
    return this.isComplete || (this.#newestFirst && this.#last < since);
  }

  /**
   * Loads more pages. Pages loaded before a failure are kept.
   * @param until returns true to stop @param report called after each page @throws ApiFailure
   */
  async load(
    until: () => boolean,
    signal?: AbortSignal,
    report?: (runs: number, total: number) => void,
  ): Promise<void> {
    while (!this.isComplete && !this.hasReachedLimit && !until()) {
      const page = { ...this.#query, page: this.#nextPage, limit: LIMITS.pageSizeMaximum };
      const { items, total, unreadable } = await this.#feed.page(page, signal);
      for (const run of items) this.#addRun(run);
      this.unreadable += unreadable?.count ?? 0;
      this.#total = total;
      this.#exhausted = items.length === 0 && unreadable === undefined;
      this.#nextPage++;
      report?.(this.#runs.size, this.total);
    }
  }

  #addRun(run: WorkflowRunMetadata): void {
    // New runs push others to the next page, which then contains runs that are loaded already.
    const isNew = !this.#runs.has(run.id);
    this.#runs.set(run.id, run);
    const created = Date.parse(run.created_at);
    if (!isNew || Number.isNaN(created)) return;
    if (created > this.#last) this.#newestFirst = false;
    this.#last = Math.min(this.#last, created);
  }
}

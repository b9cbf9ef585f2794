/** The runs of one workflow, loaded page by page as far back as needed, and the neighbors of a run among them. */
import type { ExecutionQuery, WorkflowRunMetadata } from '../api/index.ts';
import { LIMITS } from '../api/records.ts';
import type { RunFeed } from '../service/run-feed.ts';

/** Maximum number of pages: 5,000 runs. */
const maxPages = 50;

export class RunHistory {
  readonly #feed: Pick<RunFeed, 'page'>;
  readonly #query: ExecutionQuery;
  readonly #runs = new Map<string, WorkflowRunMetadata>();
  /** Number of runs whose records couldn't be read. */
  unreadable = 0;
  /** Number of loaded pages. */
  pages = 0;
  #total = 0;
  #exhausted = false;
  #isNewestKnown = true;
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

  /** False if the service may have newer runs than the loaded ones. */
  get isNewestKnown(): boolean {
    return this.#isNewestKnown || this.isComplete;
  }

  get isComplete(): boolean {
    return this.#exhausted || (this.pages > 0 && this.#runs.size + this.unreadable >= this.#total);
  }

  /** True if the maximum number of pages is loaded, so no more runs are requested. */
  get hasReachedLimit(): boolean {
    return this.pages >= maxPages;
  }

  /**
   * True if all runs since a time are loaded. An older run ends the search only if the pages are known to be newest
   * first.
   */
  isLoadedSince(since: number): boolean {
    return this.isComplete || (this.#isNewestKnown && this.#last < since);
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
      const page = { ...this.#query, page: this.pages + 1, limit: LIMITS.pageSizeMaximum };
      const { items, total, unreadable, isNewestKnown } = await this.#feed.page(page, signal);
      this.#isNewestKnown &&= isNewestKnown;
      for (const run of items) this.#addRun(run);
      this.unreadable += unreadable?.count ?? 0;
      this.#total = total;
      this.#exhausted = items.length === 0 && unreadable === undefined;
      this.pages++;
      report?.(this.#runs.size, this.total);
    }
  }

  #addRun(run: WorkflowRunMetadata): void {
    // New runs push others to the next page, which then contains runs that are loaded already.
    this.#runs.set(run.id, run);
    const created = Date.parse(run.created_at);
    if (!Number.isNaN(created)) this.#last = Math.min(this.#last, created);
  }
}

type Run = Pick<WorkflowRunMetadata, 'id' | 'workflow_id' | 'created_at'>;

/**
 * Returns the run closest to this one: the previous one, the next one, or the newest successful one before it.
 * `isCertain` tells whether enough runs were loaded to rule out a closer one. @throws ApiFailure
 */
export async function relatedRun(
  feed: Pick<RunFeed, 'page'>,
  run: Run,
  which: 'previous' | 'next' | 'lastSuccess',
  signal?: AbortSignal,
): Promise<{ readonly run: WorkflowRunMetadata | undefined; readonly isCertain: boolean }> {
  const { workflow_id } = run;
  const history = new RunHistory(
    feed,
    which === 'lastSuccess' ? { workflow_id, status: 'SUCCEEDED' } : { workflow_id },
  );
  const since = Date.parse(run.created_at);
  await history.load(() => history.isLoadedSince(since), signal);
  // Runs created at the same time are ordered by ID.
  const before = (one: Run, other: Run) =>
    Date.parse(one.created_at) - Date.parse(other.created_at) || (one.id < other.id ? -1 : 1);
  const sorted = history.runs.filter(({ id }) => id !== run.id).sort(before);
  const isLater = (other: Run) => before(other, run) > 0;
  return {
    run: which === 'next' ? sorted.find(isLater) : sorted.findLast((other) => !isLater(other)),
    isCertain: history.isLoadedSince(since),
  };
}

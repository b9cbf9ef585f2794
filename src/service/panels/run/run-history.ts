/** The runs of one workflow, loaded page by page as far back as needed, and the neighbors of a run among them. */

import { timeOf } from '../../../shared/text/time.ts';
import type { ExecutionQuery, WorkflowRunMetadata } from '../../api/index.ts';
import { apiLimits } from '../../api/records.ts';
import { PagedList } from '../../session/paging/paged-list.ts';
import type { RunFeed } from '../../session/runs/run-feed.ts';

/** Maximum number of pages: 5,000 runs. */
const maxPages = 50;

export class RunHistory extends PagedList<WorkflowRunMetadata> {
  /** Creation time of the oldest run so far, in epoch milliseconds. */
  #last = Number.POSITIVE_INFINITY;

  constructor(feed: Pick<RunFeed, 'page'>, query: Pick<ExecutionQuery, 'workflow_id' | 'status'>) {
    super((page, signal) => feed.page({ ...query, page, limit: apiLimits.pageSizeMaximum }, signal));
  }

  /** True if the maximum number of pages is loaded, so no more runs are requested. */
  get hasReachedLimit(): boolean {
    return this.pages >= maxPages;
  }

  /** False if a run couldn't be read: any other one may then be closer than those that are loaded. */
  get isCertain(): boolean {
    return this.unreadable === undefined;
  }

  /**
   * True if all runs since a time are loaded. An older run ends the search only if the pages are known to be newest
   * first.
   */
  isLoadedSince(since: number): boolean {
    return this.isComplete || (this.isNewestKnown && this.#last < since);
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
    while (this.hasMore && !this.hasReachedLimit && !until()) {
      const { items } = await this.loadNext(signal);
      const times = items.map(({ created_at }) => timeOf(created_at));
      this.#last = Math.min(this.#last, ...times.filter((time) => !Number.isNaN(time)));
      report?.(this.items.length, this.total ?? this.items.length);
    }
  }
}

type Run = Pick<WorkflowRunMetadata, 'id' | 'workflow_id' | 'created_at'>;

/** The histories that a panel has loaded, by workflow, so that each step doesn't begin with the newest page again. */
export type LoadedHistories = Map<string, RunHistory>;

/**
 * Returns the run closest to this one: the previous or the next one.
 * `isCertain` tells whether enough runs were loaded to rule out a closer one.
 * @param loaded is used and updated @throws ApiFailure
 */
export async function relatedRun(
  feed: Pick<RunFeed, 'page'>,
  run: Run,
  which: 'previous' | 'next',
  signal?: AbortSignal,
  loaded: LoadedHistories = new Map(),
): Promise<{ readonly run: WorkflowRunMetadata | undefined; readonly isCertain: boolean }> {
  const { workflow_id } = run;
  const known = loaded.get(workflow_id);
  const history = known ?? new RunHistory(feed, { workflow_id });
  loaded.set(workflow_id, history);
  const since = timeOf(run.created_at);
  await history.load(() => history.isLoadedSince(since), signal);
  // Runs created at the same time are ordered by ID.
  const before = (one: Run, other: Run) =>
    timeOf(one.created_at) - timeOf(other.created_at) || (one.id < other.id ? -1 : 1);
  const sorted = history.items.filter(({ id }) => id !== run.id).sort(before);
  const isLater = (other: Run) => before(other, run) > 0;
  const found = which === 'next' ? sorted.find(isLater) : sorted.findLast((other) => !isLater(other));
  // Newer runs may have been added since.
  if (known !== undefined && found === undefined && which === 'next') {
    loaded.delete(workflow_id);
    return relatedRun(feed, run, which, signal, loaded);
  }
  return {
    run: found,
    isCertain: history.isCertain && history.isLoadedSince(since),
  };
}

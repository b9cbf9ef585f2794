/** A page of runs that match a filter. */
import type { ExecutionQuery, WorkflowRunMetadata } from '../api/index.ts';
import type { RunPage } from '../workflows/index.ts';
import type { RunFilter } from './filter.ts';

export type FilteredPage = RunPage & {
  /**
   * Epoch milliseconds: if this is the newest page, it contains all matching runs that were created later. Others are
   * deleted, or no longer match the filter.
   */
  readonly since: number;
  /** The page of each status; without statuses in the filter, the only page. */
  readonly lists: readonly RunPage[];
};

/** The service filters by only one status, so several statuses need one request each. @throws ApiFailure */
export async function filteredPage(
  { workflow, statuses = [] }: RunFilter,
  page: { readonly page: number; readonly limit: number },
  request: (query: ExecutionQuery) => Promise<RunPage>,
): Promise<FilteredPage> {
  const query = { ...page, ...(workflow ? { workflow_id: workflow } : {}) };
  const queries = statuses.length === 0 ? [query] : statuses.map((status) => ({ ...query, status }));
  const pages = await Promise.all(
    queries.map(async (one): Promise<FilteredPage> => {
      const answer = await request(one);
      return { ...answer, since: completeSince(answer.items, answer.total), lists: [answer] };
    }),
  );
  return pages.reduce(bothPages);
}

/** The service doesn't guarantee an order, so nothing is certain about an unsorted page. */
function completeSince(items: readonly WorkflowRunMetadata[], total: number): number {
  const times = items.map((run) => Date.parse(run.created_at));
  const isSorted = times.every((time, index) => (times[index - 1] ?? Number.POSITIVE_INFINITY) >= time);
  if (!isSorted) return Number.POSITIVE_INFINITY;
  return items.length >= total ? Number.NEGATIVE_INFINITY : (times.at(-1) ?? Number.POSITIVE_INFINITY);
}

/** Merges pages of runs with different statuses. */
function bothPages(one: FilteredPage, other: FilteredPage): FilteredPage {
  return {
    ...one,
    items: [...one.items, ...other.items],
    total: one.total + other.total,
    succeeded: one.succeeded + other.succeeded,
    failed: one.failed + other.failed,
    // Each page ends at another time. Older runs may be on a later page of their status.
    since: Math.max(one.since, other.since),
    lists: [...one.lists, ...other.lists],
    unreadable: bothUnreadable(one.unreadable, other.unreadable),
  };
}

/** Adds the numbers of unreadable rows. */
export function bothUnreadable(one: RunPage['unreadable'], other: RunPage['unreadable']): RunPage['unreadable'] {
  return one && other ? { ...one, count: one.count + other.count } : (one ?? other);
}

/** A page of runs that match a filter. */

import type { Unreadable } from '../../../shared/list/unreadable.ts';
import { sumUnreadable } from '../../../shared/list/unreadable.ts';
import type { ExecutionQuery, WorkflowRunMetadata } from '../../api/index.ts';
import { completeSince, type RunPage } from './run-feed.ts';
import type { RunFilter } from './run-filter.ts';

/** As the service sent them with the last page. The spec doesn't say whether a filter affects them. */
export interface Totals {
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
}

export interface FilteredPage extends Totals {
  readonly items: readonly WorkflowRunMetadata[];
  readonly unreadable: Unreadable | undefined;
  /**
   * Epoch milliseconds: if this is the newest page, it contains all matching runs that were created later. Others are
   * deleted, or no longer match the filter.
   */
  readonly since: number;
  /** False if the service may have newer matching runs. */
  readonly isNewestKnown: boolean;
  /** The page of each status; without statuses in the filter, the only page. */
  readonly lists: readonly RunPage[];
}

/** The service filters by only one status, so several statuses need one request each. @throws ApiFailure */
export async function filteredPage(
  { workflow, statuses = [] }: RunFilter,
  page: { readonly page: number; readonly limit: number },
  request: (query: ExecutionQuery) => Promise<RunPage>,
): Promise<FilteredPage> {
  const query = { ...page, ...(workflow ? { workflow_id: workflow } : {}) };
  const queries = statuses.length === 0 ? [query] : statuses.map((status) => ({ ...query, status }));
  const lists = await Promise.all(queries.map(request));
  const sum = (name: keyof Totals) => lists.reduce((total, list) => total + list[name], 0);
  return {
    items: lists.flatMap(({ items }) => items),
    total: sum('total'),
    succeeded: sum('succeeded'),
    failed: sum('failed'),
    // Each page ends at another time. Older runs may be on a later page of their status.
    since: Math.max(...lists.map(completeSince)),
    lists,
    isNewestKnown: lists.every((list) => list.isNewestKnown),
    unreadable: sumUnreadable(lists.map(({ unreadable }) => unreadable)),
  };
}

/** Detects runs that were deleted or no longer match the filter. */
import type { WorkflowRunMetadata } from '../api/index.ts';

/**
 * Returns a time in epoch milliseconds: the newest page contains all matching runs that were created later. The service
 * doesn't guarantee an order, so nothing is certain about an unsorted page.
 */
export function completeSince(items: readonly WorkflowRunMetadata[], total: number): number {
  const times = items.map((run) => Date.parse(run.created_at));
  const isSorted = times.every((time, index) => (times[index - 1] ?? Number.POSITIVE_INFINITY) >= time);
  if (!isSorted) return Number.POSITIVE_INFINITY;
  return items.length >= total ? Number.NEGATIVE_INFINITY : (times.at(-1) ?? Number.POSITIVE_INFINITY);
}

/**
 * Returns the IDs that are missing from the newest page although it contains all runs of their time: the runs were
 * deleted, or no longer match the filter.
 */
export function removedRuns(
  items: readonly WorkflowRunMetadata[],
  before: readonly string[],
  since: number,
  get: (id: string) => WorkflowRunMetadata | undefined,
): string[] {
  const there = new Set(items.map(({ id }) => id));
  return before.filter((id) => !there.has(id) && Date.parse(get(id)?.created_at ?? '') > since);
}

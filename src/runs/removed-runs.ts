/** Detects runs that were deleted or no longer match the filter. */
import type { WorkflowRunMetadata } from '../api/index.ts';

/**
 * Returns the IDs that are missing from the newest page although their runs are newer than its oldest run: they were
 * deleted, or no longer match the filter. The service doesn't guarantee an order, so an unsorted page removes nothing.
 */
export function removedRuns(
  items: readonly WorkflowRunMetadata[],
  before: readonly string[],
  isWhole: boolean,
  get: (id: string) => WorkflowRunMetadata | undefined,
): string[] {
  const times = items.map((run) => Date.parse(run.created_at));
  if (times.some((time, index) => !((times[index - 1] ?? Number.POSITIVE_INFINITY) >= time))) return [];
  const oldest = isWhole ? Number.NEGATIVE_INFINITY : (times.at(-1) ?? Number.POSITIVE_INFINITY);
  const there = new Set(items.map(({ id }) => id));
  return before.filter((id) => !there.has(id) && Date.parse(get(id)?.created_at ?? '') > oldest);
}

/** Runs that a page shows to be gone. */
import type { WorkflowRunMetadata } from '../api/index.ts';

/**
 * Runs of the newest page that are no longer in it though they are newer than the oldest run that is: deleted elsewhere, or
 * past the filter now. The service promises no order, so a page that is not sorted tells nothing.
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

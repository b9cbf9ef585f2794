/** Finds runs of the same workflow: the previous one, the next one, and the last successful one. */
import type { WorkflowRunMetadata } from '../api/index.ts';
import type { RunFeed } from '../workflows/index.ts';
import { RunHistory } from './run-history.ts';

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

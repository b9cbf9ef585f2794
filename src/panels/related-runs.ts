/** Finds runs of the same workflow: the previous one, the next one, and the last successful one. */
import type { WorkflowRunMetadata } from '../api/index.ts';
import type { RunFeed } from '../workflows/index.ts';
import { RunHistory } from './run-history.ts';

export interface RelatedRun {
  readonly run: WorkflowRunMetadata | undefined;
  /** Whether enough runs were loaded to rule out a closer one. */
  readonly isCertain: boolean;
}

type Feed = Pick<RunFeed, 'page'>;
type Run = Pick<WorkflowRunMetadata, 'id' | 'workflow_id' | 'created_at'>;

/** Returns the newest successful run before this one. @throws ApiFailure */
export async function lastSuccess(feed: Feed, run: Run): Promise<RelatedRun> {
  const { earlier, isCertain } = await around(feed, run, 'SUCCEEDED');
  return { run: earlier, isCertain };
}

/** Returns the run before this one. @throws ApiFailure */
export async function previousRun(feed: Feed, run: Run): Promise<RelatedRun> {
  const { earlier, isCertain } = await around(feed, run);
  return { run: earlier, isCertain };
}

/** Returns the run after this one. @throws ApiFailure */
export async function nextRun(feed: Feed, run: Run): Promise<RelatedRun> {
  const { later, isCertain } = await around(feed, run);
  return { run: later, isCertain };
}

async function around(feed: Feed, run: Run, status?: 'SUCCEEDED') {
  const history = new RunHistory(feed, { workflow_id: run.workflow_id, ...(status && { status }) });
  const since = Date.parse(run.created_at);
  await history.load(() => history.isLoadedSince(since));
  // Runs created at the same time are ordered by ID.
  const before = (one: Run, other: Run) =>
    Date.parse(one.created_at) - Date.parse(other.created_at) || (one.id < other.id ? -1 : 1);
  const sorted = history.runs.filter(({ id }) => id !== run.id).sort(before);
  return {
    earlier: sorted.findLast((other) => before(other, run) < 0),
    later: sorted.find((other) => before(other, run) > 0),
    isCertain: history.isLoadedSince(since),
  };
}

/** The earlier runs of a workflow: the last success, and how often a step failed. Says how far it has searched. */

import type { Unreadable } from '../../../shared/list/unreadable.ts';
import { Pool } from '../../../shared/pool.ts';
import { timeOf } from '../../../shared/text/time.ts';
import type { WorkflowRunMetadata } from '../../api/index.ts';
import type { RunDetail } from '../../session/runs/run-detail.ts';
import type { RunFeed } from '../../session/runs/run-feed.ts';
import { isTest, newestFirst } from '../../session/runs/run-state.ts';
import { RunHistory } from './run-history.ts';
import { failedStep } from './what-changed.ts';

/** Maximum number of successful runs that are searched. */
const maxSearched = 1000;
/** Maximum number of earlier failed runs whose steps are loaded, with one request each. */
const maxFailures = 10;
const maxRequests = 4;
/** Number of earlier runs in the list. */
const maxListed = 5;

type Feed = Pick<RunFeed, 'page' | 'run'>;

export interface LastSuccess {
  /** The newest earlier success; undefined if none was found. One of a test only counts for a test, if there is another. */
  readonly run: WorkflowRunMetadata | undefined;
  /** Number of successful runs that were searched. */
  readonly searched: number;
  /** False if the search ended early (canceled, at the limit, a page couldn't be loaded), or passed unreadable runs. */
  readonly isComplete: boolean;
  readonly unreadable?: Unreadable | undefined;
  /** Why a page couldn't be loaded. */
  readonly problem?: unknown;
}

/**
 * Finds the newest success before a run. Continues, up to a limit, if only one of the two runs is a test. If the search is
 * canceled or fails, returns what was found so far. Never rejects.
 * @param report called before each further page
 */
export async function lastSuccess(
  feed: Feed,
  run: WorkflowRunMetadata,
  signal: AbortSignal,
  report?: (searched: number) => void,
): Promise<LastSuccess> {
  const { workflow_id } = run;
  const history = new RunHistory(feed, { workflow_id, status: 'SUCCEEDED' });
  const created = timeOf(run.created_at);
  const since = Number.isNaN(created) ? Number.POSITIVE_INFINITY : created;
  // A service may ignore the filter.
  const earlier = () =>
    history.items
      .filter((one) => one.id !== run.id && one.status === 'SUCCEEDED' && one.workflow_id === workflow_id)
      .filter(({ created_at }) => timeOf(created_at) <= since)
      .sort(newestFirst);
  const alike = () => earlier().find((one) => isTest(one) === isTest(run));
  let problem: unknown;
  try {
    const isOver = () => (history.isLoadedSince(since) && alike() !== undefined) || history.items.length >= maxSearched;
    await history.load(() => {
      const isEnd = isOver();
      if (!isEnd && history.pages > 0) report?.(history.items.length);
      return isEnd;
    }, signal);
  } catch (error) {
    if (!signal.aborted) problem = error;
  }
  const found = alike();
  return {
    run: found ?? earlier()[0],
    searched: history.items.length,
    isComplete: history.isCertain && (history.isComplete || (found !== undefined && history.isLoadedSince(since))),
    unreadable: history.unreadable,
    ...(problem !== undefined && { problem }),
  };
}

/** What is known of the runs before a failed one. */
export interface EarlierRuns {
  /** Number of runs after the success, and how many of them failed, without this one. Undefined if they aren't all loaded. */
  readonly since: { readonly runs: number; readonly failed: number } | undefined;
  /** Number of earlier failed runs whose steps were compared, and in how many of them the same step failed last. */
  readonly compared: number;
  readonly alike: number;
  /** Creation time of the earliest one that was compared. */
  readonly oldest: string | undefined;
  /** The latest ones, whatever their status. */
  readonly runs: readonly WorkflowRunMetadata[];
  readonly problem?: unknown;
}

/** Looks at the failed runs before a run, the newest ones of one page. Never rejects. */
export async function earlierRuns(
  feed: Feed,
  run: RunDetail,
  success: WorkflowRunMetadata | undefined,
  signal: AbortSignal,
): Promise<EarlierRuns> {
  const history = new RunHistory(feed, { workflow_id: run.workflow_id });
  const [created, succeeded] = [timeOf(run.created_at), timeOf(success?.created_at)];
  try {
    await history.load(() => history.isLoadedSince(Number.isNaN(succeeded) ? created : succeeded), signal);
    const before = history.items
      .filter(
        ({ id, workflow_id, created_at }) =>
          id !== run.id && workflow_id === run.workflow_id && timeOf(created_at) <= created,
      )
      .sort(newestFirst);
    const after = before.filter(({ id, created_at }) => id !== success?.id && timeOf(created_at) >= succeeded);
    const failures = before.filter(({ status }) => status === 'FAILED').slice(0, maxFailures);
    const name = failedStep(run)?.name;
    const pool = new Pool(maxRequests);
    const load = async ({ id }: WorkflowRunMetadata) => (signal.aborted ? undefined : feed.run(id));
    const compared = name === undefined ? [] : failures;
    const details = await Promise.allSettled(compared.map((one) => pool.run(() => load(one))));
    const loaded = details.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []));
    const failed = after.filter(({ status }) => status === 'FAILED').length;
    return {
      since: history.isCertain && history.isLoadedSince(succeeded) ? { runs: after.length, failed } : undefined,
      compared: loaded.length,
      alike: loaded.filter((one) => failedStep(one)?.name === name).length,
      oldest: loaded.sort(newestFirst).at(-1)?.created_at,
      runs: before.slice(0, maxListed),
    };
  } catch (problem) {
    return { since: undefined, compared: 0, alike: 0, oldest: undefined, runs: [], problem };
  }
}

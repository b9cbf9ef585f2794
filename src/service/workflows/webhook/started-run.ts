/** Finds the run that a webhook has started, if its response doesn't name it: probably the first new run of the workflow. */
import { type Clock, realClock, wait } from '../../../../common/clock.ts';
import { timeOf } from '../../../shared/text/time.ts';
import { isTest } from '../../session/runs/run-state.ts';
import type { ServiceSession } from '../../session/session.ts';

/** Seconds between requests, together a minute. */
const delays = [1, 3, 6, 10, 20, 20];
/** Milliseconds by which the clock of the service may be behind. */
const tolerance = 2000;
/** Milliseconds after sending in which the run was created. */
const longest = 60_000;
const newest = 20;

type Lists = Pick<ServiceSession, 'runs' | 'latest'>;

/** Returns the IDs of the runs of a workflow that were loaded before sending. */
export function knownRuns({ runs, latest }: Lists, workflow: string): ReadonlySet<string> {
  const loaded = runs.runs.filter(({ workflow_id }) => workflow_id === workflow);
  return new Set([...loaded, ...latest.of(workflow)].map(({ id }) => id));
}

/** @param at when the body was sent, in epoch milliseconds @returns the ID of the run, or undefined after a minute */
export async function findStartedRun(
  { feed, client, signal, canRequest }: Pick<ServiceSession, 'feed' | 'client' | 'signal' | 'canRequest'>,
  workflow: string,
  known: ReadonlySet<string>,
  at: number,
  clock: Clock = realClock,
): Promise<string | undefined> {
  // The clock of the service may differ from ours.
  const sentAt = at + ((client.serviceNow() ?? Date.now()) - Date.now());
  for (const seconds of delays) {
    await wait(clock, seconds * 1000, signal);
    if (signal.aborted || !canRequest) return undefined;
    const { items } = await feed.page({ workflow_id: workflow, page: 1, limit: newest }, signal);
    const started = items.filter((run) => {
      const { id, workflow_id, created_at } = run;
      const after = timeOf(created_at) - sentAt;
      const isNew = workflow_id === workflow && !known.has(id) && !isTest(run);
      return isNew && after >= -tolerance && after <= longest;
    });
    const [first] = started.sort((one, other) => timeOf(one.created_at) - timeOf(other.created_at));
    if (first) return first.id;
  }
  return undefined;
}

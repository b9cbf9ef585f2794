/** Elapsed time of running runs, by the clock of the service, because ours may differ. */
import type { WorkflowRunMetadata } from '../api/index.ts';

/** When each received state of a run was first drawn, in epoch milliseconds, and its elapsed seconds then. */
const drawn = new WeakMap<WorkflowRunMetadata, { readonly at: number; readonly seconds: number | undefined }>();

/**
 * Returns seconds; undefined if the run isn't running, or if they aren't known.
 * @param now epoch milliseconds @param serviceNow the same time by the clock of the service, if known
 */
export function elapsed(run: WorkflowRunMetadata, now: number, serviceNow: number | undefined): number | undefined {
  if (run.status !== 'RUNNING') return undefined;
  const first = drawn.get(run) ?? { at: now, seconds: run.duration ?? secondsSince(run.started_at, serviceNow) };
  drawn.set(run, first);
  // Whole seconds, because tenths in a live counter are hard to read.
  return first.seconds === undefined ? undefined : Math.floor(first.seconds + (now - first.at) / 1000);
}

function secondsSince(time: string | null, now: number | undefined): number | undefined {
  const seconds = ((now ?? Number.NaN) - Date.parse(time ?? '')) / 1000;
  // A run that hasn't started by the clock of the service has a time from another clock. Headers have whole seconds.
  return Number.isNaN(seconds) || seconds < -1 ? undefined : Math.max(0, seconds);
}

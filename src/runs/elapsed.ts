/** Elapsed time of running runs, continued from the duration that the service sent, because its clock may differ. */
import type { WorkflowRunMetadata } from '../api/index.ts';

/** When each received state of a run was first drawn, in epoch milliseconds. */
const drawn = new WeakMap<WorkflowRunMetadata, number>();

/** Returns seconds; undefined if the run isn't running. @param now epoch milliseconds */
export function elapsed(run: WorkflowRunMetadata, now: number): number | undefined {
  if (run.status !== 'RUNNING') return undefined;
  const first = drawn.get(run) ?? now;
  drawn.set(run, first);
  const since = (first - Date.parse(run.started_at ?? '')) / 1000;
  const base = run.duration ?? Math.max(since || 0, 0);
  // Whole seconds, because tenths in a live counter are hard to read.
  return Math.floor(base + (now - first) / 1000);
}

/** Elapsed time of running runs, continued from the duration that the service sent, because its clock may differ. */
import type { WorkflowRunMetadata } from '../api/index.ts';

export class Elapsed {
  readonly #seen = new Map<string, { readonly run: WorkflowRunMetadata; readonly base: number; readonly at: number }>();

  /** Returns seconds; undefined if the run isn't running. @param now epoch milliseconds */
  of(run: WorkflowRunMetadata, now: number): number | undefined {
    if (run.status !== 'RUNNING') {
      this.#seen.delete(run.id);
      return undefined;
    }
    let known = this.#seen.get(run.id);
    if (known?.run !== run) {
      known = { run, base: baseOf(run, now), at: now };
      this.#seen.set(run.id, known);
    }
    // Whole seconds, because tenths in a live counter are hard to read.
    return Math.floor(known.base + (now - known.at) / 1000);
  }
}

function baseOf({ duration, started_at }: WorkflowRunMetadata, now: number): number {
  if (typeof duration === 'number') return duration;
  const since = (now - Date.parse(started_at ?? '')) / 1000;
  return Math.max(since || 0, 0);
}

/** Detects runs that ended since tracking began. Pure, and uses only the times of the service: its clock may differ. */

import { timeOf } from '../../../shared/text/time.ts';
import type { WorkflowRunMetadata } from '../../api/index.ts';
import type { ReceivedRuns } from '../../session/runs/run-feed.ts';
import { hasEnded } from '../../session/runs/run-state.ts';

/** Maximum number of tracked runs. */
const maxRuns = 2000;

export class RunEndTracker {
  /** Last known state of each run, by ID. */
  readonly #seen = new Map<string, WorkflowRunMetadata>();
  /** Creation time of the newest run when tracking began, in epoch milliseconds. Older unknown runs aren't reported. */
  #beginning: number | undefined;
  /** The first newest page contained all runs that were created later, so another such run on a newest page is new. */
  #since = Number.POSITIVE_INFINITY;

  /** True once the newest page was received. Until then, no run is known to be new. */
  get hasBegun(): boolean {
    return this.#beginning !== undefined;
  }

  knows(id: string): boolean {
    return this.#seen.has(id);
  }

  /** Runs that hadn't ended when they were last received, newest first. */
  get unfinished(): readonly WorkflowRunMetadata[] {
    return [...this.#seen.values()].filter((run) => !hasEnded(run)).sort((a, b) => createdAt(b) - createdAt(a));
  }

  /** Stops tracking a run that the service no longer has. */
  forget(id: string): void {
    this.#seen.delete(id);
  }

  /** @returns the runs that ended since they were last received or since the first newest page, oldest first */
  recordRuns({ runs, newest, since }: Pick<ReceivedRuns, 'runs' | 'newest' | 'since'>): WorkflowRunMetadata[] {
    const ended = runs.filter((run) => this.#hasNewlyEnded(run, newest));
    if (newest && this.#beginning === undefined) {
      this.#beginning = Math.max(0, ...runs.map(createdAt));
      this.#since = since;
    }
    for (const run of runs) {
      this.#seen.delete(run.id);
      this.#seen.set(run.id, run);
    }
    for (const id of this.#seen.keys()) {
      if (this.#seen.size <= maxRuns) break;
      this.#seen.delete(id);
    }
    return ended.sort((a, b) => createdAt(a) - createdAt(b));
  }

  #hasNewlyEnded(run: WorkflowRunMetadata, isOnNewestPage: boolean): boolean {
    if (!hasEnded(run)) return false;
    const before = this.#seen.get(run.id);
    // A run that had ended may end otherwise (the spec has no transitions).
    if (before !== undefined) return !hasEnded(before) || before.status !== run.status;
    const created = createdAt(run);
    if (this.#beginning === undefined || created <= 0) return false;
    // Times may be in whole seconds: a run created in the same second as the newest known one may be new. A service may
    // also list a run later than another one that was created after it.
    return created >= this.#beginning || (isOnNewestPage && created > this.#since);
  }
}

function createdAt(run: WorkflowRunMetadata): number {
  return timeOf(run.created_at) || 0;
}

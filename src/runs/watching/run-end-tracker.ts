/** Which runs have ended since we began to look; pure, and by the service's times alone, whose clock may differ from ours. */
import type { WorkflowRunMetadata } from '../../api/index.ts';
import { hasEnded } from '../../shared/run-state.ts';
import type { ReceivedRuns } from '../../workflows/index.ts';

/** Runs remembered. */
const MOST = 2000;

export class RunEndTracker {
  /** By id, the runs as they were seen last. */
  readonly #seen = new Map<string, WorkflowRunMetadata>();
  /** Of the first newest page: what is older was there before us. Epoch milliseconds. */
  #beginning: number | undefined;

  /** Whether the newest page has come: until then, no run is known to be new. */
  get hasBegun(): boolean {
    return this.#beginning !== undefined;
  }

  knows(id: string): boolean {
    return this.#seen.has(id);
  }

  /** Runs that had not ended when they were seen last, newest first. */
  get unfinished(): readonly WorkflowRunMetadata[] {
    return [...this.#seen.values()].filter((run) => !hasEnded(run)).sort((a, b) => createdAt(b) - createdAt(a));
  }

  /** A run that the service no longer has ends no more. */
  forget(id: string): void {
    this.#seen.delete(id);
  }

  /** Forgets all: another account has other runs. */
  clear(): void {
    this.#seen.clear();
    this.#beginning = undefined;
  }

  /** @returns the runs that have ended since they were seen or since the first newest page, oldest first */
  take({ runs, newest }: ReceivedRuns): WorkflowRunMetadata[] {
    const ended = runs.filter((run) => this.#isNews(run));
    if (newest) this.#beginning ??= Math.max(0, ...runs.map(createdAt));
    for (const run of runs) {
      this.#seen.delete(run.id);
      this.#seen.set(run.id, run);
    }
    for (const id of this.#seen.keys()) {
      if (this.#seen.size <= MOST) break;
      this.#seen.delete(id);
    }
    return ended.sort((a, b) => createdAt(a) - createdAt(b));
  }

  #isNews(run: WorkflowRunMetadata): boolean {
    if (!hasEnded(run)) return false;
    const before = this.#seen.get(run.id);
    if (before !== undefined) return !hasEnded(before);
    const created = createdAt(run);
    // Services tell times in whole seconds too: a run of the same second as the newest one that was there may be new.
    return this.#beginning !== undefined && created > 0 && created >= this.#beginning;
  }
}

function createdAt(run: WorkflowRunMetadata): number {
  return Date.parse(run.created_at) || 0;
}

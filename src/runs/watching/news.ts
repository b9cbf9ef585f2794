/** Which runs have ended since we began to look; pure, and by the service's times alone, whose clock may differ from ours. */
import type { WorkflowRunMetadata } from '../../api/index.ts';
import { hasEnded } from '../../shared/run-state.ts';
import type { ReceivedRuns } from '../../workflows/index.ts';

/** Runs remembered. */
const MOST = 2000;

export class News {
  /** By id, whether a run had ended when it was seen last. */
  readonly #seen = new Map<string, boolean>();
  /** Of the first newest page: what is older was there before us. Epoch milliseconds. */
  #beginning: number | undefined;

  /** Forgets all: another account has other runs. */
  clear(): void {
    this.#seen.clear();
    this.#beginning = undefined;
  }

  /** @returns the runs that have ended since, oldest first; none of the first page, which is no news */
  take({ runs, newest }: ReceivedRuns): WorkflowRunMetadata[] {
    const isFirst = this.#beginning === undefined;
    // Older pages and filtered ones say nothing about what is new.
    if (isFirst && !newest) return [];
    if (isFirst) this.#beginning = Math.max(0, ...runs.map(createdAt));
    const ended = runs.filter((run) => !isFirst && this.#isNews(run));
    for (const run of runs) {
      this.#seen.delete(run.id);
      this.#seen.set(run.id, hasEnded(run));
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
    return before === undefined ? createdAt(run) > (this.#beginning ?? 0) : !before;
  }
}

function createdAt(run: WorkflowRunMetadata): number {
  return Date.parse(run.created_at) || 0;
}

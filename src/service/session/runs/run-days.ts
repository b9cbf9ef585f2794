/** Runs by creation day, newest first. Adding a page costs the same however many runs are loaded. */

import { localDay } from '../../../shared/text/format.ts';
import { timeOf } from '../../../shared/text/time.ts';
import type { WorkflowRunMetadata } from '../../api/index.ts';
import { isSameState, newestFirst } from './run-state.ts';

export interface RunDay {
  /** `2025-11-20` in local time; empty for runs whose time can't be parsed. */
  readonly key: string;
  /** Newest first. */
  readonly ids: string[];
  /** Incremented whenever a run is added or removed. */
  version: number;
}

export class RunDays {
  /** Each run with the key of its day, by ID. */
  readonly #runs = new Map<string, { run: WorkflowRunMetadata; readonly key: string }>();
  readonly #days = new Map<string, RunDay>();

  get size(): number {
    return this.#runs.size;
  }

  get(id: string): WorkflowRunMetadata | undefined {
    return this.#runs.get(id)?.run;
  }

  ids(): Iterable<string> {
    return this.#runs.keys();
  }

  day(key: string): RunDay | undefined {
    return this.#days.get(key);
  }

  /** Newest first. Runs whose time can't be parsed are last. */
  get days(): readonly RunDay[] {
    return [...this.#days.values()].sort((a, b) => (a.key < b.key ? 1 : -1));
  }

  /** All runs, newest first. */
  get runs(): WorkflowRunMetadata[] {
    return this.days.flatMap(({ ids }) => ids.flatMap((id) => this.get(id) ?? []));
  }

  /** Returns the key of a run's day. */
  keyOfRun(id: string): string | undefined {
    return this.#runs.get(id)?.key;
  }

  /** Adds or updates a run. @param now epoch milliseconds; later times (clock differences) count as today */
  put(run: WorkflowRunMetadata, now: number): 'added' | 'changed' | 'same' {
    const known = this.#runs.get(run.id);
    if (known?.run.created_at === run.created_at) {
      if (isSameState(known.run, run)) return 'same';
      known.run = run;
      return 'changed';
    }
    this.remove(run.id);
    const at = timeOf(run.created_at);
    const key = Number.isNaN(at) ? '' : localDay(Math.min(at, now));
    const day = this.#days.get(key) ?? { key, ids: [], version: 0 };
    this.#days.set(key, day);
    this.#runs.set(run.id, { run, key });
    // From the end, because most runs are older than those loaded before.
    const index = day.ids.findLastIndex((id) => newestFirst(this.get(id) ?? run, run) < 0);
    day.ids.splice(index + 1, 0, run.id);
    day.version++;
    return 'added';
  }

  remove(id: string): void {
    const day = this.#days.get(this.keyOfRun(id) ?? '');
    if (!this.#runs.delete(id) || !day) return;
    day.ids.splice(day.ids.indexOf(id), 1);
    day.version++;
    if (day.ids.length === 0) this.#days.delete(day.key);
  }

  clear(): void {
    this.#runs.clear();
    this.#days.clear();
  }
}

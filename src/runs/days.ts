/** Runs by creation day, newest first. Adding a page costs the same however many runs are loaded. */
import type { WorkflowRunMetadata } from '../api/index.ts';
import { localDay } from '../shared/format.ts';
import { isSameState } from '../shared/run-state.ts';

export interface Day {
  /** `2025-11-20` in local time; empty for runs whose time can't be parsed. */
  readonly key: string;
  /** Newest first. */
  readonly ids: readonly string[];
  /** Incremented whenever a run is added or removed. */
  readonly version: number;
}

interface Place {
  run: WorkflowRunMetadata;
  /** Creation time in epoch milliseconds; NaN if it can't be parsed. */
  readonly at: number;
  /** Key of its day. */
  readonly key: string;
}

interface OpenDay {
  readonly key: string;
  readonly ids: string[];
  version: number;
}

export class RunDays {
  readonly #places = new Map<string, Place>();
  readonly #days = new Map<string, OpenDay>();

  get size(): number {
    return this.#places.size;
  }

  get(id: string): WorkflowRunMetadata | undefined {
    return this.#places.get(id)?.run;
  }

  ids(): Iterable<string> {
    return this.#places.keys();
  }

  day(key: string): Day | undefined {
    return this.#days.get(key);
  }

  /** Newest first. Runs whose time can't be parsed are last. */
  get days(): readonly Day[] {
    return [...this.#days.values()].sort((a, b) => (a.key < b.key ? 1 : -1));
  }

  /** All runs, newest first. */
  get runs(): WorkflowRunMetadata[] {
    return this.days.flatMap(({ ids }) => ids.map((id) => this.get(id)).filter((run) => run !== undefined));
  }

  /** Returns the key of a run's day. @param now epoch milliseconds; later times (clock differences) count as today */
  static keyOf(run: WorkflowRunMetadata, now: number): string {
    const at = Date.parse(run.created_at);
    return Number.isNaN(at) ? '' : localDay(Math.min(at, now));
  }

  keyOfRun(id: string): string | undefined {
    return this.#places.get(id)?.key;
  }

  /** Adds or updates a run. @returns what changed */
  put(run: WorkflowRunMetadata, now: number): 'added' | 'changed' | 'same' {
    const known = this.#places.get(run.id);
    if (known?.run.created_at === run.created_at) {
      if (isSameState(known.run, run)) return 'same';
      known.run = run;
      return 'changed';
    }
    if (known) this.remove(run.id);
    this.#add(run, now);
    return 'added';
  }

  #add(run: WorkflowRunMetadata, now: number): void {
    const key = RunDays.keyOf(run, now);
    const place = { run, at: Date.parse(run.created_at), key };
    const day = this.#days.get(key) ?? { key, ids: [], version: 0 };
    this.#days.set(key, day);
    this.#places.set(run.id, place);
    day.ids.splice(this.#index(day.ids, place), 0, run.id);
    day.version++;
  }

  remove(id: string): void {
    const place = this.#places.get(id);
    const day = this.#days.get(place?.key ?? '');
    if (!place || !day) return;
    this.#places.delete(id);
    day.ids.splice(day.ids.indexOf(id), 1);
    day.version++;
    if (day.ids.length === 0) this.#days.delete(day.key);
  }

  /** Returns the position of a run in its day, by binary search. */
  #index(ids: readonly string[], place: Place): number {
    let low = 0;
    let high = ids.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#places.get(ids[middle] ?? '');
      if (other && isBefore(other, place)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Newest first, ties by ID, because the service doesn't guarantee an order (spec http-api.md, "Ordering"). */
function isBefore(a: Place, b: Place): boolean {
  if (a.at !== b.at && !(Number.isNaN(a.at) && Number.isNaN(b.at))) return a.at > b.at;
  return a.run.id < b.run.id;
}

/** Batches records, so that neither the page nor the disk handles every token of an answer separately. */
import { type Clock, realClock } from '../../../common/clock.ts';
import type { ChatRecord } from './record.ts';

/**
 * Delivers the first record immediately and later ones at most once per interval, in order. Texts of an answer
 * are merged, unless something else is between them. The cost of a record doesn't depend on the number of earlier records.
 */
export class RecordBatch {
  readonly #interval: number;
  readonly #deliver: (records: readonly ChatRecord[]) => void;
  readonly #clock: Clock;
  #waiting: ChatRecord[] = [];
  #rest: (() => void) | undefined;

  /** @param interval minimum milliseconds between deliveries */
  constructor(interval: number, deliver: (records: readonly ChatRecord[]) => void, clock: Clock = realClock) {
    this.#interval = interval;
    this.#deliver = deliver;
    this.#clock = clock;
  }

  add(record: ChatRecord): void {
    if (record.kind !== 'text' || !this.#merge(record)) this.#waiting.push(record);
    if (!this.#rest) this.flush();
  }

  /** Adds a text to one that waits. Two answers can stream at once, so it may not be the last. */
  #merge(record: ChatRecord & { kind: 'text' }): boolean {
    for (let at = this.#waiting.length - 1; at >= 0; at--) {
      const before = this.#waiting[at];
      if (before?.kind !== 'text') return false;
      if (before.id !== record.id) continue;
      this.#waiting[at] = { ...before, text: before.text + record.text };
      return true;
    }
    return false;
  }

  /** Delivers pending records immediately. */
  flush(): void {
    this.#rest?.();
    this.#rest = undefined;
    if (this.#waiting.length === 0) return;
    const records = this.#waiting;
    this.#waiting = [];
    this.#rest = this.#clock.later(this.#interval, () => {
      this.#rest = undefined;
      this.flush();
    });
    this.#deliver(records);
  }

  /** Delivers pending records and stops the timer. */
  dispose(): void {
    this.flush();
    this.#rest?.();
  }

  /** Drops pending records, because the receiver is about to get the complete state. */
  clear(): void {
    this.#waiting = [];
  }
}

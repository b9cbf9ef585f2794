/** Batches records, so that neither the panel nor the disk handles every token of an answer separately. */
import { type Clock, realClock } from '../../../common/clock.ts';
import type { ChatRecord } from './record.ts';

/**
 * Delivers the first record immediately and later ones at most once per interval, in order. Consecutive texts of an
 * answer are merged. The cost of a record doesn't depend on the number of earlier records.
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
    const before = this.#waiting.at(-1);
    if (record.kind === 'text' && before?.kind === 'text' && before.id === record.id)
      this.#waiting[this.#waiting.length - 1] = { ...before, text: before.text + record.text };
    else this.#waiting.push(record);
    if (!this.#rest) this.flush();
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

/** Batches records, so that neither the panel nor the disk handles every token of an answer separately. */
import { type Clock, realClock } from '../../common/clock.ts';
import type { ChatRecord } from './record.ts';

/**
 * Milliseconds between messages to the panel: 20 per second, and 10 per second once an answer has streamed for two
 * seconds. Faster updates aren't noticeable, and each one costs the panel a layout.
 */
export const panelInterval = (streak: number): number => (streak <= 40 ? 50 : 100);

/**
 * Delivers the first record immediately and later ones at most once per interval, in order. Consecutive texts of an
 * answer are merged. The cost of a record doesn't depend on the number of earlier records.
 */
export class RecordBatch {
  readonly #interval: (streak: number) => number;
  readonly #deliver: (records: readonly ChatRecord[]) => void;
  readonly #clock: Clock;
  #waiting: ChatRecord[] = [];
  #rest: (() => void) | undefined;
  /** Number of consecutive deliveries without an idle interval. */
  #streak = 0;

  /** @param interval minimum milliseconds to the next delivery, given the number of consecutive deliveries so far */
  constructor(
    interval: (streak: number) => number,
    deliver: (records: readonly ChatRecord[]) => void,
    clock: Clock = realClock,
  ) {
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
    if (this.#waiting.length === 0) {
      this.#streak = 0;
      return;
    }
    const records = this.#waiting;
    this.#waiting = [];
    this.#rest = this.#clock.later(this.#interval(++this.#streak), () => {
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

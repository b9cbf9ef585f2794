/** Gathers records, so that neither the panel nor the disk hears every token of an answer. */
import { type Clock, realClock } from '../../common/clock.ts';
import type { ChatRecord } from './record.ts';

/**
 * Milliseconds from one message to the panel to the next: twenty a second, and ten when an answer goes on for longer than
 * two seconds. Nobody reads faster, and each costs the panel a layout.
 */
export const panelInterval = (streak: number): number => (streak <= 40 ? 50 : 100);

/**
 * Delivers the first record at once and what follows it at most once an interval, in order, with the texts of one answer
 * put together. The cost of a record does not depend on how much came before it.
 */
export class RecordBatch {
  readonly #interval: (streak: number) => number;
  readonly #deliver: (records: readonly ChatRecord[]) => void;
  readonly #clock: Clock;
  #waiting: ChatRecord[] = [];
  #rest: (() => void) | undefined;
  /** Deliveries that came one right after the other. */
  #streak = 0;

  /** @param interval least time to the next delivery, in milliseconds, after so many that came one right after the other */
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

  /** Delivers what waits, now. */
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

  /** Delivers what waits and rests for good. */
  dispose(): void {
    this.flush();
    this.#rest?.();
  }

  /** Forgets what waits: somebody is told everything anew. */
  clear(): void {
    this.#waiting = [];
  }
}

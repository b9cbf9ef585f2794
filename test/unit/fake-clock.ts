import type { Clock } from '../../common/clock.ts';
import { settle } from './settle.ts';

/** The clock of all tests. It stands still until the test advances it, in one of three ways. */
export class FakeClock implements Clock {
  time = 1_760_000_000_000;
  /** The next random numbers. */
  chance = 0.5;
  /** All requested waits, in milliseconds. */
  readonly waits: number[] = [];
  #timers: { at: number; run: () => void }[] = [];

  now(): number {
    return this.time;
  }

  random(): number {
    return this.chance;
  }

  later(ms: number, run: () => void): () => void {
    this.waits.push(ms);
    const timer = { at: this.time + ms, run };
    this.#timers.push(timer);
    return () => this.#remove(timer);
  }

  /** Number of timers that are neither due nor canceled. */
  get pending(): number {
    return this.#timers.length;
  }

  /** Advances the clock and runs the timers that are due, without a turn of the event loop. */
  advance(ms: number): void {
    const end = this.time + ms;
    while (this.#runNext(end));
    this.time = end;
  }

  /**
   * Advances the clock and runs the timers that are due, each after the work of the one before.
   * @param settled waits for the work that a timer started
   */
  async advanceAndSettle(ms: number, settled: () => Promise<unknown> = settle): Promise<void> {
    const end = this.time + ms;
    while (this.#runNext(end)) await settled();
    this.time = end;
  }

  /**
   * Returns the result of a call. Advances the clock to the next timer whenever nothing else can happen.
   * @param settled waits for a part of the work that can happen
   */
  async advanceUntil<T>(call: Promise<T>, settled: () => Promise<unknown> = settle): Promise<T> {
    let isSettled = false;
    const onSettled = () => {
      isSettled = true;
    };
    call.then(onSettled, onSettled);
    for (let timers = 0; !isSettled; timers++) {
      for (let turns = 0; turns < 5 && !isSettled; turns++) await settled();
      // A long task lets the event loop run in between, with a real timer that is already due.
      if (!isSettled) await new Promise((resolve) => setTimeout(resolve));
      if (!isSettled) this.#runNext();
      if (timers > 1000) throw new Error('the call never settles');
    }
    return call;
  }

  /** Runs the next timer unless it is due after `end`. Returns whether there was one. */
  #runNext(end = Number.POSITIVE_INFINITY): boolean {
    const [next] = this.#timers.filter(({ at }) => at <= end).toSorted((one, other) => one.at - other.at);
    if (!next) return false;
    this.#remove(next);
    this.time = Math.max(this.time, next.at);
    next.run();
    return true;
  }

  #remove(timer: object): void {
    this.#timers = this.#timers.filter((other) => other !== timer);
  }
}

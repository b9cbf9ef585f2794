/** The wait for another try after too many requests: how long, how often, and that it can be left. */
import type { Clock } from '../../common/clock.ts';
import type { Problem } from './record.ts';

/** How often a request is sent again by itself, and how long at most it waits, in milliseconds. */
const TRIES = 3;
const LONGEST = 10 * 60_000;
/** Where the service does not say how long. */
const USUAL = 10_000;

export class RetryWait {
  readonly #clock: Clock;
  #waiting: { readonly turn: string; readonly cancel: () => void } | undefined;
  #tries = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The user has done something: the tries count from here. */
  reset(): void {
    this.#tries = 0;
  }

  /** Waits for as long as the problem says, then runs. How long, or undefined when it is not tried again by itself. */
  start(
    turn: string,
    { cause, retryAfterMs = USUAL * 2 ** this.#tries }: Problem,
    run: () => void,
  ): number | undefined {
    if (cause !== 'rateLimited' || this.#tries >= TRIES || retryAfterMs > LONGEST) return undefined;
    this.#tries++;
    this.#waiting = { turn, cancel: this.#clock.later(retryAfterMs, run) };
    return retryAfterMs;
  }

  /** The turn that waited, or undefined. */
  cancel(): string | undefined {
    const turn = this.#waiting?.turn;
    this.#waiting?.cancel();
    this.#waiting = undefined;
    return turn;
  }
}

/** Automatic retries of rate-limited requests: how often, after which wait, and canceling them. */
import type { Clock } from '../../common/clock.ts';
import type { Problem } from './record.ts';

/** Maximum number of automatic retries, and maximum wait in milliseconds. */
const TRIES = 3;
const LONGEST = 10 * 60_000;
/** First wait if the service doesn't specify one, in milliseconds; doubles with each retry. */
const USUAL = 10_000;

export class RetryWait {
  readonly #clock: Clock;
  #waiting: { readonly turn: string; readonly cancel: () => void } | undefined;
  #tries = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resets the number of retries, because the user has acted. */
  reset(): void {
    this.#tries = 0;
  }

  /** Schedules `run`. Returns the wait in milliseconds, or undefined if the request isn't retried automatically. */
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

  /** Returns the turn that was waiting, if any. */
  cancel(): string | undefined {
    const turn = this.#waiting?.turn;
    this.#waiting?.cancel();
    this.#waiting = undefined;
    return turn;
  }
}

/** Automatic retries of rate-limited requests: how often, after which wait, and canceling them. */
import type { Clock } from '../../../../common/clock.ts';
import type { AnswerProblem } from '../record.ts';

/** Maximum number of automatic retries, and maximum wait in milliseconds. */
const maxRetries = 3;
const maxWaitMs = 10 * 60_000;
/** First wait if the service doesn't specify one, in milliseconds; doubles with each retry. */
const defaultWaitMs = 10_000;

export class AutoRetry {
  readonly #clock: Clock;
  #waiting: { readonly turn: string; readonly cancel: () => void } | undefined;
  #retries = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resets the number of retries, because the user has acted. */
  reset(): void {
    this.#retries = 0;
  }

  /** Schedules `run`. Returns the wait in milliseconds, or undefined if the request isn't retried automatically. */
  start(
    turn: string,
    { cause, retryAfterMs = defaultWaitMs * 2 ** this.#retries }: AnswerProblem,
    run: () => void,
  ): number | undefined {
    if (cause !== 'rateLimited' || this.#retries >= maxRetries || retryAfterMs > maxWaitMs) return undefined;
    this.#retries++;
    const cancel = this.#clock.later(retryAfterMs, () => {
      run();
      this.#waiting = undefined;
    });
    this.#waiting = { turn, cancel };
    return retryAfterMs;
  }

  get isWaiting(): boolean {
    return this.#waiting !== undefined;
  }

  /** Returns the turn that was waiting, if any. */
  cancel(): string | undefined {
    const turn = this.#waiting?.turn;
    this.#waiting?.cancel();
    this.#waiting = undefined;
    return turn;
  }
}

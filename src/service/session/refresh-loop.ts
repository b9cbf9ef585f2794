/** Refreshes what is visible: faster while a run is active, with back-off after failures. */
import { type Clock, realClock } from '../../../common/clock.ts';
import { log } from '../../shared/log.ts';
import { setting } from '../../shared/settings.ts';
import { failureFacts } from '../../shared/text/failure-text.ts';
import { apiErrorOf, retryAfterOf } from '../api/errors/errors.ts';

export interface RefreshLoopOptions {
  /** True if refreshing is needed, for example because the data is visible. */
  isNeeded(): boolean;
  /** Milliseconds until the next request, or undefined for none. */
  delay(): number | undefined;
  /** Sends the request. Resolves to the error if it failed; a rejection counts as a failure, too. */
  refresh(): Promise<unknown>;
  /** Receives when the next request is sent after a failure, in epoch milliseconds; undefined after a success. */
  onRetryAt?(time: number | undefined): void;
}

/** Milliseconds between two requests while a run is active. */
export const activeRunDelay = () => setting('switchyard.refresh.whileRunning') * 1000;

/** Milliseconds between two requests while no run is active, or undefined for manual refresh only. */
export const idleDelay = () => {
  const seconds = setting('switchyard.refresh.whenIdle');
  return seconds > 0 ? Math.max(shortestSeconds, seconds) * 1000 : undefined;
};

/** Lower bound in seconds. */
const shortestSeconds = 3;

/** Maximum back-off after errors. */
const longestWaitMs = 5 * 60_000;

export class RefreshLoop {
  readonly #options: RefreshLoopOptions;
  readonly #clock: Clock;
  #cancel: (() => void) | undefined;
  #isRefreshing = false;
  #failures = 0;
  /** Jitter of the wait after a failure, so that many windows don't retry at the same time. */
  #jitter = 1;
  #retryAfterMs = 0;
  /** Time of the last request, sent by the loop or, initially, by the view. */
  #lastRequestAt: number | undefined;
  /** The data has just become visible. */
  #isUrgent = false;
  #ended = false;

  constructor(options: RefreshLoopOptions, clock: Clock = realClock) {
    this.#options = options;
    this.#clock = clock;
  }

  /** Schedules the next request. Must be called when visibility, settings, or the shown data change. */
  wake(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#ended || this.#isRefreshing || !this.#options.isNeeded()) return;
    const delay = this.#options.delay();
    if (delay === undefined) return;
    this.#lastRequestAt ??= this.#clock.now();
    // Counted from the last request, so that frequent calls neither speed up nor delay the next one.
    const wait = this.#wait(delay);
    const left = this.#lastRequestAt + wait - this.#clock.now();
    // At most the whole wait, even if the clock was set back.
    this.#cancel = this.#clock.later(Math.min(wait, Math.max(0, left)), () => void this.#tick());
  }

  /** Like `wake`, but the next request doesn't wait for the idle interval: what just became visible is outdated. */
  wakeSoon(): void {
    this.#isUrgent = true;
    this.wake();
  }

  #wait(delay: number): number {
    if (this.#failures === 0) return this.#isUrgent ? Math.min(delay, activeRunDelay()) : delay;
    const grown = Math.min(longestWaitMs, delay * 2 ** this.#failures);
    return Math.max(this.#retryAfterMs, grown * this.#jitter);
  }

  async #tick(): Promise<void> {
    this.#isRefreshing = true;
    this.#isUrgent = false;
    const error = await this.#options.refresh().catch((thrown: unknown) => {
      log().warn(`Refresh failed. ${failureFacts(thrown)}`);
      return thrown;
    });
    this.#lastRequestAt = this.#clock.now();
    this.#isRefreshing = false;
    this.#failures = error === undefined ? 0 : this.#failures + 1;
    this.#jitter = 0.75 + this.#clock.random() * 0.5;
    this.#retryAfterMs = retryAfterOf(apiErrorOf(error)) ?? 0;
    const delay = error === undefined ? undefined : this.#options.delay();
    this.#options.onRetryAt?.(delay === undefined ? undefined : this.#lastRequestAt + this.#wait(delay));
    this.wake();
  }

  dispose(): void {
    this.#ended = true;
    this.#cancel?.();
  }
}

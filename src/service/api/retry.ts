/** Retries of calls: only GET requests, and only after transient errors. */
import { type Clock, wait } from '../../../common/clock.ts';
import type { ApiError } from './api-error.ts';
import { ApiFailure, apiErrorOf, canceled, retryAfterOf } from './errors.ts';

const maxTries = 3;
const firstWaitMs = 500;
/** Longest wait before a retry, in milliseconds. If the service asks for more, the call fails with its `retryAt`. */
const longestWaitMs = 30_000;

/** Longest time for which a wait is enforced, because a service may ask for a year by mistake. */
const longestPauseMs = 24 * 3_600_000;

/** Creates a function that runs `attempt` up to three times. Aborting the signal ends a wait immediately. */
export function createRetry(clock: Clock) {
  /** The last error of each operation that asked for a wait, which all calls of the operation must respect. */
  const pauses = new Map<string, ApiError>();

  const pause = async (ms: number, signal: AbortSignal | undefined) => {
    await wait(clock, ms, signal);
    if (signal?.aborted) throw canceled();
  };

  return async function withRetry<T>(
    operation: string,
    signal: AbortSignal | undefined,
    attempt: () => Promise<T>,
  ): Promise<T> {
    for (let tries = 1; ; tries++) {
      const paused = withRest(pauses.get(operation), clock.now());
      // Stored or deleted, so that setting the clock back doesn't start the wait again.
      if (paused === undefined) pauses.delete(operation);
      else {
        pauses.set(operation, paused);
        if (paused.retryAfterMs > longestWaitMs) throw new ApiFailure(paused);
        await pause(paused.retryAfterMs, signal);
      }
      try {
        return await attempt();
      } catch (caught) {
        const error = apiErrorOf(caught);
        if (error === undefined || !passes(error)) throw caught;
        if ((retryAfterOf(error) ?? Number.POSITIVE_INFINITY) <= longestPauseMs) pauses.set(operation, error);
        if (tries === maxTries || (retryAfterOf(error) ?? 0) > longestWaitMs) throw caught;
        await pause(waitBefore(tries, error, clock), signal);
      }
    }
  };
}

function passes(error: ApiError): boolean {
  if (error.kind === 'server') return error.status === 502 || error.status === 503 || error.status === 504;
  return error.kind === 'rateLimited' || error.kind === 'network';
}

/** Exponential back-off in milliseconds, with jitter (50–100%). Must be at least the service's Retry-After. */
function waitBefore(tries: number, error: ApiError, clock: Clock): number {
  const own = firstWaitMs * 2 ** (tries - 1) * (0.5 + clock.random() / 2);
  return Math.max(own, retryAfterOf(error) ?? 0);
}

/** Returns the error with the rest of its wait: at most the whole wait, even if the clock was set back. */
function withRest(error: ApiError | undefined, now: number) {
  const left = Math.min((retryAtOf(error) ?? 0) - now, retryAfterOf(error) ?? Number.POSITIVE_INFINITY);
  return error !== undefined && left > 0 ? { ...error, retryAfterMs: left, retryAt: now + left } : undefined;
}

function retryAtOf(error: ApiError | undefined): number | undefined {
  return error !== undefined && 'retryAt' in error ? error.retryAt : undefined;
}

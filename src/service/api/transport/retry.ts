/** Retries of calls, and the waits between requests: only GET requests are repeated, and only after transient errors. */
import { type Clock, wait } from '../../../../common/clock.ts';
import type { ApiError } from '../errors/api-error.ts';
import { ApiFailure, apiErrorOf, canceled, retryAfterOf } from '../errors/errors.ts';
import type { CallOptions } from './options.ts';

const maxTries = 3;
const firstWaitMs = 500;
/** Longest wait before a retry, in milliseconds. If the service asks for more, the call fails with its `retryAt`. */
const longestWaitMs = 30_000;
/** The same before a request that isn't repeated, such as a message of a chat, which can show when it's sent again. */
const longestWaitOnceMs = 5000;

/** Longest time for which a wait is enforced, because a service may ask for a year by mistake. */
const longestPauseMs = 24 * 3_600_000;

/** First and longest pause of all requests after a 429 that names no time, in milliseconds. Doubles each time. */
const firstPauseMs = 2000;
const maxPauseMs = 60_000;

type Paused = Extract<ApiError, { kind: 'rateLimited' | 'server' | 'network' }>;
type ErrorIn<T> = (result: T) => ApiError | undefined;
/** Key of the pause that all operations respect. */
const everything = '';

export type Patience = ReturnType<typeof createRetry>;

/**
 * Creates the functions that send requests, of which all of a client respect the same waits. Aborting a signal ends a wait immediately.
 * @param onWait receives until when a request waits because of a 429, in epoch milliseconds
 */
export function createRetry(clock: Clock, onWait: (until: number) => void) {
  /** The last error of each operation that asked for a wait, and of all operations after a 429 that names no time. */
  const pauses = new Map<string, ApiError>();
  /** Number of pauses of all operations since a request succeeded. */
  let streak = 0;

  const pause = async (ms: number, error: ApiError, signal: AbortSignal | undefined) => {
    if (error.kind === 'rateLimited') onWait(clock.now() + ms);
    await wait(clock, ms, signal);
    if (signal?.aborted) throw canceled();
  };

  const restOf = (key: string) => {
    const paused = withRest(pauses.get(key), clock.now());
    // Stored or deleted, so that setting the clock back doesn't start the wait again.
    if (paused === undefined) pauses.delete(key);
    else pauses.set(key, paused);
    return paused;
  };

  /** Returns undefined if nothing pauses the request, so that it's sent at once. @throws ApiFailure if the wait is too long */
  const waitFor = (key: string, longest: number, signal: AbortSignal | undefined) => {
    const paused = restOf(key);
    if (paused === undefined) return undefined;
    if (paused.retryAfterMs > longest) throw new ApiFailure(paused);
    return pause(paused.retryAfterMs, paused, signal);
  };

  /** Starts or keeps the pause of all operations. @returns the error with the wait, which is ours */
  const limited = (error: ApiError & { kind: 'rateLimited' }): ApiError => {
    const known = restOf(everything);
    if (known !== undefined)
      return { ...error, retryAfterMs: known.retryAfterMs, retryAt: known.retryAt, isOurs: true };
    const ms = Math.min(maxPauseMs, firstPauseMs * 2 ** streak++);
    const paused = { ...error, retryAfterMs: ms, retryAt: clock.now() + ms, isOurs: true as const };
    pauses.set(everything, paused);
    return paused;
  };

  const namesNoTime = (error: ApiError | undefined) =>
    error?.kind === 'rateLimited' && error.retryAfterMs === undefined ? error : undefined;

  const attempted = async <T>(attempt: () => Promise<T>, errorIn: ErrorIn<T>): Promise<T> => {
    try {
      const result = await attempt();
      const error = errorIn(result);
      const isLimited = namesNoTime(error);
      if (isLimited) limited(isLimited);
      else if (error === undefined) streak = 0;
      return result;
    } catch (caught) {
      const isLimited = namesNoTime(apiErrorOf(caught));
      throw isLimited ? new ApiFailure(limited(isLimited)) : caught;
    }
  };

  return {
    /** Runs `attempt` once, after the pause of all operations. @param errorIn returns the error that a result reports */
    async once<T>(
      { signal, anyway = false }: CallOptions,
      attempt: () => Promise<T>,
      errorIn: ErrorIn<T> = () => undefined,
    ): Promise<T> {
      const waiting = anyway ? undefined : waitFor(everything, longestWaitOnceMs, signal);
      if (waiting !== undefined) await waiting;
      return attempted(attempt, errorIn);
    },

    /** Runs `attempt` up to three times. */
    async repeated<T>(operation: string, signal: AbortSignal | undefined, attempt: () => Promise<T>): Promise<T> {
      for (let tries = 1; ; tries++) {
        for (const key of [everything, operation]) {
          const waiting = waitFor(key, longestWaitMs, signal);
          if (waiting !== undefined) await waiting;
        }
        try {
          return await attempted(attempt, () => undefined);
        } catch (caught) {
          const error = apiErrorOf(caught);
          if (error === undefined || !passes(error)) throw caught;
          const isOfAll = pauses.has(everything);
          if (!isOfAll && (retryAfterOf(error) ?? Number.POSITIVE_INFINITY) <= longestPauseMs)
            pauses.set(operation, error);
          if (tries === maxTries || (retryAfterOf(error) ?? 0) > longestWaitMs) throw caught;
          await pause(waitBefore(tries, error, clock), error, signal);
        }
      }
    },
  };
}

function passes(error: ApiError): error is Paused {
  if (error.kind === 'server') return error.status === 502 || error.status === 503 || error.status === 504;
  return error.kind === 'rateLimited' || error.kind === 'network';
}

/** Exponential back-off in milliseconds, with jitter (50–100%). Must be at least the service's Retry-After. */
function waitBefore(tries: number, error: ApiError, clock: Clock): number {
  const pause = firstWaitMs * 2 ** (tries - 1) * (0.5 + clock.random() / 2);
  return Math.max(pause, retryAfterOf(error) ?? 0);
}

/** Returns the error with the rest of its wait: at most the whole wait, even if the clock was set back. */
function withRest(error: ApiError | undefined, now: number) {
  const left = Math.min((retryAtOf(error) ?? 0) - now, retryAfterOf(error) ?? Number.POSITIVE_INFINITY);
  return error !== undefined && left > 0 ? { ...error, retryAfterMs: left, retryAt: now + left } : undefined;
}

function retryAtOf(error: ApiError | undefined): number | undefined {
  return error !== undefined && 'retryAt' in error ? error.retryAt : undefined;
}

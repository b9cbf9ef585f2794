/** Retries of calls: only GET requests, and only after transient errors. */
import { type Clock, wait } from '../../common/clock.ts';
import { type ApiError, ApiFailure, apiErrorOf, cancelled, retryAfterOf } from './errors.ts';

const TRIES = 3;
const NEVER = new AbortController().signal;
const FIRST_WAIT = 500;
/** Longest wait before a retry, in milliseconds. If the service asks for more, the call fails with its `retryAt`. */
const LONGEST_WAIT = 30_000;

/** The wait that the service asks for before the next call of an operation. */
interface Pause {
  /** Returns the error that started the pause, with the remaining time; undefined if no pause is active. */
  current(): ApiError | undefined;
  record(error: ApiError): void;
}

/** Creates the pauses of a client, by operation: other calls of the same operation must wait too. */
export function createPauses(clock: Clock): { of(operation: string): Pause } {
  const errors = new Map<string, ApiError>();
  return {
    of: (operation) => ({
      current: () => {
        const error = errors.get(operation);
        const retryAt = error === undefined ? undefined : retryAtOf(error);
        if (error === undefined || retryAt === undefined) return undefined;
        const left = retryAt - clock.now();
        return left > 0 ? { ...error, retryAfterMs: left } : undefined;
      },
      record: (error) => {
        if (retryAtOf(error) !== undefined) errors.set(operation, error);
      },
    }),
  };
}

/** Runs `attempt` up to three times. Aborting the signal ends the wait between attempts immediately. */
export async function withRetry<T>(
  clock: Clock,
  signal: AbortSignal | undefined,
  pause: Pause,
  attempt: () => Promise<T>,
): Promise<T> {
  const pauseFor = async (ms: number) => {
    await wait(clock, ms, signal ?? NEVER);
    if (signal?.aborted) throw cancelled();
  };
  for (let tries = 1; ; tries++) {
    const paused = pause.current();
    if (paused !== undefined) {
      const left = retryAfterOf(paused) ?? 0;
      if (left > LONGEST_WAIT) throw new ApiFailure(paused);
      await pauseFor(left);
    }
    try {
      return await attempt();
    } catch (caught) {
      const error = apiErrorOf(caught);
      if (error === undefined || !passes(error)) throw caught;
      pause.record(error);
      if (tries === TRIES || (retryAfterOf(error) ?? 0) > LONGEST_WAIT) throw caught;
      await pauseFor(waitBefore(tries, error, clock));
    }
  }
}

function passes(error: ApiError): boolean {
  if (error.kind === 'server') return error.status === 502 || error.status === 503 || error.status === 504;
  return error.kind === 'rateLimited' || error.kind === 'network';
}

/** Exponential back-off in milliseconds, with jitter (50–100%). Must be at least the service's Retry-After. */
function waitBefore(tries: number, error: ApiError, clock: Clock): number {
  const own = FIRST_WAIT * 2 ** (tries - 1) * (0.5 + clock.random() / 2);
  return Math.max(own, retryAfterOf(error) ?? 0);
}

function retryAtOf(error: ApiError): number | undefined {
  return 'retryAt' in error ? error.retryAt : undefined;
}

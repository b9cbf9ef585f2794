/** When a call is tried again: GETs alone, and only for faults that pass by themselves. */
import { type Clock, wait } from '../../common/clock.ts';
import { type ApiError, ApiFailure, apiErrorOf, retryAfterOf } from './errors.ts';

const TRIES = 3;
const NEVER = new AbortController().signal;
const FIRST_WAIT = 500;
/** A service that wants to be left alone for longer isn't waited for: the caller is told until when. */
const LONGEST_WAIT = 30_000;

/** Until when the service wants to be left alone with one operation. */
interface Pause {
  /** The error that says so, as long as the pause lasts. */
  current(): ApiError | undefined;
  learn(error: ApiError): void;
}

/** The pauses of a client, by operation: another call of the same operation must not be sent earlier either. */
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
      learn: (error) => {
        if (retryAtOf(error) !== undefined) errors.set(operation, error);
      },
    }),
  };
}

/** Runs `attempt` up to three times. The wait between tries ends at once when the signal is aborted. */
export async function withRetry<T>(
  clock: Clock,
  signal: AbortSignal | undefined,
  pause: Pause,
  attempt: () => Promise<T>,
): Promise<T> {
  const pauseFor = async (ms: number) => {
    await wait(clock, ms, signal ?? NEVER);
    if (signal?.aborted) throw new ApiFailure({ kind: 'cancelled', message: 'Canceled.' });
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
      pause.learn(error);
      if (tries === TRIES || (retryAfterOf(error) ?? 0) > LONGEST_WAIT) throw caught;
      await pauseFor(waitBefore(tries, error, clock));
    }
  }
}

function passes(error: ApiError): boolean {
  if (error.kind === 'server') return error.status === 502 || error.status === 503 || error.status === 504;
  return error.kind === 'rateLimited' || error.kind === 'network';
}

/** Exponential with jitter (between half and all of it). Must be at least the service's Retry-After. Milliseconds. */
function waitBefore(tries: number, error: ApiError, clock: Clock): number {
  const own = FIRST_WAIT * 2 ** (tries - 1) * (0.5 + clock.random() / 2);
  return Math.max(own, retryAfterOf(error) ?? 0);
}

function retryAtOf(error: ApiError): number | undefined {
  return 'retryAt' in error ? error.retryAt : undefined;
}

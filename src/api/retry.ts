/** When a call is tried again: GETs alone, and only for faults that pass by themselves. */
import type { Clock } from './clock.ts';
import { type ApiError, ApiFailure, apiErrorOf } from './errors.ts';

const TRIES = 3;
const NEVER = new AbortController().signal;
const FIRST_WAIT = 500;
/** The longest wait between two tries, whatever the service asks for. */
const LONGEST_WAIT = 30_000;

/** Runs `attempt` up to three times. The wait between tries ends at once when the signal is aborted. */
export async function withRetry<T>(
  clock: Clock,
  signal: AbortSignal | undefined,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (caught) {
      const error = apiErrorOf(caught);
      if (tries === TRIES || error === undefined || !passes(error)) throw caught;
      await clock.wait(waitBefore(tries, error, clock), signal ?? NEVER);
      if (signal?.aborted) throw new ApiFailure({ kind: 'cancelled', message: 'Cancelled.' });
    }
  }
}

function passes(error: ApiError): boolean {
  if (error.kind === 'server') return error.status === 502 || error.status === 503 || error.status === 504;
  return error.kind === 'rateLimited' || error.kind === 'network';
}

/** Exponential with jitter (between half and all of it), and never less than the service asks for. Milliseconds. */
function waitBefore(tries: number, error: ApiError, clock: Clock): number {
  const own = FIRST_WAIT * 2 ** (tries - 1) * (0.5 + clock.random() / 2);
  const asked = 'retryAfterMs' in error ? (error.retryAfterMs ?? 0) : 0;
  return Math.min(LONGEST_WAIT, Math.max(own, asked));
}

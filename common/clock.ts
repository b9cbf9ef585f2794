/** Time and randomness, which tests replace. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** At least 0 and less than 1. */
  random(): number;
  /** Runs once after `ms` milliseconds, or after 24 days if that is sooner. Returns a function that cancels it. */
  later(ms: number, run: () => void): () => void;
}

/** Longest delay of `setTimeout` in milliseconds. A longer one overflows and ends immediately. */
const longestDelayMs = 2 ** 31 - 1;

export const realClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  later: (ms, run) => {
    const timer = setTimeout(run, Math.min(ms, longestDelayMs));
    return () => clearTimeout(timer);
  },
};

/** Resolves after `ms` milliseconds, or when the signal is aborted. Never rejects. */
export function wait(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      cancel();
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const cancel = clock.later(ms, done);
    signal?.addEventListener('abort', done, { once: true });
  });
}

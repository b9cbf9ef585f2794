type Truthy<T> = Exclude<T, false | 0 | '' | null | undefined>;

/** Milliseconds for one step on an idle machine. */
const STEP_LIMIT = 60_000;
let pace = 1;
const slow: string[] = [];

/** Lengthens all limits on a machine that is this many times slower than an idle one: it is busy, not wrong. */
export function usePace(measured: number): void {
  pace = Math.max(1, measured);
}

/** Returns a limit in milliseconds for this machine. */
export const paced = (ms: number): number => Math.round(ms * pace);

/** Returns the steps since the last call that an idle machine would have failed. */
export const takeSlowSteps = (): readonly string[] => slow.splice(0);

/**
 * Waits until a condition returns a truthy value, and returns it. Imports nothing, because it also runs in browsers.
 * @param what completes the error `Waited 60 s for …`
 * @param limit milliseconds
 */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
  limit = paced(STEP_LIMIT),
): Promise<Truthy<Awaited<T>>> {
  const start = Date.now();
  for (;;) {
    const value = await condition();
    const ms = Date.now() - start;
    if (value && ms > STEP_LIMIT) slow.push(what);
    if (value) return value as Truthy<Awaited<T>>;
    if (ms > limit) throw new Error(`Waited ${limit / 1000} s for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Returns what a promise resolves to. @param what completes the error `Waited 60 s for …` */
export async function within<T>(what: string, promise: Promise<T>, limit = paced(STEP_LIMIT)): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Waited ${limit / 1000} s for ${what}`)), limit);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

type Truthy<T> = Exclude<T, false | 0 | '' | null | undefined>;

/**
 * Waits until a condition returns a truthy value, and returns it. Imports nothing, because it also runs in browsers.
 * @param what completes the error `Waited 60 s for …`
 * @param limit milliseconds
 */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
  limit = 60_000,
): Promise<Truthy<Awaited<T>>> {
  const end = Date.now() + limit;
  for (;;) {
    const value = await condition();
    if (value) return value as Truthy<Awaited<T>>;
    if (Date.now() > end) throw new Error(`Waited ${limit / 1000} s for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

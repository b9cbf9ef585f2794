/** Reads how long the service asks to wait before the next request. */

const secondMs = 1000;
const unitMs: Record<string, number> = { ms: 1, s: secondMs, m: 60 * secondMs, h: 3600 * secondMs };

/** Longest wait. The end of a longer one may not be a valid date. */
const maxWaitMs = 366 * 24 * 3600 * secondMs;

/** Services report these limits with every response, so they are a wait only if the response says that one is reached. */
const limitSuffixes = ['-requests', '-tokens', ''];

/**
 * Returns the milliseconds to wait, from `Retry-After` (seconds or an HTTP date); with status 429 or else from the
 * `x-ratelimit-reset` family (seconds, a duration such as `1m2.5s`, or an epoch time) of the limits that are used up.
 * Undefined if no header says so. Never negative, and at most a year. `now` is in epoch milliseconds.
 */
export function retryAfterMs(status: number, headers: Headers, now: number): number | undefined {
  const asked = headers.get('retry-after');
  if (asked !== null) return parseRetryAfter(asked, now);
  if (status !== 429) return undefined;
  const isUsedUp = (limit: string) => headers.get(`x-ratelimit-remaining${limit}`)?.trim() === '0';
  const usedUp = limitSuffixes.filter(isUsedUp);
  const waits = (usedUp.length > 0 ? usedUp : limitSuffixes).flatMap(
    (limit) => parseReset(headers.get(`x-ratelimit-reset${limit}`) ?? '', now) ?? [],
  );
  // Without the remaining amounts, the limit that was reached is unknown.
  return usedUp.length > 0 && waits.length > 0 ? Math.max(...waits) : waits[0];
}

/** Returns the value of `Retry-After` in milliseconds from `now`, or undefined if it's no number or date. */
export function parseRetryAfter(value: string, now: number): number | undefined {
  const text = value.trim();
  // Every HTTP date contains the name of a month. Date.parse alone would read "-5" as a year.
  const date = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN;
  const wait = /^\d+(\.\d+)?$/.test(text) ? Number(text) * secondMs : date - now;
  return Number.isNaN(wait) ? undefined : Math.min(maxWaitMs, Math.max(0, wait));
}

function parseReset(value: string, now: number): number | undefined {
  const text = value.trim();
  if (/^\d+(\.\d+)?$/.test(text)) {
    const figure = Number(text);
    if (figure > 1e11) return usable(figure - now);
    return usable(figure > 1e8 ? figure * secondMs - now : figure * secondMs);
  }
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)) return undefined;
  let sum = 0;
  for (const [, figure, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/gy))
    sum += Number(figure) * (unitMs[unit ?? ''] ?? 0);
  return usable(sum);
}

/** Ignores a longer wait: the header has no standard format, so its value may have another unit. */
function usable(wait: number): number | undefined {
  return wait <= maxWaitMs ? Math.max(0, wait) : undefined;
}

/** Times of the service. */

const dateAndTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const zone = /(?:Z|[+-]\d\d:?\d\d)$/i;
/** Some services send the smallest value of their time type, in the year 1, for an unknown time. */
const smallest = /^0001-01-01/;

/** Returns a time in epoch milliseconds; NaN if it's unknown. Without a zone, it's UTC, as in the service. */
export function timeOf(time: string | null | undefined): number {
  const text = time?.trim() ?? '';
  if (smallest.test(text)) return Number.NaN;
  return Date.parse(dateAndTime.test(text) && !zone.test(text) ? `${text.replace(' ', 'T')}Z` : text);
}

/** Sorts times in any time zone, oldest first. Ties, such as times that differ only in microseconds, by their text. */
export function compareTimes(one: string, other: string): number {
  return timeOf(one) - timeOf(other) || one.localeCompare(other);
}

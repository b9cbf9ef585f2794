/** Days in the user's time zone. */

/** Returns the start of the day that is `days` before the day of `now`, in epoch milliseconds. */
export function startOfDay(now: number, days: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - days).getTime();
}

/** Returns the fraction of the day that has passed at a time, from 0 to 1. */
export function partOfDay(time: number): number {
  const date = new Date(time);
  return (date.getHours() * 60 + date.getMinutes()) / (24 * 60);
}

const halfDay = 43_200_000;

/** Returns every day from one time to another, both inclusive, oldest first. */
export function daysBetween(from: number, to: number, dayOf: (time: number) => string): readonly string[] {
  const days = new Set<string>();
  // Steps of half a day, because a day on which daylight saving time starts has only 23 hours.
  for (let time = from; time < to; time += halfDay) days.add(dayOf(time));
  return [...days.add(dayOf(to))];
}

/** Statistics of a workflow's runs, by day in the user's time zone. Pure. */

import { localDay } from '../../../shared/text/format.ts';
import { compareTimes, timeOf } from '../../../shared/text/time.ts';
import type { WorkflowRunMetadata } from '../../api/index.ts';
import { hasEnded, isTest } from '../../session/runs/run-state.ts';
import type { DayCounts } from '../messages.ts';
import { lengthOf } from '../run/timeline.ts';

export interface Statistics {
  /** Number of runs that ended, whatever their status. */
  readonly finished: number;
  /** Fraction of successful runs among those that succeeded or failed; undefined if no run did. */
  readonly successRate: number | undefined;
  /** Number of tests that aren't counted in the success rate. */
  readonly tests: number;
  /** Seconds; undefined if no run has a duration. */
  readonly p50: number | undefined;
  readonly p95: number | undefined;
  /** Number of runs on each of the given days. */
  readonly days: readonly (Pick<DayCounts, 'succeeded' | 'failed' | 'other'> & { readonly day: string })[];
  /** Runs with a duration, oldest first. */
  readonly durations: readonly { readonly seconds: number; readonly run: WorkflowRunMetadata }[];
}

/**
 * @param days the days to count runs by, as `2026-11-20`
 * @param countsTests whether tests count in the success rate
 */
export function statisticsOf(
  runs: readonly WorkflowRunMetadata[],
  days: readonly string[],
  countsTests = false,
): Statistics {
  const sorted = [...runs].sort((one, other) => compareTimes(one.created_at, other.created_at));
  const rated = sorted.filter(({ status }) => status === 'SUCCEEDED' || status === 'FAILED');
  const counted = countsTests ? rated : rated.filter((run) => !isTest(run));
  const succeeded = counted.filter(({ status }) => status === 'SUCCEEDED').length;
  const durations = sorted.flatMap((run) => {
    const seconds = lengthOf(run);
    return seconds === undefined ? [] : [{ seconds, run }];
  });
  const lengths = durations.map(({ seconds }) => seconds).sort((one, other) => one - other);
  return {
    finished: sorted.filter(hasEnded).length,
    successRate: counted.length === 0 ? undefined : succeeded / counted.length,
    tests: rated.length - counted.length,
    p50: percentile(lengths, 0.5),
    p95: percentile(lengths, 0.95),
    days: countsOf(sorted, days),
    durations,
  };
}

/** Returns a percentile by the nearest-rank method. @param sorted in ascending order @param share from 0 to 1 */
export function percentile(sorted: readonly number[], share: number): number | undefined {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
}

function countsOf(runs: readonly WorkflowRunMetadata[], days: readonly string[]): Statistics['days'] {
  const counts = new Map(days.map((day) => [day, { succeeded: 0, failed: 0, other: 0 }]));
  for (const { created_at, status } of runs) {
    const time = timeOf(created_at);
    const day = Number.isNaN(time) ? undefined : counts.get(localDay(time));
    if (day === undefined) continue;
    if (status === 'SUCCEEDED') day.succeeded++;
    else if (status === 'FAILED') day.failed++;
    else day.other++;
  }
  return [...counts].map(([day, count]) => ({ day, ...count }));
}

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

/** Returns every day from one time to another, both inclusive, oldest first. */
export function daysBetween(from: number, to: number): readonly string[] {
  const days = new Set<string>();
  // Steps of half a day, because a day on which daylight saving time starts has only 23 hours.
  for (let time = from; time < to; time += 12 * 3_600_000) days.add(localDay(time));
  return [...days.add(localDay(to))];
}

/** Statistics of a workflow's runs. Pure. */
import type { WorkflowRunMetadata } from '../api/index.ts';

export interface Statistics {
  /** Number of runs that ended, whatever their status. */
  readonly finished: number;
  /** Fraction of successful runs among those that succeeded or failed; undefined if no run did. */
  readonly successRate: number | undefined;
  /** Seconds; undefined if no run has a duration. */
  readonly p50: number | undefined;
  readonly p95: number | undefined;
  /** Number of runs on each of the given days. */
  readonly days: readonly (DayCounts & { readonly day: string })[];
  /** Runs with a duration, oldest first. */
  readonly durations: readonly { readonly seconds: number; readonly run: WorkflowRunMetadata }[];
}

interface DayCounts {
  readonly succeeded: number;
  readonly failed: number;
  readonly other: number;
}

/**
 * @param days the days to count runs by, as `2026-11-20`
 * @param dayOf returns the day of a time (epoch milliseconds)
 */
export function statisticsOf(
  runs: readonly WorkflowRunMetadata[],
  days: readonly string[],
  dayOf: (time: number) => string,
): Statistics {
  const sorted = [...runs].sort((one, other) => one.created_at.localeCompare(other.created_at));
  const succeeded = sorted.filter(({ status }) => status === 'SUCCEEDED').length;
  const failed = sorted.filter(({ status }) => status === 'FAILED').length;
  const durations = sorted.flatMap((run) =>
    typeof run.duration === 'number' && run.duration >= 0 ? [{ seconds: run.duration, run }] : [],
  );
  const lengths = durations.map(({ seconds }) => seconds).sort((one, other) => one - other);
  return {
    finished: sorted.filter(({ status, finished_at }) => finished_at || status === 'CANCELLED').length,
    successRate: succeeded + failed === 0 ? undefined : succeeded / (succeeded + failed),
    p50: percentile(lengths, 0.5),
    p95: percentile(lengths, 0.95),
    days: countsOf(sorted, days, dayOf),
    durations,
  };
}

/** Returns a percentile by the nearest-rank method. @param sorted in ascending order @param share from 0 to 1 */
export function percentile(sorted: readonly number[], share: number): number | undefined {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
}

function countsOf(
  runs: readonly WorkflowRunMetadata[],
  days: readonly string[],
  dayOf: (time: number) => string,
): Statistics['days'] {
  const counts = new Map(days.map((day) => [day, { succeeded: 0, failed: 0, other: 0 }]));
  for (const { created_at, status } of runs) {
    const time = Date.parse(created_at);
    const day = Number.isNaN(time) ? undefined : counts.get(dayOf(time));
    if (day === undefined) continue;
    if (status === 'SUCCEEDED') day.succeeded++;
    else if (status === 'FAILED') day.failed++;
    else day.other++;
  }
  return [...counts].map(([day, count]) => ({ day, ...count }));
}

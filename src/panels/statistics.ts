/** What the loaded runs of a workflow say together; pure. */
import type { WorkflowRunMetadata } from '../api/index.ts';

export interface Statistics {
  /** Runs that came to an end one way or the other. */
  readonly finished: number;
  /** Of the runs that succeeded or failed; undefined where there is none. */
  readonly successRate: number | undefined;
  /** Seconds; undefined where no run has a duration. */
  readonly p50: number | undefined;
  readonly p95: number | undefined;
  /** Every day of the range, those without runs too, oldest first. */
  readonly days: readonly {
    readonly day: string;
    readonly succeeded: number;
    readonly failed: number;
    readonly other: number;
  }[];
  /** Runs with a duration, oldest first. */
  readonly durations: readonly { readonly seconds: number; readonly run: WorkflowRunMetadata }[];
}

/** Days that a chart can show; of a longer range the last ones. */
const mostDays = 60;
/** Bars that a chart can show; of more runs the last ones. */
const mostDurations = 100;
const dayLength = 86_400_000;

/** @param dayOf the day that a time (epoch milliseconds) falls on, as `2026-11-20` in the user's time zone */
export function statisticsOf(runs: readonly WorkflowRunMetadata[], dayOf: (time: number) => string): Statistics {
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
    days: daysOf(sorted, dayOf),
    durations: durations.slice(-mostDurations),
  };
}

/** The value that this share of all values does not exceed (nearest rank); values come sorted. */
export function percentile(sorted: readonly number[], share: number): number | undefined {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
}

function daysOf(sorted: readonly WorkflowRunMetadata[], dayOf: (time: number) => string): Statistics['days'] {
  const times = sorted.map((run) => Date.parse(run.created_at)).filter((time) => !Number.isNaN(time));
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return [];
  const days = new Map<string, { succeeded: number; failed: number; other: number }>();
  // Half days, because a day of summer time has only 23 hours.
  for (let time = Math.max(first, last - mostDays * dayLength); time < last; time += dayLength / 2)
    days.set(dayOf(time), { succeeded: 0, failed: 0, other: 0 });
  days.set(dayOf(last), { succeeded: 0, failed: 0, other: 0 });
  for (const { created_at, status } of sorted) {
    const day = days.get(dayOf(Date.parse(created_at)));
    if (day === undefined) continue;
    if (status === 'SUCCEEDED') day.succeeded++;
    else if (status === 'FAILED') day.failed++;
    else day.other++;
  }
  return [...days].slice(-mostDays).map(([day, counts]) => ({ day, ...counts }));
}

/** Places the steps of a run on a time axis. Pure, so that clock differences and missing times can be tested. */

import { timeOf } from '../../../shared/text/time.ts';
import type { StepExecution } from '../../api/index.ts';
import type { RunDetail } from '../../session/runs/run-detail.ts';
import { isActive } from '../../session/runs/run-state.ts';

/** Times of a step in epoch milliseconds. `started` is undefined if the step never ran. */
export interface StepSpan {
  readonly step: StepExecution;
  /** May be before the axis, because the step began to wait before its run started. */
  readonly created: number;
  readonly started: number | undefined;
  readonly ended: number;
}

export interface Timeline {
  /** When the run started or, if that isn't known, was created. */
  readonly from: number;
  /** How long the run waited before its start, in milliseconds; undefined if the axis begins at its creation. */
  readonly waited: number | undefined;
  readonly to: number;
  /** Sorted by start. Ties keep the order of the service. */
  readonly spans: readonly StepSpan[];
}

/**
 * Returns when each step waited and ran. Times that can't be parsed or are out of order (two machines, two clocks) are
 * adjusted, so that no bar ends before it starts or leaves the axis.
 * @param now epoch milliseconds, used as the end of active steps
 */
export function timelineOf(run: RunDetail, now: number): Timeline {
  const times = run.steps.flatMap((step) => firstTime(step.created_at, step.started_at) ?? []);
  const known = firstTime(run.created_at, run.started_at) ?? Math.min(...times, now);
  const start = startOfAll(run, known);
  const begin = start ?? known;
  const active = isActive(run) && firstTime(run.finished_at) === undefined;
  const spans = run.steps
    .map((step): StepSpan => {
      const created = Math.max(known, firstTime(step.created_at, step.started_at) ?? begin);
      const earliest = Math.max(begin, created);
      const started = startOf(step, earliest);
      return { step, created, started, ended: endOf(step, started ?? earliest, active ? now : undefined, run) };
    })
    .sort((one, other) => (one.started ?? one.created) - (other.started ?? other.created));
  const end = active ? now : (firstTime(run.finished_at) ?? begin);
  // The axis needs a length, even if the run took no time.
  const to = Math.max(begin + 1, end, ...spans.map(({ ended }) => ended));
  return { from: begin, waited: start === undefined ? undefined : start - known, to, spans };
}

/** Returns the start of a run; undefined if it isn't known, or a step started before it. @param created of the run */
function startOfAll(run: RunDetail, created: number): number | undefined {
  const start = firstTime(run.started_at);
  if (start === undefined || start < created) return undefined;
  return run.steps.some((step) => (firstTime(step.started_at) ?? start) < start) ? undefined : start;
}

function startOf(step: StepExecution, created: number): number | undefined {
  const started = firstTime(step.started_at);
  if (started !== undefined) return Math.max(created, started);
  if (step.status === 'PENDING') return undefined;
  // The service sent the duration and the end of the step, but not its start.
  const finished = firstTime(step.finished_at);
  const length = lengthOf(step);
  return finished === undefined || length === undefined ? created : Math.max(created, finished - length * 1000);
}

function endOf(step: StepExecution, begin: number, now: number | undefined, run: RunDetail): number {
  const finished = firstTime(step.finished_at);
  if (finished !== undefined) return Math.max(begin, finished);
  if (isActive(step)) return Math.max(begin, now ?? firstTime(run.finished_at) ?? begin);
  return begin + (lengthOf(step) ?? 0) * 1000;
}

interface Timed {
  readonly duration?: number | null;
}

/** Returns the duration that the service sent, in seconds; undefined if it sent none or a negative one. */
export function lengthOf({ duration: seconds }: Timed): number | undefined {
  return typeof seconds === 'number' && seconds >= 0 ? seconds : undefined;
}

function firstTime(...times: readonly (string | null | undefined)[]): number | undefined {
  return times.map((time) => timeOf(time)).find((time) => !Number.isNaN(time));
}

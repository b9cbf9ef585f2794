/** Runs: planned once; the clock determines their current state. */
import type { Random } from '../random.ts';
import type { Run, State, StepPlan, Workflow } from './state.ts';

/** The three types of the spec and an unknown one, because the set is open. */
const TYPES = ['WEBHOOK_ASYNC', 'WEBHOOK_ASYNC', 'WEBHOOK_SYNC', 'TEST', 'SCHEDULED'] as const;

const ERRORS = [
  'HTTP 503 from upstream: service unavailable',
  'Timeout after 30 s',
  "Cannot read field 'total' of an empty record",
  'Model answered with no JSON object',
  'Rate limit exceeded, gave up after 3 attempts',
] as const;

export interface RunTimes {
  createdAt: number;
  startsAt: number;
  /** Approximate duration of a step, in milliseconds. */
  pace: number;
  type?: string;
}

/** Plans a run of the workflow's active version: its steps, retries, errors and end. */
export function planRun(state: State, workflow: Workflow, times: RunTimes, random: Random): Run {
  const fate = random.next();
  const ends = fate < 0.74 ? 'SUCCEEDED' : fate < 0.89 ? 'FAILED' : fate < 0.96 ? 'CANCELLED' : 'PAUSED';
  const steps: StepPlan[] = [];
  const lastStep = ends === 'SUCCEEDED' ? workflow.steps.length - 1 : random.between(1, workflow.steps.length - 1);
  let after = 0;
  const add = (index: number, attempt: number, error: string | null) => {
    const lasts = index === 0 ? random.between(5, 60) : Math.round(times.pace * (0.5 + random.next()));
    const name = workflow.steps[index] ?? 'Step';
    const type = index === 0 ? 'TRIGGER' : 'PIECE';
    steps.push({
      id: random.id('step'),
      name,
      type,
      attempt,
      startsAfter: after,
      lasts,
      ends: error === null ? 'SUCCEEDED' : 'FAILED',
      error,
    });
    after += lasts;
  };
  for (let index = 0; index <= lastStep; index++) {
    const isLast = index === lastStep;
    if (isLast && ends === 'FAILED') {
      const error = random.pick(ERRORS);
      for (let attempt = 1; attempt <= 3; attempt++) add(index, attempt, error);
    } else if (isLast && ends === 'CANCELLED') {
      add(index, 1, 'The run was cancelled');
    } else {
      const retried = index > 0 && random.next() < 0.12;
      if (retried) add(index, 1, random.pick(ERRORS));
      add(index, retried ? 2 : 1, null);
    }
  }
  const version = state.versions.get(workflow.activeVersionId ?? '');
  return {
    id: random.id('run'),
    workflowId: workflow.id,
    versionId: version?.id ?? '',
    versionName: version?.displayName ?? '',
    type: times.type ?? (workflow.everyMinutes === null ? random.pick(TYPES) : 'SCHEDULED'),
    createdAt: times.createdAt,
    startsAt: times.startsAt,
    lasts: after,
    ends,
    steps,
  };
}

/** Returns the run at a time, as in the executions list. Durations are in seconds. */
export function runAt(run: Run, now: number): object {
  const { status, elapsed, since } = progress(run, now);
  const over = status === 'SUCCEEDED' || status === 'FAILED' || status === 'CANCELLED';
  return {
    id: run.id,
    workflow_id: run.workflowId,
    version_id: run.versionId,
    version_display_name: run.versionName,
    type: run.type,
    status,
    duration: over ? seconds(since) : status === 'RUNNING' ? seconds(elapsed) : null,
    created_at: iso(run.createdAt),
    started_at: status === 'PENDING' ? null : iso(run.startsAt),
    finished_at: over ? iso(run.startsAt + since) : null,
  };
}

export function statusAt(run: Run, now: number): string {
  return progress(run, now).status;
}

/** Returns the run at a time with all step executions. */
export function runDetailAt(run: Run, now: number): object {
  const steps = run.steps.map((step) => stepAt(run, step, now));
  return { ...runAt(run, now), steps, step_count: steps.length };
}

/** Times are milliseconds after the start; `since` is when the status began. */
function progress(
  { startsAt, lasts, ends, detour }: Run,
  now: number,
): { status: string; elapsed: number; since: number } {
  const elapsed = now - startsAt;
  if (elapsed < 0) return { status: 'PENDING', elapsed: 0, since: 0 };
  if (elapsed >= lasts) return { status: ends, elapsed, since: lasts };
  const isThere = detour !== undefined && elapsed >= detour.from && elapsed < detour.to;
  return isThere ? { status: detour.status, elapsed, since: detour.from } : { status: 'RUNNING', elapsed, since: 0 };
}

function stepAt(run: Run, step: StepPlan, now: number): object {
  const elapsed = now - run.startsAt - step.startsAfter;
  const startedAt = run.startsAt + step.startsAfter;
  const over = elapsed >= step.lasts;
  const begun = elapsed >= 0;
  return {
    id: step.id,
    step_name: step.name,
    step_type: step.type,
    status: over ? step.ends : begun ? 'RUNNING' : 'PENDING',
    attempt: step.attempt,
    error: over ? step.error : null,
    duration: seconds(over ? step.lasts : Math.max(0, elapsed)),
    created_at: iso(run.createdAt),
    started_at: begun ? iso(startedAt) : null,
    finished_at: over ? iso(startedAt + step.lasts) : null,
  };
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds) / 1000;
}

export function iso(time: number): string {
  return new Date(time).toISOString();
}

/** Runs and steps for tests, which override only the properties they need. */
import type { StepExecution, WorkflowRunDetail, WorkflowRunMetadata } from '../../../../src/service/api/index.ts';

export const start = Date.parse('2026-11-20T12:00:00Z');
export const iso = (seconds: number): string => new Date(start + seconds * 1000).toISOString();
export const now = start + 60_000;

export function step(name: string, more: Partial<StepExecution> = {}): StepExecution {
  return {
    id: name,
    step_name: name,
    step_type: 'PIECE',
    status: 'SUCCEEDED',
    attempt: 1,
    error: null,
    duration: 1,
    created_at: iso(0),
    started_at: iso(1),
    finished_at: iso(2),
    ...more,
  };
}

export function run(steps: StepExecution[], more: Partial<WorkflowRunDetail> = {}): WorkflowRunDetail {
  return {
    id: 'r',
    workflow_id: 'w',
    version_id: 'v',
    version_display_name: 'One',
    type: 'WEBHOOK_ASYNC',
    status: 'SUCCEEDED',
    duration: 10,
    created_at: iso(0),
    started_at: iso(1),
    finished_at: iso(10),
    steps,
    step_count: steps.length,
    ...more,
  };
}

/** A run as in the list, without its steps. */
export function listed(more: Partial<WorkflowRunMetadata> = {}): WorkflowRunMetadata {
  const { steps: _steps, step_count: _count, ...rest } = run([]);
  return { ...rest, ...more };
}

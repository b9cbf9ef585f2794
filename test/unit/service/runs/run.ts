import type { WorkflowRunMetadata } from '../../../../src/service/api/index.ts';

/** A run as the service returns it. At local noon, so that its day is the same in all time zones. */
export function run(id: string, more: Partial<WorkflowRunMetadata> = {}): WorkflowRunMetadata {
  return {
    id,
    workflow_id: 'wf',
    version_id: 'ver',
    version_display_name: 'v1',
    type: 'WEBHOOK_ASYNC',
    status: 'SUCCEEDED',
    duration: 1.5,
    created_at: at(10, 12),
    started_at: at(10, 12),
    finished_at: at(10, 12, 1),
    ...more,
  };
}

/** Returns a time in November 2025, local time. */
export function at(day: number, hour: number, minute = 0): string {
  return new Date(2025, 10, day, hour, minute).toISOString();
}

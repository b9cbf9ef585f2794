/** What a run's status says about its future. Spec: "Execution status"; the set may have grown. */
import type { WorkflowRunMetadata } from '../api/index.ts';

/** Whether a run can still change by itself. */
export function isGoingOn({ status }: { readonly status: string }): boolean {
  return status === 'PENDING' || status === 'RUNNING';
}

/** Whether a run has come to its end; a status we do not know ends with its `finished_at`. */
export function hasEnded({ status, finished_at }: WorkflowRunMetadata): boolean {
  return status === 'SUCCEEDED' || status === 'FAILED' || status === 'CANCELLED' || Boolean(finished_at);
}

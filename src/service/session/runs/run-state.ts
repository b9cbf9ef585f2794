/** Whether a run is active or has ended. Spec: "Execution status", which may have new values. */

import { timeOf } from '../../../shared/text/time.ts';
import type { WorkflowRunMetadata } from '../../api/index.ts';

/** True if a run is pending or running, so it can still change. */
export function isActive({ status }: { readonly status: string }): boolean {
  return status === 'PENDING' || status === 'RUNNING';
}

/** True if a run has ended. With a status that says neither, it has ended if the time of its end is known. */
export function hasEnded({ status, finished_at }: WorkflowRunMetadata): boolean {
  if (status === 'SUCCEEDED' || status === 'FAILED' || status === 'CANCELLED') return true;
  return !isActive({ status }) && !Number.isNaN(timeOf(finished_at));
}

/** True if a run is known not to have ended, so that more may come. That of an unknown status may have. */
export function goesOn(run: WorkflowRunMetadata): boolean {
  return (isActive(run) || run.status === 'PAUSED') && !hasEnded(run);
}

/** True for a test, which may use a draft and other input than all other runs. */
export function isTest({ type }: Pick<WorkflowRunMetadata, 'type'>): boolean {
  return type.toUpperCase() === 'TEST';
}

/** True if two records of a run are equal. */
export function isSameState(a: WorkflowRunMetadata, b: WorkflowRunMetadata): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Sorts runs, ties by ID, because the spec shows no order (http-api.md, "Ordering"). */
export function newestFirst(a: WorkflowRunMetadata, b: WorkflowRunMetadata): number {
  return timeOf(b.created_at) - timeOf(a.created_at) || (a.id < b.id ? -1 : 1);
}

/** Which runs the Runs view shows. Separate from the store, which activation doesn't load. */
import type { runStatuses } from '../api/records.ts';

export type RunStatus = (typeof runStatuses)[number];

/** Which runs the Runs view shows (spec http-api.md, GET /v1/executions). */
export interface RunFilter {
  readonly workflow?: string;
  /** Runs with any of these statuses; all runs if absent or empty. */
  readonly statuses?: readonly RunStatus[];
}

export function filterOf(workflow: string | undefined, statuses: readonly RunStatus[] = []): RunFilter {
  return { ...(workflow !== undefined && { workflow }), ...(statuses.length > 0 && { statuses }) };
}

export function showsAllRuns(filter: RunFilter): boolean {
  return filter.workflow === undefined && filter.statuses === undefined;
}

/** Which runs the Runs view shows. Separate from the store, which activation doesn't load. */
import type { WorkflowRunMetadata } from '../../api/index.ts';
import type { runStatuses } from '../../api/records.ts';
import { isTest } from './run-state.ts';

export type RunStatus = (typeof runStatuses)[number];

/** Which runs the Runs view shows (spec http-api.md, GET /v1/executions). */
export interface RunFilter {
  readonly workflow?: string;
  /** Runs with any of these statuses; all runs if absent or empty. */
  readonly statuses?: readonly RunStatus[];
  /** Runs of this type. The service has no such filter, so other runs are loaded, but not shown. */
  readonly type?: string;
  /** All runs but tests. */
  readonly withoutTests?: true;
}

export type TypeFilter = Pick<RunFilter, 'type' | 'withoutTests'>;

export function filtersTypes({ type, withoutTests }: TypeFilter): boolean {
  return type !== undefined || withoutTests === true;
}

export function hasWantedType({ type, withoutTests }: TypeFilter, run: WorkflowRunMetadata): boolean {
  return (type === undefined || run.type === type) && !(withoutTests && isTest(run));
}

export function showsAllRuns(filter: RunFilter): boolean {
  return filter.workflow === undefined && filter.statuses === undefined && !filtersTypes(filter);
}

/** Data of the service, in memory. */

export interface Workflow {
  id: string;
  /** False if it belongs to another user; the caller then can't see it. */
  own: boolean;
  name: string;
  description: string | null;
  /** `enabled`, `disabled`, or another one of a varied service. */
  status: string;
  activeVersionId: string | null;
  metadata: string | null;
  scheduleOptions: string | null;
  /** Minutes between scheduled runs; null if not scheduled. */
  everyMinutes: number | null;
  createdAt: number;
  updatedAt: number;
  /** Names of its steps, the trigger first. */
  steps: string[];
}

export interface Version {
  id: string;
  workflowId: string;
  displayName: string;
  revision: number;
  /** `draft`, `published`, or another one of a varied service. */
  state: string;
  parentId: string | null;
  commitMessage: string | null;
  createdAt: number;
  updatedAt: number;
}

/** One planned step execution. Offsets are milliseconds after the start of the run. */
export interface StepPlan {
  id: string;
  name: string;
  /** `TRIGGER`, `PIECE`, or another one of a varied service. */
  type: string;
  attempt: number;
  startsAfter: number;
  lasts: number;
  /** `SUCCEEDED`, `FAILED`, or another one of a varied service. */
  ends: string;
  error: string | null;
}

/** A run as a plan; its current state depends only on the clock (see runs.ts). Times are epoch milliseconds. */
export interface Run {
  id: string;
  workflowId: string;
  versionId: string;
  versionName: string;
  type: string;
  createdAt: number;
  startsAt: number;
  lasts: number;
  /** `SUCCEEDED`, `FAILED`, `CANCELLED`, `PAUSED`, or another one of a varied service. */
  ends: string;
  /** A status in which it is for a part of its time, of a varied service. Milliseconds after the start. */
  detour?: { readonly status: string; readonly from: number; readonly to: number };
  steps: StepPlan[];
}

export interface State {
  workflows: Map<string, Workflow>;
  versions: Map<string, Version>;
  runs: Map<string, Run>;
  /** Router endpoints need more than 0. */
  balance: number;
  /** Order of the paged lists, which the spec doesn't define. */
  order: 'newestFirst' | 'oldestFirst' | 'none';
  /** What the totals of a list count, which the spec doesn't define. */
  totals: 'matching' | 'all' | 'page' | 'nothing';
  /** Rows of a page if more are asked for. */
  largestPage: number;
  /** Publishing fails if there are this many workflows. */
  workflowLimit: number;
}

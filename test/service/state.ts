/** What the service holds in memory. */

export interface Workflow {
  id: string;
  /** False for what belongs to another user: as good as absent for the caller. */
  own: boolean;
  name: string;
  description: string | null;
  status: 'enabled' | 'disabled';
  activeVersionId: string | null;
  metadata: string | null;
  scheduleOptions: string | null;
  /** Minutes between scheduled runs; null without a schedule. */
  everyMinutes: number | null;
  createdAt: number;
  updatedAt: number;
  /** The names of its steps, the trigger first. */
  steps: string[];
}

export interface Version {
  id: string;
  workflowId: string;
  displayName: string;
  revision: number;
  state: 'draft' | 'published';
  parentId: string | null;
  commitMessage: string | null;
  createdAt: number;
  updatedAt: number;
}

/** One step execution, as it will have been: offsets are milliseconds after the run's start. */
export interface StepPlan {
  id: string;
  name: string;
  type: 'TRIGGER' | 'PIECE';
  attempt: number;
  startsAfter: number;
  lasts: number;
  ends: 'SUCCEEDED' | 'FAILED';
  error: string | null;
}

/** A run as a plan: what it looks like now follows from the clock alone (see runs.ts). Times are epoch milliseconds. */
export interface Run {
  id: string;
  workflowId: string;
  versionId: string;
  versionName: string;
  type: string;
  createdAt: number;
  startsAt: number;
  lasts: number;
  ends: 'SUCCEEDED' | 'FAILED' | 'CANCELLED' | 'PAUSED';
  steps: StepPlan[];
}

export interface State {
  workflows: Map<string, Workflow>;
  versions: Map<string, Version>;
  runs: Map<string, Run>;
  /** Router endpoints need more than 0. */
  balance: number;
  /** Publishing is refused when there are this many workflows. */
  workflowLimit: number;
}

/** What links lead to. */
import type { Connection } from '../account/index.ts';
import type { Runs } from '../runs/index.ts';
import { oneLine } from '../shared/format.ts';
import type { Workflows } from '../workflows/index.ts';
import type { Target } from './address.ts';

export type { Target } from './address.ts';

export interface Places {
  readonly connection: Connection;
  readonly workflows: Workflows;
  readonly runs: Runs;
}

/** `"Invoice intake" (wf_1)`, as far as it is known without asking. */
export function nameOf({ workflows, runs }: Places, { kind, id }: Target): string {
  const workflow = kind === 'workflow' ? id : runs.store.get(id)?.workflow_id;
  const name = workflow && workflows.store.get(workflow)?.workflow.name;
  return name ? `"${oneLine(name)}" (${id})` : id;
}

/** Links to a workflow or a run: `vscode://switchyard.switchyard/run/<id>`. Pure, so that tests need no editor. */
import type { Connection } from '../account/index.ts';
import type { Runs } from '../runs/index.ts';
import { oneLine } from '../shared/format.ts';
import type { Workflows } from '../workflows/index.ts';

export interface Target {
  readonly kind: 'workflow' | 'run';
  readonly id: string;
}

/** The parts of a URI that a link consists of, decoded by the editor. */
interface Address {
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

/** Allowed IDs: without characters that could form a path, a query, or a command. The service's IDs are opaque. */
const ID = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$/;
const PATH = /^\/(workflow|run)\/([^/]*)$/;

/** Returns the target of an external link; undefined if it isn't exactly a link to a workflow or a run. */
export function readLink({ path, query, fragment }: Address): Target | undefined {
  const [, kind, id = ''] = PATH.exec(path) ?? [];
  if ((kind !== 'workflow' && kind !== 'run') || !ID.test(id) || query !== '' || fragment !== '') return undefined;
  return { kind, id };
}

/** Returns a link; undefined if a link can't contain the ID. @param scheme of this editor, such as `vscode` */
export function linkTo({ kind, id }: Target, scheme: string, extension: string): string | undefined {
  return ID.test(id) ? `${scheme}://${extension}/${kind}/${id}` : undefined;
}

export interface LinkContext {
  readonly connection: Connection;
  readonly workflows: Workflows;
  readonly runs: Runs;
}

/** Returns `"Invoice intake" (wf_1)`, or only the ID if the name isn't loaded. */
export function nameOf({ workflows, runs }: LinkContext, { kind, id }: Target): string {
  const workflow = kind === 'workflow' ? id : runs.store.get(id)?.workflow_id;
  const name = workflow && workflows.store.get(workflow)?.workflow.name;
  return name ? `"${oneLine(name)}" (${id})` : id;
}

/** Links to a workflow or a run: `vscode://switchyard.switchyard/run/<id>`. Pure, so that it is tested without an editor. */
import type { Connection } from '../account/index.ts';
import type { Runs } from '../runs/index.ts';
import { oneLine } from '../shared/format.ts';
import type { Workflows } from '../workflows/index.ts';

export interface Target {
  readonly kind: 'workflow' | 'run';
  readonly id: string;
}

/** The part of an address that a link is made of; the editor has decoded it. */
interface Address {
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

/** Ids need no more than these, and nothing else can be a path, a query or a command. The service's ids are opaque. */
const ID = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$/;
const PATH = /^\/(workflow|run)\/([^/]*)$/;

/** What a link from outside asks for; undefined for anything that is not exactly such a link. */
export function readLink({ path, query, fragment }: Address): Target | undefined {
  const [, kind, id = ''] = PATH.exec(path) ?? [];
  if ((kind !== 'workflow' && kind !== 'run') || !ID.test(id) || query !== '' || fragment !== '') return undefined;
  return { kind, id };
}

/** The link to a record, or undefined where its id cannot stand in one. @param scheme of this editor, such as `vscode` */
export function linkTo({ kind, id }: Target, scheme: string, extension: string): string | undefined {
  return ID.test(id) ? `${scheme}://${extension}/${kind}/${id}` : undefined;
}

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

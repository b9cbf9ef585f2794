/** The panel of a workflow: what its newest runs say together. */
import type { Uri } from 'vscode';
import type { Connection } from '../account/index.ts';
import type { WorkflowRunMetadata } from '../api/index.ts';
import { Owner } from '../shared/disposable.ts';
import { oneLine } from '../shared/format.ts';
import { drawWorkflow } from './draw-workflow.ts';
import { PicturePanel } from './panel.ts';
import { staleNote } from './stale.ts';

/** Runs that are asked for: pages of the largest size that the service gives. */
const pages = 3;
const pageSize = 100;

export interface LoadedRuns {
  readonly runs: readonly WorkflowRunMetadata[];
  readonly total: number;
}

/** The newest runs of a workflow. @throws ApiFailure */
export async function newestRuns(connection: Connection, workflow: string): Promise<LoadedRuns> {
  // The order of pages is not promised, and a run may slip from one to the next.
  const runs = new Map<string, WorkflowRunMetadata>();
  let total = 0;
  for (let page = 1; page <= pages; page++) {
    const query = { workflow_id: workflow, page, limit: pageSize };
    const answer = await connection.run((client) => client.listExecutions(query));
    for (const run of answer.items) runs.set(run.id, run);
    total = answer.total;
    if (answer.items.length === 0 || runs.size >= total) break;
  }
  return { runs: [...runs.values()], total: Math.max(total, runs.size) };
}

export class WorkflowPanel extends Owner {
  readonly #connection: Connection;
  readonly #workflow: { readonly id: string; readonly name: string };
  readonly #panel: PicturePanel;
  #loaded: LoadedRuns;
  #seenAt = Date.now();

  constructor(
    loaded: LoadedRuns,
    workflow: { readonly id: string; readonly name: string },
    { extension, connection }: { readonly extension: Uri; readonly connection: Connection },
  ) {
    super();
    this.#connection = connection;
    this.#workflow = workflow;
    this.#loaded = loaded;
    const picture = drawWorkflow(workflow.name, loaded.runs, loaded.total);
    this.#panel = this.own(
      new PicturePanel(extension, oneLine(workflow.name, 40), picture, ({ kind }) => {
        if (kind === 'refresh') void this.#refresh();
      }),
    );
  }

  get onDidDispose() {
    return this.#panel.onDidDispose;
  }

  reveal(): void {
    this.#panel.reveal();
    void this.#refresh();
  }

  async #refresh(): Promise<void> {
    const { id, name } = this.#workflow;
    let stale = '';
    try {
      this.#loaded = await newestRuns(this.#connection, id);
      this.#seenAt = Date.now();
    } catch (error) {
      stale = staleNote(this.#seenAt, error);
    }
    this.#panel.show(drawWorkflow(name, this.#loaded.runs, this.#loaded.total, stale));
  }
}

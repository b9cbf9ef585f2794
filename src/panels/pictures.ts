/** Opens the panels, each thing in one of its own. Read with the first one. */
import type { Disposable, Uri } from 'vscode';
import type { Connection } from '../account/index.ts';
import type { Runs } from '../runs/index.ts';
import { Owner } from '../shared/disposable.ts';
import { oneLine } from '../shared/format.ts';
import type { Workflows } from '../workflows/index.ts';
import { ComparisonPanel, readTwoRuns } from './comparison-panel.ts';
import { RunPanel } from './run-panel.ts';
import { newestRuns, WorkflowPanel } from './workflow-panel.ts';

interface Parts {
  readonly extension: Uri;
  readonly connection: Connection;
  readonly workflows: Workflows;
  readonly runs: Runs;
}

/** A panel that is there for one thing. */
interface Panel extends Disposable {
  readonly onDidDispose: (listener: () => void) => Disposable;
  reveal(): void;
}

export class Pictures extends Owner {
  readonly #parts: Parts;
  readonly #open = new Map<string, Panel>();

  constructor(parts: Parts) {
    super();
    this.#parts = parts;
  }

  /** @throws ApiFailure */
  async openRun(id: string): Promise<void> {
    if (this.#revealed(`run ${id}`)) return;
    const { connection } = this.#parts;
    const run = await connection.run((client) => client.getExecution(id));
    this.#keep(`run ${id}`, new RunPanel(run, { ...this.#parts, name: this.#nameOf(run.workflow_id) }));
  }

  /** @throws ApiFailure */
  async openWorkflow(workflow: { readonly id: string; readonly name: string }): Promise<void> {
    if (this.#revealed(`workflow ${workflow.id}`)) return;
    const loaded = await newestRuns(this.#parts.connection, workflow.id);
    this.#keep(`workflow ${workflow.id}`, new WorkflowPanel(loaded, workflow, this.#parts));
  }

  /** @throws ApiFailure */
  async compare(one: string, other: string): Promise<void> {
    if (this.#revealed(`runs ${one} ${other}`)) return;
    const both = await readTwoRuns(this.#parts.connection, one, other);
    const names = new Set(both.map(({ workflow_id }) => this.#nameOf(workflow_id)));
    this.#keep(`runs ${one} ${other}`, new ComparisonPanel(both, [...names].join(' · '), this.#parts));
  }

  #nameOf(workflow: string): string {
    return oneLine(this.#parts.workflows.store.get(workflow)?.workflow.name ?? workflow);
  }

  #revealed(key: string): boolean {
    const open = this.#open.get(key);
    open?.reveal();
    return open !== undefined;
  }

  #keep(key: string, panel: Panel): void {
    this.#open.get(key)?.dispose();
    this.#open.set(key, panel);
    panel.onDidDispose(() => {
      if (this.#open.get(key) === panel) this.#open.delete(key);
      panel.dispose();
    });
  }

  override dispose(): void {
    for (const panel of [...this.#open.values()]) panel.dispose();
    super.dispose();
  }
}

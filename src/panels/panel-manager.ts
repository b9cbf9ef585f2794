/** Opens the panels, one for each run, workflow, or pair of runs. Loaded with the first one. */
import { DisposableStore } from '../shared/disposable.ts';
import { oneLine } from '../shared/format.ts';
import { ComparisonPanel, readTwoRuns } from './comparison-panel.ts';
import type { PanelContext, ViewPanel } from './panel.ts';
import { RunPanel } from './run-panel.ts';
import { newestRuns, WorkflowPanel } from './workflow-panel.ts';

export class PanelManager extends DisposableStore {
  readonly #context: PanelContext;
  readonly #open = new Map<string, ViewPanel>();

  constructor(context: PanelContext) {
    super();
    this.#context = context;
  }

  /** @throws ApiFailure */
  openRun(id: string): Promise<void> {
    return this.#show(`run ${id}`, async () => {
      const run = await this.#context.workflows.feed.run(id);
      return new RunPanel(run, this.#nameOf(run.workflow_id), this.#context);
    });
  }

  /** @throws ApiFailure */
  openWorkflow(workflow: { readonly id: string; readonly name: string }): Promise<void> {
    return this.#show(`workflow ${workflow.id}`, async () => {
      const loaded = await newestRuns(this.#context.workflows.feed, workflow.id);
      return new WorkflowPanel(loaded, workflow, this.#context);
    });
  }

  /** @throws ApiFailure */
  compare(one: string, other: string): Promise<void> {
    return this.#show(`runs ${one} ${other}`, async () => {
      const both = await readTwoRuns(this.#context.workflows.feed, one, other);
      const names = new Set(both.map(({ workflow_id }) => this.#nameOf(workflow_id)));
      return new ComparisonPanel(both, [...names].join(' · '), this.#context);
    });
  }

  #nameOf(workflow: string): string {
    return oneLine(this.#context.workflows.store.get(workflow)?.workflow.name ?? workflow);
  }

  async #show(key: string, load: () => Promise<ViewPanel>): Promise<void> {
    const open = this.#open.get(key);
    if (open) return open.reveal();
    const panel = await load();
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

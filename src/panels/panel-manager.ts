/** Opens the panels, one for each run, workflow, or pair of runs. Loaded when the first one is opened. */
import { DisposableStore } from '../shared/disposable.ts';
import { Generation } from '../shared/generation.ts';
import { ComparisonPanel, loadRunPair, pairId } from './comparison-panel.ts';
import { DetailsPanel } from './details-panel.ts';
import { readDetails } from './details-view-model.ts';
import type { PanelContext, ViewPanel } from './panel.ts';
import { RunPanel } from './run-panel.ts';
import { newestRuns, StatisticsPanel } from './statistics-panel.ts';

type Panel = ViewPanel<unknown>;

/** Its methods reject with an `ApiFailure` if the data can't be loaded. */
export class PanelManager extends DisposableStore {
  readonly #context: PanelContext;
  readonly #open = new Set<Panel>();
  /** Advances when the account changes: a panel that is still loading is of the previous one. */
  readonly #generation = new Generation();

  constructor(context: PanelContext) {
    super();
    this.#context = context;
    const closeAll = () => {
      this.#generation.advance();
      for (const panel of this.#open) panel.dispose();
    };
    this.own({ dispose: closeAll });
    // The panels show and request data of the previous account.
    this.own(context.connection.onDidReplace(closeAll));
  }

  openRun(id: string): Promise<void> {
    return this.#show(RunPanel, id, async () => {
      const run = await this.#context.workflows.feed.run(id);
      return new RunPanel(run, this.#context.workflows.store.nameOf(run.workflow_id), this.#context);
    });
  }

  openStatistics(workflow: { readonly id: string; readonly name: string }): Promise<void> {
    return this.#show(StatisticsPanel, workflow.id, async () => {
      const history = await newestRuns(this.#context.workflows.feed, workflow.id);
      return new StatisticsPanel(history, workflow, this.#context);
    });
  }

  /** @param id of a workflow, which may be missing from the list */
  openDetails(id: string): Promise<void> {
    return this.#show(DetailsPanel, id, async () => {
      const details = await readDetails(this.#context.workflows, id);
      return new DetailsPanel(details, this.#context);
    });
  }

  compare(one: string, other: string): Promise<void> {
    return this.#show(ComparisonPanel, pairId(one, other), async () => {
      const pair = await loadRunPair(this.#context.workflows.feed, one, other);
      const names = new Set(pair.map(({ workflow_id }) => this.#context.workflows.store.nameOf(workflow_id)));
      return new ComparisonPanel(pair, [...names].join(' · '), this.#context);
    });
  }

  async #show(type: new (...args: never[]) => Panel, id: string, load: () => Promise<Panel>): Promise<void> {
    const find = () => [...this.#open].find((panel) => panel instanceof type && panel.id === id);
    const open = find();
    if (open) return open.reveal();
    const isCurrent = this.#generation.capture();
    // The first request of a session opens the account, which also counts as a change.
    const hasAccount = this.#context.connection.state.kind !== 'signedOut';
    const panel = await load();
    if (hasAccount && !isCurrent()) return panel.dispose();
    // If the same panel was requested twice at once, the later one replaces the earlier one.
    find()?.dispose();
    this.#open.add(panel);
    panel.onDidDispose(() => {
      this.#open.delete(panel);
      panel.dispose();
    });
  }
}

/** Opens the panels, one for each run, workflow, or pair of runs. Loaded when the first one is opened. */
import type { ServiceSession } from '../service/session.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { ComparisonPanel, loadRunPair, pairId } from './comparison-panel.ts';
import { DetailsPanel } from './details-panel.ts';
import { readDetails } from './details-view-model.ts';
import type { PanelContext, PanelFeatures, ViewPanel } from './panel.ts';
import { RunPanel } from './run-panel.ts';
import { newestRuns, StatisticsPanel } from './statistics-panel.ts';

type Panel = ViewPanel<unknown>;

/** Its methods reject with an `ApiFailure` if the data can't be loaded. */
export class PanelManager extends DisposableStore {
  readonly #features: PanelFeatures;
  readonly #open = new Set<Panel>();

  constructor(features: PanelFeatures) {
    super();
    this.#features = features;
    this.own({
      dispose: () => {
        for (const panel of this.#open) panel.dispose();
      },
    });
  }

  openRun(session: ServiceSession, id: string): Promise<void> {
    return this.#show(RunPanel, session, id, async (context) => {
      const run = await session.feed.run(id);
      return new RunPanel(run, session.workflows.nameOf(run.workflow_id), context);
    });
  }

  openStatistics(session: ServiceSession, workflow: { readonly id: string; readonly name: string }): Promise<void> {
    return this.#show(
      StatisticsPanel,
      session,
      workflow.id,
      async (context) => new StatisticsPanel(await newestRuns(session.feed, workflow.id), workflow, context),
    );
  }

  /** @param id of a workflow, which may be missing from the list */
  openDetails(session: ServiceSession, id: string): Promise<void> {
    return this.#show(
      DetailsPanel,
      session,
      id,
      async (context) => new DetailsPanel(await readDetails(session, id), context),
    );
  }

  compare(session: ServiceSession, one: string, other: string): Promise<void> {
    return this.#show(ComparisonPanel, session, pairId(one, other), async (context) => {
      const pair = await loadRunPair(session.feed, one, other);
      const names = new Set(pair.map(({ workflow_id }) => session.workflows.nameOf(workflow_id)));
      return new ComparisonPanel(pair, [...names].join(' · '), context);
    });
  }

  async #show(
    type: new (...args: never[]) => Panel,
    session: ServiceSession,
    id: string,
    load: (context: PanelContext) => Promise<Panel>,
  ): Promise<void> {
    const find = () => [...this.#open].find((panel) => panel instanceof type && panel.id === id);
    const open = find();
    if (open) return open.reveal();
    const panel = await load({ ...this.#features, session });
    // If the same panel was requested twice at once, the later one replaces the earlier one.
    find()?.dispose();
    this.#open.add(panel);
    panel.onDidDispose(() => this.#open.delete(panel));
  }
}

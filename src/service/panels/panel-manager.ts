/** Opens the panels, one for each run, workflow, or pair of runs. Loaded when the first one is opened. */

import { DisposableStore } from '../../shared/disposable.ts';
import type { ServiceSession } from '../session/session.ts';
import { ComparisonPanel, pairId } from './comparison-panel.ts';
import { DetailsPanel } from './details-panel.ts';
import type { PanelContext, PanelFeatures, ViewPanel } from './panel.ts';
import { RunPanel } from './run-panel.ts';
import { StatisticsPanel } from './statistics-panel.ts';

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
    return this.#show(RunPanel, session, id, (context) => new RunPanel(context, id));
  }

  openStatistics(session: ServiceSession, workflow: { readonly id: string; readonly name: string }): Promise<void> {
    return this.#show(StatisticsPanel, session, workflow.id, (context) => new StatisticsPanel(context, workflow));
  }

  /** @param id of a workflow, which may be missing from the list */
  openDetails(session: ServiceSession, id: string): Promise<void> {
    return this.#show(DetailsPanel, session, id, (context) => new DetailsPanel(context, id));
  }

  compare(session: ServiceSession, ...ids: readonly [string, string]): Promise<void> {
    return this.#show(ComparisonPanel, session, pairId(...ids), (context) => new ComparisonPanel(context, ...ids));
  }

  async #show(
    type: new (...args: never[]) => Panel,
    session: ServiceSession,
    id: string,
    create: (context: PanelContext) => Panel,
  ): Promise<void> {
    const open = [...this.#open].find((panel) => panel instanceof type && panel.id === id);
    if (open) return open.reveal();
    const panel = create({ ...this.#features, session });
    this.#open.add(panel);
    panel.onDidDispose(() => this.#open.delete(panel));
    await panel.open();
  }
}

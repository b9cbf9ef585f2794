/** The latest runs of each workflow, collected from every page of runs that is loaded. */

import { ListStore } from '../../../shared/list/list-store.ts';
import type { Unreadable } from '../../../shared/list/unreadable.ts';
import { log } from '../../../shared/log.ts';
import { setting } from '../../../shared/settings.ts';
import type { WorkflowRunMetadata } from '../../api/index.ts';
import type { RunFeed } from './run-feed.ts';
import { isActive, isSameState, newestFirst } from './run-state.ts';

/** Number of runs kept for each workflow: as many as the view shows. */
const runsPerWorkflow = 5;

/** Fires the ID of the workflow whose runs changed. */
export class LatestRuns extends ListStore {
  readonly #feed: RunFeed;
  readonly #byWorkflow = new Map<string, readonly WorkflowRunMetadata[]>();
  /** IDs of workflows whose latest runs were loaded, however old they are. */
  readonly #loaded = new Set<string>();
  /** IDs of workflows requested by `ensureRunsOf` since runs were last received, even if the request failed. */
  readonly #requested = new Set<string>();

  #isNewestKnown = true;

  constructor(feed: RunFeed) {
    super('Latest runs');
    this.#feed = feed;
    this.register(
      feed.onDidReceive(({ runs, newest, isNewestKnown }) => {
        if (newest) this.#noteOrder(isNewestKnown);
        this.#addRuns(runs);
      }),
    );
  }

  /** Returns the known runs of a workflow, newest first. */
  of(workflow: string): readonly WorkflowRunMetadata[] {
    return this.#byWorkflow.get(workflow) ?? [];
  }

  latest(workflow: string): WorkflowRunMetadata | undefined {
    return this.#byWorkflow.get(workflow)?.[0];
  }

  /** False if the workflow may have runs, but none is loaded. */
  isKnown(workflow: string): boolean {
    return this.#byWorkflow.has(workflow) || this.#loaded.has(workflow);
  }

  /** False if any workflow may have newer runs than the loaded ones. */
  get isNewestKnown(): boolean {
    return this.#isNewestKnown;
  }

  /** True if the latest run of any workflow is active. */
  get active(): boolean {
    return [...this.#byWorkflow.values()].some(([run]) => run !== undefined && isActive(run));
  }

  /** Sends one request for all workflows: the newest page of runs, which the Runs view also requests. */
  override refresh(): Promise<void> {
    return this.load('refresh', async (signal) => {
      const query = { page: 1, limit: setting('switchyard.runs.pageSize') };
      await this.#feed.page(query, signal, this.loadedAt === undefined);
      return () => [];
    });
  }

  /**
   * Loads the latest runs of one workflow, however old they are.
   * @returns the rows that couldn't be read @throws ApiFailure
   */
  async loadRunsOf(workflow: string): Promise<Unreadable | undefined> {
    const { unreadable } = await this.#feed.page({ page: 1, limit: runsPerWorkflow, workflow_id: workflow });
    const isFirst = !this.isKnown(workflow);
    // Without readable rows, it isn't known whether it has runs.
    if (unreadable === undefined) this.#loaded.add(workflow);
    if (isFirst && this.isKnown(workflow)) this.changed(workflow);
    return unreadable;
  }

  /** Loads the latest runs of one workflow if none is known. After a failure, waits for other runs. Never rejects. */
  async ensureRunsOf(workflow: string): Promise<void> {
    if (this.isKnown(workflow) || this.#requested.has(workflow)) return;
    this.#requested.add(workflow);
    await this.loadRunsOf(workflow).catch((error) => log().warn(`Runs of ${workflow} could not be loaded.`, error));
  }

  #noteOrder(isNewestKnown: boolean): void {
    if (isNewestKnown === this.#isNewestKnown) return;
    this.#isNewestKnown = isNewestKnown;
    this.changed(undefined);
  }

  #addRuns(runs: readonly WorkflowRunMetadata[]): void {
    this.#requested.clear();
    const changed = new Set<string>();
    for (const run of runs) {
      const before = this.of(run.workflow_id);
      const known = before.find(({ id }) => id === run.id);
      if (known && isSameState(known, run)) continue;
      const merged = [run, ...before.filter(({ id }) => id !== run.id)].sort(newestFirst).slice(0, runsPerWorkflow);
      if (!merged.includes(run)) continue;
      this.#byWorkflow.set(run.workflow_id, merged);
      changed.add(run.workflow_id);
    }
    for (const workflow of changed) this.changed(workflow);
  }

  protected override get size(): number {
    return this.#byWorkflow.size;
  }
}

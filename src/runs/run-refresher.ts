/** Keeps visible and watched runs up to date, with one request at a time, in turn. */
import { window, workspace } from 'vscode';
import { type Clock, realClock } from '../../common/clock.ts';
import { type Connection, canRequest } from '../account/index.ts';
import type { ViewVisibility } from '../shared/ages.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { activeRunDelay, idleDelay, RefreshLoop } from '../shared/refresh-loop.ts';
import type { LatestRuns, WorkflowStore } from '../workflows/index.ts';
import type { RunStore } from './store.ts';
import type { RunTree } from './tree.ts';
import type { Notifier } from './watching/notifier.ts';
import type { WatchList } from './watching/watch-list.ts';

interface RefreshSources {
  readonly connection: Connection;
  readonly runs: RunStore;
  readonly runsTree: { readonly view: ViewVisibility } & Pick<RunTree, 'expandedRuns'>;
  readonly latest: LatestRuns;
  readonly workflows: Pick<WorkflowStore, 'ensure'>;
  readonly workflowsView: ViewVisibility;
  /** Watched and pinned workflows need refreshes even if no view is visible. */
  readonly watched: Pick<WatchList, 'isEmpty' | 'pinned' | 'onDidChange'>;
  readonly notifier: Pick<Notifier, 'unfinishedOffPage' | 'refreshRun'>;
}

export class RunRefresher extends DisposableStore {
  readonly #sources: RefreshSources;
  readonly #loop: RefreshLoop;
  /** Counts the requests, so that each kind gets its turn. */
  #turn = 0;

  constructor(sources: RefreshSources, clock: Clock = realClock) {
    super();
    this.#sources = sources;
    const { connection, runs, runsTree, latest, workflowsView, watched } = sources;
    this.#loop = this.own(
      new RefreshLoop(
        {
          isNeeded: () => this.#canRequest() && this.#requests().length > 0,
          delay: () => this.#delay(),
          refresh: () => this.#requestNext(),
        },
        clock,
      ),
    );
    const wake = () => this.#wake();
    for (const view of [runsTree.view, workflowsView]) this.own(view.onDidChangeVisibility(wake));
    this.ownAll(
      window.onDidChangeWindowState(wake),
      connection.onDidChange(wake),
      workspace.onDidChangeConfiguration((change) => change.affectsConfiguration('switchyard.refresh') && wake()),
    );
    for (const store of [runs, latest]) this.own(store.onDidChange(wake));
    // Credentials are read at activation only if a workflow is watched or pinned.
    const follow = () => (watched.isEmpty ? wake() : connection.current().then(wake, wake));
    this.own(watched.onDidChange(follow));
    void follow();
  }

  #wake(): void {
    if (this.#canRequest()) void this.#ensureWatched();
    this.#loop.wake();
  }

  /**
   * Watching starts with an immediate refresh: a run that ended before it can't be distinguished from older ones. The
   * status bar also needs the name of the pinned workflow, and its latest run, however old it is.
   */
  async #ensureWatched(): Promise<void> {
    const { latest, workflows, watched } = this.#sources;
    if (!watched.isEmpty) await latest.ensure();
    const { pinned } = watched;
    if (pinned === undefined || latest.loadedAt === undefined) return;
    await Promise.all([workflows.ensure(), latest.ensureRunsOf(pinned)]);
  }

  /** A rejected key isn't retried automatically, and nothing is requested while the window isn't focused. */
  #canRequest(): boolean {
    return window.state.focused && canRequest(this.#sources.connection.state);
  }

  get #runsAreVisible(): boolean {
    const { runs, runsTree } = this.#sources;
    // The view does the first load itself.
    return runsTree.view.visible && runs.state !== 'unloaded';
  }

  get #latestAreVisible(): boolean {
    const { latest, workflowsView, watched } = this.#sources;
    return !watched.isEmpty || (workflowsView.visible && latest.state !== 'unloaded');
  }

  /**
   * Returns the requests to send, which resolve to the error if they fail. The newest page of all runs updates all
   * consumers, so it's requested only once.
   */
  #requests(): (() => Promise<unknown>)[] {
    const { runs, runsTree, latest, watched, notifier } = this.#sources;
    const requests: (() => Promise<unknown>)[] = [];
    if (this.#runsAreVisible) requests.push(() => runs.poll().then(() => runs.failure));
    if (this.#latestAreVisible && !(this.#runsAreVisible && runs.isUnfiltered))
      requests.push(() => latest.refresh().then(() => latest.failure));
    if (!watched.isEmpty) for (const id of notifier.unfinishedOffPage) requests.push(() => notifier.refreshRun(id));
    if (this.#runsAreVisible) for (const id of runsTree.expandedRuns) requests.push(() => runs.refreshDetail(id));
    return requests;
  }

  #delay(): number | undefined {
    const { runs, latest } = this.#sources;
    const active = (this.#runsAreVisible && runs.active) || (this.#latestAreVisible && latest.active);
    if (active) return activeRunDelay();
    return idleDelay();
  }

  async #requestNext(): Promise<unknown> {
    const requests = this.#requests();
    return requests[this.#turn++ % requests.length]?.();
  }
}

/** Keeps visible and watched runs up to date, with one request at a time, in turn. */
import { type Event, window, workspace } from 'vscode';
import { type Clock, realClock } from '../../common/clock.ts';
import type { Connection } from '../account/index.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { activeRunDelay, RefreshLoop } from '../shared/refresh-loop.ts';
import { setting } from '../shared/settings.ts';
import type { LatestRuns } from '../workflows/index.ts';
import type { RunStore } from './store.ts';

/** Visibility of a view. */
interface ViewVisibility {
  readonly visible: boolean;
  readonly onDidChangeVisibility: Event<unknown>;
}

interface RefreshSources {
  readonly connection: Connection;
  readonly runs: RunStore;
  readonly runsView: ViewVisibility;
  /** IDs of the active runs whose steps are shown. */
  readonly expandedRuns: () => readonly string[];
  readonly latest: LatestRuns;
  readonly workflowsView: ViewVisibility;
  /** Whether a workflow is watched or pinned, which needs refreshes even if no view is visible. */
  readonly isWatched: () => boolean;
  /** IDs of unfinished runs of watched workflows that aren't on the newest page. */
  readonly unfinishedOffPage: () => readonly string[];
  /** Refreshes one of them. Resolves to the error if the request fails. */
  readonly refreshRun: (id: string) => Promise<unknown>;
}

/** Sends a request. Resolves to the error if it fails. */
type RefreshRequest = () => Promise<unknown>;

export class RunRefresher extends DisposableStore {
  readonly #sources: RefreshSources;
  readonly #loop: RefreshLoop;
  /** Counts the requests, so that each kind gets its turn. */
  #turn = 0;

  constructor(sources: RefreshSources, clock: Clock = realClock) {
    super();
    this.#sources = sources;
    const { connection, runs, runsView, latest, workflowsView } = sources;
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
    for (const view of [runsView, workflowsView]) this.own(view.onDidChangeVisibility(wake));
    this.own(window.onDidChangeWindowState(wake));
    this.own(connection.onDidChange(wake));
    this.own(
      workspace.onDidChangeConfiguration((change) => change.affectsConfiguration('switchyard.refresh') && wake()),
    );
    for (const store of [runs, latest]) this.own(store.onDidChange(wake));
    this.watchesChanged();
  }

  /** Must be called when the watched workflows or the pinned one change. */
  watchesChanged(): void {
    // Credentials are read at activation only if a workflow is watched or pinned.
    if (this.#sources.isWatched()) {
      const wake = () => this.#wake();
      this.#sources.connection.current().then(wake, wake);
    } else this.#wake();
  }

  /** Watching starts with an immediate refresh: a run that ended before it can't be distinguished from older ones. */
  #wake(): void {
    const { latest, isWatched } = this.#sources;
    if (isWatched() && latest.state === 'unloaded' && this.#canRequest()) void latest.ensure();
    this.#loop.wake();
  }

  /** A rejected key isn't retried automatically, and nothing is requested while the window isn't focused. */
  #canRequest(): boolean {
    const { kind } = this.#sources.connection.state;
    return window.state.focused && kind !== 'unauthorized' && kind !== 'signedOut';
  }

  get #runsAreVisible(): boolean {
    const { runs, runsView } = this.#sources;
    // The view does the first load itself.
    return runsView.visible && runs.state !== 'unloaded';
  }

  get #latestAreVisible(): boolean {
    const { latest, workflowsView, isWatched } = this.#sources;
    return isWatched() || (workflowsView.visible && latest.state !== 'unloaded');
  }

  /** Returns the requests to send. The newest page of all runs updates all consumers, so it's requested only once. */
  #requests(): RefreshRequest[] {
    const { runs, latest, expandedRuns, isWatched, unfinishedOffPage, refreshRun } = this.#sources;
    const requests: RefreshRequest[] = [];
    if (this.#runsAreVisible) requests.push(() => runs.poll().then(() => runs.failure));
    if (this.#latestAreVisible && !(this.#runsAreVisible && runs.isUnfiltered))
      requests.push(() => latest.refresh().then(() => latest.failure));
    if (isWatched()) for (const id of unfinishedOffPage()) requests.push(() => refreshRun(id));
    if (this.#runsAreVisible) for (const id of expandedRuns()) requests.push(() => runs.refreshDetail(id));
    return requests;
  }

  #delay(): number | undefined {
    const { runs, latest } = this.#sources;
    const active = (this.#runsAreVisible && runs.active) || (this.#latestAreVisible && latest.active);
    if (active) return activeRunDelay();
    const seconds = setting('switchyard.refresh.whenIdle');
    return seconds > 0 ? seconds * 1000 : undefined;
  }

  async #requestNext(): Promise<unknown> {
    const requests = this.#requests();
    return requests[this.#turn++ % requests.length]?.();
  }
}

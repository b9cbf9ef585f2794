/** Keeps visible and watched runs up to date, with one request at a time, in turn. */
import { Disposable, window, workspace } from 'vscode';
import { type Clock, realClock } from '../../common/clock.ts';
import { type Connection, canRequest } from '../account/index.ts';
import type { ViewVisibility } from '../shared/ages.ts';
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

export function refreshRuns(sources: RefreshSources, clock: Clock = realClock): Disposable {
  const { connection, runs, runsTree, latest, workflows, workflowsView, watched, notifier } = sources;

  /** A rejected key isn't retried automatically, and nothing is requested while the window isn't focused. */
  const mayRequest = () => window.state.focused && canRequest(connection.state);

  // The view does the first load itself.
  const areRunsVisible = () => runsTree.view.visible && runs.state !== 'unloaded';

  const areLatestVisible = () => !watched.isEmpty || (workflowsView.visible && latest.state !== 'unloaded');

  /**
   * Returns the requests to send, which resolve to the error if they fail. The newest page of all runs updates all
   * consumers, so it's requested only once.
   */
  const nextRequests = () => {
    const requests: (() => Promise<unknown>)[] = [];
    if (areRunsVisible()) requests.push(() => runs.poll().then(() => runs.failure));
    if (areLatestVisible() && !(areRunsVisible() && runs.isUnfiltered))
      requests.push(() => latest.refresh().then(() => latest.failure));
    if (!watched.isEmpty) for (const id of notifier.unfinishedOffPage) requests.push(() => notifier.refreshRun(id));
    if (areRunsVisible()) for (const id of runsTree.expandedRuns) requests.push(() => runs.refreshDetail(id));
    return requests;
  };

  /** Counts the requests, so that each kind gets its turn. */
  let turn = 0;
  const loop = new RefreshLoop(
    {
      isNeeded: () => mayRequest() && nextRequests().length > 0,
      delay: () => {
        const isActive = (areRunsVisible() && runs.active) || (areLatestVisible() && latest.active);
        return isActive ? activeRunDelay() : idleDelay();
      },
      refresh: async () => {
        const requests = nextRequests();
        return requests[turn++ % requests.length]?.();
      },
    },
    clock,
  );

  /**
   * Watching starts with an immediate refresh: a run that ended before it can't be distinguished from older ones. The
   * status bar also needs the name of the pinned workflow, and its latest run, however old it is.
   */
  const ensureWatched = async () => {
    if (!watched.isEmpty) await latest.ensure();
    const { pinned } = watched;
    if (pinned === undefined || latest.loadedAt === undefined) return;
    await Promise.all([workflows.ensure(), latest.ensureRunsOf(pinned)]);
  };
  const wake = () => {
    if (mayRequest()) void ensureWatched();
    loop.wake();
  };
  // Credentials are read at activation only if a workflow is watched or pinned.
  const follow = () => (watched.isEmpty ? wake() : connection.current().then(wake, wake));
  void follow();
  return Disposable.from(
    loop,
    runsTree.view.onDidChangeVisibility(wake),
    workflowsView.onDidChangeVisibility(wake),
    window.onDidChangeWindowState(wake),
    connection.onDidChange(wake),
    workspace.onDidChangeConfiguration((change) => change.affectsConfiguration('switchyard.refresh') && wake()),
    runs.onDidChange(wake),
    latest.onDidChange(wake),
    watched.onDidChange(follow),
  );
}

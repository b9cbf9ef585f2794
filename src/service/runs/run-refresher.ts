/** Keeps visible and watched runs up to date, with one request at a time, in turn. */
import { Disposable, window, workspace } from 'vscode';
import { type Clock, realClock } from '../../../common/clock.ts';
import type { ViewVisibility } from '../../shared/list/ages.ts';
import type { ListState } from '../../shared/list/list-store.ts';
import { activeRunDelay, idleDelay, RefreshLoop } from '../session/refresh-loop.ts';
import type { ServiceSession } from '../session/session.ts';
import type { RunTree } from './tree.ts';
import type { Notifier } from './watching/notifier.ts';
import type { WatchList } from './watching/watch-list.ts';

interface RefreshSources {
  readonly session: ServiceSession;
  readonly runsTree: { readonly view: ViewVisibility } & Pick<RunTree, 'expandedRuns'>;
  readonly workflowsView: ViewVisibility;
  /** Watched and pinned workflows need refreshes even if no view is visible. */
  readonly watched: Pick<WatchList, 'isEmpty' | 'pinned' | 'onDidChange'>;
  readonly notifier: Pick<Notifier, 'unfinishedOffPage' | 'refreshRun'>;
}

export function refreshRuns(sources: RefreshSources, clock: Clock = realClock): Disposable {
  const { session, runsTree, workflowsView, watched, notifier } = sources;
  const { runs, latest, workflows } = session;

  /** A rejected key isn't retried automatically, and nothing is requested while the window isn't focused. */
  const mayRequest = () => window.state.focused && session.canRequest;

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
    if (!watched.isEmpty)
      for (const id of notifier.unfinishedOffPage) requests.push(() => notifier.refreshRun(session, id));
    if (areRunsVisible()) for (const id of runsTree.expandedRuns) requests.push(() => runs.refreshDetail(id));
    return requests;
  };

  /** Counts the requests, so that each kind is requested in turn. */
  let next = 0;
  const loop = new RefreshLoop(
    {
      isNeeded: () => mayRequest() && nextRequests().length > 0,
      delay: () => {
        const isActive = (areRunsVisible() && runs.active) || (areLatestVisible() && latest.active);
        return isActive ? activeRunDelay() : idleDelay();
      },
      refresh: async () => {
        const requests = nextRequests();
        return requests[next++ % requests.length]?.();
      },
      onRetryAt: (time) => runs.retryAt(time),
    },
    clock,
  );

  /**
   * Watching starts with an immediate refresh: a run that ended before it can't be distinguished from older ones. The
   * status bar also needs the name of the pinned workflow, and its latest run, however old it is. What couldn't be
   * loaded is loaded again when the service can be reached again.
   */
  const ensureWatched = async (isRecovery: boolean) => {
    const isNeeded = ({ state }: { readonly state: ListState }) => isRecovery || state === 'unloaded';
    if (!watched.isEmpty && isNeeded(latest)) await latest.ensure();
    const { pinned } = watched;
    if (pinned === undefined || latest.loadedAt === undefined) return;
    await Promise.all([isNeeded(workflows) && workflows.ensure(), latest.ensureRunsOf(pinned)]);
  };
  const continueWith = (isRecovery: boolean) => {
    if (mayRequest()) void ensureWatched(isRecovery);
    loop.wake();
  };
  const wake = () => continueWith(false);
  /** A view that appears shows the present, not what was loaded before it was hidden. */
  const show = () => {
    next = 0;
    loop.wakeSoon();
  };
  wake();
  return Disposable.from(
    loop,
    runsTree.view.onDidChangeVisibility(show),
    workflowsView.onDidChangeVisibility(show),
    window.onDidChangeWindowState(wake),
    session.onDidChangeState(() => continueWith(session.state.kind === 'connected')),
    workspace.onDidChangeConfiguration((change) => change.affectsConfiguration('switchyard.refresh') && wake()),
    runs.onDidChange(wake),
    latest.onDidChange(wake),
    watched.onDidChange(wake),
  );
}

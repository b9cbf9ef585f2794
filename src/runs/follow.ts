/** Keeps visible and watched runs up to date, with one request at a time, in turn. */
import { type Event, window, workspace } from 'vscode';
import { type Clock, realClock } from '../../common/clock.ts';
import type { Connection } from '../account/index.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { activeRunDelay, type LoopProblem, loopProblem, RefreshLoop } from '../shared/refresh-loop.ts';
import { setting } from '../shared/settings.ts';
import type { LatestRuns } from '../workflows/index.ts';
import type { RunStore } from './store.ts';

/** Visibility of a view. */
interface Seen {
  readonly visible: boolean;
  readonly onDidChangeVisibility: Event<unknown>;
}

interface Followed {
  readonly connection: Connection;
  readonly runs: RunStore;
  readonly runsView: Seen;
  /** IDs of the active runs whose steps are shown. */
  readonly unfolded: () => readonly string[];
  readonly latest: LatestRuns;
  readonly workflowsView: Seen;
  /** Whether a workflow is watched or pinned, which needs refreshes even if no view is visible. */
  readonly isWatched: () => boolean;
  /** IDs of unfinished runs of watched workflows that aren't on the newest page. */
  readonly stragglers: () => readonly string[];
  /** Refreshes one of them. Resolves to the error if the request fails. */
  readonly look: (id: string) => Promise<unknown>;
}

/** Sends a request. Resolves to the error if it fails. */
type Question = () => Promise<unknown>;

export class RunFollower extends DisposableStore {
  readonly #followed: Followed;
  readonly #loop: RefreshLoop;
  /** Counts the requests, so that each kind gets its turn. */
  #turn = 0;

  constructor(followed: Followed, clock: Clock = realClock) {
    super();
    this.#followed = followed;
    const { connection, runs, runsView, latest, workflowsView } = followed;
    this.#loop = this.own(
      new RefreshLoop(
        {
          isNeeded: () => this.#mayAsk() && this.#questions().length > 0,
          delay: () => this.#delay(),
          refresh: () => this.#ask(),
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
    if (this.#followed.isWatched()) {
      const wake = () => this.#wake();
      this.#followed.connection.current().then(wake, wake);
    } else this.#wake();
  }

  /** Watching starts with an immediate refresh: a run that ended before it can't be distinguished from older ones. */
  #wake(): void {
    const { latest, isWatched } = this.#followed;
    if (isWatched() && latest.state === 'unloaded' && this.#mayAsk()) void latest.ensure();
    this.#loop.wake();
  }

  /** A rejected key isn't retried automatically, and nothing is requested while the window isn't focused. */
  #mayAsk(): boolean {
    const { kind } = this.#followed.connection.state;
    return window.state.focused && kind !== 'unauthorized' && kind !== 'signedOut';
  }

  get #runsAreSeen(): boolean {
    const { runs, runsView } = this.#followed;
    // The view does the first load itself.
    return runsView.visible && runs.state !== 'unloaded';
  }

  get #latestAreSeen(): boolean {
    const { latest, workflowsView, isWatched } = this.#followed;
    return isWatched() || (workflowsView.visible && latest.state !== 'unloaded');
  }

  /** Returns the requests to send. The newest page of all runs updates all consumers, so it's requested only once. */
  #questions(): Question[] {
    const { runs, latest, unfolded, isWatched, stragglers, look } = this.#followed;
    const questions: Question[] = [];
    if (this.#runsAreSeen) questions.push(() => runs.poll().then(() => runs.failure));
    if (this.#latestAreSeen && !(this.#runsAreSeen && runs.isUnfiltered))
      questions.push(() => latest.refresh().then(() => latest.failure));
    if (isWatched()) for (const id of stragglers()) questions.push(() => look(id));
    if (this.#runsAreSeen) for (const id of unfolded()) questions.push(() => runs.refreshDetail(id));
    return questions;
  }

  #delay(): number | undefined {
    const { runs, latest } = this.#followed;
    const active = (this.#runsAreSeen && runs.active) || (this.#latestAreSeen && latest.active);
    if (active) return activeRunDelay();
    const seconds = setting('switchyard.refresh.whenIdle');
    return seconds > 0 ? seconds * 1000 : undefined;
  }

  async #ask(): Promise<LoopProblem | undefined> {
    const questions = this.#questions();
    const failure = await questions[this.#turn++ % questions.length]?.();
    return failure === undefined ? undefined : loopProblem(failure);
  }
}

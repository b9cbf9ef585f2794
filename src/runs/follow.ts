/** Keeps runs up to date while somebody looks or watches: one question at a time for all of them, in turn. */
import { type Event, window, workspace } from 'vscode';
import { type Clock, realClock } from '../../common/clock.ts';
import type { Connection } from '../account/index.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { activeRunDelay, type LoopProblem, loopProblem, RefreshLoop } from '../shared/refresh-loop.ts';
import { setting } from '../shared/settings.ts';
import type { LatestRuns } from '../workflows/index.ts';
import type { RunStore } from './store.ts';

/** A view, as far as it matters whether it is seen. */
interface Seen {
  readonly visible: boolean;
  readonly onDidChangeVisibility: Event<unknown>;
}

interface Followed {
  readonly connection: Connection;
  readonly runs: RunStore;
  readonly runsView: Seen;
  /** Runs that go on and whose steps are seen. */
  readonly unfolded: () => readonly string[];
  readonly latest: LatestRuns;
  readonly workflowsView: Seen;
  /** Whether something is watched that no view shows. */
  readonly isWatched: () => boolean;
  /** Runs of watched workflows that no page shows. */
  readonly stragglers: () => readonly string[];
  /** Asks for one of them; resolves to why it failed. */
  readonly look: (id: string) => Promise<unknown>;
}

/** Asks, and resolves to why it failed. */
type Question = () => Promise<unknown>;

export class RunFollower extends DisposableStore {
  readonly #followed: Followed;
  readonly #loop: RefreshLoop;
  /** Counts the questions, so that each gets its turn. */
  #turn = 0;

  constructor(followed: Followed, clock: Clock = realClock) {
    super();
    this.#followed = followed;
    const { connection, runs, runsView, latest, workflowsView } = followed;
    this.#loop = this.own(
      new RefreshLoop(
        {
          watched: () => this.#mayAsk() && this.#questions().length > 0,
          delay: () => this.#delay(),
          ask: () => this.#ask(),
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

  /** To be called when a workflow is watched or pinned, or no longer. */
  watchesChanged(): void {
    // Nothing is read at activation unless something is watched.
    if (this.#followed.isWatched()) {
      const wake = () => this.#wake();
      this.#followed.connection.current().then(wake, wake);
    } else this.#wake();
  }

  /** What is watched begins with a look at once: a run that ends before the first look couldn't be told from older ones. */
  #wake(): void {
    const { latest, isWatched } = this.#followed;
    if (isWatched() && latest.state === 'unloaded' && this.#mayAsk()) void latest.ensure();
    this.#loop.wake();
  }

  /** A refused key is not tried again by itself, and nothing is asked behind the user's back. */
  #mayAsk(): boolean {
    const { kind } = this.#followed.connection.state;
    return window.state.focused && kind !== 'unauthorized' && kind !== 'signedOut';
  }

  get #runsAreSeen(): boolean {
    const { runs, runsView } = this.#followed;
    // The first load is the view's own.
    return runsView.visible && runs.state !== 'unloaded';
  }

  get #latestAreSeen(): boolean {
    const { latest, workflowsView, isWatched } = this.#followed;
    return isWatched() || (workflowsView.visible && latest.state !== 'unloaded');
  }

  /** What there is to ask. The newest page of all runs serves everybody, so it is asked for once. */
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

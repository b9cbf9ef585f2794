/** Refreshes a panel while its run is active, and when another request receives another state of it. */
import { window } from 'vscode';
import { DisposableStore } from '../../../shared/disposable.ts';
import type { WorkflowRunMetadata } from '../../api/index.ts';
import { activeRunDelay, RefreshLoop } from '../../session/refresh-loop.ts';
import { isActive } from '../../session/runs/run-state.ts';
import type { ServiceSession } from '../../session/session.ts';

interface FollowedPanel {
  readonly isVisible: boolean;
  refresh(): Promise<unknown>;
  onDidChangeViewState(listener: () => void): { dispose(): void };
}

interface FollowedRun {
  readonly id: () => string;
  /** The run as the panel shows it; undefined until it's loaded. */
  readonly shown: () => WorkflowRunMetadata | undefined;
}

export class RunFollower extends DisposableStore {
  readonly #run: FollowedRun;
  /** The run as another request received it since the panel loaded it. */
  #received: WorkflowRunMetadata | undefined;
  readonly #loop: RefreshLoop;

  constructor(session: ServiceSession, panel: FollowedPanel, run: FollowedRun) {
    super();
    this.#run = run;
    const isNeeded = (shown = run.shown()) => shown !== undefined && (isActive(shown) || this.#isOutdated);
    this.#loop = this.register(
      new RefreshLoop({
        isNeeded: () => panel.isVisible && window.state.focused && session.canRequest && isNeeded(),
        delay: activeRunDelay,
        refresh: () => panel.refresh(),
      }),
    );
    const wake = () => this.#loop.wake();
    this.registerAll(
      session.feed.onDidReceive(({ runs }) => this.#receive(runs.find(({ id }) => id === run.id()))),
      panel.onDidChangeViewState(wake),
      window.onDidChangeWindowState(wake),
      session.onDidChangeState(wake),
    );
  }

  /** Even a run that had ended may go on (the spec has no transitions). */
  get #isOutdated(): boolean {
    return this.#received !== undefined && this.#received.status !== this.#run.shown()?.status;
  }

  #receive(run: WorkflowRunMetadata | undefined): void {
    if (run === undefined) return;
    this.#received = run;
    if (this.#isOutdated) this.#loop.wake();
  }

  /** Called when the panel has loaded its run. */
  loaded(): void {
    this.#received = undefined;
    this.#loop.wake();
  }
}

/** Panel with the timeline of a run. An active run refreshes while the panel is visible. */
import { l10n, commands as registry, window } from 'vscode';
import { withCancellableProgress } from '../../shared/cancellable.ts';
import { describeFailure } from '../../shared/failure-text.ts';
import { shortTime } from '../../shared/format.ts';
import { commands } from '../../shared/generated/names.ts';
import type { WorkflowRunDetail, WorkflowRunMetadata } from '../api/index.ts';
import { activeRunDelay, RefreshLoop } from '../session/refresh-loop.ts';
import { isActive } from '../session/run-state.ts';
import type { Action } from './messages.ts';
import { type PanelContext, type PanelMessage, SessionPanel } from './panel.ts';
import { relatedRun } from './run-history.ts';
import { runViewModel } from './run-view-model.ts';
import { timelineOf } from './timeline.ts';

export class RunPanel extends SessionPanel<WorkflowRunDetail> {
  #id: string;
  /** The run as another request received it since the panel loaded it. */
  #received: WorkflowRunMetadata | undefined;
  readonly #loop: RefreshLoop;

  constructor(context: PanelContext, id: string) {
    const known = context.session.runs.get(id);
    super(context, known === undefined ? l10n.t('Run Timeline') : titleOf(context, known), 'pulse');
    this.#id = id;
    this.#loop = this.own(
      new RefreshLoop({
        isNeeded: () =>
          this.place.visible &&
          window.state.focused &&
          context.session.canRequest &&
          this.data !== undefined &&
          (isActive(this.data) || this.#isOutdated),
        delay: activeRunDelay,
        refresh: () => this.refresh(),
      }),
    );
    this.own(context.session.feed.onDidReceive(({ runs }) => this.#follow(runs.find((run) => run.id === this.id))));
    this.own(this.place.onDidChangeViewState(() => this.#loop.wake()));
    this.own(window.onDidChangeWindowState(() => this.#loop.wake()));
    this.own(context.session.onDidChangeState(() => this.#loop.wake()));
  }

  get id(): string {
    return this.#id;
  }

  /** Even a run that had ended may go on (the spec has no transitions). */
  get #isOutdated(): boolean {
    return this.#received !== undefined && this.#received.status !== this.data?.status;
  }

  #follow(run: WorkflowRunMetadata | undefined): void {
    if (run === undefined) return;
    this.#received = run;
    if (this.#isOutdated) this.#loop.wake();
  }

  protected override load(): Promise<WorkflowRunDetail> {
    return this.context.session.feed.run(this.id);
  }

  protected override view(run: WorkflowRunDetail) {
    const serviceNow = this.context.session.client.serviceNow() ?? Date.now();
    const now = serviceNow - (this.stale ? Date.now() - this.loadedAt : 0);
    return runViewModel(run, this.context.session.workflows.nameOf(run.workflow_id), now);
  }

  protected override async update(run: WorkflowRunDetail): Promise<void> {
    this.place.title = titleOf(this.context, run);
    this.#received = undefined;
    await super.update(run);
    this.#loop.wake();
  }

  protected override async handle(message: PanelMessage, run: WorkflowRunDetail): Promise<unknown> {
    if (message.kind === 'action') return this.#act(message.action, run);
    if (message.kind !== 'openError') return undefined;
    const step = timelineOf(run, this.loadedAt).spans[message.step]?.step;
    return step?.error && this.context.runs.documents.openError(this.id, step);
  }

  async #act(action: Action, run: WorkflowRunDetail): Promise<unknown> {
    const row = { kind: 'run', id: this.id };
    switch (action) {
      case 'explain':
        return registry.executeCommand(commands.chat.explainRun, row);
      case 'copyId':
        return registry.executeCommand(commands.runs.copyId, row);
      case 'compareWithLastSuccess':
        return this.#find(run, 'lastSuccess', l10n.t('No earlier successful run found.'), (id) =>
          registry.executeCommand(commands.runs.compare, row, [row, { kind: 'run', id }]),
        );
      case 'previousRun':
        return this.#find(run, 'previous', l10n.t('This is the oldest run of the workflow.'), (id) => this.#go(id));
      case 'nextRun':
        return this.#find(run, 'next', l10n.t('This is the newest run of the workflow.'), (id) => this.#go(id));
      default:
        return undefined;
    }
  }

  /** Finds a related run and calls `use` with its ID, or shows why none was found. */
  async #find(
    run: WorkflowRunDetail,
    which: Parameters<typeof relatedRun>[2],
    none: string,
    use: (id: string) => unknown,
  ): Promise<void> {
    const { id } = run;
    try {
      const title = l10n.t('Loading runs of {0}', this.context.session.workflows.nameOf(run.workflow_id, 40));
      const { run: found, isCertain } = await withCancellableProgress(title, (signal) =>
        relatedRun(this.context.session.feed, run, which, AbortSignal.any([signal, this.closed])),
      );
      // The user may have moved to another run or closed the panel in the meantime.
      if (this.id !== id || this.closed.aborted) return;
      if (found !== undefined) await use(found.id);
      else this.show(isCertain ? none : l10n.t('No such run among the latest runs of the workflow.'));
    } catch (error) {
      if (this.id === id) this.show(describeFailure(error));
    }
  }

  async #go(id: string): Promise<void> {
    const run = await this.context.session.feed.run(id);
    if (this.closed.aborted) return;
    this.#id = id;
    await this.replace(run);
  }
}

/** With the time, because several runs of a workflow can be open. Short, because tabs are narrow. */
function titleOf({ session }: PanelContext, { workflow_id, created_at }: WorkflowRunMetadata): string {
  return `${session.workflows.nameOf(workflow_id, 24)} · ${shortTime(created_at, Date.now())}`;
}

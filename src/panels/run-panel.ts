/** Panel with the timeline of a run. An active run refreshes while the panel is visible. */
import { l10n, commands as registry, window } from 'vscode';
import type { WorkflowRunDetail } from '../api/index.ts';
import { withCancellableProgress } from '../shared/cancellable.ts';
import { describeFailure } from '../shared/error-text.ts';
import { exactTime, oneLine } from '../shared/format.ts';
import { commands } from '../shared/generated/names.ts';
import { activeRunDelay, RefreshLoop } from '../shared/refresh-loop.ts';
import { isActive } from '../shared/run-state.ts';
import type { Action } from './messages.ts';
import { type PanelContext, type PanelMessage, SessionPanel } from './panel.ts';
import { relatedRun } from './run-history.ts';
import { runViewModel } from './run-view-model.ts';
import { timelineOf } from './timeline.ts';

export class RunPanel extends SessionPanel<WorkflowRunDetail> {
  readonly #name: string;
  readonly #loop: RefreshLoop;

  /** @param name of the run's workflow */
  constructor(run: WorkflowRunDetail, name: string, context: PanelContext) {
    super(context, titleOf(run, name), 'pulse', run);
    this.#name = name;
    this.#loop = this.own(
      new RefreshLoop({
        isNeeded: () => this.place.visible && window.state.focused && context.session.canRequest && isActive(this.data),
        delay: activeRunDelay,
        refresh: () => this.refresh(),
      }),
    );
    this.own(this.place.onDidChangeViewState(() => this.#loop.wake()));
    this.own(window.onDidChangeWindowState(() => this.#loop.wake()));
    this.own(context.session.onDidChangeState(() => this.#loop.wake()));
    this.#loop.wake();
  }

  get id(): string {
    return this.data.id;
  }

  protected override load(): Promise<WorkflowRunDetail> {
    return this.context.session.feed.run(this.id);
  }

  protected override view() {
    const serviceNow = this.context.session.client.serviceNow() ?? Date.now();
    return runViewModel(this.data, this.#name, serviceNow - (this.stale ? Date.now() - this.loadedAt : 0));
  }

  protected override async update(): Promise<void> {
    this.place.title = titleOf(this.data, this.#name);
    await super.update();
  }

  protected override async handle(message: PanelMessage): Promise<unknown> {
    if (message.kind === 'action') return this.#act(message.action);
    if (message.kind !== 'openError') return undefined;
    const step = timelineOf(this.data, this.loadedAt).spans[message.step]?.step;
    return step?.error && this.context.runs.documents.openError(this.id, step);
  }

  async #act(action: Action): Promise<unknown> {
    const row = { kind: 'run', id: this.id };
    switch (action) {
      case 'explain':
        return registry.executeCommand(commands.chat.explainRun, row);
      case 'copyId':
        return registry.executeCommand(commands.runs.copyId, row);
      case 'compareWithLastSuccess':
        return this.#find('lastSuccess', l10n.t('No earlier successful run found.'), (id) =>
          registry.executeCommand(commands.runs.compare, row, [row, { kind: 'run', id }]),
        );
      case 'previousRun':
        return this.#find('previous', l10n.t('This is the oldest run of the workflow.'), (id) => this.#go(id));
      case 'nextRun':
        return this.#find('next', l10n.t('This is the newest run of the workflow.'), (id) => this.#go(id));
      default:
        return undefined;
    }
  }

  /** Finds a related run and calls `use` with its ID, or shows why none was found. */
  async #find(which: Parameters<typeof relatedRun>[2], none: string, use: (id: string) => unknown): Promise<void> {
    const { id } = this;
    try {
      const title = l10n.t('Loading runs of {0}', oneLine(this.#name, 40));
      const { run: found, isCertain } = await withCancellableProgress(title, (signal) =>
        relatedRun(this.context.session.feed, this.data, which, AbortSignal.any([signal, this.closed])),
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
    await this.replace(run);
    this.#loop.wake();
  }
}

/** With the time, because several runs of a workflow can be open. */
function titleOf({ created_at }: WorkflowRunDetail, name: string): string {
  return l10n.t('{0}, {1}: Run Timeline', oneLine(name, 40), exactTime(created_at));
}

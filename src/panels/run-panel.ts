/** Panel with the timeline of a run. An active run refreshes while the panel is visible. */
import { l10n, commands as registry, ThemeIcon, window } from 'vscode';
import type { WorkflowRunDetail } from '../api/index.ts';
import { commands } from '../shared/contract.ts';
import { oneLine } from '../shared/format.ts';
import { describeFailure } from '../shared/messages.ts';
import { activeRunDelay, RefreshLoop } from '../shared/refresh-loop.ts';
import { isActive } from '../shared/run-state.ts';
import type { Action } from './messages.ts';
import { type PanelContext, type PanelMessage, staleNote, ViewPanel } from './panel.ts';
import { lastSuccess, nextRun, previousRun } from './related-runs.ts';
import { type RunNotes, runViewModel } from './run-view-model.ts';
import { timelineOf } from './timeline.ts';

export const runKey = (run: string) => `run ${run}`;
const titleOf = (name: string) => l10n.t('{0}: Run Timeline', oneLine(name, 40));

export class RunPanel extends ViewPanel {
  readonly #context: PanelContext;
  readonly #name: string;
  readonly #loop: RefreshLoop;
  #run: WorkflowRunDetail;
  #loadedAt = Date.now();

  /** @param name of the run's workflow */
  constructor(run: WorkflowRunDetail, name: string, context: PanelContext) {
    const view = runViewModel(run, name, Date.now());
    super(context, { title: titleOf(name), icon: new ThemeIcon('pulse'), view });
    this.#run = run;
    this.#name = name;
    this.#context = context;
    this.#loop = this.own(
      new RefreshLoop({
        isNeeded: () => this.visible && window.state.focused && isActive(this.#run),
        delay: activeRunDelay,
        refresh: () => this.refresh(),
      }),
    );
    this.own(this.onDidChangeViewState(() => this.#loop.wake()));
    this.own(window.onDidChangeWindowState(() => this.#loop.wake()));
    this.#loop.wake();
  }

  get key(): string {
    return runKey(this.#run.id);
  }

  protected override async handle(message: PanelMessage): Promise<unknown> {
    if (message.kind === 'action') return this.#act(message.action);
    if (message.kind !== 'openError') return undefined;
    const step = timelineOf(this.#run, this.#loadedAt).spans[message.step]?.step;
    return step?.error && this.#context.runs.documents.openError(this.#run.id, step);
  }

  async #act(action: Action): Promise<unknown> {
    const row = { kind: 'run', id: this.#run.id };
    switch (action) {
      case 'explain':
        return registry.executeCommand(commands.explainRun, row);
      case 'copyId':
        return registry.executeCommand(commands.copyRunId, row);
      case 'compareWithLastSuccess':
        return this.#find(lastSuccess, l10n.t('No earlier successful run found.'), (id) =>
          registry.executeCommand(commands.compareRuns, row, [row, { kind: 'run', id }]),
        );
      case 'previousRun':
        return this.#find(previousRun, l10n.t('This is the oldest run of the workflow.'), (id) => this.#go(id));
      case 'nextRun':
        return this.#find(nextRun, l10n.t('This is the newest run of the workflow.'), (id) => this.#go(id));
      default:
        return undefined;
    }
  }

  /** Finds a related run and calls `use` with its ID, or shows why none was found. */
  async #find(search: typeof lastSuccess, none: string, use: (id: string) => unknown): Promise<void> {
    const { id } = this.#run;
    try {
      const { run: found, isCertain } = await search(this.#context.workflows.feed, this.#run);
      // The user may have moved to another run in the meantime.
      if (this.#run.id !== id) return;
      if (found !== undefined) await use(found.id);
      else this.#show({ notice: isCertain ? none : l10n.t('No such run among the latest runs of the workflow.') });
    } catch (error) {
      this.#show({ notice: describeFailure(error) });
    }
  }

  async #go(id: string): Promise<void> {
    this.#run = await this.#context.workflows.feed.run(id);
    this.#loadedAt = Date.now();
    this.#show();
    this.#loop.wake();
  }

  /** If the request fails, the last state stays, with a note on when it was loaded. */
  protected override async refresh(): Promise<unknown> {
    const { id } = this.#run;
    try {
      const run = await this.#context.workflows.feed.run(id);
      if (this.#run.id !== id) return undefined;
      this.#run = run;
      this.#loadedAt = Date.now();
      this.#show();
      return undefined;
    } catch (error) {
      this.#show({ stale: staleNote(this.#loadedAt, error) });
      return error;
    }
  }

  #show(notes: RunNotes = {}): void {
    this.show(runViewModel(this.#run, this.#name, notes.stale ? this.#loadedAt : Date.now(), notes));
  }
}

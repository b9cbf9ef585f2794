/** The panel of a run: follows it for as long as it goes on and somebody looks. */
import { l10n, type Uri, window } from 'vscode';
import type { Connection } from '../account/index.ts';
import { apiErrorOf, retryAfterOf } from '../api/errors.ts';
import type { WorkflowRunDetail } from '../api/index.ts';
import type { Runs } from '../runs/index.ts';
import { Owner } from '../shared/disposable.ts';
import { oneLine } from '../shared/format.ts';
import { RefreshLoop } from '../shared/refresh-loop.ts';
import { isGoingOn } from '../shared/run-state.ts';
import { setting } from '../shared/settings.ts';
import { drawRun } from './draw-run.ts';
import { PicturePanel } from './panel.ts';
import { staleNote } from './stale.ts';
import { timelineOf } from './timeline.ts';

/** Shortest time between two looks, whatever the setting says, in seconds. */
const shortest = 3;

export interface RunParts {
  readonly extension: Uri;
  readonly connection: Connection;
  readonly runs: Runs;
  /** Name of the run's workflow. */
  readonly name: string;
}

export class RunPanel extends Owner {
  readonly #parts: RunParts;
  readonly #panel: PicturePanel;
  readonly #loop: RefreshLoop;
  #run: WorkflowRunDetail;
  #seenAt = Date.now();

  constructor(run: WorkflowRunDetail, parts: RunParts) {
    super();
    this.#run = run;
    this.#parts = parts;
    const title = l10n.t('Run of {0}', oneLine(parts.name, 40));
    const picture = drawRun(run, parts.name, Date.now());
    this.#panel = this.own(
      new PicturePanel(parts.extension, title, picture, (message) => {
        if (message.kind === 'refresh') void this.#refresh();
        else if (message.kind === 'openError') void this.#openError(message.step);
      }),
    );
    this.#loop = this.own(
      new RefreshLoop({
        watched: () => this.#panel.visible && window.state.focused && isGoingOn(this.#run),
        delay: () => Math.max(shortest, setting('switchyard.refresh.whileRunning')) * 1000,
        ask: () => this.#refresh(),
      }),
    );
    this.own(this.#panel.onDidChangeViewState(() => this.#loop.wake()));
    this.own(window.onDidChangeWindowState(() => this.#loop.wake()));
    this.#loop.wake();
  }

  get onDidDispose() {
    return this.#panel.onDidDispose;
  }

  reveal(): void {
    this.#panel.reveal();
    void this.#refresh();
  }

  /** The last good picture stays when it fails, and says so. */
  async #refresh(): Promise<{ readonly retryAfterMs?: number } | undefined> {
    const { connection, name } = this.#parts;
    try {
      this.#run = await connection.run((client) => client.getExecution(this.#run.id));
      this.#seenAt = Date.now();
      this.#panel.show(drawRun(this.#run, name, Date.now()));
      return undefined;
    } catch (error) {
      this.#panel.show(drawRun(this.#run, name, this.#seenAt, staleNote(this.#seenAt, error)));
      const retryAfterMs = retryAfterOf(apiErrorOf(error));
      return retryAfterMs === undefined ? {} : { retryAfterMs };
    }
  }

  async #openError(index: number): Promise<void> {
    const step = timelineOf(this.#run, this.#seenAt).stretches[index]?.step;
    if (step?.error) await this.#parts.runs.documents.openError(this.#run.id, step);
  }
}

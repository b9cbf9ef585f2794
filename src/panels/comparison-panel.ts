/** The panel of two runs. */
import { l10n, type Uri, window } from 'vscode';
import type { Connection } from '../account/index.ts';
import type { WorkflowRunDetail } from '../api/index.ts';
import type { Runs } from '../runs/index.ts';
import { Owner } from '../shared/disposable.ts';
import { describeFailure } from '../shared/messages.ts';
import { alignSteps } from './comparison.ts';
import { drawComparison } from './draw-comparison.ts';
import type { ToHost } from './messages.ts';
import { PicturePanel } from './panel.ts';

export type TwoRuns = readonly [left: WorkflowRunDetail, right: WorkflowRunDetail];

/** @throws ApiFailure */
export async function readTwoRuns(connection: Connection, one: string, other: string): Promise<TwoRuns> {
  return Promise.all([
    connection.run((client) => client.getExecution(one)),
    connection.run((client) => client.getExecution(other)),
  ]);
}

export class ComparisonPanel extends Owner {
  readonly #parts: { readonly connection: Connection; readonly runs: Runs };
  readonly #title: string;
  readonly #panel: PicturePanel;
  #both: TwoRuns;

  /** @param title names of the workflows */
  constructor(
    both: TwoRuns,
    title: string,
    parts: { readonly extension: Uri; readonly connection: Connection; readonly runs: Runs },
  ) {
    super();
    this.#both = both;
    this.#title = title;
    this.#parts = parts;
    const picture = drawComparison(...both, title);
    this.#panel = this.own(
      new PicturePanel(parts.extension, l10n.t('Run Comparison'), picture, (message) => void this.#obey(message)),
    );
  }

  get onDidDispose() {
    return this.#panel.onDidDispose;
  }

  reveal(): void {
    this.#panel.reveal();
  }

  async #obey(message: Exclude<ToHost, { kind: 'ready' }>): Promise<void> {
    const [left, right] = this.#both;
    if (message.kind === 'openError') {
      const step = alignSteps(left.steps, right.steps)[message.step]?.[message.side];
      const run = message.side === 'left' ? left : right;
      if (step?.error) await this.#parts.runs.documents.openError(run.id, step);
      return;
    }
    try {
      this.#both = await readTwoRuns(this.#parts.connection, left.id, right.id);
      this.#panel.show(drawComparison(...this.#both, this.#title));
    } catch (error) {
      void window.showErrorMessage(describeFailure(error));
    }
  }
}

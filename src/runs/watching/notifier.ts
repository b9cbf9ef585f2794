/** Tells of runs of watched workflows that have ended: one message for each workflow, however many runs. */
import { EventEmitter, l10n, commands as registry, window } from 'vscode';
import type { Connection } from '../../account/index.ts';
import type { WorkflowRunMetadata } from '../../api/index.ts';
import { commands } from '../../shared/contract.ts';
import { Owner } from '../../shared/disposable.ts';
import { duration, inert } from '../../shared/format.ts';
import { statusText } from '../../shared/run-appearance.ts';
import type { Workflows } from '../../workflows/index.ts';
import { nameOf } from '../pick.ts';
import { News } from './news.ts';
import type { WatchList } from './watch-list.ts';

export class Notifier extends Owner {
  readonly #workflows: Workflows;
  readonly #watched: WatchList;
  readonly #news = new News();
  readonly #told = this.own(new EventEmitter<readonly WorkflowRunMetadata[]>());
  /** Fires with the runs of one workflow that a message is shown for. */
  readonly onDidTell = this.#told.event;

  constructor(workflows: Workflows, watched: WatchList, connection: Connection) {
    super();
    this.#workflows = workflows;
    this.#watched = watched;
    this.own(
      workflows.feed.onDidReceive((received) => {
        const ended = this.#news.take(received).filter((run) => this.#isWanted(run));
        for (const runs of Map.groupBy(ended, (run) => run.workflow_id).values()) void this.#tell(runs);
      }),
    );
    this.own(connection.onDidReplace(() => this.#news.clear()));
  }

  #isWanted(run: WorkflowRunMetadata): boolean {
    const mode = this.#watched.modeOf(run.workflow_id);
    return mode === 'every' || (mode === 'failures' && run.status === 'FAILED');
  }

  async #tell(runs: readonly WorkflowRunMetadata[]): Promise<void> {
    // The one to open: the latest failure, or the latest of all.
    const run = runs.findLast(({ status }) => status === 'FAILED') ?? runs.at(-1);
    if (!run) return;
    this.#told.fire(runs);
    await this.#workflows.store.ensure();
    const open = l10n.t('Open');
    const explain = l10n.t('Explain');
    const text = inert(this.#text(runs, run));
    const node = { kind: 'run', id: run.id };
    const answer =
      run.status === 'FAILED'
        ? await window.showWarningMessage(text, open, explain)
        : await window.showInformationMessage(text, open);
    if (answer === open) await registry.executeCommand(commands.revealRun, node);
    else if (answer === explain) await registry.executeCommand(commands.explainRun, node);
  }

  #text(runs: readonly WorkflowRunMetadata[], run: WorkflowRunMetadata): string {
    const name = nameOf(run, this.#workflows.store);
    if (runs.length > 1) {
      const failed = runs.filter(({ status }) => status === 'FAILED').length;
      return l10n.t('{0} runs of "{1}" have ended, {2} of them failed.', runs.length, name, failed);
    }
    const took = typeof run.duration === 'number' ? duration(run.duration) : undefined;
    return took === undefined
      ? l10n.t('"{0}": {1}.', name, statusText(run.status))
      : l10n.t('"{0}": {1} after {2}.', name, statusText(run.status), took);
  }
}

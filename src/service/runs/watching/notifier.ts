/** Notifies when runs of watched workflows have ended, with one message per workflow, however many runs. */

import { type Disposable, EventEmitter, l10n, commands as registry } from 'vscode';
import { realClock, wait } from '../../../../common/clock.ts';
import { DisposableStore } from '../../../shared/disposable.ts';
import { commands } from '../../../shared/generated/names.ts';
import { log } from '../../../shared/log.ts';
import { showInformation, showWarning } from '../../../shared/notifications.ts';
import { duration, oneLine } from '../../../shared/text/format.ts';
import { apiErrorOf } from '../../api/errors/errors.ts';
import type { StepExecution, WorkflowRunMetadata } from '../../api/index.ts';
import { apiLimits } from '../../api/records.ts';
import type { Accounts } from '../../session/accounts/accounts.ts';
import type { Reference } from '../../session/references.ts';
import { statusText } from '../../session/runs/run-appearance.ts';
import type { ReceivedRuns } from '../../session/runs/run-feed.ts';
import type { ServiceSession } from '../../session/session.ts';
import { RunEndTracker } from './run-end-tracker.ts';
import type { WatchList } from './watch-list.ts';

/** Milliseconds to wait for the steps of a failed run. Then the message doesn't say why it failed. */
const detailTimeoutMs = 2000;

/** Maximum number of runs that are requested one by one. */
const maxRefreshedRuns = 20;

export class Notifier extends DisposableStore {
  readonly #watched: WatchList;
  #tracker = new RunEndTracker();
  #onNewestPage: ReadonlySet<string> = new Set();
  readonly #notified = this.register(new EventEmitter<readonly WorkflowRunMetadata[]>());
  /** Fires with the runs of one workflow for which a notification is shown. */
  readonly onDidNotify = this.#notified.event;

  constructor(accounts: Accounts, watched: WatchList) {
    super();
    this.#watched = watched;
    this.register(accounts.forEachSession((session) => this.#begin(session)));
  }

  #begin(session: ServiceSession): Disposable {
    this.#tracker = new RunEndTracker();
    this.#onNewestPage = new Set();
    return session.feed.onDidReceive((received) => this.#handleRuns(session, received));
  }

  /** IDs of unfinished runs of watched workflows that newer runs have pushed off the newest page. */
  get unfinishedOffPage(): readonly string[] {
    const { unfinished } = this.#tracker;
    const watched = unfinished.filter(
      (run) => this.#watched.modeOf(run.workflow_id) && !this.#onNewestPage.has(run.id),
    );
    return watched.slice(0, maxRefreshedRuns).map(({ id }) => id);
  }

  /** Refreshes one of them. Resolves to the error if the request fails. */
  async refreshRun({ feed }: ServiceSession, id: string): Promise<unknown> {
    try {
      await feed.run(id);
      return undefined;
    } catch (error) {
      if (apiErrorOf(error)?.kind !== 'notFound') return error;
      this.#tracker.forget(id);
      return undefined;
    }
  }

  #handleRuns(session: ServiceSession, received: ReceivedRuns): void {
    const { runs, newest, isNewestKnown } = received;
    const isGap =
      newest && this.#tracker.hasBegun && runs.length > 0 && !runs.some(({ id }) => this.#tracker.knows(id));
    if (newest) this.#onNewestPage = new Set(runs.map(({ id }) => id));
    const ended = this.#tracker.recordRuns(received).filter((run) => this.#isWanted(run));
    for (const group of Map.groupBy(ended, (run) => run.workflow_id).values()) void this.#notify(session, group);
    if (isGap || (newest && !isNewestKnown)) this.#requestWatched(session);
  }

  /** Requests the runs of each watched workflow, because the newest page doesn't contain all new runs. */
  #requestWatched({ feed }: ServiceSession): void {
    const limit = apiLimits.pageSizeMaximum;
    const { workflows, pinned } = this.#watched;
    for (const workflow of new Set([...workflows, ...(pinned === undefined ? [] : [pinned])]))
      feed
        .page({ page: 1, limit, workflow_id: workflow })
        .catch((error) => log().warn(`Runs of the watched workflow ${workflow} could not be loaded.`, error));
  }

  #isWanted(run: WorkflowRunMetadata): boolean {
    const mode = this.#watched.modeOf(run.workflow_id);
    return mode === 'every' || (mode === 'failures' && run.status === 'FAILED');
  }

  async #notify(session: ServiceSession, runs: readonly WorkflowRunMetadata[]): Promise<void> {
    // Run to open: the latest failure, otherwise the latest run.
    const run = runs.findLast(({ status }) => status === 'FAILED') ?? runs.at(-1);
    if (!run) return;
    const { workflows, signal } = session;
    this.#notified.fire(runs);
    // Waits briefly for the name of the workflow; the ID is shown without it.
    await workflows.ensureSoon();
    if (signal.aborted) return;
    const open = l10n.t('Open');
    const explain = l10n.t('Explain');
    const name = workflows.nameOf(run.workflow_id, 60);
    const failure = runs.length === 1 && run.status === 'FAILED' ? await failureOf(session, run) : undefined;
    if (signal.aborted) return;
    const text = failure === undefined ? messageFor(runs, run, name) : failureText(run, name, failure);
    const node: Reference = { kind: 'run', id: run.id };
    const answer = run.status === 'FAILED' ? await showWarning(text, open, explain) : await showInformation(text, open);
    if (signal.aborted) return;
    if (answer === open) await registry.executeCommand(commands.runs.openPanel, node);
    else if (answer === explain) await registry.executeCommand(commands.chat.explainRun, node);
  }
}

/** Returns the step at which a run failed; undefined if it isn't known soon. */
async function failureOf({ runs }: ServiceSession, { id }: WorkflowRunMetadata): Promise<StepExecution | undefined> {
  const detail = runs.detail(id).catch(() => undefined);
  const known = await Promise.race([detail, wait(realClock, detailTimeoutMs)]);
  return known?.steps.findLast(({ status, error }) => status === 'FAILED' && error);
}

/** @param name of the workflow */
function failureText(
  { duration: seconds }: WorkflowRunMetadata,
  name: string,
  { step_name, error }: StepExecution,
): string {
  const [step, reason] = [oneLine(step_name, 60), oneLine(error ?? '', 160)];
  return typeof seconds === 'number'
    ? l10n.t('"{0}" failed at {1} after {2}: {3}', name, step, duration(seconds), reason)
    : l10n.t('"{0}" failed at {1}: {2}', name, step, reason);
}

/** @param name of the workflow */
function messageFor(runs: readonly WorkflowRunMetadata[], run: WorkflowRunMetadata, name: string): string {
  if (runs.length > 1) {
    const failed = runs.filter(({ status }) => status === 'FAILED').length;
    return l10n.t('{0} runs of "{1}" ended; {2} failed.', runs.length, name, failed);
  }
  return typeof run.duration === 'number'
    ? l10n.t('"{0}": {1} after {2}.', name, statusText(run.status), duration(run.duration))
    : l10n.t('"{0}": {1}.', name, statusText(run.status));
}

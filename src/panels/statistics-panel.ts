/** Panel with the statistics of a workflow's runs. Longer ranges load the missing runs. */
import { env, l10n, ThemeIcon } from 'vscode';
import { withCancellableProgress } from '../shared/cancellable.ts';
import { exactTime, oneLine } from '../shared/format.ts';
import { describeFailure } from '../shared/messages.ts';
import type { RunFeed } from '../workflows/index.ts';
import type { Range } from './messages.ts';
import { type PanelContext, type PanelMessage, staleNote, ViewPanel } from './panel.ts';
import { RunHistory } from './run-history.ts';
import { startOfRange, statisticsViewModel } from './statistics-view-model.ts';

/** Number of pages that are loaded before the user chooses a range. */
const firstPages = 3;

interface Workflow {
  readonly id: string;
  readonly name: string;
}

/** Loads the newest runs of a workflow. @throws ApiFailure */
export async function newestRuns(feed: RunFeed, workflow: string): Promise<RunHistory> {
  const history = new RunHistory(feed, { workflow_id: workflow });
  await history.load(() => history.pages >= firstPages);
  return history;
}

export const statisticsKey = (workflow: string) => `statistics ${workflow}`;

export class StatisticsPanel extends ViewPanel {
  readonly key: string;
  readonly #feed: RunFeed;
  readonly #workflow: Workflow;
  #history: RunHistory;
  #loadedAt = Date.now();
  #range: Range = 'loaded';
  #stop = new AbortController();

  constructor(history: RunHistory, workflow: Workflow, context: PanelContext) {
    super(context, {
      title: l10n.t('{0}: Statistics', oneLine(workflow.name, 40)),
      icon: new ThemeIcon('graph'),
      view: statisticsViewModel(workflow.name, history, 'loaded', Date.now()),
    });
    this.key = statisticsKey(workflow.id);
    this.#feed = context.workflows.feed;
    this.#workflow = workflow;
    this.#history = history;
  }

  override dispose(): void {
    this.#stop.abort();
    super.dispose();
  }

  protected override async handle(message: PanelMessage): Promise<void> {
    if (message.kind === 'range') {
      this.#range = message.range;
      await this.#complete();
    }
  }

  protected override async refresh(): Promise<void> {
    try {
      this.#history = await newestRuns(this.#feed, this.#workflow.id);
      this.#loadedAt = Date.now();
      await this.#complete();
    } catch (error) {
      this.#show({ stale: staleNote(this.#loadedAt, error) });
    }
  }

  /** Loads the missing runs of the range and shows what couldn't be loaded. Choosing another range cancels the load. */
  async #complete(): Promise<void> {
    this.#stop.abort();
    const stop = new AbortController();
    this.#stop = stop;
    const history = this.#history;
    const since = startOfRange(this.#range, Date.now());
    if (since === undefined) return this.#show();
    let problem: unknown;
    if (!history.isLoadedSince(since)) {
      this.#show({ missing: l10n.t('Loading older runs…') });
      const title = l10n.t('Loading runs of {0}', oneLine(this.#workflow.name, 40));
      const load = (signal: AbortSignal, report: (message: string, done: number, of: number) => void) =>
        history.load(
          () => history.isLoadedSince(since),
          AbortSignal.any([signal, stop.signal]),
          (runs, total) => report(l10n.t('{0} of {1}', runs, total), runs, total),
        );
      await withCancellableProgress(title, load).catch((error: unknown) => {
        problem = error;
      });
    }
    if (!stop.signal.aborted) this.#show({ missing: missingRuns(history, since, problem) });
  }

  #show(notes?: Parameters<typeof statisticsViewModel>[4]): void {
    this.show(statisticsViewModel(this.#workflow.name, this.#history, this.#range, Date.now(), notes));
  }
}

/** Returns which runs are missing and why, or an empty string. @param problem why a page couldn't be loaded */
export function missingRuns(history: RunHistory, since: number, problem: unknown): string {
  const sentences: string[] = [];
  if (!history.isLoadedSince(since)) {
    const oldest = Math.min(...history.runs.map(({ created_at }) => Date.parse(created_at)));
    const loaded = [history.runs.length, history.total] as const;
    sentences.push(
      Number.isFinite(oldest)
        ? l10n.t(
            'Only {0} of {1} runs are loaded, back to {2}.',
            ...loaded,
            exactTime(new Date(oldest).toISOString(), env.language),
          )
        : l10n.t('Only {0} of {1} runs are loaded.', ...loaded),
    );
    if (problem !== undefined) sentences.push(describeFailure(problem));
    else if (history.hasReachedLimit) sentences.push(l10n.t('Older runs are not requested.'));
  }
  if (history.unreadable > 0) sentences.push(l10n.t("Runs that couldn't be read: {0}.", history.unreadable));
  return sentences.join(' ');
}

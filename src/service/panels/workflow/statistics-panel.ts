/** Panel with the statistics of a workflow's runs. Longer ranges load the missing runs. */
import { l10n } from 'vscode';
import { withCancellableProgress } from '../../../shared/cancellable.ts';
import { unreadableText } from '../../../shared/list/unreadable.ts';
import type { OpenPanels } from '../../../shared/panels/open-panels.ts';
import type { Panel, PanelContent } from '../../../shared/panels/panel.ts';
import { setting } from '../../../shared/settings.ts';
import { describeFailure } from '../../../shared/text/failure-text.ts';
import { exactTime, oneLine } from '../../../shared/text/format.ts';
import { timeOf } from '../../../shared/text/time.ts';
import type { WorkflowMetadata } from '../../api/index.ts';
import { repeatingText } from '../../session/runs/run-appearance.ts';
import type { RunFeed } from '../../session/runs/run-feed.ts';
import { parseMessage, type Range, type StatisticsMessage, type StatisticsViewModel } from '../messages.ts';
import { RunHistory } from '../run/run-history.ts';
import type { PanelServices } from '../services.ts';
import { startOfRange, statisticsViewModel } from './statistics-view-model.ts';

type NamedWorkflow = Pick<WorkflowMetadata, 'id' | 'name'>;

/** Number of pages that are loaded before the user chooses a range. */
const firstPages = 3;

/** Loads the newest runs of a workflow. @throws ApiFailure */
async function newestRuns(feed: RunFeed, workflow: string): Promise<RunHistory> {
  const history = new RunHistory(feed, { workflow_id: workflow });
  await history.load(() => history.pages >= firstPages);
  return history;
}

/** @throws ApiFailure */
export function openStatistics(panels: OpenPanels, services: PanelServices, workflow: NamedWorkflow): Promise<void> {
  const title = l10n.t('{0}: Statistics', oneLine(workflow.name, 40));
  const id = `statistics ${workflow.id}`;
  return panels.open<RunHistory, StatisticsViewModel, StatisticsMessage>(
    { id, title, icon: 'graph', bundle: 'panels', parse: parseMessage.statistics, end: services.session.token },
    (panel) => new StatisticsContent(panel, services, workflow),
  );
}

class StatisticsContent implements PanelContent<RunHistory, StatisticsViewModel, StatisticsMessage> {
  readonly #panel: Panel<RunHistory, StatisticsViewModel, StatisticsMessage>;
  readonly #feed: RunFeed;
  readonly #workflow: NamedWorkflow;
  #range: Range = 'loaded';
  #stop = new AbortController();

  constructor(
    panel: Panel<RunHistory, StatisticsViewModel, StatisticsMessage>,
    services: PanelServices,
    workflow: NamedWorkflow,
  ) {
    this.#panel = panel;
    this.#feed = services.session.feed;
    this.#workflow = workflow;
  }

  load(): Promise<RunHistory> {
    return newestRuns(this.#feed, this.#workflow.id);
  }

  view(history: RunHistory): StatisticsViewModel {
    const countsTests = setting('switchyard.runs.countTests');
    return statisticsViewModel(this.#workflow.name, history, this.#range, Date.now(), countsTests);
  }

  handle({ range }: StatisticsMessage, history: RunHistory): Promise<void> {
    this.#range = range;
    return this.update(history);
  }

  /** Loads the missing runs of the range and shows what couldn't be loaded. Choosing another range cancels the load. */
  async update(history: RunHistory): Promise<void> {
    this.#stop.abort();
    const stop = new AbortController();
    this.#stop = stop;
    const since = startOfRange(this.#range, Date.now());
    if (since === undefined) return this.#panel.show(missingRuns(history));
    let problem: unknown;
    if (!history.isLoadedSince(since)) {
      this.#panel.show(l10n.t('Loading older runs…'));
      const title = l10n.t('Loading runs of {0}', oneLine(this.#workflow.name, 40));
      await withCancellableProgress(title, (signal, report) =>
        history.load(
          () => history.isLoadedSince(since),
          AbortSignal.any([signal, stop.signal]),
          (runs, total) => report(l10n.t('{0} of {1}', runs, total), runs, total),
        ),
      ).catch((error: unknown) => {
        problem = error;
      });
    }
    if (!stop.signal.aborted) this.#panel.show(missingRuns(history, since, problem));
  }

  dispose(): void {
    this.#stop.abort();
  }
}

/** @param total undefined if it isn't known @param time of the oldest run, if it's known */
function loadedText(count: number, total: number | undefined, time: string | undefined): string {
  if (total === undefined)
    return time === undefined
      ? l10n.t('Only {0} runs are loaded.', count)
      : l10n.t('Only {0} runs are loaded, back to {1}.', count, time);
  return time === undefined
    ? l10n.t('Only {0} of {1} runs are loaded.', count, total)
    : l10n.t('Only {0} of {1} runs are loaded, back to {2}.', count, total, time);
}

/**
 * Returns which runs are missing and why, or an empty string.
 * @param since of the range; undefined for the loaded runs @param problem why a page couldn't be loaded
 */
export function missingRuns(history: RunHistory, since?: number, problem?: unknown): string {
  const sentences = history.unreadable ? [unreadableText(history.unreadable)] : [];
  if (since !== undefined && !history.isLoadedSince(since)) {
    const { items: runs, total } = history;
    const oldest = Math.min(...runs.map(({ created_at }) => timeOf(created_at)));
    const time = Number.isFinite(oldest) ? exactTime(new Date(oldest).toISOString()) : undefined;
    sentences.push(loadedText(runs.length, total, time));
    if (history.isRepeating) sentences.push(repeatingText());
    if (problem !== undefined) sentences.push(describeFailure(problem));
    else if (history.hasReachedLimit) sentences.push(l10n.t('Older runs are not requested.'));
  }
  return sentences.join(' ');
}

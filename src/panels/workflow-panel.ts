/** The panel of a workflow and its view model: statistics of its newest runs. */
import { env, l10n } from 'vscode';
import type { WorkflowRunMetadata } from '../api/index.ts';
import { duration, exactTime, oneLine } from '../shared/format.ts';
import { statusText } from '../shared/run-appearance.ts';
import type { RunFeed } from '../workflows/index.ts';
import type { Fact, WorkflowViewModel } from './messages.ts';
import { type PanelContext, staleNote, ViewPanel } from './panel.ts';
import { toneOf } from './run-panel.ts';
import { type Statistics, statisticsOf } from './statistics.ts';

/** Runs that are asked for: pages of the largest size that the service gives. */
const pages = 3;
const pageSize = 100;

export interface LoadedRuns {
  readonly runs: readonly WorkflowRunMetadata[];
  readonly total: number;
}

/** The newest runs of a workflow. @throws ApiFailure */
export async function newestRuns(feed: RunFeed, workflow: string): Promise<LoadedRuns> {
  // The service doesn't promise an order, and a run may move from one page to the next.
  const runs = new Map<string, WorkflowRunMetadata>();
  let total = 0;
  for (let page = 1; page <= pages; page++) {
    const answer = await feed.page({ workflow_id: workflow, page, limit: pageSize });
    for (const run of answer.items) runs.set(run.id, run);
    total = answer.total;
    if (answer.items.length === 0 || runs.size >= total) break;
  }
  return { runs: [...runs.values()], total: Math.max(total, runs.size) };
}

export class WorkflowPanel extends ViewPanel {
  readonly #feed: RunFeed;
  readonly #workflow: { readonly id: string; readonly name: string };
  #loaded: LoadedRuns;
  #loadedAt = Date.now();

  constructor(loaded: LoadedRuns, workflow: { readonly id: string; readonly name: string }, context: PanelContext) {
    super(context, oneLine(workflow.name, 40), workflowViewModel(workflow.name, loaded.runs, loaded.total));
    this.#feed = context.workflows.feed;
    this.#workflow = workflow;
    this.#loaded = loaded;
  }

  override reveal(): void {
    super.reveal();
    void this.handle();
  }

  /** The only message is the one of the refresh button. */
  protected override async handle(): Promise<void> {
    const { id, name } = this.#workflow;
    let stale = '';
    try {
      this.#loaded = await newestRuns(this.#feed, id);
      this.#loadedAt = Date.now();
    } catch (error) {
      stale = staleNote(this.#loadedAt, error);
    }
    this.show(workflowViewModel(name, this.#loaded.runs, this.#loaded.total, stale));
  }
}

/** @param total runs of the workflow that the service has */
export function workflowViewModel(
  name: string,
  runs: readonly WorkflowRunMetadata[],
  total: number,
  stale = '',
): WorkflowViewModel {
  const statistics = statisticsOf(runs, localDay);
  const longest = Math.max(...statistics.durations.map(({ seconds }) => seconds), 0.001);
  const marks = [
    { seconds: statistics.p50, name: l10n.t('median') },
    { seconds: statistics.p95, name: l10n.t('95th percentile') },
  ];
  return {
    kind: 'workflow',
    title: oneLine(name),
    range: rangeOf(runs, total),
    facts: factsOf(statistics, runs.length),
    days: statistics.days.map(({ day, ...counts }) => ({ date: dayName(day), ...counts })),
    durations: statistics.durations.map(({ seconds, run }) => ({
      height: seconds / longest,
      text: `${exactTime(run.created_at, env.language)} · ${duration(seconds)} · ${statusText(run.status)}`,
      tone: toneOf(run.status),
    })),
    marks: marks.flatMap(({ seconds, name: mark }) =>
      seconds === undefined ? [] : [{ at: seconds / longest, text: `${mark}: ${duration(seconds)}` }],
    ),
    stale,
  };
}

function factsOf({ successRate, p50, p95, finished }: Statistics, count: number): Fact[] {
  const unknown = l10n.t('unknown');
  const percent = new Intl.NumberFormat(env.language, { style: 'percent', maximumFractionDigits: 1 });
  const length = (seconds: number | undefined) => (seconds === undefined ? unknown : duration(seconds));
  return [
    {
      name: l10n.t('Success rate'),
      value: successRate === undefined ? unknown : percent.format(successRate),
      ...(successRate !== undefined && { tone: successRate >= 0.95 ? 'good' : successRate < 0.8 ? 'bad' : 'waiting' }),
    },
    { name: l10n.t('Median duration'), value: length(p50) },
    { name: l10n.t('95th percentile'), value: length(p95) },
    { name: l10n.t('Finished'), value: l10n.t('{0} of {1}', finished, count) },
  ];
}

function rangeOf(runs: readonly WorkflowRunMetadata[], total: number): string {
  const times = runs.map((run) => Date.parse(run.created_at)).filter((time) => !Number.isNaN(time));
  if (times.length === 0) return l10n.t('No runs are loaded.');
  const format = new Intl.DateTimeFormat(env.language, { dateStyle: 'medium' });
  const range = format.formatRange(Math.min(...times), Math.max(...times));
  return total > runs.length
    ? l10n.t('Latest {0} of {1} runs: {2}', runs.length, total, range)
    : l10n.t('All runs ({0}): {1}', runs.length, range);
}

/** `2026-11-20` in the user's time zone. */
function localDay(time: number): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function dayName(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Intl.DateTimeFormat(env.language, { day: 'numeric', month: 'short' }).format(
    new Date(year, month - 1, date),
  );
}

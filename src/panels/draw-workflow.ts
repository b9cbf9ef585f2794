/** The loaded runs of a workflow as a picture. */
import { env, l10n } from 'vscode';
import type { WorkflowRunMetadata } from '../api/index.ts';
import { duration, exactTime, oneLine } from '../shared/format.ts';
import { statusText } from '../shared/run-appearance.ts';
import { toneOf } from './draw-run.ts';
import type { Fact, WorkflowPicture } from './picture.ts';
import { type Statistics, statisticsOf } from './statistics.ts';

/** @param total runs of the workflow that the service has */
export function drawWorkflow(
  name: string,
  runs: readonly WorkflowRunMetadata[],
  total: number,
  stale = '',
): WorkflowPicture {
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

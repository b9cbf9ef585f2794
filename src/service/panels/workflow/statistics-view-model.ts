/** View model of the workflow statistics. */
import { env, l10n } from 'vscode';
import type { Fact } from '../../../shared/panels/messages.ts';
import { duration, exactTime, formatNumber, localDay, oneLine } from '../../../shared/text/format.ts';
import { timeOf } from '../../../shared/text/time.ts';
import { missingNewestText, statusText } from '../../session/runs/run-appearance.ts';
import { type DurationPoint, type Range, type StatisticsViewModel, toneOf } from '../messages.ts';
import type { RunHistory } from '../run/run-history.ts';
import { daysBetween, partOfDay, type Statistics, startOfDay, statisticsOf } from './statistics.ts';

/** Maximum number of days for all loaded runs. Longer periods show the most recent ones. */
const maxDays = 120;
const dayMs = 86_400_000;

/** Returns the start of a range in epoch milliseconds; undefined for all loaded runs. */
export function startOfRange(range: Range, now: number): number | undefined {
  return range === 'loaded' ? undefined : startOfDay(now, Number(range) - 1);
}

/**
 * @param history the loaded runs, and how many the service has @param now epoch milliseconds, the end of a range of days
 * @param countsTests whether tests count in the success rate
 */
export function statisticsViewModel(
  name: string,
  {
    items: runs,
    total,
    isNewestKnown = true,
  }: Pick<RunHistory, 'items' | 'total'> & Partial<Pick<RunHistory, 'isNewestKnown'>>,
  range: Range,
  now: number,
  countsTests = false,
): StatisticsViewModel {
  const since = startOfRange(range, now);
  const shown = since === undefined ? runs : runs.filter(({ created_at }) => timeOf(created_at) >= since);
  const times = shown.map(({ created_at }) => timeOf(created_at)).filter((time) => !Number.isNaN(time));
  const days = periodOf(times, since, now);
  const statistics = statisticsOf(shown, days, countsTests);
  const { p50, p95 } = statistics;
  return {
    kind: 'statistics',
    title: oneLine(name),
    range,
    scope: scopeOf(shown.length, times, since === undefined ? total : undefined, isNewestKnown),
    facts: factsOf(statistics, shown.length),
    days: statistics.days.map(({ day, ...counts }) => ({ ...namesOf(day), ...counts })),
    durations: pointsOf(statistics, days),
    marks: [
      { seconds: p50, name: l10n.t('Median (p50)') },
      { seconds: p95, name: l10n.t('p95') },
    ].flatMap(({ seconds, name: mark }) => (seconds === undefined ? [] : [{ seconds, name: mark }])),
  };
}

/** Returns the days on the axis: those of the range, or those from the first to the last run. */
function periodOf(times: readonly number[], since: number | undefined, now: number): readonly string[] {
  // The clock of the service may be ahead, but not by days: one wrong time must not extend the axis to the year 9999.
  const plausible = times.filter((time) => time <= now + dayMs);
  const last = Math.max(...(since === undefined ? [] : [now]), ...plausible);
  if (last === Number.NEGATIVE_INFINITY) return [];
  return daysBetween(since ?? Math.max(startOfDay(last, maxDays - 1), Math.min(...plausible)), last);
}

function pointsOf({ durations }: Statistics, days: readonly string[]): readonly DurationPoint[] {
  const places = new Map(days.map((day, index) => [day, index]));
  return durations.flatMap(({ seconds, run }) => {
    const time = timeOf(run.created_at);
    const day = Number.isNaN(time) ? undefined : places.get(localDay(time));
    if (day === undefined) return [];
    const point = { time: exactTime(run.created_at), status: statusText(run.status) };
    return [{ at: day + partOfDay(time), seconds, tone: toneOf(run.status), ...point }];
  });
}

function factsOf({ successRate, tests, p50, p95, finished }: Statistics, count: number): Fact[] {
  const unknown = l10n.t('unknown');
  const length = (seconds: number | undefined) => (seconds === undefined ? unknown : duration(seconds));
  return [
    {
      name: tests === 0 ? l10n.t('Success rate') : l10n.t('Success rate, without tests ({0})', tests),
      value:
        successRate === undefined ? unknown : formatNumber(successRate, { style: 'percent', maximumFractionDigits: 1 }),
      ...(successRate !== undefined && { tone: successRate >= 0.95 ? 'good' : successRate < 0.8 ? 'bad' : 'waiting' }),
    },
    { name: l10n.t('Median duration (p50)'), value: length(p50) },
    { name: l10n.t('95th percentile (p95)'), value: length(p95) },
    { name: l10n.t('Finished runs'), value: l10n.t('{0} of {1}', finished, count) },
  ];
}

/** @param total number of the workflow's runs, if all loaded runs are shown */
function scopeOf(count: number, times: readonly number[], total: number | undefined, isNewestKnown: boolean): string {
  if (count === 0) return total === undefined ? l10n.t('No runs in this range.') : l10n.t('No runs are loaded.');
  if (times.length === 0) return l10n.t('Runs without a known time: {0}.', count);
  const format = new Intl.DateTimeFormat(env.language, { dateStyle: 'medium' });
  const period = format.formatRange(Math.min(...times), Math.max(...times));
  if (total === undefined) return count === 1 ? l10n.t('1 run: {0}', period) : l10n.t('{0} runs: {1}', count, period);
  if (total <= count) return l10n.t('All runs ({0}): {1}', count, period);
  return isNewestKnown
    ? l10n.t('Latest {0} of {1} runs: {2}', count, total, period)
    : `${l10n.t('{0} of {1} runs: {2}', count, total, period)}. ${missingNewestText()}`;
}

function namesOf(day: string): { readonly date: string; readonly name: string } {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const time = new Date(year, month - 1, date);
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(env.language, options).format(time);
  return {
    date: format({ day: 'numeric', month: 'short' }),
    name: format({ weekday: 'short', day: 'numeric', month: 'short' }),
  };
}

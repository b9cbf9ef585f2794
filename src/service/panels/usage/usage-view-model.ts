/** View model of the usage: sums of records by day, model, feature, or workspace. */
import { l10n } from 'vscode';
import { compareNames, dayName, formatNumber, localDay, oneLine } from '../../../shared/text/format.ts';
import { formatCost, formatTotal } from '../../../shared/text/format-cost.ts';
import type { LoadedUsage, UsageFeature, UsageRecord } from '../../session/usage-log.ts';
import type { UsageGroup, UsagePeriod, UsageRow, UsageViewModel } from '../messages.ts';

/** Rows beyond these are only in the exported file. */
const maxRows = 500;
const dayMs = 24 * 3600 * 1000;
const quarterMs = 15 * 60 * 1000;

export interface UsageChoice {
  readonly group: UsageGroup;
  readonly period: UsagePeriod;
}

class Sum {
  requests = 0;
  input = 0;
  output = 0;
  images = 0;
  characters = 0;
  minutes = 0;
  isEstimated = false;
  isCostEstimated = false;
  /** By currency; the key is empty if the price has none. */
  readonly costs = new Map<string, number>();
  /** Number of records without a known cost. */
  unknown = 0;

  add(record: UsageRecord): void {
    const { cost, currency = '', estimated = false } = record;
    this.requests++;
    this.input += record.input ?? 0;
    this.output += record.output ?? 0;
    this.images += record.images ?? 0;
    this.characters += record.characters ?? 0;
    this.minutes += record.minutes ?? 0;
    this.isEstimated ||= estimated;
    if (cost === undefined) this.unknown++;
    else {
      this.costs.set(currency, (this.costs.get(currency) ?? 0) + cost);
      this.isCostEstimated ||= estimated;
    }
  }
}

/** @param connection its name */
export const usageTitle = (connection: string): string => l10n.t('{0}: Usage', oneLine(connection, 60));

/** @param budget per month; 0 for none @param now epoch milliseconds */
export function usageViewModel(
  connection: string,
  { records, skipped }: LoadedUsage,
  { group, period }: UsageChoice,
  budget: number,
  now: number,
): UsageViewModel {
  const since = startOf(period, now);
  const monthStart = startOf('month', now);
  const [month, whole] = [new Sum(), new Sum()];
  const groups = new Map<string, Sum>();
  const dayOf = days();
  for (const record of records) {
    if (record.at >= monthStart) month.add(record);
    if (record.at < since) continue;
    whole.add(record);
    const key = group === 'day' ? dayOf(record.at) : record[group];
    const sum = groups.get(key) ?? new Sum();
    groups.set(key, sum);
    sum.add(record);
  }
  const rows = [...groups].sort(group === 'day' ? byDay : byRequests);
  return {
    kind: 'usage',
    title: usageTitle(connection),
    ...{ group, period },
    facts: [
      {
        name: l10n.t('Cost this month'),
        value: month.requests > 0 ? costText(month) : skipped > 0 ? l10n.t('unknown') : l10n.t('no requests'),
      },
      { name: l10n.t('Monthly budget'), value: budget === 0 ? l10n.t('not set') : formatCost(budget) },
    ],
    rows: rows.slice(0, maxRows).map(([key, sum]) => rowOf(nameOf(key, group, now), sum)),
    sum: rowOf(l10n.t('Total'), whole),
    note: rows.length > 0 || skipped > 0 ? '' : l10n.t('No usage in this period. Requests to models appear here.'),
    remarks: remarksOf(whole, rows.length - maxRows, skipped),
  };
}

function remarksOf(sum: Sum, hidden: number, skipped: number): string[] {
  return [
    ...(sum.isEstimated
      ? [l10n.t('≈: the service reported no token counts, so they are estimated from the text.')]
      : []),
    ...(sum.unknown > 0
      ? [l10n.t('Requests without a known cost: {0}. They are in no sum.', formatNumber(sum.unknown))]
      : []),
    ...(hidden > 0 ? [l10n.t('{0} more rows are in the exported file.', formatNumber(hidden))] : []),
    ...(skipped > 0 ? [l10n.t("Records that couldn't be read: {0}.", formatNumber(skipped))] : []),
    l10n.t(
      "Requests from VS Code on this computer, at the list prices of their time unless the service reported a cost. The service's bill may differ. Nothing of this is sent anywhere.",
    ),
  ];
}

/** Returns the first moment of a period, in epoch milliseconds. */
function startOf(period: UsagePeriod, now: number): number {
  if (period === 'all') return Number.NEGATIVE_INFINITY;
  const date = new Date(now);
  if (period === 'month') return new Date(date.getFullYear(), date.getMonth(), 1).getTime();
  return now - 30 * dayMs;
}

/** Returns the month from which a period needs records, such as `2026-11`; empty for all. */
export function firstMonth(period: UsagePeriod, now: number): string {
  return period === 'all' ? '' : localDay(startOf(period, now)).slice(0, 7);
}

/** Returns what gives the day of a record. Days begin at quarters of an hour of UTC, and records are in order of time. */
function days(): (at: number) => string {
  let [quarter, day] = [Number.NaN, ''];
  return (at) => {
    const next = Math.floor(at / quarterMs);
    if (next !== quarter) [quarter, day] = [next, localDay(at)];
    return day;
  };
}

type Group = readonly [key: string, sum: Sum];
const byDay = ([one]: Group, [other]: Group) => (one < other ? 1 : -1);
const byRequests = ([one, { requests }]: Group, [other, sum]: Group) =>
  sum.requests - requests || compareNames(one, other);

function nameOf(key: string, group: UsageGroup, now: number): string {
  if (group === 'day') return dayName(key, now);
  if (group === 'feature') return featureName(key as UsageFeature);
  return key === '' ? l10n.t('(no workspace)') : oneLine(key);
}

function featureName(feature: UsageFeature): string {
  return {
    chat: l10n.t('Chat'),
    editorChat: l10n.t("VS Code's chat"),
    speech: l10n.t('Speech'),
    images: l10n.t('Images'),
    transcripts: l10n.t('Transcripts'),
  }[feature];
}

function rowOf(name: string, sum: Sum): UsageRow {
  const tokens = (count: number) => (count === 0 ? '' : `${sum.isEstimated ? '≈ ' : ''}${formatNumber(count)}`);
  return {
    name,
    requests: formatNumber(sum.requests),
    input: tokens(sum.input),
    output: tokens(sum.output),
    other: otherText(sum),
    cost: sum.requests === 0 ? '' : costText(sum),
  };
}

function otherText({ images, characters, minutes }: Sum): string {
  const number = (value: number) => formatNumber(value, { maximumFractionDigits: 1 });
  return [
    images > 0 ? l10n.t('Images: {0}', number(images)) : '',
    characters > 0 ? l10n.t('Characters: {0}', number(characters)) : '',
    minutes > 0 ? l10n.t('Minutes: {0}', number(minutes)) : '',
  ]
    .filter((text) => text !== '')
    .join(' · ');
}

function costText({ costs, unknown, isCostEstimated }: Sum): string {
  return `${isCostEstimated ? '≈ ' : ''}${formatTotal(costs, unknown)}`;
}

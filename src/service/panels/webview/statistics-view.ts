/** Statistics of a workflow's runs: totals, runs per day, and durations. The tables show the same values. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from 'lit';
import type { Tone, ViewNotes } from '../../../shared/panels/messages.ts';
import {
  factList,
  head,
  type LegendEntry,
  legend,
  notice,
  radioButtons,
  row,
  table,
} from '../../../shared/panels/webview/templates.ts';
import { duration } from '../../../shared/text/format.ts';
import { postToHost } from '../../../shared/webview/post-to-host.ts';
import type { Range, StatisticsMessage, StatisticsViewModel } from '../messages.ts';
import { daysChart } from './charts/days-chart.ts';
import { durationsChart, pointShape } from './charts/durations-chart.ts';

const post: (message: StatisticsMessage) => void = postToHost;

/** @param width of the page in pixels */
export function statisticsView(view: StatisticsViewModel & ViewNotes, width: number): TemplateResult {
  const { range, scope, facts: list, days, durations } = view;
  const line = html`<svg width="24" height="12"><line class="mark" x1="0" x2="24" y1="6" y2="6"></line></svg>`;
  return html`<main>
    ${head(view, scope)} ${radioButtons(l10n.t('Range'), rangeNames(), range, (chosen) => post({ kind: 'range', range: chosen }))} ${notice(view.notice)} ${factList(list)}
    ${
      days.length === 0
        ? nothing
        : html`<h2>${l10n.t('Runs per day')}</h2>
            ${resultLegend((tone) => svg`<rect class="bar tone-${tone}" width="14" height="12"></rect>`)}
            <switchyard-chart class="days" .chart=${daysChart(days, width)} .width=${width}></switchyard-chart>
            ${collapsedTable(
              [l10n.t('Day'), l10n.t('Succeeded'), l10n.t('Failed'), l10n.t('Other')],
              days.map(({ name, succeeded, failed, other }) => row(name, [succeeded, failed, other])),
            )}`
    }
    ${
      durations.length === 0
        ? nothing
        : html`<h2>${l10n.t('Duration of each run')}</h2>
            ${resultLegend((tone) => pointShape(7, 6, tone), [line, l10n.t('Median (p50) and 95th percentile (p95)')])}
            <switchyard-chart class="durations" .chart=${durationsChart(view, width)} .width=${width}></switchyard-chart>
            ${collapsedTable(
              [l10n.t('Created'), l10n.t('Duration'), l10n.t('Status')],
              durations.map(({ time, seconds, status }) => row(time, [duration(seconds), status])),
            )}`
    }
  </main>`;
}

/** @param shape renders the shape of a result */
function resultLegend(shape: (tone: Tone) => SVGTemplateResult, ...more: readonly LegendEntry[]): TemplateResult {
  const entry = (tone: Tone, meaning: string) =>
    [html`<svg width="14" height="12">${shape(tone)}</svg>`, meaning] as const;
  const [succeeded, failed, other] = [l10n.t('succeeded'), l10n.t('failed'), l10n.t('other')];
  return legend(entry('good', succeeded), entry('bad', failed), entry('neutral', other), ...more);
}

const rangeNames = (): readonly (readonly [Range, string])[] => [
  ['loaded', l10n.t('Loaded runs')],
  ['7', l10n.t('Last 7 days')],
  ['30', l10n.t('Last 30 days')],
];

function collapsedTable(names: readonly string[], rows: readonly TemplateResult[]): TemplateResult {
  return html`<details>
    <summary>${l10n.t('Show as table')}</summary>
    ${table(l10n.t('Table'), names, rows)}
  </details>`;
}

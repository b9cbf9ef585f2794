/** Statistics of a workflow's runs: totals, runs per day, and durations. The tables show the same values. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { duration } from '../../shared/format.ts';
import type { Range, StatisticsViewModel } from '../messages.ts';
import { daysChart } from './charts/days-chart.ts';
import { durationsChart, pointShape } from './charts/durations-chart.ts';
import { columns, facts, head, legend, notice, post, scrolling } from './templates.ts';

/** @param width of the page in pixels */
export function statisticsView(view: StatisticsViewModel, width: number): TemplateResult {
  const { title, range, scope, facts: list, days, durations, stale } = view;
  return html`<main>
    ${head(title, scope, stale)} ${rangeChooser(range)} ${notice(view.notice)} ${facts(list)}
    ${
      days.length === 0
        ? html`<p>${l10n.t('No runs yet. Runs of this workflow appear here.')}</p>`
        : html`<h2>${l10n.t('Runs per day')}</h2>
            ${daysLegend()}
            <switchyard-chart class="days" .chart=${daysChart(days, width)} .width=${width}></switchyard-chart>
            ${table(
              [l10n.t('Day'), l10n.t('Succeeded'), l10n.t('Failed'), l10n.t('Other')],
              days.map(({ name, succeeded, failed, other }) => [name, succeeded, failed, other]),
            )}`
    }
    ${
      durations.length === 0
        ? nothing
        : html`<h2>${l10n.t('Duration of each run')}</h2>
            ${durationsLegend()}
            <switchyard-chart class="durations" .chart=${durationsChart(view, width)} .width=${width}></switchyard-chart>
            ${table(
              [l10n.t('Created'), l10n.t('Duration'), l10n.t('Status')],
              durations.map(({ time, seconds, status }) => [time, duration(seconds), status]),
            )}`
    }
  </main>`;
}

function rangeChooser(chosen: Range): TemplateResult {
  const names: readonly (readonly [Range, string])[] = [
    ['loaded', l10n.t('Loaded runs')],
    ['7', l10n.t('Last 7 days')],
    ['30', l10n.t('Last 30 days')],
  ];
  return html`<fieldset class="ranges">
    <legend>${l10n.t('Range')}</legend>
    ${names.map(
      ([range, name]) => html`<label>
        <input
          type="radio"
          name="range"
          value=${range}
          .checked=${range === chosen}
          @change=${() => post({ kind: 'range', range })}
        />
        ${name}
      </label>`,
    )}
  </fieldset>`;
}

function daysLegend(): TemplateResult {
  const bar = (tone: string) =>
    html`<svg width="14" height="12"><rect class="bar tone-${tone}" width="14" height="12"></rect></svg>`;
  return legend([bar('good'), l10n.t('succeeded')], [bar('bad'), l10n.t('failed')], [bar('neutral'), l10n.t('other')]);
}

function durationsLegend(): TemplateResult {
  const point = (tone: string) => html`<svg width="14" height="12">${pointShape(7, 6, tone)}</svg>`;
  const line = html`<svg width="24" height="12"><line class="mark" x1="0" x2="24" y1="6" y2="6"></line></svg>`;
  return legend(
    [point('good'), l10n.t('succeeded')],
    [point('bad'), l10n.t('failed')],
    [point('neutral'), l10n.t('other')],
    [line, l10n.t('Median (p50) and 95th percentile (p95)')],
  );
}

function table(names: readonly string[], rows: readonly (readonly (string | number)[])[]): TemplateResult {
  const content = html`<table>
    ${columns(names)}
    <tbody>
      ${rows.map(
        ([name, ...cells]) => html`<tr>
          <th scope="row">${name}</th>
          ${cells.map((cell) => html`<td>${cell}</td>`)}
        </tr>`,
      )}
    </tbody>
  </table>`;
  return html`<details>
    <summary>${l10n.t('Show as table')}</summary>
    ${scrolling(l10n.t('Table'), content)}
  </details>`;
}

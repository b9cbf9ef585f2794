/** What the loaded runs of a workflow say together: figures, runs a day, durations. The tables say it in figures. */

import * as l10n from '@vscode/l10n';
import { html, nothing, svg, type TemplateResult } from 'lit';
import type { Day, WorkflowViewModel } from '../messages.ts';
import { facts, head } from './parts.ts';

/** Pixels. */
const chartHeight = 140;
const labelHeight = 20;
const widestBar = 28;

/** @param width of the page in pixels */
export function workflowView(picture: WorkflowViewModel, width: number): TemplateResult {
  const { title, range, facts: list, days, durations, stale } = picture;
  return html`<main>
    ${head(title, range, stale)} ${facts(list)}
    ${
      days.length === 0
        ? html`<p>${l10n.t('No runs yet. Runs of this workflow appear here.')}</p>`
        : html`<h2>${l10n.t('Runs per day')}</h2>
            ${daysChart(days, width)} ${daysTable(days)}`
    }
    ${
      durations.length === 0
        ? nothing
        : html`<h2>${l10n.t('Durations, oldest first')}</h2>
            ${durationsChart(picture, width)}`
    }
  </main>`;
}

function daysChart(days: readonly Day[], width: number): TemplateResult {
  const most = Math.max(1, ...days.map(({ succeeded, failed, other }) => succeeded + failed + other));
  const slot = Math.min(widestBar + 6, width / days.length);
  const unit = chartHeight / most;
  // So many labels as have room.
  const every = Math.max(1, Math.ceil(56 / slot));
  return html`<svg class="chart" width=${width} height=${chartHeight + labelHeight} aria-hidden="true">
    ${days.map((day, index) => {
      const { date, succeeded, failed, other } = day;
      const x = index * slot;
      let top = chartHeight;
      const piece = (count: number, tone: string) => {
        top -= count * unit;
        return svg`<rect class="bar tone-${tone}" x=${x + 2} y=${top} width=${Math.max(2, slot - 4)} height=${count * unit}></rect>`;
      };
      return svg`<g>
        <title>${sentence(day)}</title>
        <rect class="row" x=${x} y="0" width=${slot} height=${chartHeight}></rect>
        ${piece(succeeded, 'good')}${piece(failed, 'bad')}${piece(other, 'neutral')}
        ${index % every === 0 ? svg`<text class="tick" x=${x + 2} y=${chartHeight + 14}>${date}</text>` : nothing}
      </g>`;
    })}
    <line class="axis" x1="0" x2=${width} y1=${chartHeight} y2=${chartHeight}></line>
  </svg>`;
}

function sentence({ date, succeeded, failed, other }: Day): string {
  return l10n.t('{0}: {1} succeeded, {2} failed, {3} other', date, succeeded, failed, other);
}

function daysTable(days: readonly Day[]): TemplateResult {
  return html`<details>
    <summary>${l10n.t('Show as table')}</summary>
    <table>
      <thead>
        <tr>
          ${[l10n.t('Day'), l10n.t('Succeeded'), l10n.t('Failed'), l10n.t('Other')].map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${days.map(
          ({ date, succeeded, failed, other }) => html`<tr>
            <th scope="row">${date}</th>
            <td>${succeeded}</td>
            <td>${failed}</td>
            <td>${other}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </details>`;
}

function durationsChart({ durations, marks }: WorkflowViewModel, width: number): TemplateResult {
  const slot = Math.min(widestBar, width / durations.length);
  const labels = marks.map(({ at, text }) => ({ y: chartHeight * (1 - at), text }));
  return html`<svg class="chart" width=${width} height=${chartHeight + 4} role="img" aria-label=${marks.map(({ text }) => text).join(', ')}>
    ${durations.map(
      ({ height, text, tone }, index) => svg`<g>
        <title>${text}</title>
        <rect class="bar tone-${tone}" x=${index * slot + 1} y=${chartHeight * (1 - height)} width=${Math.max(1, slot - 2)} height=${Math.max(1, chartHeight * height)}></rect>
      </g>`,
    )}
    ${labels.map(
      ({ y, text }) => svg`<g>
        <line class="mark" x1="0" x2=${width} y1=${y} y2=${y}></line>
        <text class="tick mark-text" x=${width - 4} y=${Math.max(12, y - 4)} text-anchor="end">${text}</text>
      </g>`,
    )}
    <line class="axis" x1="0" x2=${width} y1=${chartHeight} y2=${chartHeight}></line>
  </svg>`;
}

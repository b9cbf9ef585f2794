/** A run as a timeline of its steps: a hatched stretch for waiting, a filled one for running. The table says it in figures. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from 'lit';
import type { Bar, RunViewModel } from '../messages.ts';
import { errorOf, facts, head } from './parts.ts';

/** Pixels. */
const rowHeight = 28;
const axisHeight = 24;
const barHeight = 16;
/** A stretch of no length is still to be seen. */
const thinnest = 2;

/** @param width of the page in pixels */
export function runView(picture: RunViewModel, width: number): TemplateResult {
  const { title, facts: list, bars, live, stale } = picture;
  return html`<main>
    ${head(title, live ? l10n.t('In progress. Updates automatically.') : '', stale)} ${facts(list)}
    <h2>${l10n.t('Steps')}</h2>
    ${
      bars.length === 0
        ? html`<p>${l10n.t('This run has no steps yet.')}</p>`
        : html`${timeline(picture, width)} ${legend()} ${table(picture)}`
    }
  </main>`;
}

function timeline({ bars, ticks, focus }: RunViewModel, width: number): TemplateResult {
  const height = axisHeight + bars.length * rowHeight;
  const left = Math.round(Math.min(220, width * 0.3));
  const length = Math.max(50, width - left - 8);
  const place = (at: number): number => left + at * length;
  return html`<svg class="timeline" width=${width} height=${height} aria-hidden="true">
    <defs>
      <pattern id="waiting" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect class="hatch" width="2" height="6"></rect>
      </pattern>
      <clipPath id="names"><rect width=${left - 8} height=${height}></rect></clipPath>
    </defs>
    ${ticks.map(({ at, text }, index) => {
      // The last mark may stand at the very edge.
      const anchor = index === 0 ? 'start' : at > 0.97 ? 'end' : 'middle';
      return svg`<g>
        <line class="grid" x1=${place(at)} x2=${place(at)} y1=${axisHeight - 6} y2=${height}></line>
        <text class="tick" x=${place(at)} y=${axisHeight - 10} text-anchor=${anchor}>${text}</text>
      </g>`;
    })}
    ${bars.map((bar, index) => row(bar, axisHeight + index * rowHeight, place, index === focus))}
  </svg>`;
}

function row(bar: Bar, top: number, place: (at: number) => number, failing: boolean): SVGTemplateResult {
  const middle = top + rowHeight / 2;
  const y = middle - barHeight / 2;
  const [from, started, to] = [place(bar.from), place(bar.started), place(bar.to)];
  return svg`<g>
    <title>${sentence(bar)}</title>
    <rect class=${failing ? 'row failing' : 'row'} x="0" y=${top} width="100%" height=${rowHeight}></rect>
    <text class="name" x="4" y=${middle + 4} clip-path="url(#names)">${nameOf(bar)}</text>
    <rect class="waiting" x=${from} y=${y} width=${Math.max(0, started - from)} height=${barHeight}></rect>
    <rect class="bar tone-${bar.tone}" x=${started} y=${y} width=${Math.max(thinnest, to - started)} height=${barHeight} rx="2"></rect>
  </g>`;
}

function nameOf({ name, attempt }: Bar): string {
  return attempt > 1 ? l10n.t('{0} (attempt {1})', name, attempt) : name;
}

function sentence(bar: Bar): string {
  return l10n.t('{0}: {1}, wait time {2}, run time {3}', nameOf(bar), bar.status, bar.waited, bar.ran);
}

function legend(): TemplateResult {
  return html`<p class="legend" aria-hidden="true">
    <svg width="18" height="12"><rect class="waiting" width="18" height="12"></rect></svg> ${l10n.t('waiting')}
    <svg width="18" height="12"><rect class="bar tone-good" width="18" height="12" rx="2"></rect></svg> ${l10n.t('running')}
    <svg width="18" height="12"><rect class="bar tone-bad" width="18" height="12" rx="2"></rect></svg> ${l10n.t('failed')}
  </p>`;
}

function table({ bars, focus }: RunViewModel): TemplateResult {
  return html`<table>
    <thead>
      <tr>
        ${[
          l10n.t('Step'),
          l10n.t('Type'),
          l10n.t('Attempt'),
          l10n.t('Status'),
          l10n.t('Wait time'),
          l10n.t('Run time'),
        ].map((name) => html`<th scope="col">${name}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${bars.map(
        (bar, index) => html`<tr ?data-focus=${index === focus}>
            <th scope="row" dir="auto">${bar.name}</th>
            <td>${bar.type}</td>
            <td>${bar.attempt}</td>
            <td class="tone-${bar.tone}">${bar.status}</td>
            <td>${bar.waited}</td>
            <td>${bar.ran}</td>
          </tr>
          ${bar.error === null ? nothing : html`<tr><td colspan="6">${errorOf(bar.error, index)}</td></tr>`}`,
      )}
    </tbody>
  </table>`;
}

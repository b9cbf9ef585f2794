/** The steps of a run on a time axis: a hatched bar for the wait time, a filled one for the run time. */

import * as l10n from '@vscode/l10n';
import { nothing, type SVGTemplateResult, svg } from 'lit';
import type { Bar, RunViewModel } from '../../messages.ts';
import { attemptName } from '../../run/run-text.ts';
import { fitting, widthOf } from './axes.ts';
import type { Chart } from './chart.ts';
import { durationTick, timeScale } from './scales.ts';

/** Pixels. */
const rowHeight = 28;
const axisHeight = 42;
const barHeight = 16;
const tickWidth = 90;
const characterWidth = 8;
/** Minimum width, so that steps that took no time are visible. */
const thinnest = 2;

/** @param width of the chart in pixels */
export function timelineChart({ axis, bars, length, focus }: RunViewModel, width: number): Chart {
  const height = axisHeight + bars.length * rowHeight;
  const left = Math.round(Math.min(220, Math.max(90, width * 0.3)));
  const right = Math.max(left + 50, width - 8);
  const { scale: x, ticks } = timeScale(length, [left, right], Math.max(2, Math.round((right - left) / tickWidth)));
  const labels = fitting(
    ticks.map((tick) => ({ at: x(tick), text: durationTick(tick) })),
    right,
  );
  return {
    name: l10n.t('Timeline of the steps'),
    height,
    direction: 'vertical',
    first: focus ?? 0,
    plot: svg`<defs>
        <pattern id="waiting" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect class="hatch" width="2" height="6"></rect>
        </pattern>
      </defs>
      <text class="axis-name" x="4" y="14">${axis}</text>
      ${ticks.map((tick) => svg`<line class="grid" x1=${x(tick)} x2=${x(tick)} y1=${axisHeight - 6} y2=${height}></line>`)}
      ${labels.map(
        ({ middle, text }) =>
          svg`<text class="tick" x=${middle} y=${axisHeight - 10} text-anchor="middle">${text}</text>`,
      )}
      ${bars.map((bar, index) => row(bar, axisHeight + index * rowHeight, { x, left }, index === focus))}`,
    marks: bars.map((bar, index) => ({
      x: x(bar.from) - 3,
      y: axisHeight + index * rowHeight + 3,
      width: x(bar.to) - x(bar.from) + 6,
      height: rowHeight - 6,
      lines: [attemptName(bar), bar.status, l10n.t('Wait time: {0}', bar.waited), l10n.t('Run time: {0}', bar.ran)],
      tone: bar.tone,
    })),
  };
}

interface Columns {
  readonly x: (seconds: number) => number;
  /** Right edge of the names. */
  readonly left: number;
}

function row(bar: Bar, top: number, { x, left }: Columns, isFailing: boolean): SVGTemplateResult {
  const middle = top + rowHeight / 2;
  const y = middle - barHeight / 2;
  const [from, started, to] = [x(bar.from), x(bar.started), x(bar.to)];
  // A step that only waits has no run time, not even in a run that was canceled.
  const least = bar.tone === 'waiting' ? 0 : thinnest;
  return svg`<g>
    <rect class=${isFailing ? 'row failing' : 'row'} x="0" y=${top} width="100%" height=${rowHeight}></rect>
    <clipPath id="name-${top}"><rect y=${top} width=${left - 8 - attemptWidth(bar)} height=${rowHeight}></rect></clipPath>
    <text class="name" x="4" y=${middle + 4} clip-path="url(#name-${top})">${shortened(bar.name, left - 12 - attemptWidth(bar))}</text>
    ${bar.attempt > 1 ? svg`<text class="attempt" x=${left - 8} y=${middle + 4} text-anchor="end">${attemptMark(bar)}</text>` : nothing}
    <rect class="waiting" x=${from} y=${y} width=${Math.max(0, started - from)} height=${barHeight}></rect>
    <rect class="bar tone-${bar.tone}" x=${started} y=${y} width=${Math.max(least, to - started)} height=${barHeight} rx="2"></rect>
  </g>`;
}

/** Ends with "…" if the text is too long. @param width in pixels */
function shortened(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  const characters = [...text];
  while (characters.length > 1 && widthOf(`${characters.join('')}…`) > width) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}

/** Never cut off, unlike the name. */
function attemptMark({ attempt }: Bar): string {
  return `#${attempt}`;
}

function attemptWidth(bar: Bar): number {
  return bar.attempt > 1 ? attemptMark(bar).length * characterWidth + 4 : 0;
}

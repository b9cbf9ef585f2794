/** Runs per day as stacked bars. */

import * as l10n from '@vscode/l10n';
import { svg } from 'lit';
import type { DayCounts } from '../../messages.ts';
import { dayAxis, dayScale, leftAxis, plotArea } from './axes.ts';
import type { Chart } from './chart.ts';
import { countScale } from './scales.ts';

/** Pixels. */
const height = 240;
const widestBar = 48;

/** @param width of the chart in pixels */
export function daysChart(days: readonly DayCounts[], width: number): Chart {
  const area = plotArea(width, height);
  const most = Math.max(...days.map(({ succeeded, failed, other }) => succeeded + failed + other));
  const counts = countScale(most, [area.bottom, area.top], 5);
  const { scale: y } = counts;
  const x = dayScale(days, area);
  const slot = x(1) - x(0);
  const bar = Math.max(1, Math.min(widestBar, slot * 0.8));
  const draw = ({ succeeded, failed, other }: DayCounts, index: number) => {
    const left = x(index + 0.5) - bar / 2;
    const piece = (from: number, count: number, tone: string) =>
      count === 0
        ? ''
        : svg`<rect class="bar tone-${tone}" x=${left} y=${y(from + count)} width=${bar} height=${y(from) - y(from + count)}></rect>`;
    return svg`${piece(0, succeeded, 'good')}${piece(succeeded, failed, 'bad')}${piece(succeeded + failed, other, 'neutral')}`;
  };
  return {
    name: l10n.t('Runs per day'),
    height,
    direction: 'horizontal',
    first: days.length - 1,
    plot: svg`${leftAxis(area, counts, String, l10n.t('Runs'))} ${days.map(draw)} ${dayAxis(days, area)}`,
    marks: days.map((day, index) => ({
      x: x(index),
      y: area.top,
      width: slot,
      height: area.bottom - area.top,
      lines: [
        day.name,
        l10n.t('{0} succeeded', day.succeeded),
        l10n.t('{0} failed', day.failed),
        l10n.t('{0} other', day.other),
      ],
    })),
  };
}

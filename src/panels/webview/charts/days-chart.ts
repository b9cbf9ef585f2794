/** Runs per day as stacked bars. */

import * as l10n from '@vscode/l10n';
import { svg } from 'lit';
import type { Day } from '../../messages.ts';
import { bottomAxis, leftAxis } from './area.ts';
import type { Chart } from './chart.ts';
import { dayAxis, plotArea } from './day-axis.ts';
import { countScale } from './scales.ts';

/** Pixels. */
const height = 240;
const widestBar = 48;

/** @param width of the chart in pixels */
export function daysChart(days: readonly Day[], width: number): Chart {
  const area = plotArea(width, height);
  const most = Math.max(...days.map(({ succeeded, failed, other }) => succeeded + failed + other));
  const { scale: y, ticks } = countScale(most, [area.bottom, area.top], 5);
  const axis = dayAxis(days, area);
  const slot = axis.scale(1) - axis.scale(0);
  const bar = Math.max(1, Math.min(widestBar, slot * 0.8));
  const draw = ({ succeeded, failed, other }: Day, index: number) => {
    const x = axis.scale(index + 0.5) - bar / 2;
    const piece = (from: number, count: number, tone: string) =>
      count === 0
        ? ''
        : svg`<rect class="bar tone-${tone}" x=${x} y=${y(from + count)} width=${bar} height=${y(from) - y(from + count)}></rect>`;
    return svg`${piece(0, succeeded, 'good')}${piece(succeeded, failed, 'bad')}${piece(succeeded + failed, other, 'neutral')}`;
  };
  return {
    name: l10n.t('Runs per day'),
    height,
    direction: 'horizontal',
    first: days.length - 1,
    plot: svg`${leftAxis(
      area,
      ticks.map((tick) => ({ at: y(tick), text: String(tick) })),
      l10n.t('Runs'),
    )}
      ${days.map(draw)} ${bottomAxis(area, axis.ticks, l10n.t('Day'))}`,
    marks: days.map((day, index) => ({
      x: axis.scale(index),
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

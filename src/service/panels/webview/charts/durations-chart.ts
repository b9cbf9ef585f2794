/** The duration of each run as a point in time, with lines for the median and the 95th percentile. */

import * as l10n from '@vscode/l10n';
import { type SVGTemplateResult, svg } from 'lit';
import { duration } from '../../../../shared/text/format.ts';
import type { StatisticsViewModel } from '../../messages.ts';
import { dayAxis, dayScale, leftAxis, plotArea } from './axes.ts';
import type { Chart } from './chart.ts';
import { durationScale, durationTick } from './scales.ts';

/** Pixels. */
const height = 260;
const lineHeight = 14;

/** @param width of the chart in pixels */
export function durationsChart({ days, durations, marks }: StatisticsViewModel, width: number): Chart {
  const area = plotArea(width, height);
  const longest = Math.max(0.001, ...durations.map(({ seconds }) => seconds), ...marks.map(({ seconds }) => seconds));
  const lengths = durationScale(longest, [area.bottom, area.top], 5);
  const { scale: y } = lengths;
  const x = dayScale(days, area);
  const points = durations.map((point) => ({ ...point, x: x(point.at), y: y(point.seconds) }));
  const labels = apart(marks.map(({ seconds, name }) => ({ at: y(seconds), text: `${name}: ${duration(seconds)}` })));
  return {
    name: l10n.t('Duration of each run'),
    height,
    direction: 'both',
    first: durations.length - 1,
    plot: svg`${leftAxis(area, lengths, durationTick, l10n.t('Duration'))} ${dayAxis(days, area)}
      ${points.map((point) => pointShape(point.x, point.y, point.tone))}
      ${labels.map(
        ({ at, text, labelAt }) => svg`<line class="mark" x1=${area.left} x2=${area.right} y1=${at} y2=${at}></line>
          <text class="tick mark-text" x=${area.right} y=${labelAt} text-anchor="end">${text}</text>`,
      )}`,
    marks: points.map((point) => ({
      x: point.x - 6,
      y: point.y - 6,
      width: 12,
      height: 12,
      lines: [duration(point.seconds), point.time, point.status],
      tone: point.tone,
    })),
  };
}

/** Renders a point. Failed runs have a different shape, not only a different color. */
export function pointShape(x: number, y: number, tone: string): SVGTemplateResult {
  return tone === 'bad'
    ? svg`<path class="cross tone-bad" d="M${x - 3.5} ${y - 3.5}l7 7m0 -7l-7 7"></path>`
    : svg`<circle class="point tone-${tone}" cx=${x} cy=${y} r="3.5"></circle>`;
}

/** Places labels above their lines; if two lines are close or equal, the label of the lower one is below it. */
function apart(lines: readonly { readonly at: number; readonly text: string }[]) {
  return lines.map((line, index) => {
    const isCrowded = lines.some(({ at }, other) => {
      const isAbove = at < line.at || (at === line.at && other > index);
      return isAbove && line.at - at < lineHeight;
    });
    return { ...line, labelAt: isCrowded ? line.at + lineHeight : line.at - 4 };
  });
}

/** The plot of a chart and its axes. The charts of a workflow share the day axis, so that a day is at the same place. */
import * as l10n from '@vscode/l10n';
import { type ScaleLinear, scaleLinear } from 'd3-scale';
import { type SVGTemplateResult, svg } from 'lit';
import type { DayCounts } from '../../messages.ts';
import type { TickedScale } from './scales.ts';

/** Distance between two labels, and from the plot to the edge of the chart, in pixels. */
const gap = 8;

/** Edges of the plot in pixels, relative to the chart. */
interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** @param width and height of the chart in pixels */
export function plotArea(width: number, height: number): Area {
  return { left: 64, right: Math.max(104, width - gap), top: 28, bottom: height - 40 };
}

/** Renders ticks beside the plot with grid lines across it, and the name of the axis above them. */
export function leftAxis(
  { left, right, top, bottom }: Area,
  { scale, ticks }: TickedScale,
  format: (tick: number) => string,
  name: string,
): SVGTemplateResult {
  return svg`<g class="axis-left">
    <text class="axis-name" x="0" y=${top - 10}>${name}</text>
    ${ticks.map(
      (tick) => svg`<line class="grid" x1=${left} x2=${right} y1=${scale(tick)} y2=${scale(tick)}></line>
        <text class="tick" x=${left - 8} y=${scale(tick) + 4} text-anchor="end">${format(tick)}</text>`,
    )}
    <line class="axis" x1=${left} x2=${left} y1=${top} y2=${bottom}></line>
  </g>`;
}

/** Returns the scale of days since the start of the first day. */
export function dayScale(days: readonly DayCounts[], { left, right }: Area): ScaleLinear<number, number> {
  return scaleLinear([0, Math.max(1, days.length)], [left, right]);
}

/** Renders below the plot as many labels of days as fit, and the name of the axis below them. */
export function dayAxis(days: readonly DayCounts[], area: Area): SVGTemplateResult {
  const { left, right, bottom } = area;
  const scale = dayScale(days, area);
  const widest = Math.max(...days.map(({ date }) => widthOf(date)));
  const every = Math.max(1, Math.ceil(((widest + gap) * days.length) / (right - left)));
  // Counted from the last day, which is the most interesting one and always has a label.
  const labels = days.flatMap(({ date }, index) =>
    (days.length - 1 - index) % every === 0 ? [{ at: scale(index + 0.5), text: date }] : [],
  );
  return svg`<g class="axis-bottom">
    <line class="axis" x1=${left} x2=${right} y1=${bottom} y2=${bottom}></line>
    ${fitting(labels, right).map(
      ({ at, middle, text }) => svg`<line class="axis" x1=${at} x2=${at} y1=${bottom} y2=${bottom + 4}></line>
        <text class="tick" x=${middle} y=${bottom + 17} text-anchor="middle">${text}</text>`,
    )}
    <text class="axis-name" x=${right} y=${bottom + 33} text-anchor="end">${l10n.t('Day')}</text>
  </g>`;
}

interface Label {
  /** Position on the axis in pixels. */
  readonly at: number;
  readonly text: string;
}

/** Centers labels on a horizontal axis. All stay inside the chart, and labels that touch the next one are omitted. */
export function fitting(labels: readonly Label[], right: number) {
  let free = Number.POSITIVE_INFINITY;
  const placed = labels.toReversed().flatMap((label) => {
    const half = widthOf(label.text) / 2;
    const middle = Math.min(label.at, right + gap - half);
    if (middle + half + gap > free) return [];
    free = middle - half;
    return [{ ...label, middle }];
  });
  return placed.reverse();
}

/** Estimates the width of a label in pixels, a bit generously. Ideographs are as wide as the font size. */
export function widthOf(text: string): number {
  return [...text].reduce((sum, character) => sum + (character > '\u2e80' ? 11 : 6.5), 0);
}

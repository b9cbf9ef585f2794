/** Day axis shared by the charts of a workflow, so that a day has the same position in both. */
import { type ScaleLinear, scaleLinear } from 'd3-scale';
import type { Day } from '../../messages.ts';
import type { Area, Tick } from './area.ts';

/** Pixels. */
const labelWidth = 60;

/** @param width and height of the chart in pixels */
export function plotArea(width: number, height: number): Area {
  return { left: 64, right: Math.max(104, width - 8), top: 28, bottom: height - 40 };
}

/** Returns a scale of days since the start of the first day, and as many labels as fit. */
export function dayAxis(
  days: readonly Day[],
  { left, right }: Area,
): { readonly scale: ScaleLinear<number, number>; readonly ticks: readonly Tick[] } {
  const scale = scaleLinear([0, Math.max(1, days.length)], [left, right]);
  const every = Math.max(1, Math.ceil((labelWidth * days.length) / (right - left)));
  // Counted from the last day, which is the most interesting one and always has a label.
  const ticks = days.flatMap(({ date }, index) =>
    (days.length - 1 - index) % every === 0 ? [{ at: scale(index + 0.5), text: date }] : [],
  );
  return { scale, ticks };
}

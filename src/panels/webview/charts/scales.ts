/** Scales and ticks of the charts, by d3-scale. Pure. */
import { type ScaleLinear, scaleLinear, scaleUtc } from 'd3-scale';
import { duration } from '../../../shared/format.ts';

/** A scale with the values at which its axis has ticks. */
export interface TickedScale {
  readonly scale: ScaleLinear<number, number>;
  readonly ticks: readonly number[];
}

/** Pixels of an axis, from its zero. */
export type PixelRange = readonly [from: number, to: number];

/** Whole numbers from zero to at least `most`. @param wanted about how many ticks */
export function countScale(most: number, range: PixelRange, wanted: number): TickedScale {
  const scale = scaleLinear([0, Math.max(1, most)], range).nice(wanted);
  return { scale, ticks: scale.ticks(wanted).filter(Number.isInteger) };
}

/** Seconds from zero to the first tick that is at least `longest`. */
export function durationScale(longest: number, range: PixelRange, wanted: number): TickedScale {
  const ticks = durationTicks(longest, wanted);
  const step = (ticks[1] ?? longest) - (ticks[0] ?? 0) || 1;
  const end = Math.max(step, Math.ceil(longest / step - 1e-9) * step);
  return { scale: scaleLinear([0, end], range), ticks: durationTicks(end, wanted) };
}

/** Seconds from zero to exactly `length`. */
export function timeScale(length: number, range: PixelRange, wanted: number): TickedScale {
  return { scale: scaleLinear([0, length], range), ticks: durationTicks(length, wanted) };
}

const day = 86_400;

/** Seconds that are round in the unit in which they are read: milliseconds, seconds, minutes, hours, or days. */
function durationTicks(length: number, wanted: number): readonly number[] {
  // The next units of a clock are weeks and months, which don't start at zero.
  if (length >= 2 * day)
    return scaleLinear()
      .domain([0, length / day])
      .ticks(wanted)
      .map((days) => days * day);
  return scaleUtc()
    .domain([0, length * 1000])
    .ticks(wanted)
    .map((time) => time.getTime() / 1000);
}

/** The text of a tick: zero needs no unit. */
export function durationTick(seconds: number): string {
  return seconds === 0 ? '0' : duration(seconds);
}

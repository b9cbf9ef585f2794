/** Scales and ticks of the charts, based on d3-scale. Pure. */
import { type ScaleLinear, scaleLinear, scaleUtc } from 'd3-scale';
import { duration } from '../../../../shared/text/format.ts';

/** A scale and the values of its ticks. */
export interface TickedScale {
  readonly scale: ScaleLinear<number, number>;
  readonly ticks: readonly number[];
}

/** Positions of the start (zero) and the end of an axis, in pixels. */
export type PixelRange = readonly [from: number, to: number];

/** Returns a scale of whole numbers from zero to at least `most`. @param wanted approximate number of ticks */
export function countScale(most: number, range: PixelRange, wanted: number): TickedScale {
  const scale = scaleLinear([0, Math.max(1, most)], range).nice(wanted);
  return { scale, ticks: scale.ticks(wanted).filter(Number.isInteger) };
}

/** Returns a scale of seconds from zero to the first tick that is at least `longest`. */
export function durationScale(longest: number, range: PixelRange, wanted: number): TickedScale {
  const ticks = durationTicks(longest, wanted);
  const step = (ticks[1] ?? longest) - (ticks[0] ?? 0) || 1;
  const end = Math.max(step, Math.ceil(longest / step - 1e-9) * step);
  return timeScale(end, range, wanted);
}

/** Returns a scale of seconds from zero to exactly `length`. */
export function timeScale(length: number, range: PixelRange, wanted: number): TickedScale {
  return { scale: scaleLinear([0, length], range), ticks: durationTicks(length, wanted) };
}

const day = 86_400;

/** Returns ticks in seconds that are round in their display unit: milliseconds, seconds, minutes, hours, or days. */
function durationTicks(length: number, wanted: number): readonly number[] {
  // Above days, `scaleUtc` uses weeks and months, whose ticks don't start at zero.
  if (length >= 2 * day)
    return scaleLinear([0, length / day], [0, 1])
      .ticks(wanted)
      .map((days) => days * day);
  return scaleUtc([0, length * 1000], [0, 1])
    .ticks(wanted)
    .map((time) => time.getTime() / 1000);
}

/** Returns the text of a tick; zero has no unit. */
export function durationTick(seconds: number): string {
  return seconds === 0 ? '0' : duration(seconds);
}

/** Data that each chart passes to the element that shows it. */
import type { SVGTemplateResult } from 'lit';

/** A part of a chart that can be selected with the pointer or keyboard: a bar, a point, or a row. */
export interface ChartMark {
  /** Rectangle to highlight, in pixels relative to the chart. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Lines of the tooltip; the first one is its heading. */
  readonly lines: readonly string[];
  readonly tone?: string;
}

export interface Chart {
  /** Accessible name of the chart. */
  readonly name: string;
  readonly height: number;
  readonly plot: SVGTemplateResult;
  /** In the order in which the arrow keys select them. */
  readonly marks: readonly ChartMark[];
  /** The direction in which marks follow each other; `both` for points in a plane. */
  readonly direction: 'horizontal' | 'vertical' | 'both';
  /** Index of the mark that the keyboard selects first. */
  readonly first: number;
}

/** Returns the index of the mark nearest to a position in the chart; undefined if the chart has no marks. */
export function nearestMark({ marks, direction }: Chart, x: number, y: number): number | undefined {
  let nearest: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, mark] of marks.entries()) {
    const across = direction === 'vertical' ? 0 : mark.x + mark.width / 2 - x;
    const along = direction === 'horizontal' ? 0 : mark.y + mark.height / 2 - y;
    const distance = across ** 2 + along ** 2;
    if (distance < least) [nearest, least] = [index, distance];
  }
  return nearest;
}

/** Number of marks by which a key moves. */
const tickSteps: ReadonlyMap<string, number> = new Map([
  ['ArrowRight', 1],
  ['ArrowDown', 1],
  ['ArrowLeft', -1],
  ['ArrowUp', -1],
  ['Home', Number.NEGATIVE_INFINITY],
  ['End', Number.POSITIVE_INFINITY],
]);

/** Returns the index of the mark that a key selects; undefined for other keys. */
export function markAfterKey(key: string, current: number, count: number): number | undefined {
  const step = tickSteps.get(key);
  return step === undefined ? undefined : Math.max(0, Math.min(count - 1, current + step));
}

/** What every chart gives to the element that shows it. */
import type { SVGTemplateResult } from 'lit';

/** Something of a chart that can be pointed at: a bar, a point, a row. */
export interface Mark {
  /** What is highlighted, in pixels of the chart. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** What the tooltip says; the first line is its heading. */
  readonly lines: readonly string[];
  readonly tone?: string;
}

export interface Chart {
  /** What the chart shows, for screen readers. */
  readonly name: string;
  readonly height: number;
  readonly plot: SVGTemplateResult;
  /** In the order in which arrow keys visit them. */
  readonly marks: readonly Mark[];
  /** The direction in which marks follow each other; `both` for points in a plane. */
  readonly direction: 'horizontal' | 'vertical' | 'both';
  /** The mark that the keyboard visits first. */
  readonly first: number;
}

/** The mark nearest to a place in the chart; undefined if there are none. */
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

/** The mark to which a key leads from another; undefined for other keys. */
export function markAfterKey(key: string, current: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return Math.min(count - 1, current + 1);
    case 'ArrowLeft':
    case 'ArrowUp':
      return Math.max(0, current - 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

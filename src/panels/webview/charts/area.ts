/** The plot of a chart and its axes. */
import { type SVGTemplateResult, svg } from 'lit';

/** Edges of the plot in pixels, relative to the chart. */
export interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Tick {
  /** Pixels. */
  readonly at: number;
  readonly text: string;
}

/** Renders ticks beside the plot with grid lines across it, and the name of the axis above them. */
export function leftAxis({ left, right, top, bottom }: Area, ticks: readonly Tick[], name: string): SVGTemplateResult {
  return svg`<g class="axis-left">
    <text class="axis-name" x="0" y=${top - 10}>${name}</text>
    ${ticks.map(
      ({ at, text }) => svg`<line class="grid" x1=${left} x2=${right} y1=${at} y2=${at}></line>
        <text class="tick" x=${left - 8} y=${at + 4} text-anchor="end">${text}</text>`,
    )}
    <line class="axis" x1=${left} x2=${left} y1=${top} y2=${bottom}></line>
  </g>`;
}

/** Renders ticks below the plot, and the name of the axis below them. */
export function bottomAxis({ left, right, bottom }: Area, ticks: readonly Tick[], name: string): SVGTemplateResult {
  return svg`<g class="axis-bottom">
    <line class="axis" x1=${left} x2=${right} y1=${bottom} y2=${bottom}></line>
    ${ticks.map(
      ({ at, text }) => svg`<line class="axis" x1=${at} x2=${at} y1=${bottom} y2=${bottom + 4}></line>
        <text class="tick" x=${at} y=${bottom + 17} text-anchor=${anchor(at, right)}>${text}</text>`,
    )}
    <text class="axis-name" x=${right} y=${bottom + 33} text-anchor="end">${name}</text>
  </g>`;
}

/** Returns the text anchor of a label; the last label must stay inside the chart. */
export function anchor(at: number, right: number): 'middle' | 'end' {
  return right - at < 12 ? 'end' : 'middle';
}

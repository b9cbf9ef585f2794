/**
 * Shows a chart with a tooltip for the mark that is selected with the pointer or keyboard. For screen readers, it's a
 * slider over the marks: they announce its value text after each arrow key.
 */
import { html, nothing, type PropertyValues, type SVGTemplateResult, svg, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { LightElement } from '../../../../shared/webview/light-element.ts';
import { type Chart, type ChartMark, markAfterKey, nearestMark } from './chart.ts';

/** Pixels. */
const tooltipWidth = 260;
const gap = 10;

class ChartElement extends LightElement {
  static override properties = {
    chart: { attribute: false },
    width: { type: Number },
    active: { state: true },
    isShown: { state: true },
  };
  declare chart: Chart | undefined;
  /** Pixels. */
  declare width: number;
  /** Index of the mark selected last. */
  declare active: number | undefined;
  /** Whether its tooltip is shown. */
  declare isShown: boolean | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    // A different number of marks means another run or range, which doesn't contain the selected mark.
    const before = changed.get('chart')?.marks.length;
    if (before !== undefined && before !== this.chart?.marks.length) this.active = undefined;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { chart, width } = this;
    if (chart === undefined) return nothing;
    const { marks, name, height, plot, direction } = chart;
    const index = Math.min(this.active ?? chart.first, marks.length - 1);
    const mark = marks[index];
    // Moving the pointer must not render thousands of marks again.
    const drawn = guard([chart, width], () => plot);
    if (mark === undefined)
      return html`<svg class="chart" width=${width} height=${height} role="img" aria-label=${name}>${drawn}</svg>`;
    return html`<svg
      class="chart"
      width=${width}
      height=${height}
      tabindex="0"
      role="slider"
      aria-label=${name}
      aria-orientation=${direction === 'vertical' ? 'vertical' : 'horizontal'}
      aria-valuemin="1"
      aria-valuemax=${marks.length}
      aria-valuenow=${index + 1}
      aria-valuetext=${mark.lines.join(', ')}
      @keydown=${this.#key}
      @focus=${this.#focus}
      @blur=${this.#hide}
      @pointermove=${this.#point}
      @pointerleave=${this.#leave}
    >
      ${drawn} ${this.isShown ? tooltip(mark, direction === 'vertical', width) : nothing}
    </svg>`;
  }

  readonly #key = (event: KeyboardEvent): void => {
    const { chart } = this;
    if (chart === undefined) return;
    if (event.key === 'Escape') this.#hide();
    const next = markAfterKey(event.key, this.active ?? chart.first, chart.marks.length);
    if (next === undefined) return;
    event.preventDefault();
    this.active = next;
    this.isShown = true;
  };

  /** A click also focuses the chart, but keeps the mark under the pointer. */
  readonly #focus = (): void => {
    this.isShown = true;
  };

  readonly #hide = (): void => {
    this.isShown = false;
  };

  readonly #leave = (): void => {
    if (!this.querySelector('svg')?.matches(':focus-visible')) this.isShown = false;
  };

  readonly #point = (event: PointerEvent): void => {
    const box = this.querySelector('svg')?.getBoundingClientRect();
    if (this.chart === undefined || box === undefined) return;
    this.active = nearestMark(this.chart, event.clientX - box.x, event.clientY - box.y) ?? this.active;
    this.isShown = true;
  };
}

customElements.define('switchyard-chart', ChartElement);

/** Places the tooltip below a row, or beside another mark: to its right if there's room, otherwise to its left. */
function tooltip(
  { x, y, width, height, lines, tone }: ChartMark,
  isRow: boolean,
  chartWidth: number,
): SVGTemplateResult {
  const room = Math.min(tooltipWidth, chartWidth);
  const isAfter = isRow || x + width + gap + room <= chartWidth;
  const beside = isRow ? x : isAfter ? x + width + gap : x - gap - room;
  const left = Math.max(0, Math.min(chartWidth - room, beside));
  const top = isRow ? y + height + gap / 2 : Math.max(0, y - gap);
  const [heading, ...more] = lines;
  return svg`<rect class="highlight" x=${x} y=${y} width=${width} height=${height}></rect>
    <foreignObject class="tooltip-place" x=${left} y=${top} width=${room} height="1">
      <div class="tooltip ${isAfter ? '' : 'tooltip-left'} ${tone ? `tone-${tone}` : ''}" aria-hidden="true">
        <strong>${heading}</strong>
        ${more.map((line) => html`<span>${line}</span>`)}
      </div>
    </foreignObject>`;
}

// @vitest-environment happy-dom
import { html, render, svg } from 'lit';
import { afterEach, describe, expect, test } from 'vitest';
import type { Bar, DayCounts, RunViewModel, StatisticsViewModel } from '../../../../src/service/panels/messages.ts';
import { type Chart, nearestMark } from '../../../../src/service/panels/webview/charts/chart.ts';
import '../../../../src/service/panels/webview/charts/chart-element.ts';
import { daysChart } from '../../../../src/service/panels/webview/charts/days-chart.ts';
import { durationsChart } from '../../../../src/service/panels/webview/charts/durations-chart.ts';
import { countScale, durationScale, timeScale } from '../../../../src/service/panels/webview/charts/scales.ts';
import { timelineChart } from '../../../../src/service/panels/webview/charts/timeline-chart.ts';

describe('scales', () => {
  test.each([
    [0, 1],
    [3, 3],
    [17, 20],
    [480, 500],
  ])('for counts up to %i end at %i and have integer ticks', (most, end) => {
    const { scale, ticks } = countScale(most, [200, 0], 5);
    expect([scale.domain()[1], scale(0), scale(end)]).toEqual([end, 200, 0]);
    expect(ticks.every(Number.isInteger)).toBe(true);
    expect(ticks.at(-1)).toBe(end);
  });

  test.each([
    [0.004, [0, 0.001, 0.002, 0.003, 0.004]],
    [4.2, [0, 1, 2, 3, 4, 5]],
    [50, [0, 15, 30, 45, 60]],
    [100, [0, 15, 30, 45, 60, 75, 90, 105]],
    [5000, [0, 900, 1800, 2700, 3600, 4500, 5400]],
    [5 * 86_400, [0, 1, 2, 3, 4, 5].map((days) => days * 86_400)],
  ])('for durations up to %d s have round tick values', (longest, expected) => {
    const { scale, ticks } = durationScale(longest, [200, 0], 5);
    expect(ticks.map((tick) => Number(tick.toFixed(3)))).toEqual(expected);
    expect(scale.domain()[1]).toBeGreaterThanOrEqual(longest);
  });

  test('end the time axis at the end of the run', () => {
    const { scale, ticks } = timeScale(90, [100, 700], 6);
    expect([scale(0), scale(90)]).toEqual([100, 700]);
    expect(ticks).toEqual([0, 15, 30, 45, 60, 75, 90]);
  });
});

const day = (date: string, succeeded: number, failed = 0): DayCounts => ({
  date,
  name: `Fri, ${date}`,
  succeeded,
  failed,
  other: 0,
});
const days = [day('Nov 20', 3, 1), day('Nov 21', 0), day('Nov 22', 2)];

/** Renders part of a chart and returns its elements. */
function drawn(chart: Chart) {
  const place = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  render(svg`${chart.plot}`, place as unknown as HTMLElement);
  return place;
}

/** Returns the distances between labels in pixels; -1 for labels that overlap. A character has at least 5.5 px. */
function gapsOf(labels: Iterable<Element>): number[] {
  const boxes = [...labels].map((label) => {
    const width = [...(label.textContent ?? '')].length * 5.5;
    const from = Number(label.getAttribute('x')) - width / 2;
    return { from, to: from + width };
  });
  return boxes.slice(1).map(({ from }, index) => Math.max(-1, from - (boxes[index]?.to ?? 0)));
}

describe('the timeline', () => {
  test('keeps its labels apart in a panel of 220 px, always including the last one', () => {
    const bars: readonly Bar[] = [];
    const view = { bars, length: 180, focus: null } as unknown as RunViewModel;
    const labels = drawn(timelineChart(view, 172)).querySelectorAll('.tick');
    expect(gapsOf(labels)).not.toContain(-1);
    expect([...labels].map(({ textContent }) => textContent)).toEqual(['1 min', '3 min']);
  });
});

describe('a step in the timeline', () => {
  const bar = (attempt: number): Bar => ({
    name: 'A step with a name that is longer than its column',
    type: 'PIECE',
    attempt,
    status: 'failed',
    tone: 'bad',
    from: 0,
    started: 0,
    to: 1,
    waited: '0 s',
    ran: '1 s',
    error: null,
  });

  test.each([
    ['bad', 2],
    ['waiting', 0],
  ] as const)('that took no time and is %s has a bar of %i px', (tone, width) => {
    const bars = [{ ...bar(1), tone, started: 1, to: 1 }];
    const chart = drawn(timelineChart({ bars, length: 1, focus: null } as unknown as RunViewModel, 172));
    expect(Number(chart.querySelector('.bar')?.getAttribute('width'))).toBe(width);
  });

  test('leaves room in its name for the number of the attempt', () => {
    const view = { bars: [bar(1), bar(12)], length: 1, focus: null } as unknown as RunViewModel;
    const chart = drawn(timelineChart(view, 172));
    expect([...chart.querySelectorAll('.attempt')].map(({ textContent }) => textContent)).toEqual(['#12']);
    const attempt = Number(chart.querySelector('.attempt')?.getAttribute('x'));
    const [first, second] = [...chart.querySelectorAll('clipPath rect')].map((name) =>
      Number(name.getAttribute('width')),
    );
    expect(first).toBe(attempt);
    expect(second).toBeLessThan(attempt - 18);
  });
});

describe('the chart of days', () => {
  test('labels both axes and each day', () => {
    const texts = [...drawn(daysChart(days, 800)).querySelectorAll('text')].map(({ textContent }) => textContent);
    expect(texts).toEqual(expect.arrayContaining(['Runs', 'Day', '0', '4', 'Nov 20', 'Nov 21', 'Nov 22']));
  });

  test('stacks failed runs on succeeded ones up to the top of the scale', () => {
    const bars = [...drawn(daysChart(days, 800)).querySelectorAll('.bar')];
    const edges = bars.map((bar) => ['y', 'height'].map((name) => Number(bar.getAttribute(name))));
    const [[good = 0, goodHeight = 0] = [], [bad = 0, badHeight = 0] = []] = edges;
    expect(bars).toHaveLength(3);
    expect(bad + badHeight).toBeCloseTo(good);
    expect(goodHeight).toBeCloseTo(3 * badHeight);
  });

  test('labels as many days as fit, always including the last one', () => {
    const many = Array.from({ length: 60 }, (_, index) => day(`day ${index}`, 1));
    const labels = [...drawn(daysChart(many, 400)).querySelectorAll('.axis-bottom .tick')];
    expect(labels.length).toBeLessThanOrEqual(6);
    expect(labels.at(-1)?.textContent).toBe('day 59');
  });

  test.each([
    ['Nov.', 164],
    ['нояб.', 164],
    ['月日', 164],
    ['de nov.', 976],
  ])('keeps labels such as "30 %s" apart in a chart of %i px', (month, width) => {
    for (const count of [2, 7, 30, 41, 120]) {
      const many = Array.from({ length: count }, (_, index) => day(`${10 + (index % 21)} ${month}`, 1));
      expect(gapsOf(drawn(daysChart(many, width)).querySelectorAll('.axis-bottom .tick'))).not.toContain(-1);
    }
  });
});

describe('the chart of durations', () => {
  const view: StatisticsViewModel = {
    kind: 'statistics',
    title: '',
    range: 'loaded',
    scope: '',
    facts: [],
    days,
    durations: [
      { at: 0.5, seconds: 2, time: 'noon', status: 'succeeded', tone: 'good' },
      { at: 2.25, seconds: 40, time: 'morning', status: 'failed', tone: 'bad' },
    ],
    marks: [
      { seconds: 38, name: 'Median (p50)' },
      { seconds: 40, name: 'p95' },
    ],
  };

  test('draws failed runs with a different shape and labels the lines', () => {
    const plot = drawn(durationsChart(view, 800));
    const classes = (name: string) => [...plot.querySelectorAll(name)].map((shape) => shape.getAttribute('class'));
    expect([classes('circle'), classes('path.cross')]).toEqual([['point tone-good'], ['cross tone-bad']]);
    const labels = [...plot.querySelectorAll('.mark-text')];
    expect(labels.map(({ textContent }) => textContent)).toEqual(['Median (p50): 38 s', 'p95: 40 s']);
  });

  test.each([38, 40])('separates the labels of close or equal lines (median %i s)', (seconds) => {
    const marks = [{ seconds, name: 'Median (p50)' }, ...view.marks.slice(1)];
    const labels = [...drawn(durationsChart({ ...view, marks }, 800)).querySelectorAll('.mark-text')];
    const [median = 0, p95 = 0] = labels.map((label) => Number(label.getAttribute('y')));
    expect(median - p95).toBeGreaterThanOrEqual(14);
  });

  test('finds the point nearest to the pointer', () => {
    const chart = durationsChart(view, 800);
    const [first, second] = chart.marks;
    expect(nearestMark(chart, first?.x ?? 0, first?.y ?? 0)).toBe(0);
    expect(nearestMark(chart, (second?.x ?? 0) + 20, second?.y ?? 0)).toBe(1);
  });
});

test.each([
  ['vertical', 0, 18, 0],
  ['vertical', 0, 34, 1],
  ['horizontal', 18, 0, 0],
  ['horizontal', 34, 0, 1],
] as const)(
  'the nearest mark of a %s chart at %i, %i is the one with the nearest middle: %i',
  (direction, x, y, index) => {
    const mark = (start: number, length: number) => ({ x: start, width: length, y: start, height: length });
    const chart = { direction, marks: [mark(10, 10), mark(20, 40)] } as unknown as Chart;
    expect(nearestMark(chart, x, y)).toBe(index);
  },
);

describe('the chart element', () => {
  afterEach(() => render(html``, document.body));

  async function shown() {
    render(html`<switchyard-chart .chart=${daysChart(days, 800)} .width=${800}></switchyard-chart>`, document.body);
    const element = document.querySelector('switchyard-chart') as unknown as { updateComplete: Promise<unknown> };
    await element.updateComplete;
    const chart = document.querySelector('svg');
    if (chart === null) throw new Error('no chart');
    const press = async (key: string) => {
      chart.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      await element.updateComplete;
    };
    const tooltip = () => [...document.querySelectorAll('.tooltip > *')].map(({ textContent }) => textContent);
    return { chart, press, tooltip };
  }

  test('starts at the last day and announces its date and value to screen readers', async () => {
    const { chart } = await shown();
    expect(chart.getAttribute('aria-label')).toBe('Runs per day');
    expect(chart.getAttribute('aria-valuetext')).toBe('Fri, Nov 22, 2 succeeded, 0 failed, 0 other');
    expect(['aria-valuemin', 'aria-valuenow', 'aria-valuemax'].map((name) => chart.getAttribute(name))).toEqual([
      '1',
      '3',
      '3',
    ]);
  });

  test('moves between days with the arrow keys and hides the tooltip on Escape', async () => {
    const { chart, press, tooltip } = await shown();
    expect(tooltip()).toEqual([]);
    await press('ArrowLeft');
    expect(tooltip()).toEqual(['Fri, Nov 21', '0 succeeded', '0 failed', '0 other']);
    await press('Home');
    await press('ArrowLeft');
    expect(chart.getAttribute('aria-valuetext')).toBe('Fri, Nov 20, 3 succeeded, 1 failed, 0 other');
    await press('End');
    await press('Escape');
    expect(tooltip()).toEqual([]);
    expect(chart.getAttribute('aria-valuenow')).toBe('3');
  });
});

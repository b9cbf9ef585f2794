/**
 * Models of the panels: time axes and statistics, including missing data and clock errors of the service.
 */

import { describe, expect, test, vi } from 'vitest';
import type { StepExecution, WorkflowRunDetail, WorkflowRunMetadata } from '../../../../src/service/api/index.ts';
import { runViewModel } from '../../../../src/service/panels/run/run-view-model.ts';
import { timelineOf } from '../../../../src/service/panels/run/timeline.ts';
import { daysBetween, percentile, statisticsOf } from '../../../../src/service/panels/workflow/statistics.ts';
import { localDay } from '../../../../src/shared/text/format.ts';
import { fc } from '../../random-runs.ts';
import { iso, listed, now, run, start, step } from './fixtures.ts';

const seconds = (time: number | undefined) => (time === undefined ? undefined : (time - start) / 1000);
const told = (detail: WorkflowRunDetail) => {
  const { from, to, spans } = timelineOf(detail, now);
  return {
    axis: [seconds(from), seconds(to)],
    steps: spans.map(({ step: { step_name }, created, started, ended }) => [
      step_name,
      seconds(created),
      seconds(started),
      seconds(ended),
    ]),
  };
};

describe('the timeline of a run', () => {
  test('separates waiting from running and sorts steps by start time', () => {
    expect(
      told(
        run([
          step('second', { created_at: iso(2), started_at: iso(4), finished_at: iso(9) }),
          step('first', { created_at: iso(0), started_at: iso(1), finished_at: iso(2) }),
        ]),
      ),
    ).toEqual({
      axis: [1, 10],
      steps: [
        ['first', 0, 1, 2],
        ['second', 2, 4, 9],
      ],
    });
  });

  test('ends running steps at the current time and shows pending steps as waiting', () => {
    const going = run(
      [
        step('goes', { status: 'RUNNING', started_at: iso(5), finished_at: null }),
        step('waits', { status: 'PENDING', created_at: iso(6), started_at: null, finished_at: null }),
      ],
      { status: 'RUNNING', finished_at: null, duration: null },
    );
    expect(told(going)).toEqual({
      axis: [1, 60],
      steps: [
        ['goes', 0, 5, 60],
        ['waits', 6, undefined, 60],
      ],
    });
  });

  test('ends an unfinished step at the end of its finished run', () => {
    const left = run([step('left', { status: 'RUNNING', finished_at: null })], { status: 'CANCELLED' });
    expect(told(left).steps).toEqual([['left', 0, 1, 10]]);
  });

  test('begins at the start of the run, and knows how long it waited before', () => {
    const late = run([step('a', { created_at: iso(0), started_at: iso(24), finished_at: iso(50) })], {
      created_at: iso(0),
      started_at: iso(22),
      finished_at: iso(56),
    });
    const { from, to, waited, spans } = timelineOf(late, now);
    expect([to - from, waited]).toEqual([34_000, 22_000]);
    // The step waited since the run was created.
    expect(spans.map(({ created, started }) => (started ?? 0) - created)).toEqual([24_000]);
    const { bars } = runViewModel({ run: late }, '', now);
    expect(bars.map((bar) => [bar.waited, bar.ran])).toEqual([['24 s', '1 s']]);
  });

  test.each([null, 'nonsense', '', iso(-5), iso(25)])('begins at the creation if the start is %j', (started_at) => {
    const odd = run([step('a', { created_at: iso(0), started_at: iso(24), finished_at: iso(50) })], {
      created_at: iso(0),
      started_at,
      finished_at: iso(56),
    });
    const { from, to, waited } = timelineOf(odd, now);
    expect([to - from, waited]).toEqual([56_000, undefined]);
  });

  test('derives missing times from the duration', () => {
    expect(told(run([step('a', { started_at: null, finished_at: iso(5), duration: 3 })])).steps).toEqual([
      ['a', 0, 2, 5],
    ]);
    expect(told(run([step('a', { started_at: iso(2), finished_at: null, duration: 3 })])).steps).toEqual([
      ['a', 0, 2, 5],
    ]);
  });

  test('keeps all steps within the axis despite clock errors', () => {
    const time = fc.oneof(fc.constant(null), fc.constant('nonsense'), fc.integer({ min: -100, max: 100 }).map(iso));
    const status = fc.constantFrom('PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED', 'DREAMING');
    const steps = fc.array(
      fc.record({
        created_at: time,
        started_at: time,
        finished_at: time,
        status,
        duration: fc.constantFrom(null, -1, 0, 3, 1e6, Number.NaN),
      }),
    );
    fc.assert(
      fc.property(steps, time, time, status, (made, created, finished, state) => {
        const detail = run(
          made.map((one, index) => step(String(index), one as Partial<StepExecution>)),
          { created_at: created as string, finished_at: finished, status: state as WorkflowRunDetail['status'] },
        );
        const { from, to, spans } = timelineOf(detail, now);
        expect(to).toBeGreaterThan(from);
        for (const { created: one, started, ended } of spans) {
          expect(started ?? ended).toBeGreaterThanOrEqual(from);
          expect(started ?? one).toBeGreaterThanOrEqual(one);
          expect(ended).toBeGreaterThanOrEqual(started ?? one);
          expect(ended).toBeLessThanOrEqual(to);
        }
      }),
    );
  });
});

const meta = (day: number, status: string, duration: number | null = 1): WorkflowRunMetadata =>
  listed({
    id: `${day} ${status} ${duration}`,
    status: status as WorkflowRunMetadata['status'],
    duration,
    created_at: new Date(start + day * 86_400_000).toISOString(),
  });
const days = [0, 1, 2].map((day) => localDay(start + day * 86_400_000));
const [first = '', second = '', third = ''] = days;

describe('statistics of a workflow', () => {
  test('include the success rate, percentiles, and runs per day', () => {
    const {
      finished,
      successRate,
      tests: _tests,
      p50,
      p95,
      ...counted
    } = statisticsOf(
      [
        meta(0, 'SUCCEEDED', 1),
        meta(0, 'FAILED', 3),
        meta(2, 'SUCCEEDED', 2),
        meta(2, 'RUNNING', null),
        meta(2, 'CANCELLED', 9),
      ],
      days,
    );
    expect(successRate).toBeCloseTo(2 / 3);
    expect([p50, p95, finished]).toEqual([2, 9, 4]);
    expect(counted.days).toEqual([
      { day: first, succeeded: 1, failed: 1, other: 0 },
      { day: second, succeeded: 0, failed: 0, other: 0 },
      { day: third, succeeded: 1, failed: 0, other: 2 },
    ]);
  });

  test('have the 95th percentile of many durations', () => {
    const runs = Array.from({ length: 20 }, (_, index) => meta(0, 'SUCCEEDED', index + 1));
    expect(statisticsOf(runs, days)).toMatchObject({ p50: 10, p95: 19 });
  });

  test('count no tests in the success rate, and say how many, unless they are wanted', () => {
    const runs = [
      listed({ id: 'a', status: 'SUCCEEDED' }),
      listed({ id: 'b', status: 'FAILED', type: 'TEST' }),
      listed({ id: 'c', status: 'RUNNING', type: 'TEST' }),
    ];
    expect(statisticsOf(runs, [])).toMatchObject({ successRate: 1, tests: 1 });
    expect(statisticsOf(runs, [], true)).toMatchObject({ successRate: 0.5, tests: 0 });
  });

  test('are empty if the workflow has no runs', () => {
    expect(statisticsOf([], [])).toEqual({
      tests: 0,
      finished: 0,
      successRate: undefined,
      p50: undefined,
      p95: undefined,
      days: [],
      durations: [],
    });
  });

  test('count runs outside the range or with invalid times in the success rate only', () => {
    const runs = [meta(-400, 'SUCCEEDED'), meta(0, 'FAILED'), listed({ created_at: 'nonsense' })];
    const { successRate, tests: _tests, ...counted } = statisticsOf(runs, [first]);
    expect(successRate).toBeCloseTo(2 / 3);
    expect(counted.days).toEqual([{ day: first, succeeded: 0, failed: 1, other: 0 }]);
  });

  test('include days without runs', () => {
    expect(daysBetween(start, start + 2 * 86_400_000)).toEqual(days);
    expect(daysBetween(start, start)).toEqual([first]);
  });

  test('include the day of 23 hours on which daylight saving time starts', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    const [from, to] = [new Date(2026, 2, 28, 23, 30), new Date(2026, 2, 30, 0, 15)];
    expect(daysBetween(from.getTime(), to.getTime())).toEqual(['2026-03-28', '2026-03-29', '2026-03-30']);
  });

  test('list durations in the order of their times in any time zone', () => {
    const created = ['2026-11-20T12:00:00.500Z', '2026-11-20T12:00:00Z', '2026-11-20T13:00:00+02:00'];
    const { durations } = statisticsOf(
      created.map((created_at) => listed({ created_at })),
      [],
    );
    expect(durations.map(({ run: { created_at } }) => created_at)).toEqual(created.toReversed());
  });

  test('use nearest-rank percentiles', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
    expect([percentile(hundred, 0.5), percentile(hundred, 0.95), percentile([7], 0.95), percentile([], 0.5)]).toEqual([
      50,
      95,
      7,
      undefined,
    ]);
  });
});

test('counts a run that succeeded or failed as finished, even if the service sends no end', () => {
  const runs = ['SUCCEEDED', 'FAILED', 'CANCELLED', 'RUNNING'].map((status) => ({
    ...meta(0, status),
    finished_at: null,
  }));
  expect(statisticsOf(runs, [])).toMatchObject({ finished: 3, successRate: 0.5 });
});

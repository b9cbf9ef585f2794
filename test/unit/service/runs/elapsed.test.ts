import { describe, expect, test } from 'vitest';
import { createServiceClock } from '../../../../src/service/api/transport/transport.ts';
import { elapsed } from '../../../../src/service/runs/rows.ts';
import { durationText } from '../../../../src/service/session/runs/run-appearance.ts';
import { FakeClock } from '../../fake-clock.ts';
import { run } from './run.ts';

const start = Date.parse('2026-01-01T00:00:00Z');
const running = (more: Parameters<typeof run>[1] = {}) =>
  run('r', { status: 'RUNNING', duration: null, started_at: '2026-01-01T00:00:00Z', finished_at: null, ...more });
const minutes = (count: number) => start + count * 60_000;

describe('the elapsed time of a running run', () => {
  test('is measured by the clock of the service', () => {
    const one = running();
    // Our clock is 54 days ahead.
    const ours = start + 54 * 24 * 3_600_000;
    expect(elapsed(one, ours, minutes(1))).toBe(60);
    expect(elapsed(one, ours + 5000, minutes(1) + 5000)).toBe(65);
  });

  test('continues from the duration of the service', () => {
    const one = running({ duration: 10 });
    expect([elapsed(one, 0, undefined), elapsed(one, 2500, undefined)]).toEqual([10, 12]);
  });

  test('is unknown without the clock of the service, or if the run starts later by it', () => {
    expect(elapsed(running(), minutes(1), undefined)).toBeUndefined();
    expect(elapsed(running(), minutes(1), minutes(-5))).toBeUndefined();
  });
});

test('the clock of the service comes from the Date header of responses that are not cached', () => {
  const clock = new FakeClock();
  const service = createServiceClock(clock);
  service.note(new Headers());
  expect(service.now()).toBeUndefined();
  service.note(new Headers({ date: 'Thu, 01 Jan 2026 00:01:00 GMT' }));
  service.note(new Headers({ date: 'Thu, 01 Jan 2026 00:00:00 GMT', age: '60' }));
  expect(service.now()).toBe(minutes(1));
});

test('the duration of a run without one is unknown once it has ended', () => {
  expect(durationText(run('r', { status: 'SUCCEEDED', duration: null }))).toBe('unknown');
  expect(durationText(running())).toBe('not available yet');
});

import { describe, expect, test } from 'vitest';
import { ApiFailure } from '../../../../src/service/api/index.ts';
import { idleDelay, RefreshLoop } from '../../../../src/service/session/refresh-loop.ts';
import { FakeClock } from '../../fake-clock.ts';
import { settings } from '../../fake-vscode.ts';

function setUp(given: { watched?: boolean; running?: boolean } = {}) {
  const clock = new FakeClock();
  const world = {
    watched: true,
    running: false,
    problem: undefined as Error | undefined,
    rejects: false,
    ...given,
  };
  const asked: number[] = [];
  const retries: (number | undefined)[] = [];
  const loop = new RefreshLoop(
    {
      isNeeded: () => world.watched,
      delay: () => (world.running ? 3000 : 60_000),
      refresh: () => {
        asked.push(clock.now());
        return world.rejects ? Promise.reject(new Error('a fault in a view')) : Promise.resolve(world.problem);
      },
      onRetryAt: (time) => retries.push(time),
    },
    clock,
  );
  return { clock, world, asked, retries, loop };
}

const MINUTE = 60_000;

describe('RefreshLoop', () => {
  test('sends no requests in ten minutes while the view is hidden', async () => {
    const { clock, asked, loop } = setUp({ watched: false, running: true });
    loop.wake();
    await clock.advanceAndSettle(10 * MINUTE);
    expect(asked).toEqual([]);
  });

  test('refreshes at most once a minute while no run is active', async () => {
    const { clock, asked, loop } = setUp();
    loop.wake();
    await clock.advanceAndSettle(10 * MINUTE);
    expect(asked).toHaveLength(10);
  });

  test('refreshes at most every three seconds while a run is active', async () => {
    const { clock, asked, loop } = setUp({ running: true });
    loop.wake();
    await clock.advanceAndSettle(MINUTE);
    expect(asked).toHaveLength(20);
  });

  test('stops when the view is hidden and resumes when it is visible again', async () => {
    const { clock, world, asked, loop } = setUp({ running: true });
    loop.wake();
    await clock.advanceAndSettle(10_000);
    const before = asked.length;
    world.watched = false;
    loop.wake();
    await clock.advanceAndSettle(10 * MINUTE);
    expect(asked).toHaveLength(before);
    world.watched = true;
    loop.wake();
    await clock.advanceAndSettle(0);
    expect(asked.slice(before)).toEqual([clock.now()]);
    await clock.advanceAndSettle(3000);
    expect(asked).toHaveLength(before + 2);
  });

  test('keeps its interval when woken', async () => {
    const { clock, asked, loop } = setUp({ running: true });
    loop.wake();
    for (let second = 0; second < 60; second++) {
      await clock.advanceAndSettle(1000);
      loop.wake();
    }
    expect(asked).toHaveLength(20);
  });

  test('waits longer after each failure, up to about five minutes, and recovers', async () => {
    const { clock, world, asked, loop } = setUp({ running: true });
    world.problem = new Error('no answer');
    loop.wake();
    await clock.advanceAndSettle(60 * MINUTE);
    const gaps = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
    expect(gaps.slice(0, 4)).toEqual([6000, 12_000, 24_000, 48_000]);
    expect(Math.max(...gaps)).toBe(5 * MINUTE);
    world.problem = undefined;
    await clock.advanceAndSettle(5 * MINUTE);
    const last = asked.length;
    await clock.advanceAndSettle(9000);
    expect(asked.length - last).toBe(3);
  });

  test.each([
    [0, 4500],
    [1, 7500],
  ])('waits up to a quarter less or more after a failure: %s → %s ms', async (chance, wait) => {
    const { clock, world, asked, loop } = setUp({ running: true });
    clock.chance = chance;
    world.problem = new Error('no answer');
    loop.wake();
    await clock.advanceAndSettle(3000 + wait);
    expect(asked.map((at) => at - (asked[0] ?? 0))).toEqual([0, wait]);
  });

  test('tells when it tries again, and keeps to that however often it is woken', async () => {
    const { clock, world, asked, retries, loop } = setUp({ running: true });
    world.problem = new Error('no answer');
    loop.wake();
    await clock.advanceAndSettle(3000);
    for (let second = 0; second < 6; second++) {
      loop.wake();
      await clock.advanceAndSettle(1000);
    }
    expect(asked[1]).toBe(retries[0]);
    world.problem = undefined;
    await clock.advanceAndSettle(12_000);
    expect(retries).toEqual([asked[1], asked[2], undefined]);
  });

  test('waits no longer than its interval after the clock was set back', async () => {
    const { clock, asked, loop } = setUp();
    loop.wake();
    await clock.advanceAndSettle(MINUTE);
    clock.time -= 60 * MINUTE;
    loop.wake();
    await clock.advanceAndSettle(MINUTE);
    expect(asked).toHaveLength(2);
  });

  test('continues after a rejected refresh, with the same backoff', async () => {
    const { clock, world, asked, loop } = setUp({ running: true });
    world.rejects = true;
    loop.wake();
    await clock.advanceAndSettle(3000 + 6000);
    expect(asked).toHaveLength(2);
    world.rejects = false;
    await clock.advanceAndSettle(12_000 + 3000);
    expect(asked).toHaveLength(4);
  });

  test('waits for the Retry-After of the service', async () => {
    const { clock, world, asked, loop } = setUp({ running: true });
    world.problem = new ApiFailure({ kind: 'rateLimited', message: 'no', status: 429, retryAfterMs: 2 * MINUTE });
    loop.wake();
    await clock.advanceAndSettle(3000);
    expect(asked).toHaveLength(1);
    await clock.advanceAndSettle(2 * MINUTE - 1);
    expect(asked).toHaveLength(1);
    await clock.advanceAndSettle(1);
    expect(asked).toHaveLength(2);
  });

  test('sends no requests after it is disposed', async () => {
    const { clock, asked, loop } = setUp({ running: true });
    loop.wake();
    loop.dispose();
    await clock.advanceAndSettle(MINUTE);
    expect(asked).toEqual([]);
  });
});

test.each([
  [0, undefined],
  [0.001, 3000],
  [60, 60_000],
])('waits after an idle setting of %s s for %s ms', (seconds, delay) => {
  settings.set('switchyard.refresh.whenIdle', seconds);
  expect(idleDelay()).toBe(delay);
});

import { describe, expect, test } from 'vitest';
import { RefreshLoop } from '../../../src/shared/refresh-loop.ts';
import { FakeClock } from './fake-clock.ts';

/** Waits until a response has been handled, a few turns of the microtask queue. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
}

function setUp(given: { watched?: boolean; running?: boolean } = {}) {
  const clock = new FakeClock(settle);
  const world = {
    watched: true,
    running: false,
    problem: undefined as { retryAfterMs?: number } | undefined,
    rejects: false,
    ...given,
  };
  const asked: number[] = [];
  const loop = new RefreshLoop(
    {
      isNeeded: () => world.watched,
      delay: () => (world.running ? 3000 : 60_000),
      refresh: () => {
        asked.push(clock.now());
        return world.rejects ? Promise.reject(new Error('a fault in a view')) : Promise.resolve(world.problem);
      },
    },
    clock,
  );
  return { clock, world, asked, loop };
}

const MINUTE = 60_000;

describe('RefreshLoop', () => {
  test('asks nothing in ten minutes while nobody looks', async () => {
    const { clock, asked, loop } = setUp({ watched: false, running: true });
    loop.wake();
    await clock.pass(10 * MINUTE);
    expect(asked).toEqual([]);
  });

  test('asks at most once a minute while nothing runs', async () => {
    const { clock, asked, loop } = setUp();
    loop.wake();
    await clock.pass(10 * MINUTE);
    expect(asked).toHaveLength(10);
  });

  test('asks at most every three seconds while something runs, however often it is woken', async () => {
    const { clock, asked, loop } = setUp({ running: true });
    loop.wake();
    await clock.pass(MINUTE);
    expect(asked).toHaveLength(20);
  });

  test('stops when the view is hidden and goes on when it is seen again', async () => {
    const { clock, world, asked, loop } = setUp({ running: true });
    loop.wake();
    await clock.pass(10_000);
    const before = asked.length;
    world.watched = false;
    loop.wake();
    await clock.pass(10 * MINUTE);
    expect(asked).toHaveLength(before);
    world.watched = true;
    loop.wake();
    await clock.pass(0);
    expect(asked.slice(before)).toEqual([clock.now()]);
    await clock.pass(3000);
    expect(asked).toHaveLength(before + 2);
  });

  test('is neither hastened nor put off by being woken', async () => {
    const { clock, asked, loop } = setUp({ running: true });
    loop.wake();
    for (let second = 0; second < 60; second++) {
      await clock.pass(1000);
      loop.wake();
    }
    expect(asked).toHaveLength(20);
  });

  test('waits longer after each failure, never longer than about five minutes, and recovers', async () => {
    const { clock, world, asked, loop } = setUp({ running: true });
    world.problem = {};
    loop.wake();
    await clock.pass(60 * MINUTE);
    const gaps = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
    expect(gaps.slice(0, 4)).toEqual([6000, 12_000, 24_000, 48_000]);
    expect(Math.max(...gaps)).toBe(5 * MINUTE);
    world.problem = undefined;
    await clock.pass(5 * MINUTE);
    const last = asked.length;
    await clock.pass(9000);
    expect(asked.length - last).toBe(3);
  });

  test('goes on after a request that rejects, with the same back-off', async () => {
    const { clock, world, asked, loop } = setUp({ running: true });
    world.rejects = true;
    loop.wake();
    await clock.pass(3000 + 6000);
    expect(asked).toHaveLength(2);
    world.rejects = false;
    await clock.pass(12_000 + 3000);
    expect(asked).toHaveLength(4);
  });

  test('leaves the service alone for as long as it asks', async () => {
    const { clock, world, asked, loop } = setUp({ running: true });
    world.problem = { retryAfterMs: 2 * MINUTE };
    loop.wake();
    await clock.pass(3000);
    expect(asked).toHaveLength(1);
    await clock.pass(2 * MINUTE - 1);
    expect(asked).toHaveLength(1);
    await clock.pass(1);
    expect(asked).toHaveLength(2);
  });

  test('asks nothing after its end', async () => {
    const { clock, asked, loop } = setUp({ running: true });
    loop.wake();
    loop.dispose();
    await clock.pass(MINUTE);
    expect(asked).toEqual([]);
  });
});

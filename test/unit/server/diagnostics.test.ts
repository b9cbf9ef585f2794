/** Checks of an edited document: the first edit immediately, further edits of a burst together. */
import { describe, expect, test } from 'vitest';
import { Throttle } from '../../../server/features/diagnostics.ts';

/** Timers that the test runs. */
function clock() {
  const timers = new Set<() => void>();
  return {
    later(run: () => void) {
      timers.add(run);
      return () => timers.delete(run);
    },
    tick() {
      const due = [...timers];
      timers.clear();
      for (const run of due) run();
    },
  };
}

function throttle() {
  const { later, tick } = clock();
  const worked: string[] = [];
  return { throttled: new Throttle<string>(later, (key) => worked.push(key)), tick, worked };
}

describe('a throttle', () => {
  test('works at once when idle', () => {
    const { throttled, worked, tick } = throttle();
    throttled.request('a');
    throttled.request('b');
    expect(worked).toEqual(['a', 'b']);
    tick();
    expect(worked).toEqual(['a', 'b']);
    throttled.request('a');
    expect(worked).toEqual(['a', 'b', 'a']);
  });

  test('gathers the rest of a burst, and never loses its end', () => {
    const { throttled, worked, tick } = throttle();
    for (let edit = 0; edit < 100; edit++) throttled.request('a');
    expect(worked).toEqual(['a']);
    tick();
    expect(worked).toEqual(['a', 'a']);
    throttled.request('a');
    expect(worked).toEqual(['a', 'a']);
    tick();
    expect(worked).toEqual(['a', 'a', 'a']);
    tick();
    expect(worked).toEqual(['a', 'a', 'a']);
  });

  test('does nothing more for a canceled key, nor for any after it is cleared', () => {
    const { throttled, worked, tick } = throttle();
    for (const key of ['a', 'b', 'a', 'b']) throttled.request(key);
    throttled.cancel('b');
    tick();
    expect(worked).toEqual(['a', 'b', 'a']);
    throttled.request('a');
    throttled.clear();
    tick();
    expect(worked).toEqual(['a', 'b', 'a']);
  });
});

/** Checks of an edited document: the first edit immediately, further edits of a burst together. */
import { describe, expect, test } from 'vitest';
import { Throttle } from '../../../server/features/diagnostics.ts';
import { FakeClock } from '../fake-clock.ts';

const BURST = 25;

function throttle() {
  const clock = new FakeClock();
  const worked: string[] = [];
  const throttled = new Throttle<string>(
    (run) => clock.later(BURST, run),
    (key) => worked.push(key),
  );
  return { throttled, tick: () => clock.advance(BURST), worked };
}

describe('throttle', () => {
  test('runs the first request for a key immediately', () => {
    const { throttled, worked, tick } = throttle();
    throttled.request('a');
    throttled.request('b');
    expect(worked).toEqual(['a', 'b']);
    tick();
    expect(worked).toEqual(['a', 'b']);
    throttled.request('a');
    expect(worked).toEqual(['a', 'b', 'a']);
  });

  test('combines the other requests of a burst into one later run', () => {
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

  test('drops pending requests for a canceled key, and all of them when cleared', () => {
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

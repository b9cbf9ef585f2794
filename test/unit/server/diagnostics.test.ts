/** When a document is answered: bursts of edits once. */
import { describe, expect, test } from 'vitest';
import { Burst } from '../../../server/features/diagnostics.ts';

/** Timers that run when they are told to. */
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

describe('a burst of edits', () => {
  test('is answered once', () => {
    const { later, tick } = clock();
    const answered: string[] = [];
    const burst = new Burst<string>(later, (key) => answered.push(key));
    for (let edit = 0; edit < 100; edit++) burst.note('a');
    burst.note('b');
    expect(answered).toEqual([]);
    tick();
    expect(answered).toEqual(['a', 'b']);
    tick();
    expect(answered).toEqual(['a', 'b']);
  });

  test('the next burst is answered again', () => {
    const { later, tick } = clock();
    const answered: string[] = [];
    const burst = new Burst<string>(later, (key) => answered.push(key));
    burst.note('a');
    tick();
    burst.note('a');
    tick();
    expect(answered).toEqual(['a', 'a']);
  });

  test('of a closed document is not answered, nor is any after the end', () => {
    const { later, tick } = clock();
    const answered: string[] = [];
    const burst = new Burst<string>(later, (key) => answered.push(key));
    for (const key of ['a', 'b', 'c']) burst.note(key);
    burst.forget('b');
    tick();
    expect(answered).toEqual(['a', 'c']);
    for (const key of ['a', 'b', 'c']) burst.note(key);
    burst.clear();
    tick();
    expect(answered).toEqual(['a', 'c']);
  });
});

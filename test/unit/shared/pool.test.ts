import { describe, expect, test } from 'vitest';
import { Pool } from '../../../src/shared/pool.ts';
import { settle } from '../settle.ts';

describe('Pool', () => {
  test('runs all tasks, up to its limit at a time', async () => {
    const pool = new Pool(4);
    let running = 0;
    let most = 0;
    const gates: (() => void)[] = [];
    const all = Array.from({ length: 20 }, (_, index) =>
      pool.run(async () => {
        running++;
        most = Math.max(most, running);
        await new Promise<void>((resolve) => gates.push(resolve));
        running--;
        return index;
      }),
    );
    let done = false;
    const finished = Promise.all(all).then((results) => {
      done = true;
      return results;
    });
    while (!done) {
      gates.shift()?.();
      await settle();
    }
    expect(await finished).toEqual(Array.from({ length: 20 }, (_, index) => index));
    expect(most).toBe(4);
  });

  test('continues after a failure', async () => {
    const pool = new Pool(1);
    const failing = pool.run(() => Promise.reject(new Error('no')));
    const next = pool.run(() => Promise.resolve('yes'));
    await expect(failing).rejects.toThrow('no');
    await expect(next).resolves.toBe('yes');
  });
});

import { describe, expect, test } from 'vitest';
import { lazy } from '../../common/lazy.ts';

describe('lazy', () => {
  test('runs once, even for concurrent callers', async () => {
    let made = 0;
    const get = lazy(async () => ++made);
    expect(get.peek()).toBeUndefined();
    expect(await Promise.all([get(), get()])).toEqual([1, 1]);
    expect(await get.peek()).toBe(1);
  });

  test('retries after a failure, which rejects all concurrent callers', async () => {
    let tries = 0;
    const get = lazy(async () => {
      if (++tries === 1) throw new Error('no room on disk');
      return 'read';
    });
    const outcomes = await Promise.allSettled([get(), get()]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(get.peek()).toBeUndefined();
    expect(await get()).toBe('read');
  });

  test('starts over after forget() and keeps the later attempt when the earlier one fails', async () => {
    const attempts = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    let next = 0;
    const get = lazy(() => (attempts[next++] as PromiseWithResolvers<string>).promise);
    const first = get();
    get.forget();
    const second = get();
    attempts[0]?.reject(new Error('late'));
    await expect(first).rejects.toThrow('late');
    expect(get.peek()).toBe(second);
    attempts[1]?.resolve('good');
    expect(await get()).toBe('good');
  });
});

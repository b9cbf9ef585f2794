import { describe, expect, test } from 'vitest';
import { lazy } from '../../common/lazy.ts';

describe('lazy', () => {
  test('does the work once, for callers at the same time too', async () => {
    let made = 0;
    const get = lazy(async () => ++made);
    expect(get.peek()).toBeUndefined();
    expect(await Promise.all([get(), get()])).toEqual([1, 1]);
    expect(await get.peek()).toBe(1);
  });

  test('tries again after a failure, and all who waited for the failed attempt are told', async () => {
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

  test('begins anew when told to forget, and a failure of the earlier attempt leaves the later one', async () => {
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

import { describe, expect, test } from 'vitest';
import { ListRefresh } from '../../../src/shared/list-refresh.ts';

const same = (id: string) => id;

describe('ListRefresh', () => {
  test('refreshes only the rows if the list has the same rows', async () => {
    const refresh = new ListRefresh();
    await refresh.load(() => Promise.resolve(['a', 'b']), same);
    expect(refresh.needed(['a', 'b'])).toBe('rows');
  });

  test('refreshes the list if a row was added, removed or moved', async () => {
    const refresh = new ListRefresh();
    await refresh.load(() => Promise.resolve(['a', 'b']), same);
    for (const ids of [['a', 'b', 'c'], ['a'], ['b', 'a'], []]) expect(refresh.needed(ids)).toBe('list');
  });

  test('refreshes nothing while the list is loading, unless the list must be reloaded', async () => {
    const refresh = new ListRefresh();
    let arrive: (ids: string[]) => void = () => undefined;
    const loading = refresh.load(() => new Promise<string[]>((resolve) => (arrive = resolve)), same);
    expect(refresh.needed(['a'])).toBe('nothing');
    expect(refresh.needed(undefined)).toBe('list');
    arrive(['a']);
    await loading;
    expect(refresh.needed(['a'])).toBe('rows');
  });

  test('treats a failed load as finished', async () => {
    const refresh = new ListRefresh();
    await expect(refresh.load(() => Promise.reject(new Error('no')), same)).rejects.toThrow('no');
    expect(refresh.needed(['a'])).toBe('list');
  });
});

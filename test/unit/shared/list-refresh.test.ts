import { describe, expect, test } from 'vitest';
import { ListRefresh } from '../../../src/shared/list-refresh.ts';

const same = (id: string) => id;

describe('ListRefresh', () => {
  test('draws only the rows when the same rows are shown', async () => {
    const refresh = new ListRefresh();
    await refresh.load(() => Promise.resolve(['a', 'b']), same);
    expect(refresh.needed(['a', 'b'])).toBe('rows');
  });

  test('draws the list when a row came, went or moved', async () => {
    const refresh = new ListRefresh();
    await refresh.load(() => Promise.resolve(['a', 'b']), same);
    for (const ids of [['a', 'b', 'c'], ['a'], ['b', 'a'], []]) expect(refresh.needed(ids)).toBe('list');
  });

  test('draws nothing while the list is being loaded, unless it has to be asked for anew', async () => {
    const refresh = new ListRefresh();
    let arrive: (ids: string[]) => void = () => undefined;
    const loading = refresh.load(() => new Promise<string[]>((resolve) => (arrive = resolve)), same);
    expect(refresh.needed(['a'])).toBe('nothing');
    expect(refresh.needed(undefined)).toBe('list');
    arrive(['a']);
    await loading;
    expect(refresh.needed(['a'])).toBe('rows');
  });

  test('counts a failed loading as ended', async () => {
    const refresh = new ListRefresh();
    await expect(refresh.load(() => Promise.reject(new Error('no')), same)).rejects.toThrow('no');
    expect(refresh.needed(['a'])).toBe('list');
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withCancellableProgress } from '../../../src/shared/cancellable.ts';

describe('work with cancelable progress', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('leaves no timer if it ends before its progress is shown', async () => {
    expect(await withCancellableProgress('Testing', async () => 'ok')).toBe('ok');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leaves no timer if it fails before its progress is shown', async () => {
    const work = () => Promise.reject(new Error('refused'));
    await expect(withCancellableProgress('Testing', work)).rejects.toThrow('refused');
    expect(vi.getTimerCount()).toBe(0);
  });
});

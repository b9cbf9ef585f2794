import { beforeEach, describe, expect, it, vi } from 'vitest';
import { withCancellableProgress } from '../../../src/shared/cancellable.ts';
import { CancellationTokenSource, window } from '../fake-vscode.ts';

describe('work with cancelable progress', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));

  it('leaves no timer if it ends before its progress is shown', async () => {
    expect(await withCancellableProgress('Testing', async () => 'ok')).toBe('ok');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leaves no timer if it fails before its progress is shown', async () => {
    const work = () => Promise.reject(new Error('refused'));
    await expect(withCancellableProgress('Testing', work)).rejects.toThrow('refused');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('shows progress if it takes a while, and is stopped by its Cancel button', async () => {
    const source = new CancellationTokenSource();
    const titles: string[] = [];
    Object.assign(window, {
      withProgress: ({ title }: { title: string }, work: (progress: object, token: object) => unknown) => {
        titles.push(title);
        return work({}, source.token);
      },
    });
    const work = (signal: AbortSignal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
    const ended = expect(withCancellableProgress('Testing', work)).rejects.toThrow('stopped');
    await vi.advanceTimersByTimeAsync(800);
    expect(titles).toEqual(['Testing']);
    source.cancel();
    await ended;
  });
});

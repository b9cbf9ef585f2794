import { expect, it } from 'vitest';
import { ListStore } from '../../../src/shared/list/list-store.ts';

/** A list whose loads the test ends. */
class Names extends ListStore {
  #names: readonly string[] = [];
  #running = Promise.withResolvers<readonly string[]>();

  constructor() {
    super('Names');
  }

  override refresh(): Promise<void> {
    this.#running = Promise.withResolvers();
    return this.load('refresh', async (signal) => {
      signal.addEventListener('abort', () => this.#running.reject(new Error('Canceled.')));
      const names = await this.#running.promise;
      return () => {
        this.#names = names;
        return undefined;
      };
    });
  }

  protected override get size(): number {
    return this.#names.length;
  }

  async refreshWith(names: readonly string[] | Error): Promise<void> {
    const refreshed = this.refresh();
    if (names instanceof Error) this.#running.reject(names);
    else this.#running.resolve(names);
    await refreshed;
  }
}

it('is loading during a refresh only while it has no rows', async () => {
  const names = new Names();
  expect(names.state).toBe('unloaded');
  const first = names.refresh();
  expect(names.state).toBe('loading');
  names.stop();
  await first;
  await names.refreshWith(['a']);
  void names.refresh();
  expect(names.state).toBe('loaded');
});

it('is empty after a refresh without rows', async () => {
  const names = new Names();
  await names.refreshWith([]);
  expect(names.state).toBe('empty');
  await names.refreshWith(['a']);
  expect(names.state).toBe('loaded');
});

it('keeps the state of the last good list when a refresh fails or is stopped', async () => {
  const names = new Names();
  await names.refreshWith(['a']);
  await names.refreshWith(new Error('Unreachable.'));
  expect([names.state, names.failure]).toEqual(['loaded', new Error('Unreachable.')]);
  const stopped = names.refresh();
  names.stop();
  await stopped;
  expect(names.state).toBe('loaded');
});

it('has failed or was stopped when a refresh without earlier rows ends so', async () => {
  const names = new Names();
  await names.refreshWith(new Error('Unreachable.'));
  expect(names.state).toBe('failed');
  const stopped = names.refresh();
  names.stop();
  await stopped;
  expect(names.state).toBe('stopped');
});

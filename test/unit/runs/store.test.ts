import { beforeEach, describe, expect, test } from 'vitest';
import type { RunFilter } from '../../../src/runs/filter.ts';
import { RunStore } from '../../../src/runs/store.ts';
import { RunFeed } from '../../../src/workflows/run-feed.ts';
import { settings } from '../fake-vscode.ts';
import { at, run } from './run.ts';
import { FakeService } from './service.ts';

const PAGE = 3;
const both: RunFilter = { statuses: ['SUCCEEDED', 'FAILED'] };
const succeeded = (minute: number) => run(`succeeded ${minute}`, { created_at: at(10, 13, minute) });
const failed = (id: string, minute: number) => run(id, { status: 'FAILED', created_at: at(10, 8, minute) });

async function setUp(filter: RunFilter, runs: FakeService['runs']) {
  const service = new FakeService();
  service.runs = runs;
  const store = new RunStore(service.connection, new RunFeed(service.connection), filter);
  await store.refresh();
  return { service, store, ids: () => store.runs.map(({ id }) => id) };
}

beforeEach(() => {
  settings.set('switchyard.runs.pageSize', PAGE);
});

describe('a refresh of runs with several statuses', () => {
  test('keeps a run that newer runs of its status push off the page', async () => {
    const { service, store, ids } = await setUp(both, [succeeded(3), succeeded(2), succeeded(1), failed('old', 0)]);
    service.runs = [succeeded(4), ...service.runs];
    await store.poll();
    expect(ids()).toEqual(['succeeded 4', 'succeeded 3', 'succeeded 2', 'succeeded 1', 'old']);
  });

  test('removes a run that was deleted or now has another status', async () => {
    const { service, store, ids } = await setUp(both, [succeeded(4), succeeded(3), succeeded(2), succeeded(1)]);
    service.runs = [succeeded(4), run('succeeded 3', { ...succeeded(3), status: 'PAUSED' }), succeeded(1)];
    await store.poll();
    expect(ids()).toEqual(['succeeded 4', 'succeeded 1']);
  });

  test('removes nothing if the page of one status is unsorted', async () => {
    const failures = [failed('c', 3), failed('b', 2), failed('a', 1)];
    const { service, store, ids } = await setUp(both, [succeeded(1), ...failures]);
    service.runs = [succeeded(1), failed('a', 1), failed('c', 3), failed('d', 4), failed('e', 5)];
    await store.poll();
    expect(ids()).toContain('b');
  });

  test('lets "Load More" find the runs that a full page of new runs leaves out, even if another status has no new ones', async () => {
    const old = [6, 5, 4, 3, 2, 1].map(succeeded);
    const { service, store, ids } = await setUp(both, [...old, failed('old', 0)]);
    await store.loadMore();
    service.runs = [...[10, 9, 8, 7].map(succeeded), ...service.runs];
    await store.poll();
    expect(ids()).not.toContain('succeeded 7');
    await store.loadMore();
    expect(ids()).toContain('succeeded 7');
  });
});

describe('loading runs if needed', () => {
  test("doesn't wait for a refresh of loaded runs, which may take a minute", async () => {
    const { service, store, ids } = await setUp({}, [succeeded(1)]);
    service.gate = new Promise(() => {});
    void store.refresh();
    await store.ensure();
    expect(ids()).toEqual(['succeeded 1']);
  });

  test('waits for the first load', async () => {
    const { service, store, ids } = await setUp({}, [succeeded(1)]);
    service.gate = new Promise((resolve) => setImmediate(resolve));
    service.replace();
    void store.refresh();
    await store.ensure();
    expect(ids()).toEqual(['succeeded 1']);
  });
});

describe('a command during a poll', () => {
  test.each(['loadMore', 'refresh'] as const)('still runs (%s)', async (command) => {
    const runs = [6, 5, 4, 3, 2, 1].map(succeeded);
    const { service, store, ids } = await setUp({}, runs);
    const { promise, resolve } = Promise.withResolvers<void>();
    service.gate = promise;
    service.asked.length = 0;
    const polling = store.poll();
    const running = store[command]();
    resolve();
    await Promise.all([polling, running]);
    expect(service.asked).toMatchObject([{ page: 1 }, { page: command === 'loadMore' ? 2 : 1 }]);
    expect(ids()).toHaveLength(command === 'loadMore' ? 6 : PAGE);
  });

  test('is dropped if the account changes', async () => {
    const { service, store, ids } = await setUp({}, [4, 3, 2, 1].map(succeeded));
    const { promise, resolve } = Promise.withResolvers<void>();
    service.gate = promise;
    const polling = store.poll();
    const more = store.loadMore();
    service.runs = [failed('other', 1)];
    service.replace();
    resolve();
    await Promise.all([polling, more]);
    expect(ids()).toEqual(['other']);
  });

  test('is joined by a second one of the same kind', async () => {
    const { service, store, ids } = await setUp({}, [9, 8, 7, 6, 5, 4, 3, 2, 1].map(succeeded));
    service.asked.length = 0;
    await Promise.all([store.loadMore(), store.loadMore()]);
    expect(service.asked).toMatchObject([{ page: 2 }]);
    expect(ids()).toHaveLength(2 * PAGE);
  });
});

describe('the steps of a run', () => {
  test('are requested again until the run has ended', async () => {
    const { service, store } = await setUp({}, [run('one', { status: 'PAUSED', finished_at: null })]);
    expect(await store.detail('one')).toMatchObject({ status: 'PAUSED' });
    service.runs = [run('one', { status: 'RUNNING', finished_at: null })];
    expect(await store.detailOfRow('one')).toMatchObject({ status: 'PAUSED' });
    expect(await store.detail('one')).toMatchObject({ status: 'RUNNING' });
    service.runs = [run('one', { status: 'SUCCEEDED' })];
    await store.poll();
    expect(await store.detailOfRow('one')).toMatchObject({ status: 'SUCCEEDED' });
    service.asked.length = 0;
    await store.detail('one');
    expect(service.asked).toEqual([]);
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import type { RunFilter } from '../../../../src/service/session/runs/run-filter.ts';
import type { RunStore } from '../../../../src/service/session/runs/run-store.ts';
import { settings } from '../../fake-vscode.ts';
import { at, run } from './run.ts';
import { FakeService } from './service.ts';

const PAGE = 3;
const both: RunFilter = { statuses: ['SUCCEEDED', 'FAILED'] };
const succeeded = (minute: number) => run(`succeeded ${minute}`, { created_at: at(10, 13, minute) });
const failed = (id: string, minute: number) => run(id, { status: 'FAILED', created_at: at(10, 8, minute) });

async function setUp(filter: RunFilter, runs: FakeService['runs']) {
  const service = new FakeService();
  service.runs = runs;
  const { runs: store } = service.session;
  store.filter = filter;
  await store.refresh();
  return { service, store, ids: () => store.runs.map(({ id }) => id) };
}

beforeEach(() => {
  settings.set('switchyard.runs.pageSize', PAGE);
});

describe('the steps of a run', () => {
  test.each([
    ['FAILED', 'SUCCEEDED'],
    ['FAILED', 'RUNNING'],
    ['SUCCEEDED', 'FAILED'],
    ['PAUSED', 'SUCCEEDED'],
  ])('are dropped if the list has another state: %s, then %s', async (before, after) => {
    const { service, store } = await setUp({}, [run('a', { status: before, finished_at: at(10, 8, 1) })]);
    expect((await store.detail('a')).status).toBe(before);
    service.runs = [run('a', { status: 'RUNNING', finished_at: null })];
    await store.poll();
    service.runs = [run('a', { status: after, finished_at: after === 'RUNNING' ? null : at(10, 9, 1) })];
    await store.poll();
    expect(store.knownDetail('a')).toBeUndefined();
    expect((await store.detail('a')).status).toBe(after);
    expect((await store.detailOfRow('a')).status).toBe(after);
    const { asked } = service;
    const count = asked.length;
    await store.detail('a');
    expect(asked).toHaveLength(count + (after === 'RUNNING' ? 1 : 0));
  });
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

describe('a filter of types', () => {
  const mixed = (count: number) =>
    Array.from({ length: count }, (_, index) => {
      const type = index % 3 === 0 ? 'TEST' : 'WEBHOOK_ASYNC';
      return { ...succeeded(count - index), id: `${type} ${count - index}`, type };
    });

  test('hides other runs, and counts what is known', async () => {
    const { store, ids } = await setUp({ withoutTests: true }, mixed(6));
    expect(ids()).toEqual(['WEBHOOK_ASYNC 5', 'WEBHOOK_ASYNC 4']);
    expect([store.hasMore, store.total, store.outcomes]).toEqual([true, undefined, undefined]);
    expect(store.types).toEqual(['TEST', 'WEBHOOK_ASYNC']);
    await store.loadMore();
    expect([store.hasMore, store.total, store.outcomes]).toEqual([false, 4, { succeeded: 4, failed: 0 }]);
    store.filter = { type: 'TEST' };
    await store.refresh();
    expect(ids()).toEqual(['TEST 6']);
  });

  test('keeps the loaded pages when the newest one has only hidden runs', async () => {
    const tests = [9, 8, 7].map((minute) => ({ ...succeeded(minute), type: 'TEST' }));
    const { store, ids, service } = await setUp({ withoutTests: true }, [...tests, ...[3, 2, 1].map(succeeded)]);
    expect([store.state, ids(), store.hasMore]).toEqual(['loaded', [], true]);
    await store.loadMore();
    const asked = service.asked.length;
    await store.poll();
    await store.poll();
    expect([ids().length, store.hasMore]).toEqual([3, false]);
    expect(service.asked).toHaveLength(asked + 2);
  });

  test('is empty if no run has the type', async () => {
    const { store } = await setUp({ type: 'SCHEDULED' }, mixed(2));
    expect([store.state, store.total]).toEqual(['empty', 0]);
  });
});

describe('"Load More"', () => {
  const runs = (newest: number) => Array.from({ length: newest }, (_, index) => succeeded(newest - index));
  /** Loads all pages. @returns the number of clicks */
  async function loadAll(store: RunStore) {
    let clicks = 0;
    for (; store.hasMore && clicks < 20; clicks++) await store.loadMore();
    return clicks;
  }
  const remove = (service: FakeService, ...minutes: number[]) => {
    const ids = minutes.map((minute) => `succeeded ${minute}`);
    service.runs = service.runs.filter(({ id }) => !ids.includes(id));
  };

  test.each([
    ['of the newest page', [12, 11]],
    ['of a later page', [8]],
  ])('finds all runs after loaded ones %s were deleted', async (_, minutes) => {
    for (const polls of [true, false]) {
      const { service, store, ids } = await setUp({}, runs(12));
      await store.loadMore();
      remove(service, ...minutes);
      if (polls) await store.poll();
      await loadAll(store);
      expect(ids()).toEqual(expect.arrayContaining(service.runs.map(({ id }) => id)));
    }
  });

  test('finds all runs after loaded ones were deleted while others were added', async () => {
    const { service, store, ids } = await setUp({}, runs(12));
    await store.loadMore();
    remove(service, 9, 8);
    service.runs = [succeeded(13), ...service.runs];
    await store.poll();
    await loadAll(store);
    expect(ids()).toEqual(expect.arrayContaining(service.runs.map(({ id }) => id)));
  });

  test('finds all runs of a status of which a loaded one was deleted while runs of another were added', async () => {
    const failures = [6, 5, 4, 3, 2, 1].map((minute) => failed(`failed ${minute}`, minute));
    const { service, store, ids } = await setUp(both, [...runs(6), ...failures]);
    service.runs = [succeeded(7), ...service.runs.filter(({ id }) => id !== 'failed 5')];
    await store.poll();
    await loadAll(store);
    expect(ids()).toEqual(expect.arrayContaining(service.runs.map(({ id }) => id)));
  });

  test('loads the next runs after many polls that added runs', async () => {
    const { service, store, ids } = await setUp({}, runs(6));
    for (let minute = 7; minute <= 36; minute++) {
      service.runs = [succeeded(minute), ...service.runs];
      await store.poll();
    }
    service.asked.length = 0;
    await store.loadMore();
    expect(ids()).toEqual(runs(36).map(({ id }) => id));
    expect(service.asked).toHaveLength(1);
    expect(store.hasMore).toBe(false);
  });

  test('loads the next runs in one step after those that a full page of new runs left out', async () => {
    const { service, store, ids } = await setUp({}, runs(24));
    for (let page = 2; page < 7; page++) await store.loadMore();
    service.runs = [28, 27, 26, 25].map(succeeded).concat(service.runs);
    await store.poll();
    await store.loadMore();
    await store.loadMore();
    expect(ids()).toEqual(
      runs(28)
        .slice(0, -4)
        .map(({ id }) => id),
    );
  });

  test("isn't offered after all runs of several statuses were loaded and a poll added one", async () => {
    const { service, store } = await setUp(both, [...runs(3), failed('old', 0)]);
    service.runs = [succeeded(4), ...service.runs];
    await store.poll();
    expect(store.hasMore).toBe(false);
  });

  test('is offered again for runs that a full page of new runs left out after the list had ended', async () => {
    const { service, store, ids } = await setUp({}, runs(4));
    remove(service, 1);
    await store.loadMore();
    expect(store.hasMore).toBe(false);
    service.runs = [8, 7, 6, 5].map(succeeded).concat(service.runs);
    await store.poll();
    await loadAll(store);
    expect(ids()).toContain('succeeded 5');
  });

  test('is offered for runs that a full page of new runs left out after the list was empty', async () => {
    const { service, store } = await setUp({}, []);
    service.runs = runs(6);
    await store.poll();
    expect(store.hasMore).toBe(true);
  });

  test('ends if the service sends the same page again and again', async () => {
    const { service, store } = await setUp({}, runs(6));
    service.asked.length = 0;
    Object.defineProperty(service, 'runs', {
      get: () => ({ filter: () => ({ slice: () => runs(6).slice(0, PAGE), length: 6 }) }),
    });
    await store.loadMore();
    expect(service.asked).toHaveLength(2);
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

  test('is canceled when the account changes', async () => {
    const { service, store, ids } = await setUp({}, [4, 3, 2, 1].map(succeeded));
    const { promise, resolve } = Promise.withResolvers<void>();
    service.gate = promise;
    const polling = store.poll();
    const more = store.loadMore();
    service.runs = [failed('other', 1)];
    service.replace();
    resolve();
    await Promise.all([polling, more]);
    expect(ids()).toHaveLength(PAGE);
    expect(service.session.runs.runs).toEqual([]);
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
  test('are requested again if the list has another state of a run that has not ended', async () => {
    const { service, store } = await setUp({}, [run('one', { status: 'RUNNING', finished_at: null })]);
    await store.detailOfRow('one');
    service.runs = [run('one', { status: 'PAUSED', finished_at: null })];
    await store.poll();
    expect(await store.detailOfRow('one')).toMatchObject({ status: 'PAUSED' });
  });

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

describe('a filtered list whose total is that of all runs', () => {
  /** Runs of three workflows in turn, newest first. */
  const runs = Array.from({ length: 170 }, (_, index) =>
    run(`r${index}`, { workflow_id: `w${index % 3}`, created_at: new Date(1.7e12 - index * 60_000).toISOString() }),
  );
  const setUpFiltered = async (isOldestFirst: boolean, pageSize = 50) => {
    settings.set('switchyard.runs.pageSize', pageSize);
    const { service, store, ids } = await setUp({}, runs);
    Object.assign(service, { isOldestFirst, ignoresFilterInTotal: true });
    await store.refresh();
    store.filter = { workflow: 'w1' };
    await store.refresh();
    return { service, store, ids };
  };
  const matching = runs.filter(({ workflow_id }) => workflow_id === 'w1').map(({ id }) => id);

  test.each([true, false])(
    'shows all its runs, newest first (oldest first in the service: %s)',
    async (isOldestFirst) => {
      for (const pageSize of [7, 10, 19, 50, 57, 60, 100]) {
        const { store, ids } = await setUpFiltered(isOldestFirst, pageSize);
        expect(ids()).toEqual(matching.slice(0, Math.min(pageSize, matching.length)));
        for (let clicks = 0; store.hasMore && clicks < 20; clicks++) await store.loadMore();
        expect(ids()).toEqual(matching);
        expect(store.total).toBe(matching.length);
      }
    },
  );

  test('shows a run that was added, and keeps the others', async () => {
    const { service, store, ids } = await setUpFiltered(true);
    for (let added = 0; added < 60; added++) {
      const workflow_id = added % 2 === 0 ? 'w1' : 'w0';
      const created_at = new Date(1.7e12 + (added + 1) * 60_000).toISOString();
      service.runs = [run(`new ${added}`, { workflow_id, created_at }), ...service.runs];
      await store.poll();
      if (added % 2 === 0) expect(ids()[0]).toBe(`new ${added}`);
    }
    expect(ids()).toEqual(expect.arrayContaining(matching.slice(0, 50)));
  });

  test('has no number until all its runs are loaded', async () => {
    const { store } = await setUpFiltered(false);
    expect(store.total).toBeUndefined();
  });
});

test('a filtered list has the total of the service if that is less than the total of all runs', async () => {
  const { store } = await setUp({}, [1, 2, 3, 4, 5].map(succeeded).concat(failed('f', 0)));
  store.filter = { statuses: ['SUCCEEDED'] };
  await store.refresh();
  expect(store.hasMore).toBe(true);
  expect(store.total).toBe(5);
});

describe('a list whose service says something else than it sends', () => {
  const runs = (count: number) => Array.from({ length: count }, (_, index) => succeeded(59 - index));
  const start = async (set: Partial<FakeService>, count: number) => {
    const service = Object.assign(new FakeService(), set);
    service.runs = runs(count);
    const { runs: store } = service.session;
    await store.refresh();
    return { service, store };
  };

  test.each([
    ['the runs of the page', 'page', 3 * PAGE],
    ['the runs of the page, with a part of a page at the end', 'page', 3 * PAGE + 1],
    ['nothing', 'nothing', 3 * PAGE],
    ['nothing, with a part of a page at the end', 'nothing', 3 * PAGE + 1],
  ] as const)('is loaded to its end if the total counts %s', async (_case, total, count) => {
    const { store } = await start({ total }, count);
    expect([store.hasMore, store.total, store.outcomes]).toEqual([true, undefined, undefined]);
    for (let clicks = 0; store.hasMore && clicks < 6; clicks++) await store.loadMore();
    expect([store.hasMore, store.count, store.total]).toEqual([false, count, count]);
  });

  test('needs one more request if its total may be that of the page', async () => {
    const { service, store } = await start({}, PAGE);
    expect([store.hasMore, store.total]).toEqual([false, PAGE]);
    expect(service.asked).toHaveLength(2);
    await store.refresh();
    expect(service.asked).toHaveLength(3);
  });

  test('ends if each page has the same runs, and says so', async () => {
    const { service, store } = await start({ ignoresPage: true }, 20 * PAGE);
    expect([store.hasMore, store.isRepeating]).toEqual([true, false]);
    await store.loadMore();
    expect([store.hasMore, store.isRepeating, store.count, store.total]).toEqual([false, true, PAGE, 20 * PAGE]);
    service.ignoresPage = false;
    await store.refresh();
    await store.loadMore();
    expect([store.hasMore, store.isRepeating]).toEqual([true, false]);
    expect(store.count).toBeGreaterThan(PAGE);
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { settings } from '../../fake-vscode.ts';
import { run } from './run.ts';
import { FakeService } from './service.ts';

const PAGE = 10;
const time = (minute: number) => new Date(Date.UTC(2025, 10, 20) + minute * 60_000).toISOString();
const runAt = (minute: number) => run(`r${minute}`, { created_at: time(minute) });

function setUp(minutes: readonly number[]) {
  const service = new FakeService();
  service.runs = minutes.map(runAt);
  const { latest, runs: store } = service.session;
  return { service, latest, store };
}

beforeEach(() => settings.set('switchyard.runs.pageSize', PAGE));

const minutes = (count: number) => Array.from({ length: count }, (_, minute) => minute);

describe('a service that sends the oldest runs first', () => {
  test('does not make an old run the latest one', async () => {
    const { latest } = setUp(minutes(45));
    await latest.refresh();
    expect(latest.latest('wf')?.id).toBe('r44');
    expect(latest.isNewestKnown).toBe(true);
  });

  test('shows the newest runs first, then older ones, and finds new ones [spec H47]', async () => {
    const { service, store } = setUp(minutes(45));
    await store.refresh();
    expect(store.runs.map(({ id }) => id)).toEqual(
      minutes(45)
        .slice(35)
        .reverse()
        .map((minute) => `r${minute}`),
    );
    await store.loadMore();
    expect(store.runs.at(-1)?.id).toBe('r25');
    service.runs = [...service.runs, runAt(45)];
    await store.poll();
    expect([store.runs[0]?.id, store.count]).toEqual(['r45', 21]);
    while (store.hasMore) await store.loadMore();
    expect(store.count).toBe(46);
  });
});

describe('a service that sends runs without an order', () => {
  const mixed = (count: number) => minutes(count).map((_, index) => (index * 7919) % count);

  test('has no known latest run, and loses none', async () => {
    const { latest, store } = setUp(mixed(1201));
    await Promise.all([latest.refresh(), store.refresh()]);
    expect([latest.isNewestKnown, store.isNewestKnown]).toEqual([false, false]);
    while (store.hasMore) await store.loadMore();
    expect(store.count).toBe(1201);
  });
});

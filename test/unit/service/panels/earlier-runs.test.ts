/** The search for the last success, and for earlier failures of a step. */
import { describe, expect, test } from 'vitest';
import type { ExecutionQuery, WorkflowRunDetail, WorkflowRunMetadata } from '../../../../src/service/api/index.ts';
import { earlierRuns, lastSuccess } from '../../../../src/service/panels/run/earlier-runs.ts';
import type { RunPage } from '../../../../src/service/session/runs/run-feed.ts';
import { iso, listed, run, step } from './fixtures.ts';

const hour = 3600;

/** One run per hour, newest first, from `r0`. */
const hourly = (count: number, of: (at: number) => Partial<WorkflowRunMetadata>) =>
  Array.from({ length: count }, (_, at) =>
    listed({ id: `r${at}`, created_at: iso(-at * hour), type: 'WEBHOOK', ...of(at) }),
  );

interface Rules {
  /** False for a service that ignores the filter. */
  readonly filters?: boolean;
  readonly failing?: number;
  readonly unreadable?: RunPage['unreadable'];
}

function feedOf(runs: readonly WorkflowRunMetadata[], { filters = true, failing, unreadable }: Rules = {}) {
  const asked: string[] = [];
  return {
    asked,
    page: async ({ page = 1, limit = 20, status }: ExecutionQuery, signal?: AbortSignal): Promise<RunPage> => {
      signal?.throwIfAborted();
      asked.push(`page ${page}`);
      if (page === failing) throw new Error('down');
      const matching = runs.filter((one) => !filters || status === undefined || one.status === status);
      const items = matching.slice((page - 1) * limit, page * limit);
      const counts = { total: matching.length, succeeded: 0, failed: 0 };
      return { ...counts, items, page, limit, unreadable, isNewestKnown: true };
    },
    run: async (id: string): Promise<WorkflowRunDetail> => {
      asked.push(id);
      const found = runs.find((one) => one.id === id);
      if (found === undefined || id === 'r9') throw new Error('not found');
      return run([step(id === 'r3' ? 'other' : 'a', { status: 'FAILED' })], found);
    },
  };
}

const search = (feed: ReturnType<typeof feedOf>, of: WorkflowRunMetadata, signal = new AbortController().signal) =>
  lastSuccess(feed, of, signal);

describe('the last success', () => {
  const every = (nth: number) => hourly(250, (at) => ({ status: at % nth === 0 ? 'SUCCEEDED' : 'FAILED' }));

  test.each([true, false])('is the newest one before the run, if the service filters: %s', async (filters) => {
    const runs = every(4);
    const feed = feedOf(runs, { filters });
    expect(await search(feed, runs[6] ?? listed())).toMatchObject({ run: { id: 'r8' }, isComplete: true });
    expect(feed.asked).toEqual(['page 1']);
  });

  test('is searched on further pages, up to a limit', async () => {
    const runs = hourly(2000, (at) => ({ status: at < 1500 ? 'FAILED' : 'SUCCEEDED' }));
    const near = feedOf(runs.slice(600), { filters: false });
    expect(await search(near, runs[600] ?? listed())).toMatchObject({ run: { id: 'r1500' }, isComplete: true });
    const far = await search(feedOf(runs, { filters: false }), runs[0] ?? listed());
    expect(far).toMatchObject({ run: undefined, searched: 1000, isComplete: false });
  });

  test('is none if no run before succeeded', async () => {
    const runs = hourly(30, () => ({ status: 'FAILED' }));
    expect(await search(feedOf(runs), runs[0] ?? listed())).toEqual({ run: undefined, searched: 0, isComplete: true });
  });

  test('is not said to be none, nor the last one, if a run cannot be read', async () => {
    const unreadable = { count: 1, why: 'test' };
    const runs = hourly(30, (at) => ({ status: at === 4 ? 'SUCCEEDED' : 'FAILED' }));
    const first = runs[0] ?? listed();
    expect(await search(feedOf(runs, { unreadable }), first)).toMatchObject({ isComplete: false, unreadable });
    const { signal } = new AbortController();
    const { since, runs: before } = await earlierRuns(feedOf(runs, { unreadable }), run([], first), runs[4], signal);
    expect([since, before.length]).toEqual([undefined, 5]);
  });

  test('is one of a test only for a test, or if no other run succeeded', async () => {
    const runs = hourly(250, (at) => ({
      status: at % 2 === 0 ? 'FAILED' : 'SUCCEEDED',
      type: at < 240 && at % 2 === 1 ? 'TEST' : 'WEBHOOK',
    }));
    expect((await search(feedOf(runs), runs[0] ?? listed())).run?.id).toBe('r241');
    expect((await search(feedOf(runs), { ...(runs[0] ?? listed()), type: 'test' })).run?.id).toBe('r1');
    const feed = feedOf(runs.slice(0, 240));
    expect(await search(feed, runs[0] ?? listed())).toMatchObject({ run: { id: 'r1' }, isComplete: true });
  });

  test('is what was found before the search was canceled or failed', async () => {
    const runs = hourly(500, (at) => ({ status: 'SUCCEEDED', type: at < 400 ? 'TEST' : 'WEBHOOK' }));
    const first = listed({ id: 'first', created_at: iso(hour), type: 'WEBHOOK', status: 'FAILED' });
    const failed = await search(feedOf(runs, { failing: 2 }), first);
    expect(failed).toMatchObject({ run: { id: 'r0' }, searched: 100, isComplete: false, problem: { message: 'down' } });
    const unknown = await search(feedOf(runs, { failing: 1 }), first);
    expect(unknown).toMatchObject({ run: undefined, isComplete: false, problem: { message: 'down' } });
    const canceled = await search(feedOf(runs), first, AbortSignal.abort());
    expect(canceled).toEqual({ run: undefined, searched: 0, isComplete: false });
  });

  test('is the newest success if the time of the run is unknown', async () => {
    expect((await search(feedOf(every(4)), listed({ id: 'x', created_at: '', type: 'WEBHOOK' }))).run?.id).toBe('r0');
  });
});

describe('the runs before a failed run', () => {
  const runs = hourly(40, (at) => ({ status: at === 20 ? 'SUCCEEDED' : at % 3 === 0 ? 'FAILED' : 'CANCELLED' }));
  const failed = run([step('a', { status: 'FAILED' })], runs[0]);
  const signal = new AbortController().signal;

  test('are counted since the success, and their failed steps are compared', async () => {
    const feed = feedOf(runs);
    // Of r3 … r30, r3 failed in another step, and r9 has disappeared.
    expect(await earlierRuns(feed, failed, runs[20], signal)).toEqual({
      ...{ since: { runs: 19, failed: 6 }, compared: 9, alike: 8 },
      oldest: iso(-30 * hour),
      runs: runs.slice(1, 6),
    });
    expect(feed.asked).toHaveLength(11);
  });

  test('are not compared if no step of the run failed, and a failure of the service is said', async () => {
    const feed = feedOf(runs);
    const none = { ...failed, steps: [] };
    expect(await earlierRuns(feed, none, runs[20], signal)).toMatchObject({ compared: 0, oldest: undefined });
    expect(feed.asked).toEqual(['page 1']);
    const broken = await earlierRuns(feedOf(runs, { failing: 1 }), failed, undefined, signal);
    expect(broken).toMatchObject({ since: undefined, compared: 0, problem: { message: 'down' } });
  });
});

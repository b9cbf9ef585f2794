import { describe, expect, test } from 'vitest';
import type { ExecutionQuery, WorkflowRunMetadata } from '../../../../src/service/api/index.ts';
import { RunHistory, relatedRun } from '../../../../src/service/panels/run/run-history.ts';
import { missingRuns } from '../../../../src/service/panels/workflow/statistics-panel.ts';
import { NewestFirst } from '../../../../src/service/session/paging/newest-first.ts';
import type { RunPage } from '../../../../src/service/session/runs/run-feed.ts';
import { listed, start } from './fixtures.ts';

const hour = 3_600_000;
const at = (hours: number): string => new Date(start - hours * hour).toISOString();

/** Returns one run per hour, newest first. */
const hourly = (count: number): WorkflowRunMetadata[] =>
  Array.from({ length: count }, (_, index) =>
    listed({ id: `r${index}`, created_at: at(index), status: index % 3 === 2 ? 'SUCCEEDED' : 'FAILED' }),
  );

type SentPage = Omit<RunPage, 'isNewestKnown'>;

interface Rules {
  /** Number of the page that fails. */
  readonly failing?: number;
  /** Number of invalid rows in each page. */
  readonly unreadable?: number;
}

/** A service with these runs; `asked` lists the requested pages. */
function feedOf(runs: readonly WorkflowRunMetadata[], { failing, unreadable = 0 }: Rules = {}) {
  const asked: number[] = [];
  const send = async ({ page: number = 1, limit = 20, status }: ExecutionQuery): Promise<SentPage> => {
    asked.push(number);
    if (number === failing) throw new Error('down');
    const matching = runs.filter((run) => status === undefined || run.status === status);
    const rows = matching.slice((number - 1) * limit, number * limit);
    return {
      items: rows.slice(unreadable),
      total: matching.length,
      succeeded: 0,
      failed: 0,
      page: number,
      limit,
      unreadable: unreadable === 0 ? undefined : { count: Math.min(unreadable, rows.length), why: 'test' },
    };
  };
  const pages = new NewestFirst<WorkflowRunMetadata, SentPage>(({ created_at }) => Date.parse(created_at));
  const page = ({ page: number = 1, limit = 20, ...filter }: ExecutionQuery): Promise<RunPage> =>
    pages.page(JSON.stringify(filter), { page: number, limit }, (part) => send({ ...filter, ...part }));
  return { page, asked };
}

async function historyOf(feed: ReturnType<typeof feedOf>, since: number) {
  const history = new RunHistory(feed, { workflow_id: 'w' });
  const problem = await history.load(() => history.isLoadedSince(since)).catch((error: unknown) => error);
  return { history, problem };
}

describe('the runs of a workflow', () => {
  test('are loaded only as far back as needed if the service sends the newest first', async () => {
    const feed = feedOf(hourly(450));
    const { history } = await historyOf(feed, start - 150 * hour);
    expect(feed.asked).toEqual([1, 2]);
    expect([history.items.length, history.total, history.isLoadedSince(start - 150 * hour)]).toEqual([200, 450, true]);
    await history.load(() => history.isLoadedSince(start - 250 * hour));
    expect(feed.asked).toEqual([1, 2, 3]);
  });

  test('are loaded from the end if the service sends the oldest first', async () => {
    const feed = feedOf(hourly(1250).reverse());
    const { history } = await historyOf(feed, start - 50 * hour);
    expect(feed.asked).toEqual([1, 13, 12]);
    expect(history.items).toHaveLength(100);
  });

  test('are all loaded if the service sends them without an order', async () => {
    const runs = hourly(250);
    const feed = feedOf([...runs.slice(90), ...runs.slice(0, 90).reverse()]);
    const { history } = await historyOf(feed, start - 249 * hour);
    expect(history.items).toHaveLength(250);
    expect(history.isLoadedSince(start - 249 * hour)).toBe(true);
  });

  test('remain loaded when a later page fails, and the panel reports how far back they go and why', async () => {
    const { history, problem } = await historyOf(feedOf(hourly(250), { failing: 2 }), start - 200 * hour);
    expect(history.items).toHaveLength(100);
    const text = missingRuns(history, start - 200 * hour, problem);
    expect(text).toMatch(/^Only 100 of 250 runs are loaded, back to .*2026.*\. .*down/);
  });

  test('are not reported as missing in a loaded range', async () => {
    const { history } = await historyOf(feedOf(hourly(250)), start - 20 * hour);
    expect(missingRuns(history, start - 20 * hour, undefined)).toBe('');
  });

  test('are counted if their records cannot be read', async () => {
    const { history } = await historyOf(feedOf(hourly(150), { unreadable: 3 }), Number.NEGATIVE_INFINITY);
    expect([history.items.length, history.unreadable?.count, history.isComplete]).toEqual([144, 6, true]);
    expect(missingRuns(history)).toBe('Unreadable rows: 6. test');
  });

  test('are requested up to a limit, and the panel reports the limit', async () => {
    const feed = feedOf(hourly(6000));
    const { history } = await historyOf(feed, Number.NEGATIVE_INFINITY);
    expect(feed.asked).toHaveLength(50);
    const text = missingRuns(history, Number.NEGATIVE_INFINITY, undefined);
    expect(text).toMatch(/^Only 5000 of 6000 runs are loaded, back to .*\. Older runs are not requested\.$/);
  });
});

describe('related runs', () => {
  const runs = hourly(250);
  const run = (index: number) => runs[index] ?? listed();

  test('include the previous and the next run by time', async () => {
    expect((await relatedRun(feedOf(runs), run(99), 'previous')).run?.id).toBe('r100');
    expect((await relatedRun(feedOf(runs), run(99), 'next')).run?.id).toBe('r98');
  });

  test('omit the next run of the newest run and the previous run of the oldest run', async () => {
    expect(await relatedRun(feedOf(runs), run(0), 'next')).toEqual({ run: undefined, isCertain: true });
    expect(await relatedRun(feedOf(runs), run(249), 'previous')).toEqual({ run: undefined, isCertain: true });
  });

  test('are not said to be none if a run cannot be read', async () => {
    const none = { run: undefined, isCertain: false };
    expect(await relatedRun(feedOf(runs, { unreadable: 1 }), run(1), 'next')).toEqual(none);
  });

  test('are found without loading the same pages again, and newer ones that were added since, too', async () => {
    const feed = feedOf(runs);
    const loaded = new Map();
    for (const index of [220, 221, 222, 221, 220])
      expect((await relatedRun(feed, run(index), 'previous', undefined, loaded)).run?.id).toBe(`r${index + 1}`);
    expect(feed.asked).toHaveLength(3);
    expect((await relatedRun(feed, run(0), 'next', undefined, loaded)).run).toBeUndefined();
    expect(feed.asked).toHaveLength(4);
  });

  test('include each run with the same time in turn', async () => {
    const twins = ['a', 'b', 'c'].map((id) => listed({ id, created_at: at(0) }));
    const [first, second, third] = twins;
    expect((await relatedRun(feedOf(twins), first ?? listed(), 'next')).run).toEqual(second);
    expect((await relatedRun(feedOf(twins), third ?? listed(), 'previous')).run).toEqual(second);
  });
});

import { describe, expect, test } from 'vitest';
import { RunEndTracker } from '../../../../src/service/runs/watching/run-end-tracker.ts';
import { at, run } from './run.ts';

const running = { status: 'RUNNING', finished_at: null } as const;
const newest = (...runs: ReturnType<typeof run>[]) => ({ runs, newest: true, since: Number.NEGATIVE_INFINITY });
const page = (since: string, ...runs: ReturnType<typeof run>[]) => ({ runs, newest: true, since: Date.parse(since) });
const others = { newest: false, since: Number.POSITIVE_INFINITY };
const ids = (runs: readonly { id: string }[]) => runs.map(({ id }) => id);

describe('RunEndTracker', () => {
  test('ignores the first page and reports each later run end once', () => {
    const news = new RunEndTracker();
    expect(news.recordRuns(newest(run('old'), run('a', running)))).toEqual([]);
    expect(ids(news.recordRuns(newest(run('old'), run('a'))))).toEqual(['a']);
    expect(news.recordRuns(newest(run('old'), run('a')))).toEqual([]);
  });

  test('reports a run that had ended and ends otherwise', () => {
    const news = new RunEndTracker();
    news.recordRuns(newest(run('a')));
    expect(ids(news.recordRuns(newest(run('a', { status: 'FAILED' }))))).toEqual(['a']);
    expect(news.recordRuns(newest(run('a', { status: 'FAILED' })))).toEqual([]);
  });

  test('reports a run that started and ended between two refreshes', () => {
    const news = new RunEndTracker();
    news.recordRuns(newest(run('old', { created_at: at(10, 12) })));
    expect(ids(news.recordRuns(newest(run('quick', { created_at: at(10, 13) }))))).toEqual(['quick']);
  });

  test('ignores older runs that are loaded later and runs of a filter', () => {
    const news = new RunEndTracker();
    expect(news.recordRuns({ runs: [run('filtered', { created_at: at(1, 1) })], ...others })).toEqual([]);
    news.recordRuns(newest(run('known', { created_at: at(10, 12) })));
    expect(news.recordRuns({ runs: [run('page 2', { created_at: at(9, 12) })], ...others })).toEqual([]);
  });

  test('reports a run that the service lists later than a newer one', () => {
    const news = new RunEndTracker();
    const second = '2026-11-10T12:00:00Z';
    news.recordRuns(page(at(10, 11), run('new', { ...running, created_at: '2026-11-10T12:00:00.250Z' }), run('old')));
    const late = run('late', { status: 'FAILED', created_at: second });
    expect(ids(news.recordRuns(page(at(10, 11), run('new', running), late)))).toEqual(['late']);
  });

  test('ignores a run from before the first page that moves up after others were deleted', () => {
    const news = new RunEndTracker();
    news.recordRuns(page(at(10, 11), run('a', { created_at: at(10, 12) }), run('b', { created_at: at(10, 11) })));
    const older = run('older', { created_at: at(10, 10) });
    expect(news.recordRuns(page(at(10, 10), run('a', { created_at: at(10, 12) }), older))).toEqual([]);
  });

  test('ignores the end time of a running run', () => {
    const news = new RunEndTracker();
    news.recordRuns(newest(run('a', running)));
    expect(news.recordRuns(newest(run('a', { status: 'RUNNING', finished_at: '0001-01-01T00:00:00Z' })))).toEqual([]);
    expect(ids(news.recordRuns(newest(run('a', { status: 'SUCCEEDED' }))))).toEqual(['a']);
  });

  test('reports a run with an unknown status once it has an end time', () => {
    const news = new RunEndTracker();
    news.recordRuns(newest(run('a', { status: 'DREAMING', finished_at: null })));
    expect(news.recordRuns(newest(run('a', { status: 'DREAMT', finished_at: null })))).toEqual([]);
    expect(ids(news.recordRuns(newest(run('a', { status: 'DREAMT' }))))).toEqual(['a']);
  });
});

import { describe, expect, test } from 'vitest';
import { RunEndTracker } from '../../../src/runs/watching/run-end-tracker.ts';
import { at, run } from './run.ts';

const running = { status: 'RUNNING', finished_at: null } as const;
const newest = (...runs: ReturnType<typeof run>[]) => ({ runs, newest: true });
const ids = (runs: readonly { id: string }[]) => runs.map(({ id }) => id);

describe('RunEndTracker', () => {
  test('ignores the first page and reports each later run end once', () => {
    const news = new RunEndTracker();
    expect(news.recordRuns(newest(run('old'), run('a', running)))).toEqual([]);
    expect(ids(news.recordRuns(newest(run('old'), run('a'))))).toEqual(['a']);
    expect(news.recordRuns(newest(run('old'), run('a')))).toEqual([]);
  });

  test('reports a run that started and ended between two refreshes', () => {
    const news = new RunEndTracker();
    news.recordRuns(newest(run('old', { created_at: at(10, 12) })));
    expect(ids(news.recordRuns(newest(run('quick', { created_at: at(10, 13) }))))).toEqual(['quick']);
  });

  test('ignores older runs that are loaded later and runs of a filter', () => {
    const news = new RunEndTracker();
    expect(news.recordRuns({ runs: [run('filtered', { created_at: at(1, 1) })], newest: false })).toEqual([]);
    news.recordRuns(newest(run('known', { created_at: at(10, 12) })));
    expect(news.recordRuns({ runs: [run('page 2', { created_at: at(9, 12) })], newest: false })).toEqual([]);
  });

  test('reports a run with an unknown status once it has an end time', () => {
    const news = new RunEndTracker();
    news.recordRuns(newest(run('a', { status: 'DREAMING', finished_at: null })));
    expect(news.recordRuns(newest(run('a', { status: 'DREAMT', finished_at: null })))).toEqual([]);
    expect(ids(news.recordRuns(newest(run('a', { status: 'DREAMT' }))))).toEqual(['a']);
  });
});

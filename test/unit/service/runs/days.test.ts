import { describe, expect, test } from 'vitest';
import { RunDays } from '../../../../src/service/session/runs/run-days.ts';
import { fc } from '../../random-runs.ts';
import { at, run } from './run.ts';

const NOW = new Date(2025, 10, 20, 15).getTime();

describe('RunDays', () => {
  test('groups runs by local day, newest first, and sorts ties by ID', () => {
    const days = new RunDays();
    for (const one of [
      run('b', { created_at: at(10, 9) }),
      run('late', { created_at: at(11, 0, 1) }),
      run('a', { created_at: at(10, 9) }),
      run('new', { created_at: at(10, 23, 59) }),
    ])
      expect(days.put(one, NOW)).toBe('added');
    expect(days.days.map(({ key, ids }) => [key, ...ids])).toEqual([
      ['2025-11-11', 'late'],
      ['2025-11-10', 'new', 'a', 'b'],
    ]);
    expect(days.runs.map(({ id }) => id)).toEqual(['late', 'new', 'a', 'b']);
  });

  test('reports a run as added, changed, or the same', () => {
    const days = new RunDays();
    days.put(run('a'), NOW);
    const version = days.day('2025-11-10')?.version;
    expect(days.put(run('a'), NOW)).toBe('same');
    expect(days.put(run('a', { status: 'FAILED' }), NOW)).toBe('changed');
    expect(days.get('a')?.status).toBe('FAILED');
    expect(days.day('2025-11-10')?.version, 'the same runs are in it').toBe(version);
    expect(days.put(run('a', { created_at: at(12, 8) }), NOW)).toBe('added');
    expect(days.days.map(({ key }) => key)).toEqual(['2025-11-12']);
    expect(days.size).toBe(1);
  });

  test('groups future runs under today and runs with invalid times under no date', () => {
    const days = new RunDays();
    days.put(run('ahead', { created_at: at(25, 8) }), NOW);
    days.put(run('none', { created_at: 'soon' }), NOW);
    days.put(run('other', { created_at: 'later' }), NOW);
    expect(days.days.map(({ key, ids }) => [key, ...ids])).toEqual([
      ['2025-11-20', 'ahead'],
      ['', 'none', 'other'],
    ]);
  });

  test('sorts runs the same way regardless of insertion order', () => {
    const runs = fc.uniqueArray(
      fc.record({ id: fc.string({ minLength: 1, maxLength: 4 }), hour: fc.integer({ min: 0, max: 72 }) }),
      { selector: ({ id }) => id, maxLength: 60 },
    );
    fc.assert(
      fc.property(runs, fc.infiniteStream(fc.nat()), (list, numbers) => {
        const days = new RunDays();
        const order = [...list].sort(() => (numbers.next().value % 2 === 0 ? 1 : -1));
        for (const { id, hour } of order) days.put(run(id, { created_at: at(10, hour) }), NOW);
        const expected = [...list].sort((a, b) => b.hour - a.hour || (a.id < b.id ? -1 : 1)).map(({ id }) => id);
        expect(days.runs.map(({ id }) => id)).toEqual(expected);
        for (const { id } of list) days.remove(id);
        expect(days.days).toEqual([]);
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import type { Unreadable } from '../../../../src/shared/list/unreadable.ts';
import { clientOf, errorOf, json, run, step } from './support.ts';

describe('unreadable rows', () => {
  const good = {
    id: 'a',
    name: 'A',
    description: null,
    webhook_url: 'https://x.io/a',
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
  };
  const list = async (body: unknown) => {
    const unreadable: Unreadable[] = [];
    const { client } = clientOf([json(body)]);
    const rows = await client.listWorkflows({ onUnreadable: (found) => unreadable.push(found) });
    return { ids: rows.map(({ id }) => id), unreadable };
  };

  it('are omitted and reported if the caller handles them', async () => {
    expect(await list([{ ...good, id: 1 }, good, null, { ...good, id: 'b' }])).toEqual({
      ids: ['a', 'b'],
      unreadable: [{ count: 2, why: '[0].id: must be string' }],
    });
    expect(await list([good])).toEqual({ ids: ['a'], unreadable: [] });
    expect(await list([null])).toEqual({ ids: [], unreadable: [{ count: 1, why: '[0]: must be object' }] });
    expect(await list([null, { id: 7 }])).toMatchObject({ ids: [], unreadable: [{ count: 2 }] });
  });

  it.each<[string, object]>([
    ['a text as its duration', { duration: 'long' }],
    ['no type', { step_type: undefined }],
    ['a number as its error', { error: 500 }],
  ])('are also steps of a run, which hide no others: %s', async (_fault, fault) => {
    const unreadable: Unreadable[] = [];
    const failed = { ...step, id: 'step_2', status: 'FAILED', error: 'Out of paper.' };
    const { client } = clientOf([json({ ...run(1), steps: [{ ...step, ...fault }, failed], step_count: 2 })]);
    const { steps } = await client.getExecution('run_1', { onUnreadable: (found) => unreadable.push(found) });
    expect(steps).toEqual([failed]);
    expect(unreadable).toMatchObject([{ count: 1, why: expect.stringContaining('steps[0]') }]);
  });

  it.each([
    ['the caller does not handle them', [good, null], false],
    ['there are too many of them', [good, ...Array.from({ length: 101 }, () => null)], true],
    ['the response is not a list', { items: 3 }, true],
    ['the response is an error', { error: 'no' }, true],
  ])('fail the call if %s', async (_, body, noted) => {
    const { client } = clientOf([json(body)]);
    const error = await errorOf(client.listWorkflows(noted ? { onUnreadable: () => undefined } : {}));
    expect(['badResponse', 'unknown', 'server', 'validation']).toContain(error.kind);
  });
});

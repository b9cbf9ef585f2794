import { describe, expect, it } from 'vitest';
import type { Unreadable } from '../../../../src/shared/unreadable.ts';
import { clientOf, errorOf, json } from './support.ts';

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
  });

  it.each([
    ['the caller does not handle them', [good, null], false],
    ['every row is unreadable', [null, null], true],
    ['there are too many of them', [good, ...Array.from({ length: 101 }, () => null)], true],
    ['the response is not a list', { items: 3 }, true],
    ['the response is an error', { error: 'no' }, true],
  ])('fail the call if %s', async (_, body, noted) => {
    const { client } = clientOf([json(body)]);
    const error = await errorOf(client.listWorkflows(noted ? { onUnreadable: () => undefined } : {}));
    expect(['badResponse', 'unknown', 'server', 'validation']).toContain(error.kind);
  });
});

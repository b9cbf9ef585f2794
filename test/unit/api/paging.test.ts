import { describe, expect, it } from 'vitest';
import type { Unreadable } from '../../../src/api/index.ts';
import { type Answer, clientOf, errorOf, executionPage, json, run, type Sent, version } from './support.ts';

const pageOf = ({ url }: Sent) => Number(new URL(url).searchParams.get('page'));
const limitOf = ({ url }: Sent) => Number(new URL(url).searchParams.get('limit'));

async function ids(items: AsyncIterable<{ id: string }>): Promise<string[]> {
  const all: string[] = [];
  for await (const one of items) all.push(one.id);
  return all;
}

/** A list of `count` runs, in pages as asked for. */
const list =
  (count: number): Answer =>
  (sent) => {
    const [page, limit] = [pageOf(sent), limitOf(sent)];
    const all = Array.from({ length: count }, (_, at) => run(at));
    return json(executionPage(all.slice((page - 1) * limit, page * limit), { total: count, page, limit }));
  };

describe('rows that cannot be read', () => {
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

  it('are left out where somebody takes note', async () => {
    expect(await list([{ ...good, id: 1 }, good, null, { ...good, id: 'b' }])).toEqual({
      ids: ['a', 'b'],
      unreadable: [{ count: 2, why: '[0].id: must be string' }],
    });
    expect(await list([good])).toEqual({ ids: ['a'], unreadable: [] });
  });

  it.each([
    ['nobody takes note', [good, null], false],
    ['no row is good', [null, null], true],
    ['there are too many', [good, ...Array.from({ length: 101 }, () => null)], true],
    ['it is no list', { items: 3 }, true],
    ['it is an error', { error: 'no' }, true],
  ])('fail the call where %s', async (_, body, noted) => {
    const { client } = clientOf([json(body)]);
    const error = await errorOf(client.listWorkflows(noted ? { onUnreadable: () => undefined } : {}));
    expect(['badResponse', 'unknown', 'server', 'validation']).toContain(error.kind);
  });
});

describe('all pages', () => {
  it('asks page after page until the total has come', async () => {
    const { client, sent } = clientOf([list(250)]);
    expect(await ids(client.executions())).toEqual(Array.from({ length: 250 }, (_, at) => `run_${at}`));
    expect(sent.map((one) => [pageOf(one), limitOf(one)])).toEqual([
      [1, 100],
      [2, 100],
      [3, 100],
    ]);
  });

  it('asks nothing further when the total fills the last page', async () => {
    const { client, sent } = clientOf([list(40)]);
    expect(await ids(client.executions({ limit: 20 }))).toHaveLength(40);
    expect(sent).toHaveLength(2);
  });

  it('passes the filters on with every page', async () => {
    const { client, sent } = clientOf([list(150)]);
    await ids(client.executions({ workflow_id: 'wf_1', status: 'FAILED' }));
    expect(sent).toHaveLength(2);
    for (const one of sent) {
      expect(Object.fromEntries(new URL(one.url).searchParams)).toMatchObject({
        workflow_id: 'wf_1',
        status: 'FAILED',
      });
    }
  });

  it('asks for a page only when its items are wanted', async () => {
    const { client, sent } = clientOf([list(250)]);
    for await (const one of client.executions()) if (one.id === 'run_99') break;
    expect(sent).toHaveLength(1);
  });

  it('ends on an empty page, whatever the total says', async () => {
    const { client, sent } = clientOf([
      json(executionPage([run(1), run(2)], { total: 99, limit: 2 })),
      json(executionPage([], { total: 99, limit: 2 })),
    ]);
    expect(await ids(client.executions({ limit: 2 }))).toEqual(['run_1', 'run_2']);
    expect(sent).toHaveLength(2);
  });

  it('ends on a short page, whatever the total says', async () => {
    const { client, sent } = clientOf([json(executionPage([run(1)], { total: 99, limit: 2 }))]);
    expect(await ids(client.executions({ limit: 2 }))).toEqual(['run_1']);
    expect(sent).toHaveLength(1);
  });

  it('goes on when the service uses smaller pages than were asked for', async () => {
    const { client } = clientOf([
      json(executionPage([run(1), run(2)], { total: 3, limit: 2 })),
      json(executionPage([run(3)], { total: 3, limit: 2 })),
    ]);
    expect(await ids(client.executions({ limit: 100 }))).toEqual(['run_1', 'run_2', 'run_3']);
  });

  it('gives each id once when items move to the next page meanwhile', async () => {
    const { client } = clientOf([
      json(executionPage([run(5), run(4)], { total: 5, limit: 2 })),
      json(executionPage([run(4), run(3)], { total: 6, limit: 2 })),
      json(executionPage([run(2), run(1)], { total: 6, limit: 2 })),
    ]);
    expect(await ids(client.executions({ limit: 2 }))).toEqual(['run_5', 'run_4', 'run_3', 'run_2', 'run_1']);
  });

  it('ends when the total shrinks meanwhile', async () => {
    const { client, sent } = clientOf([
      json(executionPage([run(1), run(2)], { total: 9, limit: 2 })),
      json(executionPage([run(3), run(4)], { total: 4, limit: 2 })),
    ]);
    expect(await ids(client.executions({ limit: 2 }))).toHaveLength(4);
    expect(sent).toHaveLength(2);
  });

  it('ends when the service ignores the page', async () => {
    const { client, sent } = clientOf([json(executionPage([run(1), run(2)], { total: 1_000_000, limit: 2 }))]);
    expect(await ids(client.executions({ limit: 2 }))).toEqual(['run_1', 'run_2']);
    expect(sent).toHaveLength(2);
  });

  it('ends when the service never stops making up items', async () => {
    let next = 0;
    const { client, sent } = clientOf([() => json(executionPage([run(next++)], { total: 1e12, limit: 1 }))]);
    expect(await ids(client.executions({ limit: 1 }))).toHaveLength(10_000);
    expect(sent).toHaveLength(10_000);
  });

  it('walks versions the same way', async () => {
    const { client, sent } = clientOf([
      json({ items: [version(3), version(2)], total: 3, page: 1, limit: 2 }),
      json({ items: [version(1)], total: 3, page: 2, limit: 2 }),
    ]);
    expect(await ids(client.versions('wf_1', { limit: 2 }))).toEqual(['ver_3', 'ver_2', 'ver_1']);
    expect(sent.map((one) => new URL(one.url).pathname)).toEqual([
      '/v1/workflows/wf_1/versions',
      '/v1/workflows/wf_1/versions',
    ]);
  });

  it('throws what a page throws, after the items before it', async () => {
    const { client } = clientOf([
      json(executionPage([run(1), run(2)], { total: 9, limit: 2 })),
      json({ error: 'Key expired' }, 401),
    ]);
    const seen: string[] = [];
    const walk = async () => {
      for await (const one of client.executions({ limit: 2 })) seen.push(one.id);
    };
    await expect(walk()).rejects.toMatchObject({ error: { kind: 'unauthorized' } });
    expect(seen).toEqual(['run_1', 'run_2']);
  });
});

/** What was sent to webhooks, kept in the extension's storage, and sent again. */
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { DiskFolder } from '../../../../src/node/disk-folder.ts';
import type { WorkflowRunMetadata } from '../../../../src/service/api/index.ts';
import { type Payload, PayloadStore } from '../../../../src/service/workflows/webhook/payloads.ts';
import { findStartedRun } from '../../../../src/service/workflows/webhook/started-run.ts';
import { none, notKnown } from '../../../../src/shared/knowledge.ts';
import { FakeClock } from '../../fake-clock.ts';
import { listed } from '../panels/fixtures.ts';

const key = 'sk-0123456789abcdef';
const start = Date.parse('2026-11-20T12:00:00Z');

const payload = (more: Partial<Payload> = {}): Omit<Payload, 'id'> => ({
  ...{ connection: 'default', workflow: 'w', body: '{"a": 1}', contentType: 'application/json' },
  ...{ at: start, status: 200, response: 'ok' },
  ...more,
});

function storeIn(
  folder = mkdtempSync(path.join(tmpdir(), 'payloads-')),
  limits?: ConstructorParameters<typeof PayloadStore>[1],
) {
  return { store: new PayloadStore(new DiskFolder(folder), limits), folder };
}

describe('payloads', () => {
  test('are kept with their response and their run, newest first, by account and workflow', async () => {
    const { store, folder } = storeIn();
    const first = await store.add(payload(), key);
    await store.add(payload({ at: start + 1, body: '[]', workflow: 'other' }), key);
    await store.add(payload({ at: start + 2, connection: 'second' }), key);
    if (first === undefined) throw new Error('not kept');
    await store.setRun(first, 'r1', true);
    expect((await store.list('default')).payloads.map(({ workflow }) => workflow)).toEqual(['other', 'w']);
    expect(await store.list('default', 'w')).toEqual({
      payloads: [{ ...first, run: 'r1', isProbable: true }],
      unread: 0,
    });
    expect(await store.ofRun('default', 'r1')).toMatchObject({
      value: { body: '{"a": 1}', status: 200, response: 'ok' },
    });
    expect(await store.ofRun('second', 'r1')).toEqual(none);
    // Only the user can read them.
    for (const name of readdirSync(folder)) expect(statSync(path.join(folder, name)).mode & 0o077).toBe(0);
  });

  test('are never kept with the key, whether in the body, escaped in it, or in the response', async () => {
    const { store, folder } = storeIn();
    expect(await store.add(payload({ body: `{"key": "${key}"}` }), key)).toBeUndefined();
    expect(await store.add(payload({ body: `{"key": "${key.replace('sk', '\\u0073k')}"}` }), key)).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
    await store.add(payload({ response: `Token ${key}` }), key);
    for (const name of readdirSync(folder)) expect(readFileSync(path.join(folder, name), 'utf8')).not.toContain(key);
    // A key that is an everyday word occurs in any body.
    expect(await store.add(payload({ body: '{"test": 1}' }), 'test')).toBeDefined();
  });

  test('of 10 MB are not kept', async () => {
    const { store } = storeIn();
    expect(await store.add(payload({ body: `"${'x'.repeat(10_000_000)}"` }), key)).toBeUndefined();
  });

  test('are bounded in number and bytes', async () => {
    const limits = { perWorkflow: 2, all: 5, bytes: 2000, body: 1000, response: 10 };
    const { store } = storeIn(undefined, limits);
    const ages = async () => (await store.list('default')).payloads.map(({ at }) => at - start);
    for (const at of [0, 1, 2]) await store.add(payload({ at: start + at }), key);
    expect(await ages()).toEqual([2, 1]);
    for (const at of [3, 4, 5, 6]) await store.add(payload({ at: start + at, workflow: `w${at}` }), key);
    expect(await ages()).toEqual([6, 5, 4, 3, 2]);
    const body = 'x'.repeat(limits.body);
    expect(await store.add(payload({ body: `${body}x` }), key)).toBeUndefined();
    for (const at of [7, 8]) await store.add(payload({ at: start + at, body, workflow: `w${at}` }), key);
    expect(await ages()).toEqual([8]);
    expect((await store.list('default')).payloads[0]).toMatchObject({ body, response: 'ok' });
  });

  test('are read at most once while others are kept', async () => {
    const { folder } = storeIn();
    const files = new DiskFolder(folder);
    const read = vi.spyOn(files, 'read');
    await new PayloadStore(files).add(payload(), key);
    const store = new PayloadStore(files);
    for (const at of [1, 2, 3]) await store.add(payload({ at: start + at, workflow: `w${at % 2}` }), key);
    expect(read).toHaveBeenCalledTimes(1);
  });

  test('of two windows are all kept, one that another window deleted stays deleted, and damaged files are counted', async () => {
    const { store, folder } = storeIn();
    const other = storeIn(folder).store;
    const [one] = await Promise.all([store.add(payload(), key), other.add(payload(), key)]);
    expect((await store.list('default')).payloads).toHaveLength(2);
    if (one === undefined) throw new Error('not kept');
    await other.delete(one);
    await store.setRun(one, 'r1', false);
    expect(await store.ofRun('default', 'r1')).toEqual(none);
    const [rest = ''] = readdirSync(folder);
    writeFileSync(path.join(folder, rest), '{"id": ');
    writeFileSync(path.join(folder, 'other.txt'), 'x');
    expect(await store.list('default')).toEqual({ payloads: [], unread: 1 });
    expect(await store.ofRun('default', 'r1')).toEqual(notKnown("Kept payloads that can't be read: 1."));
    await store.deleteAll();
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('the run that a webhook started, if its response does not name it', () => {
  const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();

  /** @param pages what the service answers to each request */
  async function find(pages: readonly (readonly Partial<WorkflowRunMetadata>[])[], known: readonly string[] = []) {
    let asked = 0;
    const clock = new FakeClock();
    const feed = {
      page: async () => ({
        items: (pages[Math.min(asked++, pages.length - 1)] ?? []).map((one) => listed({ type: 'WEBHOOK', ...one })),
      }),
    };
    const { signal } = new AbortController();
    const session = { feed, client: { serviceNow: () => Date.now() }, signal, canRequest: true };
    const found = findStartedRun(session as never, 'w', new Set(known), start, clock);
    return { run: await clock.advanceUntil(found), asked };
  }

  test('is the first new one of the workflow', async () => {
    const old = { id: 'old', created_at: at(-60) };
    const found = await find([[old], [{ id: 'b', created_at: at(9) }, { id: 'a', created_at: at(2) }, old]]);
    expect(found).toEqual({ run: 'a', asked: 2 });
  });

  test.each([
    ['known before', { id: 'known', created_at: at(0) }],
    ['a test', { id: 'a', created_at: at(1), type: 'TEST' }],
    ['of another workflow', { id: 'a', created_at: at(1), workflow_id: 'other' }],
    ['later than a minute', { id: 'a', created_at: at(61) }],
    ['without a time', { id: 'a', created_at: '' }],
  ])('is not one that is %s', async (_, run) => {
    expect(await find([[run]], ['known'])).toEqual({ run: undefined, asked: 6 });
  });
});

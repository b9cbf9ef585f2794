/** What paid requests have used, recorded in the extension's storage. */
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DiskFolder } from '../../../../src/node/disk-folder.ts';
import { forgetUsage, maxUsageBytes, UsageLog } from '../../../../src/service/session/usage-log.ts';
import type { FolderFiles } from '../../../../src/shared/platform.ts';
import { settings, shown } from '../../fake-vscode.ts';
import { settle } from '../../settle.ts';

const key = 'sk-0123456789abcdef';
const chat = { feature: 'chat', model: 'acme/one', input: 3, output: 4, estimated: false } as const;

function logIn(folder = mkdtempSync(path.join(tmpdir(), 'usage-')), connection = 'default') {
  const files = new DiskFolder(folder);
  return { folder, files, usage: new UsageLog(connection, key, async () => files) };
}
const textIn = (folder: string) => readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'));

beforeEach(() => {
  settings.set('switchyard.usage.budget', 0);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T12:00:00Z') });
});
afterEach(() => vi.useRealTimers());

describe('the usage log', () => {
  const at = Date.parse('2026-11-20T12:00:00Z');

  test('records each request with time and workspace, readable only by the user, and separates connections', async () => {
    const { folder, files, usage } = logIn();
    usage.add({ ...chat, cost: 0.25, currency: 'USD' });
    usage.add({ feature: 'images', model: 'acme/paint', images: 2 });
    new UsageLog('second', key, async () => files).add(chat);
    await vi.waitFor(() => expect(readdirSync(folder)).toHaveLength(2));
    const { records } = await usage.load();
    expect(records).toEqual([
      { at, workspace: expect.any(String), ...chat, cost: 0.25, currency: 'USD' },
      { at, workspace: expect.any(String), feature: 'images', model: 'acme/paint', images: 2 },
    ]);
    for (const name of readdirSync(folder)) expect(statSync(path.join(folder, name)).mode & 0o077).toBe(0);
  });

  test('never contains the key, also if a model or a currency does', async () => {
    const { folder, usage } = logIn();
    usage.add({ ...chat, model: `acme/${key}`, currency: `x ${encodeURIComponent(key).toUpperCase()}` });
    await vi.waitFor(() => expect(readdirSync(folder)).toHaveLength(1));
    expect(textIn(folder).join('').toLowerCase()).not.toContain(key);
  });

  test('keeps the records of two windows, and skips a line that was cut off', async () => {
    const { folder, usage } = logIn();
    const other = logIn(folder).usage;
    for (let at = 0; at < 50; at++) (at % 2 === 0 ? usage : other).add({ ...chat, input: at });
    await settle();
    const [name = ''] = readdirSync(folder);
    writeFileSync(path.join(folder, name), '\n{"at": 1, "mod', { flag: 'a' });
    usage.add({ ...chat, input: 50 });
    await settle();
    const { records, skipped } = await usage.load();
    expect(records.map(({ input }) => input)).toEqual(Array.from({ length: 51 }, (_, at) => at));
    expect(skipped).toBe(1);
  });

  test.each([
    '1',
    '[]',
    '{"at":1e99,"model":"a","workspace":"","feature":"chat"}',
    '{"at":1,"model":"a","feature":"x"}',
  ])("leaves out a line that isn't a record: %s", async (line) => {
    const { folder, usage } = logIn();
    writeFileSync(path.join(folder, 'default.2026-11.jsonl'), line);
    expect(await usage.load()).toEqual({ records: [], skipped: 1 });
  });

  test('loads only the months that are asked for', async () => {
    const { folder, usage } = logIn();
    for (const month of ['2025-12', '2026-10'])
      writeFileSync(path.join(folder, `default.${month}.jsonl`), `\n${JSON.stringify({ at, workspace: '', ...chat })}`);
    usage.add(chat);
    await settle();
    const counts = ['', '2026-10', '2026-11'].map(async (from) => (await usage.load(from)).records.length);
    expect(await Promise.all(counts)).toEqual([3, 2, 1]);
  });

  test("doesn't fail a request if the disk is full", async () => {
    const full = {
      log: () => ({
        append: () => {
          throw new Error('ENOSPC');
        },
      }),
    } as unknown as FolderFiles;
    const usage = new UsageLog('default', key, async () => full);
    expect(() => usage.add(chat)).not.toThrow();
    await settle();
  });

  test('deletes the oldest months beyond the limit, and never the current one', async () => {
    const { folder, usage } = logIn();
    for (const month of ['2026-08', '2026-09', '2026-10'])
      writeFileSync(path.join(folder, `default.${month}.jsonl`), Buffer.alloc(maxUsageBytes / 2 - 1000, '\n'));
    usage.add(chat);
    await vi.waitFor(() => expect(readdirSync(folder).sort()).not.toContain('default.2026-08.jsonl'));
    expect(readdirSync(folder).sort()).toEqual([
      'default.2026-09.jsonl',
      'default.2026-10.jsonl',
      'default.2026-11.jsonl',
    ]);
  });

  test('is deleted for all connections, and undo keeps what was recorded meanwhile', async () => {
    const { folder, files, usage } = logIn();
    usage.add(chat);
    new UsageLog('second', key, async () => files).add(chat);
    await settle();
    const restore = await forgetUsage(files);
    expect(readdirSync(folder)).toEqual([]);
    usage.add({ ...chat, input: 9 });
    await settle();
    restore?.();
    expect((await usage.load()).records.map(({ input }) => input).sort()).toEqual([3, 9]);
    expect(readdirSync(folder)).toHaveLength(2);
    await forgetUsage(files);
    expect(await forgetUsage(files)).toBeUndefined();
  });

  test('reads the month for its budget once, and again only if another window has added to it', async () => {
    settings.set('switchyard.usage.budget', 100);
    const { folder, files, usage } = logIn();
    const read = vi.spyOn(files, 'read');
    const mark = vi.spyOn(files, 'stat');
    /** Waits for checks that follow each other: what another window adds meanwhile would count for them. */
    const checked = async () => {
      for (let count = 0; count !== mark.mock.calls.length; ) {
        count = mark.mock.calls.length;
        await Promise.all([...mark.mock.results, ...read.mock.results].map(({ value }) => value));
        await settle(2);
      }
    };
    const add = async (log: UsageLog, cost: number) => {
      const checks = mark.mock.calls.length;
      log.add({ ...chat, cost, currency: 'USD' });
      if (log !== usage) return;
      await expect.poll(() => mark.mock.calls.length).toBeGreaterThan(checks);
      await checked();
    };
    // Requests that end together.
    await Promise.all([add(usage, 1), add(usage, 1)]);
    await expect.poll(() => read.mock.calls.length).toBe(1);
    await add(usage, 1);
    await add(logIn(folder).usage, 98);
    await expect.poll(() => shown).toHaveLength(1);
    expect(read).toHaveBeenCalledTimes(1);
    await add(usage, 1);
    await expect.poll(() => read.mock.calls.length).toBe(2);
  });

  test('tells once a month, in one window only, that the budget was reached', async () => {
    settings.set('switchyard.usage.budget', 1);
    const { folder, usage } = logIn();
    const other = logIn(folder).usage;
    usage.add({ ...chat, cost: 0.75, currency: 'USD' });
    // Another currency isn't added.
    other.add({ ...chat, cost: 0.75, currency: 'EUR' });
    await settle();
    expect(shown).toEqual([]);
    for (const log of [usage, other, usage]) log.add({ ...chat, cost: 0.25, currency: 'USD' });
    await vi.waitFor(() => expect(shown).toHaveLength(1));
    await settle();
    expect(shown).toEqual([
      expect.stringMatching(
        /^This month, requests have cost \$1\.\d\d with this connection\. Your budget is \$1\.00\.$/,
      ),
    ]);
    vi.setSystemTime(Date.parse('2026-12-02T12:00:00Z'));
    usage.add({ ...chat, cost: 2, currency: 'USD' });
    await vi.waitFor(() => expect(shown).toHaveLength(2));
  });
});

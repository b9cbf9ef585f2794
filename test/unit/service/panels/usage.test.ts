/** The page with usage and costs. */
import { describe, expect, test } from 'vitest';
import { exportCsv, usageCsv } from '../../../../src/service/panels/usage/usage-panel.ts';
import { type UsageChoice, usageViewModel } from '../../../../src/service/panels/usage/usage-view-model.ts';
import type { UsageRecord } from '../../../../src/service/session/usage-log.ts';
import { shown, Uri, window, workspace } from '../../fake-vscode.ts';

const now = new Date(2026, 10, 20, 12).getTime();
const day = 24 * 3600 * 1000;
const record = (more: Partial<UsageRecord> = {}): UsageRecord => ({
  ...{ at: now, model: 'acme/one', feature: 'chat', workspace: 'shop', input: 1000, output: 10 },
  ...{ estimated: false, cost: 0.25, currency: 'USD', ...more },
});
const { cost: _cost, currency: _currency, ...unpriced } = record();
const page = (records: readonly UsageRecord[], choice: Partial<UsageChoice> = {}, budget = 0) =>
  usageViewModel('Work', { records, skipped: 0 }, { group: 'day', period: 'all', ...choice }, budget, now);
const cells = (records: readonly UsageRecord[], choice: Partial<UsageChoice>) =>
  page(records, choice).rows.map(({ name, requests, cost }) => [name, requests, cost]);

describe('usage', () => {
  test('is summed by day, model, feature, and workspace', () => {
    const records = [
      record({ at: now - day, workspace: '' }),
      record({ model: 'acme/two', feature: 'editorChat' }),
      record({ model: 'acme/two' }),
    ];
    expect(cells(records, { group: 'day' })).toEqual([
      ['Today', '2', '$0.50'],
      ['Yesterday', '1', '$0.25'],
    ]);
    expect(cells(records, { group: 'model' })).toEqual([
      ['acme/two', '2', '$0.50'],
      ['acme/one', '1', '$0.25'],
    ]);
    expect(cells(records, { group: 'feature' }).map(([name]) => name)).toEqual(['Chat', "VS Code's chat"]);
    expect(cells(records, { group: 'workspace' }).map(([name]) => name)).toEqual(['shop', '(no workspace)']);
    expect(page(records).sum).toMatchObject({ requests: '3', input: '3,000', output: '30', cost: '$0.75' });
  });

  test('of a period leaves out what was before', () => {
    const records = [record(), record({ at: now - 19 * day - day }), record({ at: now - 40 * day })];
    expect(['month', '30', 'all'].map((period) => page(records, { period } as UsageChoice).sum.requests)).toEqual([
      '1',
      '2',
      '3',
    ]);
    expect(page(records).facts[0]?.value).toBe('$0.25');
  });

  test('never adds currencies, and an unknown cost stays unknown', () => {
    const inCredits = { ...unpriced, cost: 3 };
    const records = [record(), record({ currency: 'EUR' }), inCredits, unpriced];
    expect(page(records).sum.cost).toBe('$0.25 + €0.25 + 3 (currency unknown) + unknown');
    expect(page([unpriced]).sum.cost).toBe('cost unknown');
    expect(page([unpriced]).remarks[0]).toBe('Requests without a known cost: 1. They are in no sum.');
  });

  test('says how many rows are only in the exported file, and how many records are unreadable', () => {
    const records = Array.from({ length: 502 }, (_, at) => record({ model: `acme/${at}` }));
    const remarks = (count: number, skipped: number) => {
      const list = { records: records.slice(0, count), skipped };
      return usageViewModel('Work', list, { group: 'model', period: 'all' }, 0, now).remarks.slice(0, -1);
    };
    expect(remarks(500, 0)).toEqual([]);
    expect(remarks(502, 3)).toEqual(['2 more rows are in the exported file.', "Records that couldn't be read: 3."]);
  });

  test('is not said to be none if records cannot be read', () => {
    const of = (skipped: number) => {
      const { note, facts } = usageViewModel(
        'Work',
        { records: [], skipped },
        { group: 'day', period: 'month' },
        0,
        now,
      );
      return [note, facts[0]?.value];
    };
    expect(of(0)).toEqual(['No usage in this period. Requests to models appear here.', 'no requests']);
    expect(of(1)).toEqual(['', 'unknown']);
  });

  test('marks estimates', () => {
    const { sum, remarks } = page([record(), record({ estimated: true })]);
    expect([sum.input, sum.cost]).toEqual(['≈ 2,000', '≈ $0.50']);
    expect(remarks[0]).toMatch(/^≈: /);
    // The estimate has no cost, so the cost of the others isn't one.
    expect(page([record(), { ...unpriced, estimated: true }]).sum.cost).toBe('$0.25 + unknown');
  });

  test('shows images, characters, and minutes, and no tokens where none were used', () => {
    const media = { at: now, model: 'm', workspace: '' };
    const { sum } = page([
      { ...media, feature: 'images', images: 2 },
      { ...media, feature: 'speech', characters: 1200 },
      { ...media, feature: 'transcripts', minutes: 2.25 },
    ]);
    expect([sum.input, sum.output, sum.other]).toEqual(['', '', 'Images: 2 · Characters: 1,200 · Minutes: 2.3']);
  });

  test('is exported as CSV, with text that a spreadsheet would run as a formula made harmless', () => {
    const lines = usageCsv([record({ at: 0, workspace: '=1+1' }), { ...unpriced, at: 0 }]).split('\r\n');
    expect(lines[0]).toBe(
      '\uFEFFtime,model,feature,workspace,input_tokens,output_tokens,estimated,images,characters,minutes,cost,currency',
    );
    expect(lines[1]).toBe('1970-01-01T00:00:00.000Z,acme/one,chat,"\'=1+1",1000,10,false,,,,0.25,USD');
    expect(lines[2]).toBe('1970-01-01T00:00:00.000Z,acme/one,chat,shop,1000,10,false,,,,,');
  });
  test('is exported with a warning if records could not be read', async () => {
    const written: string[] = [];
    const writeFile = async (_: unknown, bytes: Uint8Array) => void written.push(new TextDecoder().decode(bytes));
    Object.assign(window, { showSaveDialog: async () => Uri.file('/usage.csv') });
    Object.assign(workspace, { fs: { writeFile } });
    shown.length = 0;
    for (const skipped of [0, 3]) await exportCsv({ load: async () => ({ records: [record()], skipped }) });
    expect(shown).toEqual(['Usage exported.', "Usage exported without the records that couldn't be read: 3."]);
    expect(written).toHaveLength(2);
  });
});

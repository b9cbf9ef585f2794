import { describe, expect, test } from 'vitest';
import type { WorkflowDetails } from '../../../../src/service/api/index.ts';
import type { VersionDetails } from '../../../../src/service/api/records.ts';
import { parseMessage } from '../../../../src/service/panels/messages.ts';
import {
  detailsViewModel,
  type LoadedDetails,
  readDetails,
} from '../../../../src/service/panels/workflow/details-view-model.ts';
import { startOfDay } from '../../../../src/service/panels/workflow/statistics.ts';
import { statisticsViewModel } from '../../../../src/service/panels/workflow/statistics-view-model.ts';
import type { ServiceSession } from '../../../../src/service/session/session.ts';
import { interpretSchedule } from '../../../../src/service/workflows/schedule.ts';
import { listed, now } from './fixtures.ts';

const hostile = 'a\u202eb\u200bc';

test('details are loaded with the latest runs of the workflow', async () => {
  const asked: object[] = [];
  const session = {
    workflows: { reloadDetail: async () => ({ id: 'w', active_version_id: null, schedule_options: null }) },
    feed: {
      page: async (query: object) => {
        asked.push(query);
        return { items: [listed({ id: 'r1' })], isNewestKnown: false };
      },
    },
  } as unknown as ServiceSession;
  const { runs, isNewestKnown } = await readDetails(session, 'w');
  expect(asked).toEqual([{ workflow_id: 'w', page: 1, limit: 100 }]);
  expect([runs.map(({ id }) => id), isNewestKnown]).toEqual([['r1'], false]);
});

describe('statistics of a range', () => {
  const today = startOfDay(now, 0);
  const at = (daysAgo: number, hours = 12) => new Date(startOfDay(now, daysAgo) + hours * 3_600_000).toISOString();
  const runs = [0, 3, 6, 7, 40].map((daysAgo) => listed({ id: `r${daysAgo}`, created_at: at(daysAgo), duration: 2 }));

  test.each([
    ['7', 7, 3],
    ['30', 30, 4],
    ['loaded', 41, 5],
  ] as const)('for "%s" include %i days and %i runs', (range, days, count) => {
    const view = statisticsViewModel('Flow', { items: runs, total: 9 }, range, today + 13 * 3_600_000);
    expect([view.days.length, view.durations.length]).toEqual([days, count]);
    expect(view.days.reduce((sum, { succeeded }) => sum + succeeded, 0)).toBe(count);
  });

  test('do not call runs the latest ones if the newest are not known', () => {
    const scope = (isNewestKnown: boolean) =>
      statisticsViewModel('Flow', { items: runs, total: 900, isNewestKnown }, 'loaded', now).scope;
    expect(scope(true)).toMatch(/^Latest 5 of 900 runs: /);
    expect(scope(false)).toMatch(/^5 of 900 runs: .*newer runs may be missing/);
  });

  test('have empty days if the range has no runs', () => {
    const view = statisticsViewModel('Flow', { items: [], total: 0 }, '7', now);
    expect(view.days).toHaveLength(7);
    expect([view.scope, view.durations, view.marks]).toEqual(['No runs in this range.', [], []]);
  });

  test('of runs without a known time do not say that there are none', () => {
    const { scope } = statisticsViewModel(
      'Flow',
      { items: [listed({ created_at: 'yesterday' })], total: 1 },
      'loaded',
      now,
    );
    expect(scope).toBe('Runs without a known time: 1.');
  });

  test.each([
    ['2300-12-31T00:00:00Z', '7', 7],
    ['9999-12-31T00:00:00Z', 'loaded', 41],
    ['0002-01-01T00:00:00Z', 'loaded', 120],
  ] as const)(
    'for a run of %s in the range "%s" have only the days near the other runs',
    (created_at, range, count) => {
      const odd = [...runs, listed({ id: 'odd', created_at, duration: 2 })];
      const { days, facts } = statisticsViewModel('Flow', { items: odd, total: 6 }, range, today + 13 * 3_600_000);
      const name = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' }).format(today);
      expect([days.length, days.at(-1)?.date, days.at(-1)?.succeeded]).toEqual([count, name, 1]);
      expect(facts.at(-1)?.value).toBe(range === '7' ? '4 of 4' : '6 of 6');
    },
  );

  test('place points within their day', () => {
    const { durations } = statisticsViewModel('Flow', { items: runs, total: 5 }, '7', today + 13 * 3_600_000);
    expect(durations.map(({ at: place }) => place)).toEqual([0.5, 3.5, 6.5]);
  });

  test('label the median and 95th percentile with their short forms', () => {
    const { facts, marks } = statisticsViewModel('Flow', { items: runs, total: 5 }, 'loaded', now);
    expect(facts.map(({ name }) => name)).toEqual([
      'Success rate',
      'Median duration (p50)',
      '95th percentile (p95)',
      'Finished runs',
    ]);
    expect(marks).toEqual([
      { seconds: 2, name: 'Median (p50)' },
      { seconds: 2, name: 'p95' },
    ]);
  });
});

describe('the details of a workflow', () => {
  const details: WorkflowDetails = {
    id: 'w',
    active_version_id: 'v',
    webhook_url: 'https://host.example/hook',
    name: 'Flow',
    description: null,
    metadata: '{"owner":"ada"}',
    schedule_options: '{"everyMinutes":1440,"timezone":"UTC"}',
    next_run_at: new Date(now + 7_200_000).toISOString(),
    status: 'enabled',
    created_at: new Date(now).toISOString(),
    updated_at: new Date(now).toISOString(),
  };
  const version: VersionDetails = {
    id: 'v',
    display_name: 'v44',
    revision: 44,
    state: 'published',
    created_at: details.created_at,
    updated_at: details.updated_at,
    commit_message: 'Fix the date format',
  };
  const loaded = (more: Partial<LoadedDetails> = {}, record: Partial<WorkflowDetails> = {}): LoadedDetails => {
    const { schedule_options: schedule } = { ...details, ...record };
    return {
      details: { ...details, ...record },
      schedule: schedule ? interpretSchedule(schedule) : undefined,
      version,
      runs: [listed()],
      isNewestKnown: true,
      ...more,
    };
  };
  const factsOf = (from: LoadedDetails) =>
    Object.fromEntries(detailsViewModel(from, now).facts.map(({ name, value }) => [name, value]));

  test('show the schedule as sent and in words, the next run, and the number and message of the active version', () => {
    expect(factsOf(loaded())).toMatchObject({
      Status: 'enabled',
      'Schedule, as sent': '{"everyMinutes":1440,"timezone":"UTC"}',
      Schedule: 'Every day (time zone: UTC)',
    });
    expect(factsOf(loaded())['Next run']).toMatch(/\(in 2 ?h/);
    expect(detailsViewModel(loaded(), now).version).toEqual({
      name: 'Revision 44: v44',
      message: 'Fix the date format',
      runs: 'Its latest 1 runs, without tests: 1 succeeded, 0 failed.',
    });
  });

  test.each<[string, string]>([
    ['v SUCCEEDED', 'Its latest 1 runs, without tests: 1 succeeded, 0 failed.'],
    [
      'v RUNNING, v FAILED, u FAILED, u SUCCEEDED',
      'Its runs since Nov 20, 2026, 10:01:00 AM, without tests: 0 succeeded, 1 failed, 1 neither. Of the 2 runs before, 1 failed.',
    ],
    [
      'v SUCCEEDED, u FAILED, v FAILED',
      'Its runs since Nov 20, 2026, 11:01:00 AM, without tests: 1 succeeded, 0 failed. Of the 2 runs before, 2 failed.',
    ],
    ['v FAILED TEST, u SUCCEEDED, v FAILED', 'The latest run, 2h ago, ran another version.'],
    ['v FAILED TEST', ''],
    ['', ''],
  ])('tell how the runs of the active version went: %s', (text, expected) => {
    const runs = text.split(', ').flatMap((one, at) => {
      const [version_id, status, type = 'WEBHOOK'] = one.split(' ');
      const created_at = new Date(now - (at + 1) * 3_600_000).toISOString();
      return version_id && status ? [listed({ id: `r${at}`, version_id, status, type, created_at })] : [];
    });
    expect(detailsViewModel(loaded({ runs: runs.toReversed() }), now).version?.runs).toBe(expected);
    expect(detailsViewModel(loaded({ runs, isNewestKnown: false }), now).version?.runs).toBe('');
  });

  test('show an unrecognized schedule unchanged', () => {
    expect(factsOf(loaded({}, { schedule_options: 'at dawn' })).Schedule).toBe('at dawn');
    expect(factsOf(loaded({}, { schedule_options: null, next_run_at: null }))).toMatchObject({
      Schedule: 'none',
      'Next run': 'none',
    });
  });

  test('report parts that failed to load and show the rest', () => {
    const view = detailsViewModel(
      loaded({ version: undefined, versionProblem: new Error('gone'), runs: [], runsProblem: new Error('down') }),
      now,
    );
    expect(view.version).toBeNull();
    expect(view.facts.find(({ name }) => name === 'Active version')?.value).toContain('gone');
    expect(view.runsNote).toMatch(/^Couldn't load the latest runs\. .*down/);
    expect(view.webhook).toBe('https://host.example/hook');
  });

  test.each([
    ['enabled', ['disable']],
    ['disabled', ['enable']],
    ['paused', ['enable', 'disable']],
  ])('offer the changes of a workflow that is %s', (status, changes) => {
    expect(detailsViewModel(loaded({}, { status } as Partial<WorkflowDetails>), now).changes).toEqual(changes);
  });

  test('say that newer runs may be missing, or that there are none', () => {
    expect(detailsViewModel(loaded({ isNewestKnown: false }), now).runsNote).toContain('newer runs may be missing');
    expect(detailsViewModel(loaded({ runs: [] }), now).runsNote).toBe('No runs yet.');
    const unread = detailsViewModel(loaded({ unreadable: { count: 1, why: 'id is missing' } }), now);
    expect([unread.runsNote, unread.version?.runs]).toEqual(['Unreadable rows: 1. id is missing', '']);
    expect(detailsViewModel(loaded(), now).runsNote).toBe('');
  });

  test('show only the ID of an active version that is not loaded yet', () => {
    expect(factsOf(loaded({ version: undefined }))['Active version']).toBe('v');
  });

  test('preserve large numbers and duplicate names in the metadata', () => {
    const metadata = '{"id":12345678901234567890,"id":1.0}';
    expect(detailsViewModel(loaded({}, { metadata }), now).metadata).toBe(
      '{\n  "id": 12345678901234567890,\n  "id": 1.0\n}',
    );
  });

  test('show text from the service without invisible and reordering characters', () => {
    const record = { name: hostile, description: hostile, webhook_url: hostile, metadata: hostile, status: hostile };
    const view = detailsViewModel(loaded({}, record as Partial<WorkflowDetails>), now);
    expect(JSON.stringify(view)).not.toMatch(/[\u202e\u200b]/);
    expect([view.title, view.description, view.webhook, view.metadata]).toEqual(['abc', 'abc', 'abc', 'abc']);
  });
});

describe('parseMessage', () => {
  type Kind = keyof typeof parseMessage;

  test.each<[Kind, object]>([
    ['run', { kind: 'ready' }],
    ['details', { kind: 'refresh' }],
    ['statistics', { kind: 'range', range: '7' }],
    ['run', { kind: 'action', action: 'explain' }],
    ['details', { kind: 'action', action: 'publish' }],
    ['details', { kind: 'openRun', run: 0 }],
    ['run', { kind: 'openError', step: 1, of: 'before' }],
    ['run', { kind: 'includePayload', isIncluded: true }],
  ])('of the panel "%s" accepts %j without unknown properties', (panel, message) => {
    expect(parseMessage[panel]({ ...message, command: 'workbench.action.quit' })).toEqual(message);
  });

  test.each<[Kind, unknown]>([
    ['statistics', { kind: 'range', range: '9999' }],
    ['run', { kind: 'action', action: 'workbench.action.quit' }],
    ['run', { kind: 'action', action: 'publish' }],
    ['details', { kind: 'openRun', run: 'r1' }],
    ['details', { kind: 'openRun', run: -1 }],
    ['statistics', { kind: 'openRun', run: 0 }],
    ['run', { kind: 'openError', step: 0.5, of: 'timeline' }],
    ['run', { kind: 'includePayload', isIncluded: 1 }],
    ['run', { kind: 'other' }],
    ['run', null],
  ])('of the panel "%s" rejects %j', (panel, message) => expect(parseMessage[panel](message)).toBeUndefined());
});

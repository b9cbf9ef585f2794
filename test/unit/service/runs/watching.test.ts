import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Memento } from 'vscode';
import { refreshRuns } from '../../../../src/service/runs/run-refresher.ts';
import { Notifier } from '../../../../src/service/runs/watching/notifier.ts';
import { WatchList } from '../../../../src/service/runs/watching/watch-list.ts';
import { FakeClock } from '../../fake-clock.ts';
import { chosen, commands, EventEmitter, FakeMemento, settings, shown } from '../../fake-vscode.ts';
import { settle } from '../../settle.ts';
import { at, run } from './run.ts';
import { FakeService } from './service.ts';

const PAGE = 3;
const running = { status: 'RUNNING', finished_at: null } as const;
const failed = (id: string, created = at(10, 13)) => run(id, { status: 'FAILED', created_at: created });

/** Creates the parts of workflows and runs that watching needs, without a visible view. */
function setUp() {
  const service = new FakeService();
  const { accounts } = service;
  const { feed, latest } = service.session;
  const watched = new WatchList(new FakeMemento() as Memento);
  const notifier = new Notifier(accounts, watched);
  const told: string[] = [];
  notifier.onDidNotify((runs) => told.push(...runs.map(({ id }) => id)));
  const clock = new FakeClock();
  const unseen = { visible: false, onDidChangeVisibility: new EventEmitter().event };
  const visibility = new EventEmitter();
  const runsView = { visible: false, onDidChangeVisibility: visibility.event };
  const show = (visible: boolean) => {
    runsView.visible = visible;
    visibility.fire(undefined);
  };
  const sources = { runsTree: { view: runsView, expandedRuns: [] }, workflowsView: unseen, watched, notifier };
  accounts.forEachSession((session) => refreshRuns({ ...sources, session }, clock));
  return { service, watched, feed, latest, told, clock, show };
}

beforeEach(() => {
  settings.set('switchyard.runs.pageSize', PAGE);
  settings.set('switchyard.refresh.whileRunning', 3);
  settings.set('switchyard.refresh.whenIdle', 60);
});

describe('a watched workflow', () => {
  test('reports a run that starts and fails before the next poll', async () => {
    const { service, watched, told, clock } = setUp();
    service.runs = [run('old')];
    await watched.watch('wf', 'failures');
    await settle();
    service.runs = [failed('quick'), ...service.runs];
    await clock.advanceAndSettle(60_000);
    expect(told).toEqual(['quick']);
    expect(shown).toEqual(['"wf": failed after 1.5 s.']);
  });

  test('says at which step a run failed, and why', async () => {
    const { service, watched, clock } = setUp();
    service.runs = [run('old')];
    await watched.watch('wf', 'failures');
    await settle();
    service.steps = [
      { step_name: 'Fetch', status: 'SUCCEEDED', error: null },
      { step_name: 'Send', status: 'FAILED', error: 'Mailbox full\nat line 1' },
    ];
    service.runs = [failed('quick'), ...service.runs];
    await clock.advanceAndSettle(60_000);
    expect(shown).toEqual(['"wf" failed at Send after 1.5 s: Mailbox full at line 1']);
  });

  test.each([
    ['FAILED', 'Open', 'switchyard.runs.openPanel'],
    ['FAILED', 'Explain', 'switchyard.chat.explainRun'],
    ['SUCCEEDED', 'Open', 'switchyard.runs.openPanel'],
  ])('reports a run that ended as %s with a button %s, which runs %s', async (status, button, command) => {
    const execute = vi.fn(async () => undefined);
    Object.assign(commands, { executeCommand: execute });
    const { service, watched, clock } = setUp();
    service.runs = [run('old')];
    await watched.watch('wf', 'every');
    await settle();
    service.runs = [run('ended', { status, created_at: at(10, 13) }), ...service.runs];
    chosen.push(button);
    await clock.advanceAndSettle(60_000);
    expect(execute.mock.calls).toEqual([[command, { kind: 'run', id: 'ended' }]]);
  });

  test.each([
    ['failures', ['failed']],
    ['every', ['failed', 'canceled', 'succeeded']],
  ] as const)('reports the runs that end as wanted: %s', async (mode, wanted) => {
    const { service, watched, told, clock } = setUp();
    const ended = (id: string, status: string) => run(id, { status, created_at: at(10, 13) });
    service.runs = [run('old')];
    await watched.watch('wf', mode);
    await settle();
    service.runs = [ended('failed', 'FAILED'), ended('canceled', 'CANCELLED'), ended('succeeded', 'SUCCEEDED')];
    await clock.advanceAndSettle(60_000);
    expect(new Set(told)).toEqual(new Set(wanted));
  });

  test('reports a run of a service that sends the oldest runs first', async () => {
    const { service, watched, told, clock } = setUp();
    service.runs = Array.from({ length: 8 }, (_, hour) => run(`r${hour}`, { created_at: at(10, hour) }));
    await watched.watch('wf', 'failures');
    await settle();
    service.runs = [...service.runs, failed('quick')];
    await clock.advanceAndSettle(60_000);
    expect(told).toEqual(['quick']);
  });

  test('reports a failed run when another view requests its page before the newest page is loaded', async () => {
    const { service, watched, feed, told, clock } = setUp();
    service.runs = [run('a', running)];
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    service.gate = gate;
    await watched.watch('wf', 'failures');
    service.gate = undefined;
    await feed.page({ page: 1, limit: 5, workflow_id: 'wf' });
    service.runs = [failed('a', at(10, 12))];
    open();
    await clock.advanceAndSettle(60_000);
    expect(told).toEqual(['a']);
  });

  test('reports a failed run once, regardless of how many views request the same page', async () => {
    const { service, watched, feed, latest, told } = setUp();
    await watched.watch('wf', 'failures');
    await settle();
    service.runs = [failed('a')];
    const query = { page: 1, limit: PAGE };
    await Promise.all([latest.refresh(), feed.page(query), feed.page({ ...query, workflow_id: 'wf' })]);
    await feed.page(query);
    expect(told).toEqual(['a']);
  });

  test('reports a failed run when the view that first requested the page cancels', async () => {
    const { service, watched, feed, latest, told } = setUp();
    await watched.watch('wf', 'failures');
    await settle();
    service.runs = [failed('a')];
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    service.gate = gate;
    const left = new AbortController();
    const first = feed.page({ page: 1, limit: PAGE }, left.signal).catch(() => 'left');
    const second = latest.refresh();
    left.abort();
    open();
    expect(await first).toBe('left');
    await second;
    expect(latest.failure).toBeUndefined();
    expect(told).toEqual(['a']);
  });

  test('reports a failed run that newer runs pushed off the newest page', async () => {
    const { service, watched, told, clock } = setUp();
    const slow = run('slow', { ...running, created_at: at(10, 12) });
    service.runs = [slow];
    await watched.watch('wf', 'failures');
    await settle();
    const others = [1, 2, 3].map((minute) =>
      run(`other ${minute}`, { workflow_id: 'busy', created_at: at(10, 13, minute) }),
    );
    service.runs = [...others.toReversed(), slow];
    await clock.advanceAndSettle(60_000);
    service.runs = [...others.toReversed(), failed('slow', at(10, 12))];
    await clock.advanceAndSettle(180_000);
    expect(told).toEqual(['slow']);
  });

  test('reports a failed run when more runs than a page holds start between two polls', async () => {
    const { service, watched, told, clock } = setUp();
    service.runs = [run('old', { created_at: at(10, 11) })];
    await watched.watch('wf', 'failures');
    await settle();
    const others = [1, 2, 3, 4].map((minute) =>
      run(`other ${minute}`, { workflow_id: 'busy', created_at: at(10, 14, minute) }),
    );
    service.runs = [...others.toReversed(), failed('buried'), ...service.runs];
    await clock.advanceAndSettle(60_000);
    expect(told).toEqual(['buried']);
  });

  test('reports a failed run that started in the same second as the newest run', async () => {
    const { service, watched, told, clock } = setUp();
    service.runs = [run('old')];
    await watched.watch('wf', 'failures');
    await settle();
    service.runs = [failed('same second', at(10, 12)), run('old')];
    await clock.advanceAndSettle(60_000);
    expect(told).toEqual(['same second']);
  });

  test('ignores runs that ended before the first poll and runs of another account', async () => {
    const { service, watched, told, clock } = setUp();
    service.runs = [failed('history'), failed('older', at(9, 12))];
    await watched.watch('wf', 'failures');
    await clock.advanceAndSettle(120_000);
    service.runs = [failed('of another account', at(11, 12))];
    service.replace();
    await clock.advanceAndSettle(120_000);
    expect(told).toEqual([]);
  });

  test('requests a run that was deleted from the service only once', async () => {
    const { service, watched, clock } = setUp();
    service.runs = [run('gone', running)];
    await watched.watch('wf', 'failures');
    await settle();
    service.runs = [run('new', { created_at: at(10, 13) })];
    await clock.advanceAndSettle(600_000);
    expect(service.asked.filter((one) => one === 'gone')).toEqual(['gone']);
  });
});

describe('the list of runs', () => {
  const setUpList = async () => {
    const parts = setUp();
    const { runs } = parts.service.session;
    parts.service.runs = [run('a', running)];
    await runs.refresh();
    return { ...parts, runs };
  };

  test('is refreshed when its view appears again, without waiting for the interval', async () => {
    const { service, runs, show, clock } = await setUpList();
    show(true);
    service.runs = [failed('b'), failed('a', at(10, 12))];
    await clock.advanceAndSettle(3000);
    expect(runs.get('a')?.status).toBe('FAILED');
    show(false);
    service.runs = [failed('c', at(10, 14)), ...service.runs];
    await clock.advanceAndSettle(45_000);
    expect(runs.get('c')).toBeUndefined();
    show(true);
    await clock.advanceAndSettle(1);
    expect(runs.get('c')).toBeDefined();
    const { length } = service.asked;
    for (let count = 0; count < 10; count++) {
      show(false);
      show(true);
      await clock.advanceAndSettle(1);
    }
    expect(service.asked).toHaveLength(length);
  });

  test('has the state of a run that another request received', async () => {
    const { service, runs, feed } = await setUpList();
    service.runs = [failed('a', at(10, 12))];
    await feed.page({ page: 1, limit: PAGE });
    expect(runs.get('a')?.status).toBe('FAILED');
    service.runs = [run('a', { created_at: at(10, 12) })];
    await feed.run('a');
    expect(runs.get('a')?.status).toBe('SUCCEEDED');
    expect(runs.count).toBe(1);
  });
});

import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Memento } from 'vscode';
import { refreshRuns } from '../../../../src/service/runs/run-refresher.ts';
import type { Notifier } from '../../../../src/service/runs/watching/notifier.ts';
import { PinnedWorkflowStatus } from '../../../../src/service/runs/watching/pinned.ts';
import { WatchList } from '../../../../src/service/runs/watching/watch-list.ts';
import { FakeClock } from '../../fake-clock.ts';
import { EventEmitter, FakeMemento, settings } from '../../fake-vscode.ts';
import { settle } from '../../settle.ts';
import { workflow } from '../api/support.ts';
import { at, run } from './run.ts';
import { FakeService } from './service.ts';

/** Starts with a pinned workflow and without a visible view, as after a reload of the window. */
async function setUp(...runs: FakeService['runs']) {
  const service = new FakeService();
  service.workflows = [workflow];
  service.runs = runs;
  const { accounts, session } = service;
  const watched = new WatchList(new FakeMemento() as Memento);
  await watched.pin('wf_1');
  const pinned = new PinnedWorkflowStatus(accounts, watched);
  const unseen = { visible: false, onDidChangeVisibility: new EventEmitter().event };
  const clock = new FakeClock();
  const start = () =>
    refreshRuns(
      {
        session,
        runsTree: { view: unseen, expandedRuns: [] },
        workflowsView: unseen,
        watched,
        notifier: { unfinishedOffPage: [] } as unknown as Notifier,
      },
      clock,
    );
  return { service, pinned, start, clock };
}

const others = (count: number) => Array.from({ length: count }, (_, index) => run(`other ${index}`));
const mine = run('mine', { workflow_id: 'wf_1', status: 'RUNNING' });

beforeEach(() => {
  settings.set('switchyard.runs.pageSize', 3);
  settings.set('switchyard.refresh.whileRunning', 3);
  settings.set('switchyard.refresh.whenIdle', 60);
});

describe('the pinned workflow', () => {
  test('shows its name after a reload', async () => {
    const { service, pinned, start, clock } = await setUp(mine);
    start();
    await settle(3);
    await clock.advanceAndSettle(60_000);
    expect(pinned.text).toBe('$(loading~spin) Invoice intake: running');
    expect(service.lists).toBe(1);
  });

  test("shows its latest run even if it isn't on the newest page", async () => {
    const { service, pinned, start, clock } = await setUp(...others(3), mine);
    start();
    await settle(3);
    await clock.advanceAndSettle(60_000);
    expect(pinned.text).toContain(': running');
    expect(service.asked.filter((query) => typeof query === 'object' && query.workflow_id === 'wf_1')).toHaveLength(1);
  });

  test('shows no state until its runs are loaded, and then that it has none', async () => {
    const { pinned, start } = await setUp(...others(1));
    expect(pinned.text).toBe('$(symbol-event) wf_1');
    start();
    await settle(3);
    expect(pinned.text).toBe('$(symbol-event) Invoice intake: no runs');
  });

  test('updates the age of its latest run', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval'], now: new Date(at(10, 12, 2)) });
    const { pinned, start } = await setUp(run('ended', { workflow_id: 'wf_1' }));
    start();
    await settle(3);
    expect(pinned.text).toContain('1m ago');
    vi.advanceTimersByTime(3 * 60_000);
    expect(pinned.text).toContain('4m ago');
    vi.useRealTimers();
  });

  test("requests runs that couldn't be loaded again only after other runs arrive", async () => {
    const service = new FakeService();
    const { latest } = service.session;
    service.gate = Promise.reject(new Error('no'));
    await latest.ensureRunsOf('wf_1');
    await latest.ensureRunsOf('wf_1');
    expect(service.asked).toHaveLength(1);
    service.gate = undefined;
    await latest.refresh();
    await latest.ensureRunsOf('wf_1');
    expect(latest.isKnown('wf_1')).toBe(true);
  });
});

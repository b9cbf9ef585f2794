import assert from 'node:assert/strict';
import { commands as registry } from 'vscode';
import { commands, views } from '../../../src/shared/generated/names.ts';
import { until } from '../../until.ts';
import { type OwnService, openOwnService, showViews } from './own-service.ts';
import { rowIn, session } from './world.ts';

describe('watching workflows', () => {
  let own: OwnService;
  before(async () => {
    own = await openOwnService();
    // Ends all active runs, so that only those started by a test are active.
    for (const run of own.service.state.runs.values()) run.startsAt = Math.min(run.startsAt, run.createdAt - run.lasts);
    await session().runs.refresh();
  });
  // Lists catch up on a failure only while they are visible.
  beforeEach(showViews);
  afterEach(async () => {
    own.service.faults.clear();
    const { watched } = own.inside.runs;
    await watched.pin(undefined);
    for (const { workflow } of session().workflows.entries) await watched.watch(workflow.id, undefined);
    await registry.executeCommand('notifications.clearAll');
  });
  after(() => own?.end());

  /** Reads the latest runs. Twice, because the first call may join a request that was sent before. */
  async function refreshLatest(): Promise<void> {
    for (let time = 0; time < 2; time++) await session().latest.refresh();
  }

  const first = () => {
    const [entry] = session().workflows.entries;
    assert.ok(entry);
    return entry.workflow;
  };

  /** Adds a run of this workflow that has just ended. */
  function endRun(workflow: string, ends: 'FAILED' | 'SUCCEEDED'): string {
    const example = [...own.service.state.runs.values()].find((run) => run.workflowId === workflow);
    assert.ok(example);
    const id = `run_${own.service.state.runs.size}_${ends}`;
    own.clock.tick(1000);
    const now = own.clock.now();
    own.service.state.runs.set(id, { ...example, id, ends, createdAt: now, startsAt: now - 60_000, lasts: 1000 });
    return id;
  }

  it('pins a workflow to the status bar with the state of its latest run', async () => {
    const { id, name } = first();
    assert.equal(own.inside.runs.pinned.text, undefined);
    const row = await rowIn(own.inside.workflows.tree, id);
    await registry.executeCommand(commands.workflows.pin, row);
    assert.match(own.inside.runs.pinned.text ?? '', new RegExp(`^\\$\\([a-z~-]+\\) ${name}: `));
    endRun(id, 'FAILED');
    await refreshLatest();
    assert.match(own.inside.runs.pinned.text ?? '', new RegExp(`^\\$\\(error\\) ${name}: failed`));
    await registry.executeCommand(commands.workflows.unpin);
    assert.equal(own.inside.runs.pinned.text, undefined);
  });

  it('reports each ended run once, according to the setting of the workflow', async () => {
    const { id } = first();
    const { watched, notifier } = own.inside.runs;
    const told: string[] = [];
    const last = () => told.at(-1) ?? '';
    const listener = notifier.onDidNotify((runs) => told.push(runs.map((run) => run.id).join()));
    endRun(id, 'FAILED');
    await refreshLatest();
    assert.deepEqual(told, [], 'nothing is watched');
    await watched.watch(id, 'failures');
    await refreshLatest();
    assert.deepEqual(told, [], 'what had ended before is no news');
    const failed = endRun(id, 'FAILED');
    const succeeded = endRun(id, 'SUCCEEDED');
    await refreshLatest();
    assert.deepEqual(told, [failed]);
    await watched.watch(id, 'every');
    const next = [endRun(id, 'SUCCEEDED'), endRun(id, 'FAILED')];
    await refreshLatest();
    assert.equal(told.length, 2, 'one message for both');
    assert.deepEqual(last().split(',').sort(), next.sort());
    assert.ok(!told.join().includes(succeeded));
    listener.dispose();
  });

  it('marks watched workflows, and reports runs that ended while the service was unreachable', async () => {
    const { id } = first();
    const { workflows, runs, accounts } = own.inside;
    const { tree } = workflows;
    const row = async () => {
      const node = (await tree.getChildren()).find((one) => one.id === id);
      assert.ok(node);
      return String(tree.getTreeItem(node).description);
    };
    await runs.watched.watch(id, undefined);
    assert.doesNotMatch(await row(), /watched/);
    await runs.watched.watch(id, 'every');
    assert.match(await row(), / · watched$/);
    await refreshLatest();
    const told: string[] = [];
    const listener = runs.notifier.onDidNotify((ended) => told.push(...ended.map((run) => run.id)));
    own.service.faults.add({ effect: { kind: 'drop' }, count: 0 });
    await session().latest.refresh();
    await session().workflows.refresh();
    assert.equal(accounts.state.kind, 'unreachable');
    const ended = endRun(id, 'FAILED');
    own.service.faults.clear();
    await refreshLatest();
    assert.equal(accounts.state.kind, 'connected');
    assert.deepEqual(told, [ended]);
    await until('the list to be of today again', () => session().workflows.failure === undefined);
    listener.dispose();
  });

  it('counts the runs that failed since the view was last seen', async () => {
    const { id } = first();
    const { view } = own.inside.runs.tree;
    await registry.executeCommand(`${views.runs}.focus`);
    await until('the view to be seen', () => view.visible);
    await refreshLatest();
    assert.equal(view.badge, undefined);
    await registry.executeCommand('workbench.view.explorer');
    await until('the view to be hidden', () => !view.visible);
    endRun(id, 'FAILED');
    endRun(id, 'FAILED');
    endRun(id, 'SUCCEEDED');
    await refreshLatest();
    assert.deepEqual(view.badge, { value: 2, tooltip: '2 runs failed' });
    await registry.executeCommand(`${views.runs}.focus`);
    await until('the badge to go', () => view.badge === undefined);
  });
});

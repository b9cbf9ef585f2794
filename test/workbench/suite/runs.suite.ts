import assert from 'node:assert/strict';
import { env, commands as registry, TreeItemCollapsibleState } from 'vscode';
import type { StepRow } from '../../../src/service/runs/rows.ts';
import type { ServiceSession } from '../../../src/service/session/session.ts';
import { commands } from '../../../src/shared/generated/names.ts';
import type { Row } from '../../../src/shared/list/row.ts';
import { unlistedCommands } from '../../../src/shared/unlisted-commands.ts';
import { api, connect, serviceKey, session } from './world.ts';

describe('the Runs view', () => {
  // A new connection starts with the newest page again.
  beforeEach(async () => {
    await connect(undefined);
    await connect(serviceKey());
  });
  after(() => connect(undefined));

  const children = async (row?: Row<ServiceSession>) => (await api()).runs.tree.getChildren(row);
  /** Returns the runs of all days, and the rows after the days. */
  const rows = async () => {
    const roots = await children();
    return (
      await Promise.all(roots.map(async (root) => (root.id.startsWith('day/') ? children(root) : [root])))
    ).flat();
  };

  it('shows a page of runs, newest first, each once', async () => {
    const nodes = await rows();
    const shown = nodes.flatMap(({ id }) => session().runs.get(id) ?? []);
    assert.equal(shown.length, 50);
    assert.equal(new Set(shown.map((run) => run?.id)).size, 50);
    const created = shown.map((run) => run?.created_at ?? '');
    assert.deepEqual(created, [...created].sort().reverse());
  });

  it('shows the name of the workflow, status, duration and time', async () => {
    const { runs } = await api();
    const [node] = await rows();
    assert.ok(node);
    const item = runs.tree.getTreeItem(node);
    assert.equal(item.collapsibleState, TreeItemCollapsibleState.Collapsed);
    assert.match(item.accessibilityInformation?.label ?? '', /, (pending|running|succeeded|failed|canceled|paused), /);
    assert.doesNotMatch(String(item.description), /pending|running|succeeded|failed|canceled|paused/);
    assert.doesNotMatch(String(item.label), /^[0-9a-f-]{20,}$/, 'the workflow has a name, not an id');
  });

  it('loads more runs until all are loaded', async () => {
    for (let nodes = await rows(); nodes.at(-1)?.id === 'more'; nodes = await rows()) {
      const before = session().runs.runs.length;
      await registry.executeCommand(unlistedCommands.loadMoreRuns);
      assert.ok(session().runs.runs.length > before, 'a page brought something');
    }
    assert.equal(session().runs.runs.length, session().runs.totals?.total);
    assert.ok(session().runs.runs.length >= 300);
  });

  it('expands a failed run to its steps, with the error of the step', async () => {
    const { runs } = await api();
    const nodes = await rows();
    const failed = nodes.find(({ id }) => session().runs.get(id)?.status === 'FAILED');
    assert.ok(failed);
    const steps = (await children(failed)) as StepRow[];
    const broken = steps.find(({ step }) => step.error);
    assert.ok(broken);
    const item = runs.tree.getTreeItem(broken);
    assert.ok(String(item.description).startsWith(broken.step.error?.slice(0, 20) ?? '?'));
    assert.match(item.accessibilityInformation?.label ?? '', /, failed, /);
    assert.equal(item.contextValue, 'step error');
    await registry.executeCommand(commands.runs.copyStepError, broken);
    assert.equal(await env.clipboard.readText(), broken.step.error);
  });

  it('keeps node identity over a refresh, so that the selection is kept', async () => {
    const [before] = await rows();
    assert.ok(before);
    await registry.executeCommand(commands.runs.refresh);
    const after = (await rows()).find(({ id }) => id === before.id);
    assert.equal(after, before);
  });
});

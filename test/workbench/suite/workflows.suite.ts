import assert from 'node:assert/strict';
import { env, commands as registry, type TreeItem, TreeItemCollapsibleState, window } from 'vscode';
import type { ServiceSession } from '../../../src/service/session/session.ts';
import type { VersionRow } from '../../../src/service/workflows/version-rows.ts';
import { commands, views } from '../../../src/shared/generated/names.ts';
import type { Row } from '../../../src/shared/list/row.ts';
import { unlistedCommands } from '../../../src/shared/unlisted-commands.ts';
import { until } from '../../until.ts';
import { api, connect, rowIn, serviceKey, session } from './world.ts';

describe('the Workflows view', () => {
  before(async () => {
    await connect(serviceKey());
    await session().workflows.ensure();
    // Details are only loaded while the view is visible.
    await registry.executeCommand(`${views.workflows}.focus`);
  });
  after(() => connect(undefined));

  const item = async (row: Row<ServiceSession>): Promise<TreeItem> => (await api()).workflows.tree.getTreeItem(row);
  const drawn = async (id: string) => rowIn((await api()).workflows.tree, id);
  const versionsOf = async (id: string) => {
    const { tree } = (await api()).workflows;
    return tree.getChildren(await rowIn(tree, `${id}/versions`));
  };

  it('lists every workflow by name with its status', async () => {
    const { workflows } = await api();
    const nodes = await workflows.tree.getChildren();
    const ids = nodes.map(({ id }) => id);
    assert.ok(ids.length >= 5);
    assert.deepEqual(
      ids.map((id) => session().workflows.get(id)?.workflow.name),
      ids.map((id) => session().workflows.get(id)?.workflow.name).sort((a, b) => (a ?? '').localeCompare(b ?? '')),
    );
    await until('every detail', () => session().workflows.entries.every((entry) => entry.details));
    for (const id of ids) {
      const row = await item(await drawn(id));
      assert.equal(row.id, id);
      assert.match(String(row.description), /(ago|now|running|pending)( · next run in .+)?$/);
      assert.match(row.accessibilityInformation?.label ?? '', /, (enabled|disabled), /);
      assert.match(String(row.contextValue), /^workflow (enabled|disabled)$/);
    }
  });

  it('disables and enables a workflow', async () => {
    const { workflows } = await api();
    await workflows.tree.getChildren();
    const entry = await until('an enabled workflow', () =>
      session().workflows.entries.find((one) => one.details?.status === 'enabled'),
    );
    const { id } = entry.workflow;
    await registry.executeCommand(commands.workflows.disable, await drawn(id));
    assert.equal(session().workflows.get(id)?.details?.status, 'disabled');
    assert.equal((await session().client.getWorkflow(id)).status, 'disabled');
    await registry.executeCommand(commands.workflows.enable, await drawn(id));
    assert.equal((await session().client.getWorkflow(id)).status, 'enabled');
  });

  it('copies ID and webhook URL', async () => {
    const [entry] = session().workflows.entries;
    assert.ok(entry);
    await registry.executeCommand(commands.workflows.copyId, await drawn(entry.workflow.id));
    assert.equal(await env.clipboard.readText(), entry.workflow.id);
    await registry.executeCommand(commands.workflows.copyWebhookUrl, await drawn(entry.workflow.id));
    assert.equal(await env.clipboard.readText(), entry.workflow.webhook_url);
  });

  it('shows the versions of a workflow, the latest first, and loads more', async () => {
    const { workflows } = await api();
    await workflows.tree.getChildren();
    let long: string | undefined;
    for (const entry of session().workflows.entries) {
      const children = await versionsOf(entry.workflow.id);
      if (children.at(-1)?.id.endsWith('/more')) long = entry.workflow.id;
    }
    assert.ok(long, 'one workflow has more than a page of versions');
    assert.equal((await item(await drawn(long))).collapsibleState, TreeItemCollapsibleState.Collapsed);
    for (let last = (await versionsOf(long)).at(-1); last?.id.endsWith('/more'); ) {
      const before = (await versionsOf(long)).length;
      await registry.executeCommand(unlistedCommands.loadMoreVersions, last);
      const after = await versionsOf(long);
      assert.ok(after.length > before);
      last = after.at(-1);
    }
    const all = await versionsOf(long);
    assert.equal(all.length, 45);
    const revisions = (all as VersionRow[]).map(({ record }) => record?.revision ?? 0);
    assert.deepEqual(
      revisions,
      [...revisions].sort((a, b) => b - a),
    );
    const active = await Promise.all(all.map((node) => item(node)));
    assert.equal(active.filter((row) => row.contextValue === 'version active').length, 1);
  });

  it('opens a version as a read-only document', async () => {
    const [entry] = session().workflows.entries;
    assert.ok(entry);
    const [node] = (await versionsOf(entry.workflow.id)) as VersionRow[];
    assert.ok(node);
    await registry.executeCommand(commands.versions.open, node);
    const document = window.activeTextEditor?.document;
    assert.equal(document?.uri.scheme, 'switchyard-version');
    assert.equal(JSON.parse(document?.getText() ?? '').id, node.version);
    await registry.executeCommand('workbench.action.closeActiveEditor');
  });
});

import assert from 'node:assert/strict';
import { env, commands as registry, type TreeItem } from 'vscode';
import { commands } from '../../../src/shared/contract.ts';
import { api, connect, serviceKey, until } from './world.ts';

describe('workflows', () => {
  before(() => connect(serviceKey()));
  after(() => connect(undefined));

  const item = async (id: string): Promise<TreeItem> => (await api()).workflows.tree.getTreeItem(id);

  it('lists every workflow by name with its status', async () => {
    const { workflows } = await api();
    const ids = await workflows.tree.getChildren();
    assert.ok(ids.length >= 5);
    assert.deepEqual(
      ids.map((id) => workflows.store.get(id)?.workflow.name),
      ids.map((id) => workflows.store.get(id)?.workflow.name).sort((a, b) => (a ?? '').localeCompare(b ?? '')),
    );
    await until('every detail', () => workflows.store.entries.every((entry) => entry.details));
    for (const id of ids) {
      const row = await item(id);
      assert.equal(row.id, id);
      assert.match(String(row.description), /^(enabled|disabled) · .+(ago|now)$/);
      assert.match(String(row.contextValue), /^workflow (enabled|disabled)$/);
    }
  });

  it('disables and enables a workflow', async () => {
    const { workflows, connection } = await api();
    await workflows.tree.getChildren();
    const entry = await until('an enabled workflow', () =>
      workflows.store.entries.find((one) => one.details?.status === 'enabled'),
    );
    const { id } = entry.workflow;
    await registry.executeCommand(commands.disableWorkflow, id);
    assert.equal(workflows.store.get(id)?.details?.status, 'disabled');
    assert.equal((await connection.run((client) => client.getWorkflow(id))).status, 'disabled');
    await registry.executeCommand(commands.enableWorkflow, id);
    assert.equal((await connection.run((client) => client.getWorkflow(id))).status, 'enabled');
  });

  it('copies id and webhook URL', async () => {
    const { workflows } = await api();
    const [entry] = workflows.store.entries;
    assert.ok(entry);
    await registry.executeCommand(commands.copyWorkflowId, entry.workflow.id);
    assert.equal(await env.clipboard.readText(), entry.workflow.id);
    await registry.executeCommand(commands.copyWebhookUrl, entry.workflow.id);
    assert.equal(await env.clipboard.readText(), entry.workflow.webhook_url);
  });

  it('keeps the last good list when the service fails, and says so', async () => {
    const { workflows } = await api();
    const before = await workflows.tree.getChildren();
    await connect('not-the-key');
    await connect(serviceKey());
    assert.deepEqual(await workflows.tree.getChildren(), before);
    process.env.SWITCHYARD_API_KEY = 'not-the-key';
    await workflows.store.refresh();
    assert.equal(workflows.store.entries.length, before.length);
  });
});

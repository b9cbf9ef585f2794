import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import { commands } from '../../../../src/shared/generated/names.ts';
import { until } from '../../../until.ts';
import { killExtensionHost } from '../../extension-host-process.ts';
import { filesHolding, shot, type World } from '../../session.ts';
import { openViews } from './views.ts';

describe('the extension host is killed, and the window reloaded', () => {
  const draft = 'a draft that must outlive the window';
  let world: World;
  let chat: FrameLocator;
  /** The letters of an answer before the end of the extension host. */
  let text = '';
  /** The version that was active before. */
  let activeVersionId: string | null;
  before(async () => {
    world = await openViews();
    await setPreferences();
    await world.ui.run(commands.chat.openInEditor);
    chat = await world.ui.webview('panel');
    await message().waitFor();
    const { ui, workbench, service } = world;
    await message().fill(draft);
    await until('the draft to be stored', () => filesHolding(draft, workbench.root).length > 0);
    await message().fill('');
    const target = workflow();
    ({ activeVersionId } = target);
    // The service publishes, but answers only after the end of the window.
    service.faults.add({ effect: { kind: 'delay', ms: 60_000 }, path: `/v1/workflows/${target.id}/publish` });
    await publish(target.name);
    await until('the request', () => publishes() === 1);
    service.faults.add({ effect: { kind: 'stream', how: 'endless', ms: 20 }, path: '/v1/chat/completions' });
    await message().fill('Count to infinity');
    await message().press('Enter');
    // Not the answer before.
    await last().locator('.answer-text p', { hasText: 'asked: asked:' }).first().waitFor();
    await message().fill(draft);
    const then = Date.now();
    text = await letters();
    await until(
      'a second of text more',
      async () => Date.now() - then > 1000 && (await letters()).length > text.length,
    );
    service.faults.add({ effect: { kind: 'hang' }, path: '/v1/workflows', count: 0 });
    // Otherwise, the window may open without its editors.
    await ui.remembered('mainThreadWebview-switchyard.chatPanel');
    killExtensionHost();
    await ui.goto();
  });

  // Files that share this world expect the default order.
  after(async () => {
    await world.ui.run(commands.workflows.sort);
    await choose('by name');
    await head('Workflows').filter({ hasNotText: 'by latest run' }).waitFor();
  });

  const message = () => chat.getByRole('textbox', { name: 'Message' });
  const last = () => chat.locator('chat-turn[data-turn="answer"]').last();
  const letters = async () => ((await last().locator('.answer-text').textContent()) ?? '').replace(/[^\p{L}]/gu, '');
  const choose = (row: string | RegExp) => world.ui.choose(row);
  const head = (pane: string) => world.ui.pane(pane).locator('.pane-header');
  const first = () => world.ui.pane('Workflows').locator('.monaco-list-row').first();
  const publishes = () => world.service.requests.filter(({ path }) => path.endsWith('/publish')).length;
  const workflow = () => {
    const found = [...world.service.state.workflows.values()].find(({ name }) => name === 'Invoice intake');
    assert.ok(found);
    return found;
  };

  async function setPreferences(): Promise<void> {
    const { ui } = world;
    const row = ui.row('Workflows', 'Weekly revenue digest');
    await row.hover();
    await row.getByRole('button', { name: 'Add Workflow to Favorites' }).click();
    await first().filter({ hasText: 'Weekly revenue digest' }).waitFor();
    await ui.run(commands.workflows.sort);
    await choose('by latest run');
    await ui.run(commands.workflows.filter);
    await ui.choice(/./).waitFor();
    await ui.input.fill('in');
    await choose('Name contains "in"');
    await head('Workflows').filter({ hasText: '“in”' }).waitFor();
    await ui.run(commands.runs.filter);
    await choose('failed');
    await ui.input.press('Enter');
    await head('Runs').filter({ hasText: 'failed' }).waitFor();
    await until('failed runs only', async () => {
      const rows = await ui.pane('Runs').locator('.monaco-list-row[aria-level="2"]').allInnerTexts();
      return rows.length > 5 && rows.every((shown) => !/succeeded|running/.test(shown));
    });
    await shot(ui.page, 'views-filtered');
    await ui.remembered('{"text":"in"}');
    await ui.remembered('"switchyard.runs.filter":{"statuses":["FAILED"]}');
  }

  async function publish(name: string): Promise<void> {
    const { ui } = world;
    await ui.select('Workflows', name);
    await ui.run(commands.versions.publish);
    await choose(name);
    await ui.inputWidget.locator('.monaco-list-row', { hasText: /v\d/ }).nth(1).waitFor();
    await ui.input.press('ArrowDown');
    await ui.input.press('Enter');
    await ui.inputWidget.getByText('Commit message', { exact: false }).waitFor();
    await ui.input.press('Enter');
    await ui.dialog.getByRole('button', { name: 'Publish' }).click();
  }

  it('loses neither a draft, nor more than the last second of an answer', async () => {
    chat = await world.ui.webview('panel');
    await last().getByText('VS Code was closed before this response was complete.').waitFor();
    await until('the draft', async () => (await message().inputValue()) === draft);
    await message().fill('');
    assert.ok((await letters()).startsWith(text), `${text.length} characters became ${(await letters()).length}`);
    await last().locator('[data-action=continue]').click();
    await last().locator('.problem').waitFor({ state: 'detached' });
  });

  it('keeps favorites, filters, and order, after a load that is stopped and one that fails, and publishes nothing again', async () => {
    const { ui, service } = world;
    const pane = ui.pane('Workflows');
    await ui.openSwitchyard();
    for (const other of ['Models', 'Tool Servers']) await ui.collapse(other);
    await until('the load to be stopped', async () => {
      await head('Workflows').hover();
      await pane
        .getByRole('button', { name: /Stop/ })
        .click({ timeout: 3000 })
        .catch(() => undefined);
      return pane.getByText('Loading stopped').isVisible();
    });
    service.faults.clear();
    service.faults.add({ effect: { kind: 'status', status: 500 }, path: '/v1/workflows', count: 0 });
    await pane.getByRole('button', { name: 'Try Again' }).click();
    await pane.getByText('failed with status 500').waitFor();
    await shot(ui.page, 'views-error');
    service.faults.clear();
    await ui.row('Workflows', 'Try Again').click();
    await first().filter({ hasText: 'Weekly revenue digest' }).waitFor();
    await head('Workflows').filter({ hasText: '“in”' }).waitFor();
    await head('Runs').filter({ hasText: 'failed' }).waitFor();
    await ui.run(commands.workflows.clearFilter);
    await head('Workflows')
      .filter({ hasText: /8 · by latest run/ })
      .waitFor();
    await first().filter({ hasText: 'Weekly revenue digest' }).waitFor();
    await ui.run(commands.runs.clearFilter);
    await head('Runs').filter({ hasNotText: 'failed' }).waitFor();

    // Nothing is sent again without the user.
    await ui.hasWorkflowStatuses();
    assert.equal(publishes(), 1);
    const target = workflow();
    const published = target.activeVersionId;
    assert.notEqual(published, activeVersionId);
    await publish(target.name);
    await ui.notification('is now the active version of');
    assert.equal(publishes(), 2);
    assert.notEqual(target.activeVersionId, published);
  });
});

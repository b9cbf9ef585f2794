import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import { until } from '../../../until.ts';
import { killExtensionHost } from '../../extension-host-process.ts';
import { filesHolding, openWorld, type World } from '../../session.ts';

describe('the extension host is killed', () => {
  let world: World;
  let chat: FrameLocator;
  before(async () => {
    const settings = { 'switchyard.chat.model': 'anthropic/claude-haiku-4.5' };
    world = await openWorld({ signedIn: true, settings });
    await world.ui.openSwitchyard();
    await world.ui.hasWorkflowStatuses();
    await world.ui.runCommand('Switchyard: Open Chat in Editor');
    chat = await world.ui.webview('panel');
    await message().waitFor();
  });

  const message = () => chat.getByRole('textbox', { name: 'Message' });
  const last = () => chat.locator('chat-turn[data-turn="answer"]').last();
  const letters = async () => ((await last().locator('.answer-text').textContent()) ?? '').replace(/[^\p{L}]/gu, '');
  const choose = (text: string | RegExp) => world.ui.choice(text).click();

  async function publish(name: string): Promise<void> {
    const { ui } = world;
    await ui.select('Workflows', name);
    await ui.runCommand('Switchyard: Publish Version…');
    await choose(name);
    await ui.inputWidget.locator('.monaco-list-row', { hasText: /r\d/ }).nth(1).click();
    await ui.inputWidget.getByText('Commit message', { exact: false }).waitFor();
    await ui.input.press('Enter');
    await ui.dialog.getByRole('button', { name: 'Publish' }).click();
  }

  it('loses neither a draft, nor more than the last second of an answer, nor a version that is being published', async () => {
    const { ui, workbench, service } = world;
    const workflow = [...service.state.workflows.values()].find(({ name }) => name === 'Invoice intake');
    assert.ok(workflow);
    const { activeVersionId } = workflow;
    const requests = () => service.requests.filter(({ path }) => path.endsWith('/publish')).length;

    const draft = 'a draft that must outlive the window';
    await message().fill(draft);
    await until('the draft to be stored', () => filesHolding(draft, workbench.root).length > 0);
    await message().fill('');
    // The service publishes, but answers only after the end of the window.
    service.faults.add({ effect: { kind: 'delay', ms: 60_000 }, path: `/v1/workflows/${workflow.id}/publish` });
    await publish(workflow.name);
    await until('the request', () => requests() === 1);
    service.faults.add({ effect: { kind: 'stream', how: 'endless', ms: 20 }, path: '/v1/chat/completions' });
    await message().fill('Count to infinity');
    await message().press('Enter');
    await last().locator('.answer-text p').first().waitFor();
    await message().fill(draft);
    const [then, text] = [Date.now(), await letters()];
    await until(
      'a second of text more',
      async () => Date.now() - then > 1000 && (await letters()).length > text.length,
    );
    killExtensionHost();
    await ui.page.reload();
    await ui.ready();

    chat = await ui.webview('panel');
    await last().getByText('VS Code was closed before this response was complete.').waitFor();
    await until('the draft', async () => (await message().inputValue()) === draft);
    await message().fill('');
    assert.ok((await letters()).startsWith(text), `${text.length} characters became ${(await letters()).length}`);
    await last().locator('[data-action=continue]').click();
    await last().locator('.problem').waitFor({ state: 'detached' });

    await ui.openSwitchyard();
    await ui.hasWorkflowStatuses();
    // Nothing is sent again without the user.
    assert.equal(requests(), 1);
    const published = workflow.activeVersionId;
    assert.notEqual(published, activeVersionId);
    service.faults.clear();
    await publish(workflow.name);
    await ui.notification('is now the active version of');
    assert.equal(requests(), 2);
    assert.notEqual(workflow.activeVersionId, published);
  });
});

import assert from 'node:assert/strict';
import { commands } from '../../../../src/shared/generated/names.ts';
import { until } from '../../../until.ts';
import { nightly, openWorld, shot, type World } from '../../session.ts';
import { vscode } from '../../workbench-page.ts';
import { serversText, signedIn } from '../../worlds.ts';

describe("VS Code's own chat view", () => {
  let world: World;
  before(async () => {
    world = await openWorld(signedIn, { '.omp/mcp.json': serversText });
    await world.ui.set('switchyard.config.offerToChat', true);
    await world.ui.run(commands.editorChat.ask);
    await input().waitFor();
    // Without a model, the editor sends nothing.
    await view().locator('.action-label', { hasText: 'Claude Haiku 4.5' }).waitFor();
  });

  const view = () => world.ui.page.locator('.interactive-session').last();
  const input = () => view().locator('.interactive-input-part .monaco-editor[role=code]').first();
  const answers = () => view().locator('.interactive-item-container.interactive-response');
  const sent = (path: string) => world.service.requests.filter((request) => request.path.startsWith(path)).length;

  /** Resolves to the newest answer once it contains the text. Answers above it may leave the page. */
  async function ask(text: string, expected: string) {
    await input().click();
    await world.ui.page.keyboard.press('Control+A');
    await world.ui.page.keyboard.type(text);
    // Closes the suggestions.
    await world.ui.page.keyboard.press('Escape');
    await world.ui.page.keyboard.press('Enter');
    await answers().last().getByText(expected).first().waitFor();
    return answers().last();
  }

  const item = (name: string) => world.ui.page.locator('.quick-input-list .monaco-list-row', { hasText: name });

  /** Shows the list until it has a server in this state. It shows only what is known when it opens. */
  async function listUntil(name: string, state = name): Promise<void> {
    const { ui } = world;
    const found = item(name).filter({ hasText: state }).first();
    await until(`${name} (${state}) in the list`, async () => {
      await ui.run(vscode.listServers);
      const isThere = await found.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      );
      if (!isThere) await ui.page.keyboard.press('Escape');
      return isThere;
    });
  }

  nightly('offers our chat models in its picker', 'workbench/suite/editor-chat.suite', async () => {
    const { page } = world.ui;
    const picker = page.locator('.chat-model-picker-dropdown');
    const ours = picker.getByText('OpenAI: GPT-5 Mini').first();
    const chosen = view().locator('.action-label', { hasText: 'GPT-5 Mini' });
    const isDone = (action: Promise<void>) =>
      action.then(
        () => true,
        () => false,
      );
    // The picker shows the models known when it opens, and a list that arrives meanwhile closes its groups again.
    await until('our model to be chosen', async () => {
      if (await chosen.isVisible()) return true;
      if (!(await picker.isVisible())) {
        await view().locator('.action-label', { hasText: 'Claude Haiku 4.5' }).click();
        await picker.waitFor();
      }
      await picker.getByText('Other Models').click();
      if (await isDone(ours.waitFor({ timeout: 3000 }))) {
        await shot(page, 'editor-chat-picker');
        if ((await isDone(ours.click({ timeout: 3000 }))) && (await isDone(chosen.waitFor({ timeout: 3000 }))))
          return true;
      }
      await page.keyboard.press('Escape');
      return false;
    });
    // None if an earlier test has loaded them.
    assert.ok(sent('/v1/models') <= 1);
  });

  nightly('answers with our model, and shows its answer as text', 'workbench/suite/editor-chat.suite', async () => {
    const hostile =
      '[go](command:switchyard.signOut) <img src="https://evil.example/i.png"> ![p](https://evil.example/p.png) done';
    const chunk = { choices: [{ delta: { content: hostile }, finish_reason: 'stop' }] };
    const text = `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
    const foreign: string[] = [];
    world.ui.page.on('request', (request) => request.url().includes('evil.example') && foreign.push(request.url()));
    world.service.faults.add({ effect: { kind: 'text', text, contentType: 'text/event-stream' }, method: 'POST' });
    const answer = await ask('@switchyard Hello', 'done');
    await shot(world.ui.page, 'editor-chat-hostile');
    assert.equal(await answer.locator('a[href^="command:"], a[data-href^="command:"]').count(), 0);
    assert.deepEqual(foreign, []);
  });

  it('lists the tool servers in effect, and starts one with consent and with its variables resolved', async () => {
    const { ui } = world;
    await listUntil('local');
    assert.equal(await item('off').count(), 0);
    // VS Code reads .mcp.json itself.
    assert.equal(await item('browser').count(), 1);
    await shot(ui.page, 'bridge-list');
    await item('local').first().click();
    await item('Start Server').click();
    await world.ui.dialog.waitFor();
    assert.match(
      (await world.ui.dialog.textContent()) ?? '',
      /Start this program so that VS Code chat can use "local"\?.*"stdio"/s,
    );
    await shot(ui.page, 'bridge-question');
    await world.ui.dialog.locator('.monaco-button', { hasText: 'Start' }).click();
    await listUntil('local', 'Running');
    await shot(ui.page, 'bridge-running');
    await ui.page.keyboard.press('Escape');
  });
});

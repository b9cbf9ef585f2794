import assert from 'node:assert/strict';
import { openWorld, shot, type World } from '../session.ts';

describe("VS Code's own chat view", () => {
  let world: World;
  before(async () => {
    world = await openWorld({
      signedIn: true,
      settings: {
        'chat.disableAIFeatures': false,
        'chat.mcp.access': 'none',
        'workbench.secondarySideBar.defaultVisibility': 'visible',
      },
    });
    await world.ui.runCommand('Switchyard: Ask @switchyard in VS Code Chat');
    await input().waitFor();
    // Without a model, the editor sends nothing.
    await view().locator('.action-label', { hasText: 'Claude Haiku 4.5' }).waitFor();
  });
  after(() => world?.end());

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

  it('offers our chat models in its picker', async () => {
    const { page } = world.ui;
    await view().locator('.action-label', { hasText: 'Claude Haiku 4.5' }).click();
    await page.locator('.chat-model-picker-dropdown').waitFor();
    await page.locator('.chat-model-picker-dropdown').getByText('Other Models').click();
    await page.locator('.chat-model-picker-dropdown').getByText('OpenAI: GPT-5 Mini').first().waitFor();
    await shot(page, 'editor-chat-picker');
    await page.locator('.chat-model-picker-dropdown').getByText('OpenAI: GPT-5 Mini').first().click();
    await view().locator('.action-label', { hasText: 'GPT-5 Mini' }).waitFor();
    assert.equal(sent('/v1/models'), 1);
  });

  it('lists models with /models, without a request to a model', async () => {
    await ask('@switchyard /models gpt', 'openai/gpt-5.1');
    await shot(world.ui.page, 'editor-chat-models');
    assert.equal(sent('/v1/chat'), 0);
  });

  it('shows a workflow with /workflow', async () => {
    await ask('@switchyard /workflow Nightly CRM sync', 'Show Statistics');
    await shot(world.ui.page, 'editor-chat-workflow');
    assert.equal(sent('/v1/chat'), 0);
  });

  it('explains a failed run with /explain, using the selected model', async () => {
    await ask('@switchyard /explain', 'An answer is only as good as the question');
    await shot(world.ui.page, 'editor-chat-explain');
    assert.equal(sent('/v1/chat'), 1);
  });

  it('answers with our model, and shows its answer as text', async () => {
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

  it('reports errors in the answer', async () => {
    world.service.faults.add({ effect: { kind: 'status', status: 402 }, method: 'POST' });
    await ask('@switchyard Hello again', 'The account balance is 0 or below.');
    await shot(world.ui.page, 'editor-chat-error');
  });
});

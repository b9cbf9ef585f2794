import assert from 'node:assert/strict';
import path from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { until } from '../../until.ts';
import { filesHolding, openWorld, shot, type World } from '../session.ts';

describe('chat', () => {
  let world: World;
  let chat: FrameLocator;
  before(async () => {
    world = await openWorld({ signedIn: true, settings: { 'switchyard.chat.model': 'anthropic/claude-haiku-4.5' } });
    await world.ui.runCommand('Switchyard: Open Chat in Editor');
    chat = await world.ui.webview('panel');
    await message().waitFor();
  });
  after(() => world?.end());

  const message = () => chat.getByRole('textbox', { name: 'Message' });
  const answers = () => chat.locator('chat-turn[data-turn="answer"]');
  const said = (text: string) => chat.locator('[role=status]', { hasText: text });
  const last = () => answers().last();

  async function send(text: string): Promise<void> {
    await message().fill(text);
    await message().press('Enter');
  }

  /** Sends a message and waits for the answer, which `last()` then returns. */
  async function ask(text: string): Promise<void> {
    const count = await answers().count();
    await send(text);
    await until('the answer', async () => (await answers().count()) > count);
  }

  /** Makes sure that the chat has at least one complete answer. */
  async function answered(): Promise<void> {
    if ((await answers().count()) === 0) await ask('Say hello');
    await last().locator('.turn-tools').waitFor();
  }

  it('opens beside the editor and says how to begin', async () => {
    await chat.locator('.model-name', { hasText: 'anthropic/claude-haiku-4.5' }).waitFor();
    await shot(world.ui.page, 'chat-empty');
  });

  it('streams an answer as Markdown', async () => {
    await send('Compare three ways to retry a request, in a table');
    await said('is responding').waitFor({ state: 'attached' });
    await said('The response is complete.').waitFor({ state: 'attached' });
    await last().locator('table').waitFor();
    await last().locator('.code code').waitFor();
    assert.equal(await message().inputValue(), '');
    await shot(world.ui.page, 'chat-answer');
  });

  it('stops an answer and keeps the text so far', async () => {
    world.service.faults.add({ effect: { kind: 'stream', how: 'endless', ms: 20 }, path: '/v1/chat/completions' });
    await ask('Count to infinity');
    await last().locator('.answer-text p').first().waitFor();
    await message().press('Escape');
    await last().getByText('You stopped this response.').waitFor();
    assert.match((await last().locator('.answer-text').textContent()) ?? '', /You asked/);
  });

  it('marks an interrupted answer, keeps its text, and offers to continue', async () => {
    world.service.faults.add({ effect: { kind: 'stream', how: 'cut' }, path: '/v1/chat/completions' });
    await ask('Tell me a story');
    await last().getByText('This response is incomplete.').waitFor();
    await last().getByText('Try Again').waitFor();
    await shot(world.ui.page, 'chat-incomplete');
  });

  it('says what to do when the balance is 0 or below', async () => {
    world.service.faults.add({ effect: { kind: 'status', status: 402 }, path: '/v1/chat/completions' });
    await ask('One more');
    await last().getByText('balance is 0 or below', { exact: false }).waitFor();
    await shot(world.ui.page, 'chat-balance');
  });

  it("loads no URL in a model's answer", async () => {
    const asked: string[] = [];
    world.ui.page.on('request', (request) => asked.push(request.url()));
    const text =
      '![x](https://evil.example/?d=1) <img src="https://evil.example/2"> [go](command:workbench.action.quit) [ok](https://example.com/a)';
    world.service.faults.add({
      effect: {
        kind: 'body',
        body: { choices: [{ message: { role: 'assistant', content: text }, finish_reason: 'stop' }] },
      },
      path: '/v1/chat/completions',
    });
    await ask('Show me a picture');
    await last().locator('a[href="https://example.com/a"]').waitFor();
    assert.equal(await last().locator('img, a[href^="command"]').count(), 0);
    assert.deepEqual(
      asked.filter((url) => url.includes('evil.example')),
      [],
    );
    await shot(world.ui.page, 'chat-hostile');
  });

  it('opens in the secondary side bar with the same messages and draft', async () => {
    await answered();
    await message().fill('a draft that must not be lost');
    await world.ui.runCommand('Switchyard: Open Chat');
    const view = await world.ui.webview('view');
    await view.locator('chat-turn[data-turn="answer"]').first().waitFor();
    const twin = view.getByRole('textbox', { name: 'Message' });
    await until(
      'the draft in the other chat',
      async () => (await twin.inputValue()) === 'a draft that must not be lost',
    );
    await shot(world.ui.page, 'chat-both');
  });

  it('shows the same chat, with its draft, after a reload', async () => {
    const draft = 'a draft that must outlive the window';
    await answered();
    const before = await answers().count();
    await message().fill(draft);
    const stored = path.join(world.workbench.root, 'user-data');
    await until('the draft to be stored', () => filesHolding(draft, stored).length > 0);
    await world.ui.page.reload();
    await world.ui.ready();
    chat = await world.ui.webview('panel');
    await answers()
      .nth(before - 1)
      .waitFor();
    assert.equal(await answers().count(), before);
    await until('the draft', async () => (await message().inputValue()) === draft);
  });
});

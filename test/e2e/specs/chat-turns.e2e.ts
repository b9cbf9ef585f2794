import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import { until } from '../../until.ts';
import { seriousFaults } from '../axe.ts';
import { openWorld, shot, type World } from '../session.ts';

const CHAT = '/v1/chat/completions';

describe('chat turns', () => {
  let world: World;
  let chat: FrameLocator;
  before(async () => {
    world = await openWorld({
      signedIn: true,
      settings: { 'switchyard.chat.model': 'anthropic/claude-haiku-4.5', 'switchyard.chat.budget': 0.0001 },
    });
    await world.ui.runCommand('Switchyard: Open Chat in Editor');
    chat = await world.ui.webview('panel');
    await message().waitFor();
  });
  after(() => world?.end());

  const message = () => chat.getByRole('textbox', { name: 'Message' });
  const answers = () => chat.locator('chat-turn[data-turn="answer"]');
  const prompts = () => chat.locator('chat-turn[data-turn="prompt"]');
  const last = () => answers().last();
  const complete = () =>
    chat.locator('[role=status]', { hasText: 'The response is complete.' }).waitFor({ state: 'attached' });
  const fail = (effect: Parameters<World['service']['faults']['add']>[0]['effect']) =>
    world.service.faults.add({ effect, path: CHAT });
  async function ask(text: string): Promise<void> {
    await message().fill(text);
    await message().press('Enter');
  }

  /** Sends a message and waits for the complete answer, which `last()` then returns. */
  async function answered(text: string): Promise<void> {
    const count = await answers().count();
    await ask(text);
    await until('the answer', async () => (await answers().count()) > count);
    await last().locator('.turn-tools').waitFor();
  }

  /** Sends a message and stops the answer, which `last()` then returns. */
  async function stopped(text: string): Promise<void> {
    const count = await answers().count();
    fail({ kind: 'stream', how: 'endless', ms: 20 });
    await ask(text);
    await until('the answer', async () => (await answers().count()) > count);
    await last().locator('.answer-text p').first().waitFor();
    await message().press('Escape');
    await last().getByText('You stopped this response.').waitFor();
  }

  it('shows tokens and cost of an answer, and when the chat exceeds its budget', async () => {
    await ask('Explain what a webhook is, with a small example');
    await complete();
    await last()
      .locator('.turn-cost', { hasText: /tokens · 0\.\d+/ })
      .waitFor();
    await chat.locator('.chat-cost', { hasText: /tokens · 0\.\d+/ }).waitFor();
    await chat.locator('.banner.budget').waitFor();
    await shot(world.ui.page, 'chat-budget');
    await chat.locator('.banner.budget').getByLabel('Dismiss message').click();
  });

  it('edits a message and keeps the original, with a switch between both', async () => {
    await answered('Explain what a queue is');
    const count = await prompts().count();
    await message().press('ArrowUp');
    await until('the question in the composer', async () => (await message().inputValue()).startsWith('Explain what'));
    await shot(world.ui.page, 'chat-editing');
    await message().fill('Compare retry strategies for HTTP requests in a table');
    await message().press('Enter');
    await last().locator('.answer-text', { hasText: 'Compare' }).waitFor();
    await last().locator('.turn-tools').waitFor();
    assert.equal(await prompts().count(), count);
    await prompts().last().getByLabel('Previous Version').click();
    await prompts().last().locator('.prompt-text', { hasText: 'queue' }).waitFor();
    await prompts().last().getByLabel('Next Version').click();
    await prompts().last().locator('.prompt-text', { hasText: 'Compare' }).waitFor();
    await prompts().last().hover();
    await shot(world.ui.page, 'chat-versions');
  });

  it('queues messages while an answer streams; queued messages can be edited and removed', async () => {
    fail({ kind: 'stream', how: 'endless', ms: 20 });
    await ask('Count to infinity');
    await last().locator('.answer-text p').first().waitFor();
    await ask('And then say goodbye');
    await chat.locator('.queued', { hasText: 'Will be sent after this response' }).waitFor();
    await ask('And then count back');
    const second = chat.locator('.queued', { hasText: 'And then count back' });
    await second.waitFor();
    await shot(world.ui.page, 'chat-queued');
    await second.locator('[data-action=remove]').click();
    await second.waitFor({ state: 'detached' });
    await message().press('Escape');
    await last().getByText('You stopped this response.').waitFor();
    await chat.locator('.queued', { hasText: 'Not sent yet' }).waitFor();
    await chat.locator('.queued [data-action=edit]').click();
    await until('the message back', async () => (await message().inputValue()) === 'And then say goodbye');
    await message().fill('');
  });

  it('continues a stopped answer where it ended', async () => {
    await stopped('Count to infinity');
    const text = async () => (await last().locator('.answer-text').textContent()) ?? '';
    const before = await text();
    await last().locator('[data-action=continue]').click();
    await until('more of the answer', async () => (await text()).length > before.length);
    await last().getByText('You stopped this response.').waitFor({ state: 'detached' });
    await last().locator('.turn-tools').waitFor();
    assert.ok((await text()).startsWith(before.slice(0, 20)));
  });

  it('deletes a message and the following ones, and restores them', async () => {
    await answered('Delete this');
    const count = await prompts().count();
    await prompts().last().hover();
    await prompts().last().getByLabel('Delete from Here').click();
    await chat.locator('.banner.undo').waitFor();
    assert.equal(await prompts().count(), count - 1);
    await shot(world.ui.page, 'chat-deleted');
    await chat.locator('.banner.undo').getByText('Undo').click();
    await until('the message back', async () => (await prompts().count()) === count);
  });

  it('counts down to a retry when rate-limited, and retries immediately on request', async () => {
    fail({ kind: 'rateLimit', retryAfter: '30' });
    await ask('Once more');
    await last()
      .locator('.countdown', { hasText: /Retrying in \d+ s\./ })
      .waitFor();
    await shot(world.ui.page, 'chat-rate-limited');
    await last().locator('[data-action=retry]').click();
    await complete();
  });

  it('offers another model for an unknown one, and the details of a rejected request', async () => {
    // Before the first answer, a 404 could mean that the service has no such path, and the other path would be tried.
    await answered('Hello');
    fail({ kind: 'status', status: 404 });
    await ask('Is anybody there?');
    await last().getByText('Choose Another Model').click();
    await world.ui.input.waitFor();
    await world.ui.input.fill('claude-sonnet');
    await world.ui.page.keyboard.press('Enter');
    await last().locator('.answer-model', { hasText: 'anthropic/claude-sonnet-4.5' }).waitFor();
    await complete();
    fail({
      kind: 'status',
      status: 422,
      body: { error: 'messages[0].content is too long', code: 'INVALID', details: { limit: 10 } },
    });
    await ask('Too long');
    await last().locator('.problem-details summary').click();
    await last().locator('.problem-details pre', { hasText: 'limit' }).waitFor();
    await shot(world.ui.page, 'chat-details');
  });

  it('continues after a lost connection in the middle of an answer', async () => {
    fail({ kind: 'stream', how: 'cut' });
    await ask('Tell me a story');
    await last().getByText('This response is incomplete.').waitFor();
    await last().locator('[data-action=continue]').click();
    await complete();
    assert.equal(await last().locator('.problem').count(), 0);
  });

  it('uses the chat settings, and rejects invalid values', async () => {
    await chat.locator('[data-action=settings]').click();
    await chat.getByLabel('System prompt').fill('Answer in one sentence.');
    await chat.getByLabel('Temperature').fill('warm');
    await chat.getByLabel('Temperature').blur();
    await chat.getByText('Temperature must be a number').waitFor();
    await shot(world.ui.page, 'chat-settings');
    await chat.getByLabel('Temperature').fill('0.2');
    await chat.getByLabel('Max output tokens').fill('40');
    await chat.getByLabel('Max output tokens').blur();
    await message().click();
    await ask('Hello');
    await last().getByText('reached its length limit').waitFor();
    await chat.locator('[data-action=settings]').click();
  });

  it('keeps a partial answer over a reload of the window, and continues it', async () => {
    fail({ kind: 'stream', how: 'endless', ms: 20 });
    await ask('Count to infinity again');
    await last().getByRole('heading', { name: 'Count to infinity again' }).waitFor();
    await last().locator('.answer-text p').nth(2).waitFor();
    const before = (await last().locator('.answer-text').textContent()) ?? '';
    await world.ui.page.reload();
    await world.ui.ready();
    chat = await world.ui.webview('panel');
    await last().getByText('VS Code was closed before this response was complete.').waitFor();
    // Outside the viewport, an answer is plain source text without layout.
    await last().getByRole('heading', { name: 'Count to infinity again' }).waitFor();
    const after = (await last().locator('.answer-text').textContent()) ?? '';
    assert.ok(after.startsWith(before.slice(0, 30)), `${after} does not begin as ${before}`);
    await shot(world.ui.page, 'chat-reloaded');
    await last().locator('[data-action=continue]').click();
    await until('the answer to go on', async () => (await last().locator('.problem').count()) === 0);
    await last().locator('.turn-tools').waitFor();
  });

  it('supports keyboard navigation, and has no serious axe violation', async () => {
    await answered('Where is the focus?');
    await world.ui.runCommand('Switchyard: Focus Last Chat Message');
    await until('the last message to have the focus', () =>
      last().evaluate((element) => element === element.ownerDocument.activeElement),
    );
    await last().press('ArrowUp');
    await until('the one above to have the focus', () =>
      prompts()
        .last()
        .evaluate((element) => element === element.ownerDocument.activeElement),
    );
    await shot(world.ui.page, 'chat-focus');
    assert.deepEqual(await seriousFaults(chat.locator('switchyard-chat')), []);
  });
});

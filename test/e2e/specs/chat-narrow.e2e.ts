/** The chat in a side bar of 220 px. */
import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import { seriousFaults } from '../axe.ts';
import { misfits, resizeSecondarySideBar } from '../narrow.ts';
import { openWorld, shot, type World } from '../session.ts';

const CHAT = '/v1/chat/completions';
const ANSWER = [
  'A reasonably configured exponential backoff distinguishes retryable from permanent failures.',
  '',
  '| Strategy | Description | Recommended |',
  '| --- | --- | --- |',
  '| Immediate | Retries without waiting | Occasionally |',
  '',
  '- [x] considered',
  '  1. nested considerations and `inline_code_identifiers`',
  '',
  '> Quotations are indented',
  '',
  '```typescript',
  'export const configuration = { retries: 3, backoff: "exponential", jitter: true };',
  '```',
].join('\n');

describe('chat in a narrow side bar', () => {
  let world: World;
  let chat: FrameLocator;
  before(async () => {
    world = await openWorld({
      signedIn: true,
      settings: { 'switchyard.chat.model': 'anthropic/claude-haiku-4.5', 'switchyard.chat.budget': 0.0001 },
      files: { 'src/exponential-backoff-configuration.ts': 'export const retries = 3;\n' },
    });
    await world.ui.runCommand('Switchyard: Open Chat');
    chat = await world.ui.webview('view');
    await message().waitFor();
    await resizeSecondarySideBar(world.ui.page, 220);
  });
  after(() => world?.end());

  const message = () => chat.getByRole('textbox', { name: 'Message' });
  const title = () => world.ui.page.locator('.part.auxiliarybar > .title');
  const last = () => chat.locator('chat-turn[data-turn="answer"]').last();
  const fits = async (what: string) => {
    await shot(world.ui.page, `chat-220-${what.replaceAll(' ', '-')}`);
    assert.deepEqual(await misfits(chat), [], what);
  };
  async function ask(text: string, effect?: Parameters<World['service']['faults']['add']>[0]['effect']): Promise<void> {
    if (effect) world.service.faults.add({ effect, path: CHAT });
    await message().fill(text);
    await message().press('Enter');
    await chat.locator('.prompt-text', { hasText: text }).waitFor();
  }

  it('overflows nowhere and breaks no word, in any state', async () => {
    await fits('empty');
    const body = { choices: [{ message: { role: 'assistant', content: ANSWER }, finish_reason: 'stop' }] };
    await ask('Which considerations are recommended?', { kind: 'body', body });
    await last().locator('.turn-tools').waitFor();
    await fits('answer');
    await message().press('Control+F');
    await chat.getByLabel('Find in chat').fill('considerations');
    await chat.locator('.find-count', { hasText: 'of' }).waitFor();
    await message().fill('#');
    await chat.getByRole('listbox').waitFor();
    await fits('find and completion');
    const bar = await chat.locator('.find-bar').boundingBox();
    const field = await chat.getByLabel('Find in chat').boundingBox();
    assert.ok(bar && field && bar.height < 2 * field.height, 'the find bar is one line');
    await message().fill('');
    await chat.getByLabel('Find in chat').press('Escape');
    await chat.locator('[data-action=settings]').click();
    await chat.getByLabel('System prompt').waitFor();
    await fits('settings');
    await chat.locator('[data-action=settings]').click();
    await world.ui.openFile('src/exponential-backoff-configuration.ts');
    await world.ui.runCommand('Switchyard: Add File to Chat');
    await chat.locator('li.chip').waitFor();
    await ask('Explain the configuration', { kind: 'status', status: 402 });
    await last().locator('chat-problem').waitFor();
    await fits('problem');
    await message().press('ArrowUp');
    await chat.locator('.editing').waitFor();
    await fits('editing');
    await message().press('Escape');
    await ask('Count to infinity', { kind: 'stream', how: 'endless', ms: 20 });
    await last().locator('.answer-text p').first().waitFor();
    await message().fill('And afterwards continue considering');
    await message().press('Enter');
    await chat.locator('.queued').waitFor();
    await message().press('Escape');
    await last().getByText('You stopped this response.').waitFor();
    await fits('queued');
    world.service.chunkDelayMs = 300;
    await ask('Continue in the background');
    await message().press('Control+n');
    world.service.chunkDelayMs = 0;
    await chat.getByText('New response in another chat.').waitFor();
    await fits('unread');
    await world.inThemes(['light'], () => fits('unread light'));
    await chat.getByRole('button', { name: 'Show Chats' }).click();
    await world.ui.inputWidget.locator('.monaco-list-row', { hasText: 'new response' }).click();
    await chat.getByText('New response in another chat.').waitFor({ state: 'detached' });
    await world.inThemes(['light', 'contrast'], async (theme) => {
      await fits(theme);
      assert.deepEqual(await seriousFaults(chat.locator('switchyard-chat')), [], theme);
    });
  });

  it('keeps New Chat visible', async () => {
    await title().locator('.title-actions').getByRole('button', { name: 'New Chat' }).waitFor();
  });

  it('shows the title of the container next to its actions', async () => {
    await resizeSecondarySideBar(world.ui.page, 300);
    await title().locator('.composite-bar .action-label', { hasText: 'Switchyard' }).waitFor();
    const actions = title().locator('.title-actions .action-item:visible');
    assert.ok((await actions.count()) <= 4, `${await actions.count()} actions`);
    await shot(world.ui.page, 'chat-300-title');
  });
});

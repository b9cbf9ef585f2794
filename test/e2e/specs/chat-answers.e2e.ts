/** Actions on answers: find, quote, go to code, apply a diff, open as Markdown. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { until } from '../../until.ts';
import { seriousFaults } from '../axe.ts';
import { openWorld, shot, type World } from '../session.ts';

const ANSWER = [
  '- [x] read the **configuration**',
  '- [ ] apply it[^1]',
  '',
  '[^1]: https://example.com/footnote',
  '',
  '```ts',
  ...Array.from({ length: 45 }, (_, at) => `export const line${at} = ${at};`),
  '```',
  '',
  '```diff',
  '--- a/src/retry.ts',
  '+++ b/src/retry.ts',
  '@@ -9,2 +9,2 @@',
  ' export function retry() {',
  '-  return 3;',
  '+  return 5;',
  '```',
].join('\n');

describe('answers in the chat', () => {
  let world: World;
  let chat: FrameLocator;
  before(async () => {
    world = await openWorld({
      signedIn: true,
      settings: { 'switchyard.chat.model': 'anthropic/claude-haiku-4.5' },
      files: { 'src/retry.ts': 'export function retry() {\n  return 3;\n}\n' },
    });
    await openPanel();
    const body = { choices: [{ message: { role: 'assistant', content: ANSWER }, finish_reason: 'stop' }] };
    world.service.faults.add({ effect: { kind: 'body', body }, path: '/v1/chat/completions' });
    await message().fill('Show me');
    await message().press('Enter');
    await answer().locator('.turn-tools').waitFor();
  });
  after(() => world?.end());

  /** Opens the panel and waits until it is ready: a hidden panel is loaded again. */
  async function openPanel(): Promise<void> {
    await world.ui.runCommand('Switchyard: Open Chat in Editor');
    await until('the panel', async () => {
      chat = await world.ui.webview('panel');
      return message()
        .waitFor({ timeout: 5000 })
        .then(
          () => true,
          () => false,
        );
    });
  }

  const message = () => chat.getByRole('textbox', { name: 'Message' });
  const answer = () => chat.locator('chat-turn[data-turn="answer"]').first();
  const find = () => chat.getByLabel('Find in chat');

  it('fold long code, show tasks and footnotes, and have no serious axe violation', async () => {
    await answer().locator('.code.folded').waitFor();
    await answer().getByRole('img', { name: 'Not completed' }).scrollIntoViewIfNeeded();
    await answer().getByText('[^1]: https://example.com/footnote').waitFor();
    await world.inThemes(['dark', 'light', 'contrast'], async (theme) => {
      await shot(world.ui.page, `chat-answers-${theme}`);
      assert.deepEqual(await seriousFaults(chat.locator('switchyard-chat')), [], theme);
    });
    await answer().getByRole('button', { name: 'Show All 45 Lines' }).click();
    await answer().getByRole('button', { name: 'Show Less' }).click();
    await answer().locator('.code.folded').waitFor();
  });

  it('are searched with the find bar on Ctrl+F, which unfolds matches', async () => {
    await message().click();
    await message().press('Control+F');
    await find().waitFor();
    await find().fill('line44');
    await chat.locator('.find-count', { hasText: '1 of 1' }).waitFor();
    await until('the code to be unfolded', async () => (await answer().locator('.code.folded').count()) === 0);
    await until('the match to be in sight', () =>
      answer().evaluate(() => {
        const [match] = CSS.highlights.get('chat-find-current') ?? [];
        const box = match instanceof Range ? match.getBoundingClientRect() : undefined;
        return box !== undefined && box.top > 0 && box.bottom < innerHeight;
      }),
    );
    await shot(world.ui.page, 'chat-find');
    assert.deepEqual(await seriousFaults(chat.locator('switchyard-chat')), []);
    await find().press('Escape');
    await find().waitFor({ state: 'detached' });
  });

  it('have keyboard shortcuts for code, a new chat, and the composer', async () => {
    const focused = () => answer().evaluate(() => document.activeElement?.textContent ?? '');
    await message().click();
    await message().press('Control+Alt+PageDown');
    await until('the first code block', async () => (await focused()).includes('line0'));
    await world.ui.page.keyboard.press('Control+Alt+PageDown');
    await until('the diff', async () => (await focused()).includes('return 5'));
    await world.ui.page.keyboard.press('Control+Alt+PageUp');
    await until('the first code block again', async () => (await focused()).includes('line0'));
  });

  it('are quoted in the reply from the selection', async () => {
    await answer().locator('strong', { hasText: 'configuration' }).dblclick();
    await chat.getByRole('button', { name: 'Quote Selection' }).click();
    await until('the quotation', async () => (await message().inputValue()) === '> configuration\n\n');
    await shot(world.ui.page, 'chat-quote');
    await message().fill('');
  });

  it('have diffs that are applied to their file after a preview', async () => {
    await answer().locator('.code', { hasText: 'return 5' }).getByRole('button', { name: 'Apply' }).click();
    await world.ui.toast('Apply this change to src/retry.ts').waitFor();
    await shot(world.ui.page, 'chat-diff');
    await world.ui.toast('Apply this change to').getByRole('button', { name: 'Apply' }).click();
    await world.ui.page.locator('.monaco-editor .view-line', { hasText: 'return 5' }).first().waitFor();
    assert.match(readFileSync(path.join(world.folder, 'src/retry.ts'), 'utf8'), /return 3/);
    // The file gets the focus when it's shown, shortly before the preview is closed.
    await world.ui.page.locator('.tab', { hasText: 'proposed change' }).waitFor({ state: 'detached' });
  });

  it('open as Markdown', async () => {
    await openPanel();
    await answer().hover();
    await answer().getByLabel('Open as Markdown').click();
    await world.ui.page.locator('.monaco-editor .view-line', { hasText: '- [x] read the' }).waitFor();
    await world.ui.page.locator('.statusbar-item', { hasText: 'Markdown' }).waitFor();
  });

  it('are stopped, and a new chat is opened, with the keyboard', async () => {
    await openPanel();
    world.service.faults.add({ effect: { kind: 'stream', how: 'endless', ms: 20 }, path: '/v1/chat/completions' });
    await message().fill('Count to infinity');
    await message().press('Enter');
    await chat.locator('chat-turn[last] .answer-text p').first().waitFor();
    // The workbench enables the key binding shortly after the first words of an answer.
    const stopped = chat.getByText('You stopped this response.');
    await until('the response to stop', async () => {
      await message().press('Control+Escape');
      return stopped.waitFor({ timeout: 2000 }).then(
        () => true,
        () => false,
      );
    });
    await message().press('Control+N');
    await until('the empty chat', async () => (await chat.locator('chat-turn').count()) === 0);
  });
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { commands } from '../../../../src/shared/generated/names.ts';
import { until } from '../../../until.ts';
import { pauseExtensionHost } from '../../extension-host-process.ts';
import { nightly, openWorld, shot, type World } from '../../session.ts';
import { vscode } from '../../workbench-page.ts';
import { signedIn } from '../../worlds.ts';

describe('chat sessions', () => {
  let world: World;
  let chat: FrameLocator;
  before(async () => {
    world = await openWorld(signedIn, { 'src/retry.ts': 'export function retry() {\n  return 3;\n}\n' });
    await openPanel();
  });

  async function openPanel(): Promise<void> {
    await world.ui.run(commands.chat.openInEditor);
    chat = await world.ui.webview('panel');
    await message().waitFor();
  }

  const message = () => chat.getByRole('textbox', { name: 'Message' });
  const prompts = () => chat.locator('chat-turn[data-turn="prompt"]');
  const rows = () => world.ui.inputWidget.locator('.monaco-list-row');

  async function newChat(): Promise<void> {
    await world.ui.run(commands.chat.new);
    await until('the empty chat', async () => (await prompts().count()) === 0);
    await until('the focus', () => message().evaluate((field) => field === field.ownerDocument.activeElement));
  }

  it('continues an answer in the background, and never puts keys typed right after Ctrl+N into the chat left', async () => {
    const { keyboard } = world.ui.page;
    await newChat();
    world.service.chunkDelayMs = 400;
    await message().fill('Which answer continues?');
    await message().press('Enter');
    await chat.locator('[role=status]', { hasText: 'is responding' }).waitFor({ state: 'attached' });
    const resume = pauseExtensionHost();
    await keyboard.press('Control+n');
    await keyboard.type('Typed at once', { delay: 0 });
    await keyboard.press('Enter');
    await until('the empty chat', async () => (await prompts().count()) === 0);
    resume();
    await prompts().filter({ hasText: 'Typed at once' }).waitFor();
    await world.ui.run(commands.chat.showChats);
    await rows().filter({ hasText: 'Which answer continues?' }).filter({ hasText: 'responding' }).waitFor();
    await shot(world.ui.page, 'chat-sessions-responding');
    await keyboard.press('Escape');
    world.service.chunkDelayMs = 5;
    await chat.getByText('New response in another chat.').waitFor();
    await shot(world.ui.page, 'chat-sessions-unread');
    // An answer that ends after its chat was left is a new response, too.
    await chat.locator('[role=status]', { hasText: 'is responding' }).waitFor({ state: 'detached' });
    await world.ui.run(commands.chat.showChats);
    await rows().filter({ hasText: 'Which answer continues?' }).filter({ hasText: 'new response' }).click();
    await prompts().filter({ hasText: 'Which answer continues?' }).waitFor();
    assert.equal(await prompts().count(), 1);
    assert.equal(await chat.getByText('You stopped this response.').count(), 0);
    assert.equal(await chat.getByText('New response in another chat.').count(), 0);
  });

  describe('beside a file', () => {
    afterEach(async () => {
      await world.ui.run(vscode.revertFile);
      await world.ui.run(commands.chat.new);
      // It takes the focus, which would leave the name of the next file in the chat.
      await focused(await world.ui.webview('view'));
    });

    /** Opens a file in the editor, and the chat in the side bar. */
    async function openBeside(file: string) {
      await world.ui.openFile(file);
      await world.ui.run(commands.chat.open);
      const view = await world.ui.webview('view');
      // The command moves the focus from the editor. What is typed before would be lost.
      await focused(view);
      return view;
    }

    async function focused(view: FrameLocator): Promise<void> {
      const hasFocus = (field: HTMLElement) => document.hasFocus() && document.activeElement === field;
      await until('the focus in the composer', () => view.getByRole('textbox', { name: 'Message' }).evaluate(hasFocus));
    }

    nightly(
      'attaches files, selections, and what the composer offers as chips, and sends them',
      'workbench/suite/chat.suite',
      async () => {
        const { ui } = world;
        const view = await openBeside('src/retry.ts');
        const chip = (text: string | RegExp) => view.locator('li.chip', { hasText: text });
        // On a busy machine, the composer takes the focus once more.
        await until('the selection', async () => {
          await ui.page.locator('.monaco-editor .view-line').first().click();
          await ui.page.keyboard.press('Control+A');
          return (await ui.selected()) !== '';
        });
        await ui.run(commands.chat.addSelection);
        await chip('src/retry.ts:1-3').waitFor();
        await view.getByLabel('Remove src/retry.ts:1-3').click();
        await chip('src/retry.ts:1-3').waitFor({ state: 'detached' });
        await view.getByLabel('Attach to the message').click();
        for (const text of [/Problems in the active file/, /Run…/, /Workflow…/, /Image…/])
          await rows().filter({ hasText: text }).first().waitFor();
        await rows().filter({ hasText: 'Open editors' }).first().click();
        await rows().filter({ hasText: 'Open editors' }).waitFor({ state: 'detached' });
        await rows().filter({ hasText: 'src/retry.ts' }).click();
        await ui.inputWidget.getByText('1 Selected').waitFor();
        await ui.input.press('Enter');
        await chip('src/retry.ts').waitFor();
        const prompt = view.getByRole('textbox', { name: 'Message' });
        await prompt.fill('What does this do?');
        await prompt.press('Enter');
        await view.locator('chat-turn[data-turn="prompt"] .chip', { hasText: 'src/retry.ts' }).waitFor();
        await view.locator('[role=status]', { hasText: 'The response is complete.' }).waitFor({ state: 'attached' });
      },
    );

    nightly(
      'completes files, runs, workflows, and commands with the keyboard',
      'unit/service/chat/page-composer.test',
      async () => {
        const view = await openBeside('src/retry.ts');
        const prompt = view.getByRole('textbox', { name: 'Message' });
        const option = (text: string) => view.getByRole('option', { name: text }).first();
        for (const [kind, name, chip] of [
          ['file', 'src/retry.ts', 'src/retry.ts'],
          ['run', '', 'Run of'],
          ['workflow', '', 'Workflow '],
        ] as const) {
          await prompt.pressSequentially(`Look at #${kind}`);
          await option(`#${kind}`).waitFor();
          await prompt.press('Enter');
          await view.getByRole('option', { name }).filter({ hasNotText: '#' }).first().waitFor();
          await prompt.press('Enter');
          await view.locator('li.chip', { hasText: chip }).waitFor();
          assert.equal(await prompt.inputValue(), 'Look at ');
          await prompt.fill('');
          await view.locator('.chip-remove').first().click();
          await view.locator('li.chip').waitFor({ state: 'detached' });
        }
        await prompt.pressSequentially('/mod');
        await option('/model').waitFor();
        await prompt.press('Enter');
        await world.ui.input.waitFor();
        await world.ui.page.keyboard.press('Escape');
        assert.equal(await prompt.inputValue(), '');
      },
    );

    it('shows a diff before code is applied to a file', async () => {
      const view = await openBeside('src/retry.ts');
      const answer = view.locator('chat-turn[data-turn="answer"]').last();
      const prompt = view.getByRole('textbox', { name: 'Message' });
      await prompt.fill('What would you change?');
      await prompt.press('Enter');
      await view.locator('chat-turn[data-turn="prompt"]', { hasText: 'What would you change?' }).waitFor();
      await answer.locator('.turn-tools').waitFor();
      await world.ui.page.locator('.monaco-editor .view-line').first().click();
      await answer.locator('[data-code=apply]').click();
      await world.ui.toast('Insert this code at the end of').waitFor();
      await shot(world.ui.page, 'chat-apply');
      const { ui } = world;
      const decision = (name: string) =>
        ui.page.locator('.editor-actions, .title-actions').getByRole('button', { name }).first();
      // The notification isn't needed, and closing it decides nothing.
      await ui.run(vscode.clearNotifications);
      await decision('Discard Proposed Change').click();
      await decision('Discard Proposed Change').waitFor({ state: 'detached' });
      await answer.locator('[data-code=apply]').click();
      await decision('Apply Proposed Change').waitFor();
      await ui.toast('Insert this code at the end of').waitFor();
      await shot(ui.page, 'chat-apply-title');
      await ui.run(commands.chat.applyProposal);
      await decision('Apply Proposed Change').waitFor({ state: 'detached' });
      await ui.toast('Insert this code at the end of').waitFor({ state: 'detached' });
      await ui.page.locator('.monaco-editor .view-line', { hasText: 'summarize' }).first().waitFor();
      assert.doesNotMatch(readFileSync(path.join(world.folder, 'src/retry.ts'), 'utf8'), /summarize/);
    });
  });
});

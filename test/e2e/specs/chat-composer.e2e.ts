/** The composer: completion of `#` and `/`, attachments, the model. */
import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import { until } from '../../until.ts';
import { seriousFaults } from '../axe.ts';
import { openWorld, shot, type World } from '../session.ts';

describe('the chat composer', () => {
  let world: World;
  let chat: FrameLocator;
  before(async () => {
    world = await openWorld({
      signedIn: true,
      settings: { 'switchyard.chat.model': 'anthropic/claude-haiku-4.5' },
      files: { 'src/retry.ts': 'export function retry() {\n  return 3;\n}\n' },
    });
    await world.ui.openFile('src/retry.ts');
    await world.ui.runCommand('Switchyard: Open Chat');
    chat = await world.ui.webview('view');
    await message().waitFor();
  });
  after(() => world?.end());

  const message = () => chat.getByRole('textbox', { name: 'Message' });
  const option = (text: string | RegExp) => chat.getByRole('option', { name: text }).first();
  const chip = (text: string | RegExp) => chat.locator('li.chip', { hasText: text });
  const active = () =>
    message().evaluate(
      (field) => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent ?? '',
    );
  async function clear(): Promise<void> {
    const removes = chat.locator('.chip-remove');
    for (let left = await removes.count(); left > 0; left--) {
      await removes.first().click();
      // The chip disappears once the extension has removed the attachment.
      await until('the chip to be gone', async () => (await removes.count()) < left);
    }
    await message().fill('');
  }

  it('completes files, runs, and workflows by keyboard and attaches them as chips', async () => {
    await message().pressSequentially('Look at #f');
    await option('#file').waitFor();
    await message().press('Enter');
    await option('src/retry.ts').waitFor();
    await message().pressSequentially('retry');
    await until('the file to be the active option', async () => (await active()).includes('src/retry.ts'));
    await shot(world.ui.page, 'chat-completion-file');
    await message().press('Tab');
    await chip('src/retry.ts').waitFor();
    assert.equal(await message().inputValue(), 'Look at ');
    for (const [kind, icon] of [
      ['run', /codicon-(pass|error|play-circle)/],
      ['workflow', /codicon-symbol-event/],
    ] as const) {
      await message().pressSequentially(`#${kind}`);
      await option(`#${kind}`).waitFor();
      await message().press('Enter');
      await chat.locator('.completion-description').first().waitFor();
      const first = chat.getByRole('option').first();
      await first.waitFor();
      await shot(world.ui.page, `chat-completion-${kind}`);
      await message().press('Enter');
      const added = chip(kind === 'run' ? 'Run of' : 'Workflow ');
      await added.waitFor();
      assert.match((await added.locator('.codicon').first().getAttribute('class')) ?? '', icon);
    }
    assert.deepEqual(await seriousFaults(chat.locator('switchyard-chat')), []);
    await clear();
  });

  it('has no serious axe violation while the list is open, in every kind of theme', async () => {
    await message().pressSequentially('#');
    await option('#workflow').waitFor();
    await message().press('ArrowDown');
    await world.inThemes(['dark', 'light', 'contrast'], async (theme) => {
      if ((await chat.getByRole('listbox').count()) === 0) {
        await message().fill('');
        await message().pressSequentially('#');
        await option('#workflow').waitFor();
      }
      await shot(world.ui.page, `chat-completion-${theme}`);
      assert.deepEqual(await seriousFaults(chat.locator('switchyard-chat')), [], theme);
    });
    await message().press('Escape');
    await chat.getByRole('listbox').waitFor({ state: 'detached' });
    await clear();
  });

  it('runs slash commands', async () => {
    await message().pressSequentially('/mod');
    await option('/model').waitFor();
    await message().press('Enter');
    await world.ui.input.waitFor();
    await world.ui.page.keyboard.press('Escape');
    assert.equal(await message().inputValue(), '');
  });

  it('offers open editors, problems, runs, workflows, and images to attach', async () => {
    const { ui } = world;
    const row = (text: string | RegExp) => ui.inputWidget.locator('.monaco-list-row', { hasText: text }).first();
    await chat.getByLabel('Attach to the message').click();
    for (const text of [/Open editors/, /Problems in the active file/, /Run…/, /Workflow…/, /Image…/])
      await row(text).waitFor();
    await shot(ui.page, 'chat-attach-all');
    await row(/Open editors/).click();
    await row('src/retry.ts').waitFor();
    await row('src/retry.ts').click();
    await ui.inputWidget.getByText('1 Selected').waitFor();
    await ui.page.keyboard.press('Enter');
    await chip('src/retry.ts').waitFor();
    await chat.getByLabel('Attach to the message').click();
    await row(/Workflow…/).click();
    await ui.inputWidget.getByPlaceholder('Select a workflow to attach').waitFor();
    await ui.inputWidget.locator('.monaco-list-row').first().click();
    await chip('Workflow ').waitFor();
    await clear();
  });
});

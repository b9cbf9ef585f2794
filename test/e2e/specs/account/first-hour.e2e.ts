import assert from 'node:assert/strict';
import { until } from '../../../until.ts';
import { openWorld, shot, type World } from '../../session.ts';

describe('the first hour', () => {
  let world: World;
  before(async () => {
    world = await openWorld();
  });

  it('starts with a walkthrough whose first steps need no account', async () => {
    const { ui } = world;
    const { page } = ui;
    await ui.runCommand('Welcome: Open Walkthrough...');
    await ui.input.fill('Switchyard');
    await ui.inputWidget.locator('.monaco-list-row', { hasText: 'Get Started with Switchyard' }).click();
    const steps = page.locator('.getting-started-step');
    await steps.first().waitFor();
    const titles = await steps.locator('.step-title').allTextContents();
    assert.equal(titles.length, 6);
    assert.match(titles[0] ?? '', /config/);
    await shot(page, 'walkthrough');
    const servers = page.locator('.getting-started-step', { hasText: 'See which servers are in effect' });
    await servers.click();
    await servers.getByRole('button', { name: 'Show Tool Servers' }).click();
    await ui.row('Tool Servers', /In Effect/).waitFor();
    await servers.locator('.codicon.complete').waitFor();
    await ui.runCommand('View: Close All Editors');
  });

  it('works without a mouse: connect, open a failed run, explain it, publish, chat, attach, insert code', async () => {
    const { ui, service } = world;
    const { page } = ui;
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    /** Reopens the quick input until it finds the text, because it doesn't show items that arrive while it is open. */
    const find = (key: string, text: string) =>
      until(`"${text}" after ${key}`, async () => {
        await press(key);
        await ui.input.waitFor();
        await page.keyboard.type(text);
        const found = ui.inputWidget.locator('.monaco-list-row.focused', { hasText: text });
        const isThere = await found.waitFor({ timeout: 3000 }).then(
          () => true,
          () => false,
        );
        await press(isThere ? 'Enter' : 'Escape');
        return isThere;
      });
    const command = (label: string) => find('F1', label);
    /** Types an answer into a quick input. */
    const answer = async (question: string, text: string) => {
      const asked = page.locator(`.quick-input-widget input[placeholder*="${question}"]`);
      await asked.or(ui.inputWidget.getByText(question)).first().waitFor();
      // A tree of VS Code that is refreshed while the question opens takes the focus back.
      await until('the question to have the focus', async () => {
        if ((await ui.inputWidget.locator('input:focus').count()) > 0) return true;
        await ui.input.focus();
        return false;
      });
      await page.keyboard.type(text);
    };
    /** Chooses from a list, whose rows may still be loading. */
    const choose = async (question: string, text: string) => {
      await answer(question, text);
      await ui.inputWidget.locator('.monaco-list-row.focused', { hasText: text }).waitFor();
      await press('Enter');
    };

    await command('Switchyard: Sign In');
    await answer('base URL', service.url);
    await press('Enter');
    await page.locator('.quick-input-widget input[type="password"]').waitFor();
    await page.keyboard.type(service.key);
    await press('Enter');
    await ui.statusBar.filter({ hasText: new URL(service.url).host }).waitFor();

    await command('Switchyard: Focus on Runs View');
    const row = ui.pane('Runs').locator('.monaco-list-row.focused');
    await ui
      .rowByLabel('Runs', /failed|succeeded/)
      .first()
      .waitFor();
    await until('a failed run to have the focus', async () => {
      await press('ArrowDown');
      // Without a row, the key was pressed before the view had the focus.
      return (await row.count()) > 0 && /, failed, /.test((await row.getAttribute('aria-label')) ?? '');
    });
    await press('Enter');
    await row.and(page.locator('[aria-expanded="true"]')).waitFor();

    await command('Switchyard: Choose Chat Model');
    await choose('Filter models', 'gpt-5-mini');
    await command('Switchyard: Explain Run in Chat');
    // The selected run is offered first.
    await answer('Select a run to explain', '');
    await ui.inputWidget.locator('.monaco-list-row.focused', { hasText: 'failed' }).waitFor();
    await press('Enter');
    const chat = await ui.webview('view');
    const complete = chat.locator('[role=status]', { hasText: 'The response is complete.' });
    await chat.getByText('Run of ').first().waitFor();
    // The question is in the composer and can still be edited.
    await chat.locator('textarea:focus').waitFor();
    await press('Enter');
    await complete.waitFor({ state: 'attached' });
    await shot(page, 'keyboard-explain');

    await command('Switchyard: Focus on Workflows View');
    const invoices = ui.pane('Workflows').locator('.monaco-list-row.focused', { hasText: 'Invoice intake' });
    await until('a workflow to have the focus', async () => {
      await press('ArrowDown');
      return (await invoices.count()) > 0;
    });
    await press('Enter');
    await command('Switchyard: Publish Version…');
    await choose('Select a workflow', 'Invoice intake');
    await answer('Select a version to publish', '');
    await ui.inputWidget.locator('.monaco-list-row.focused', { hasText: /v\d/ }).waitFor();
    await press('ArrowDown', 'Enter');
    await answer('Commit message', 'From the keyboard');
    await press('Enter');
    await ui.dialog.waitFor();
    await press('Enter');
    await until('the version to be published', () => service.requests.some(({ path }) => path.endsWith('/publish')));

    await find('Control+p', 'order.ts');
    await page.locator('.tab.active', { hasText: 'order.ts' }).waitFor();
    await command('Switchyard: Add File to Switchyard Chat');
    await chat.locator('li.chip', { hasText: 'order.ts' }).waitFor();
    await press('Control+Alt+y');
    await chat.locator('textarea:focus').waitFor();
    await page.keyboard.type('Show me how to retry');
    await press('Enter');
    const last = chat.locator('chat-turn[data-turn="answer"]').nth(1);
    await last.locator('.turn-tools').waitFor();
    const insert = last.getByRole('button', { name: 'Insert at Cursor' });
    await command('Switchyard: Focus Last Chat Message');
    await until('the button that inserts code to have the focus', async () => {
      await press('Tab');
      return insert.evaluate((button) => button.matches(':focus'));
    });
    await press('Enter');
    await page.locator('.monaco-editor .view-line', { hasText: 'summarize' }).first().waitFor();
    await shot(page, 'keyboard-inserted');
  });
});

import assert from 'node:assert/strict';
import { until } from '../../workbench/workbench.ts';
import { openWorld, shot, type World } from '../session.ts';

describe('the first hour', () => {
  let world: World;
  before(async () => {
    world = await openWorld();
  });
  after(() => world?.end());

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

  it('needs no mouse: connect, open a failed run, explain it, publish, chat, attach, insert code', async () => {
    const { ui, service } = world;
    const { page } = ui;
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const command = async (label: string) => {
      await press('F1');
      await ui.input.waitFor();
      await page.keyboard.type(label);
      await ui.inputWidget.locator('.monaco-list-row.focused', { hasText: label }).waitFor();
      await press('Enter');
    };
    /** Types an answer to a question of the quick input. */
    const answer = async (question: string, text: string) => {
      const asked = page.locator(`.quick-input-widget input[placeholder*="${question}"]`);
      await asked.or(ui.inputWidget.getByText(question)).first().waitFor();
      await page.keyboard.type(text);
      await press('Enter');
    };

    await command('Switchyard: Sign In');
    await answer('base URL', service.url);
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
      return /, failed, /.test((await row.getAttribute('aria-label')) ?? '');
    });
    await press('Enter');
    await row.and(page.locator('[aria-expanded="true"]')).waitFor();

    await command('Switchyard: Explain Run in Chat');
    await shot(page, 'keyboard-explain');
    const chat = await ui.webview('view');
    await chat.getByText('Run of ').first().waitFor();
  });
});

/** All texts with accents and about 40 % longer: nothing is cut off at 290 px, and all of our texts have accents. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { misfits, resizePanel, resizeSecondarySideBar } from '../narrow.ts';
import { cutOffTexts, notLocalized, PSEUDO, pseudo } from '../pseudo.ts';
import { openWorld, shot, type World } from '../session.ts';

const WIDTH = 290;

describe('in a language with longer words', () => {
  let world: World;
  before(async () => {
    world = await openWorld({
      signedIn: true,
      language: PSEUDO,
      settings: { 'switchyard.chat.model': 'anthropic/claude-haiku-4.5', 'switchyard.chat.budget': 0.0001 },
    });
    await world.ui.openSwitchyard(pseudo('Workflows'));
    await world.ui.row(pseudo('Workflows'), 'Support triage').waitFor();
  });
  after(() => world?.end());

  const command = (title: string) => world.ui.runCommand(`Switchyard: ${pseudo(title)}`);
  async function isWhole(part: Locator, name: string): Promise<void> {
    await shot(world.ui.page, `pseudo-${name}`);
    assert.deepEqual(
      { cutOff: await cutOffTexts(part), notLocalized: await notLocalized(part) },
      { cutOff: [], notLocalized: [] },
      name,
    );
  }

  it('the chat fits into a side bar of 290 px', async () => {
    const { ui } = world;
    await command('Open Chat');
    const chat = await ui.webview('view');
    const message = chat.getByRole('textbox', { name: pseudo('Message') });
    await message.waitFor();
    await resizeSecondarySideBar(ui.page, WIDTH);
    const fits = async (name: string) => {
      await isWhole(chat.locator('switchyard-chat'), `chat-${name}`);
      assert.deepEqual(await misfits(chat), [], name);
    };
    await fits('empty');
    const body = {
      choices: [{ message: { role: 'assistant', content: '0123' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 9000, completion_tokens: 9000 },
    };
    world.service.faults.add({ effect: { kind: 'body', body }, path: '/v1/chat/completions' });
    await message.fill('0');
    await message.press('Enter');
    await chat.locator('chat-turn[data-turn="answer"] .turn-tools').waitFor();
    await fits('answer');
    await chat.locator('[data-action=settings]').click();
    await chat.getByLabel(pseudo('System prompt')).waitFor();
    await fits('settings');
    await chat.locator('[data-action=settings]').click();
    world.service.faults.add({ effect: { kind: 'status', status: 402 }, path: '/v1/chat/completions' });
    await message.fill('1');
    await message.press('Enter');
    await chat.locator('chat-problem').waitFor();
    await fits('problem');
    await message.press('ArrowUp');
    await chat.locator('.editing').waitFor();
    await fits('editing');
    await message.press('Escape');
    await ui.runCommand('View: Hide Secondary Side Bar');
  });

  it('the panels fit into 290 px', async () => {
    const { ui } = world;
    const { page } = ui;
    const runs = pseudo('Runs');
    for (const name of ['Tool Servers', 'Workflows']) await ui.collapse(pseudo(name));
    const failed = () => ui.rowByLabel(runs, pseudo('failed')).first();
    await ui.fromMenu(failed(), pseudo('Show Run Timeline'));
    const main = async () => (await ui.webview('panel')).locator('main');
    await (await main()).locator('.timeline .bar').first().waitFor();
    const size = page.viewportSize() ?? { width: 1400, height: 900 };
    const narrow = async () => {
      await ui.runCommand('View: Toggle Primary Side Bar Visibility');
      await resizePanel(page, await main(), WIDTH);
    };
    const wide = async () => {
      await page.setViewportSize(size);
      await ui.runCommand('View: Close All Editors');
      await ui.openSwitchyard(pseudo('Workflows'));
    };
    await narrow();
    await isWhole(await main(), 'panel-run');
    await (await main()).locator('[data-action=compareWithLastSuccess]').press('Enter');
    await page.locator('.tab.active', { hasText: pseudo('Run Comparison') }).waitFor();
    await (await main()).locator('table.comparison').waitFor();
    await isWhole(await main(), 'panel-comparison');
    await wide();
    for (const [title, part] of [
      ['Show Workflow Statistics', '.days svg'],
      ['Open Workflow Details', 'table.runs tbody tr'],
    ] as const) {
      await ui.fromMenu(ui.row(pseudo('Workflows'), 'Support triage').first(), pseudo(title));
      await (await main()).locator(part).first().waitFor();
      await narrow();
      await isWhole(await main(), `panel-${part.slice(1, 5)}`);
      await wide();
    }
  });

  it('the titles and welcome texts of the views fit', async () => {
    const { ui } = world;
    await command('Sign Out');
    for (const name of ['Workflows', 'Runs', 'Models']) {
      const pane = ui.pane(pseudo(name));
      if ((await pane.locator('.pane-header').getAttribute('aria-expanded')) !== 'true')
        await pane.locator('.pane-header').click();
      await pane.locator('.welcome-view-content').waitFor();
      await isWhole(pane.locator('.pane-header .title').first(), `title-${name}`);
      await isWhole(pane.locator('.welcome-view-content'), `welcome-${name}`);
    }
  });
});

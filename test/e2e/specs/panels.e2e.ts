import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { seriousFaults } from '../axe.ts';
import { openWorld, shot, type World } from '../session.ts';

const themes = ['dark', 'light', 'contrast'] as const;

describe('pictures of runs and workflows', () => {
  let world: World;
  before(async () => {
    world = await openWorld({ signedIn: true });
    await world.ui.openSwitchyard();
    await world.ui.collapse('Tool Servers');
    const servers = world.ui.pane('Tool Servers').locator('.pane-header');
    if ((await servers.getAttribute('aria-expanded')) === 'true') await servers.click();
    await world.ui.row('Runs', 'failed').first().waitFor();
  });
  after(() => world?.end());

  /** The page of the panel that is in front. */
  const page = async () => (await world.ui.webview('panel')).locator('main');

  /** Looks at the page with axe in each theme, and takes a picture of it. */
  async function look(main: Locator, name: string): Promise<void> {
    await world.inThemes(themes, async (theme) => {
      await shot(world.ui.page, `${name}-${theme}`);
      assert.deepEqual(await seriousFaults(main), [], theme);
    });
  }

  async function showTimeline() {
    const { ui } = world;
    await ui.runCommand('View: Close All Editors');
    await ui.fromMenu(ui.row('Runs', 'failed').first(), 'Show Run Timeline');
    return page();
  }

  it('a failed run: its steps on one time axis, the failing one in focus', async () => {
    const main = await showTimeline();
    await main.locator('svg.timeline .bar').first().waitFor();
    await main.locator('tr[data-focus]').waitFor();
    assert.ok(((await main.locator('svg.timeline title').first().textContent()) ?? '').includes('wait time'));
    await look(main, 'panel-run');
  });

  it('opens the error of the step as a document', async () => {
    const { ui } = world;
    await (await showTimeline()).locator('.error button').first().click();
    await ui.page.locator('.monaco-editor .view-line').first().waitFor();
  });

  it('a workflow: rate, durations, runs a day', async () => {
    const { ui } = world;
    await ui.runCommand('View: Close All Editors');
    await ui.fromMenu(ui.row('Workflows', /./).first(), 'Show Workflow Statistics');
    const main = await page();
    await main.locator('.facts').waitFor();
    await look(main, 'panel-workflow');
  });

  it('two runs side by side', async () => {
    const { ui } = world;
    await ui.runCommand('View: Close All Editors');
    // By their names: rows move while runs go on.
    await ui.runCommand('Switchyard: Compare Runs…');
    for (const [question, status] of [
      ['Select the first run to compare', 'failed'],
      ['Select the second run', 'succeeded'],
    ] as const) {
      await ui.page.locator(`.quick-input-widget input[placeholder^="${question}"]`).waitFor();
      await ui.input.fill(status);
      await ui.page.locator('.quick-input-list .monaco-list-row', { hasText: status }).first().click();
    }
    const main = await page();
    await main.locator('table.comparison').waitFor();
    await look(main, 'panel-compare');
  });
});

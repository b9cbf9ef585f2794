import assert from 'node:assert/strict';
import { openWorld, shot, type World } from '../../session.ts';

describe('the first hour', () => {
  let world: World;
  before(async () => {
    world = await openWorld();
  });

  it('starts with a walkthrough whose first steps need no account', async () => {
    const { ui } = world;
    const { page } = ui;
    await ui.run('workbench.action.openWalkthrough', 'switchyard.switchyard#start', false);
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
    await ui.closeEditors();
  });
});

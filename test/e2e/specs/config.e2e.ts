import assert from 'node:assert/strict';
import { openWorld, shot, type World } from '../session.ts';

describe('config files', () => {
  let world: World;
  before(async () => {
    world = await openWorld();
  });
  after(() => world?.end());

  it('underlines each mistake and lists it once in Problems', async () => {
    const { ui } = world;
    await ui.openFile('.mcp.json');
    await ui.page.locator('.squiggly-error').first().waitFor();
    await ui.runCommand('Problems: Focus on Problems View');
    await ui.problem('comand').first().waitFor();
    const rows = ui.page.locator('.markers-panel .monaco-list-row[aria-level="2"]');
    // By code, because the icon of the focused row changes from an error to a light bulb once its fixes are known.
    const errors = rows.filter({ hasText: /unknown-transport|unknown-key|server-name|wrong-json-type|missing-type/ });
    assert.equal(await errors.count(), 5, (await rows.allInnerTexts()).join('\n'));
    assert.equal(await rows.filter({ hasText: /JSON Schema|Missing property|not allowed/i }).count(), 0);
    await shot(ui.page, 'config-problems');
  });

  it('offers a quick fix for a mistake and applies it', async () => {
    const { ui } = world;
    await ui.openFile('.mcp.json');
    await ui.goTo(9, 9);
    const action = await ui.codeAction('command');
    await shot(ui.page, 'config-fix');
    await action.click();
    await ui.page.locator('.view-line', { hasText: '"command": "npx"' }).first().waitFor();
    await ui.page.locator('.view-line', { hasText: '"comand"' }).waitFor({ state: 'detached' });
    await ui.page.keyboard.press('Control+z');
    await ui.page.locator('.view-line', { hasText: '"comand"' }).waitFor();
  });

  it('explains a property on hover', async () => {
    const { ui } = world;
    await ui.openFile('.omp/mcp.json');
    await ui.hover(ui.page.locator('.view-line span', { hasText: '"timeout"' }).last(), /milliseconds/i);
    await shot(ui.page, 'config-hover');
    await ui.page.keyboard.press('Escape');
  });

  it('completes the properties of a server', async () => {
    const { ui } = world;
    await ui.openFile('.omp/mcp.json');
    await ui.page.locator('.view-line', { hasText: '"command"' }).first().click();
    await ui.page.keyboard.press('End');
    await ui.page.keyboard.press('Enter');
    await ui.page.keyboard.type('"');
    await ui.page.locator('.suggest-widget .monaco-list-row', { hasText: 'cwd' }).first().waitFor();
    await shot(ui.page, 'config-completion');
    await ui.page.keyboard.press('Escape');
  });

  it("reports nothing in VS Code's own .vscode/mcp.json", async () => {
    const { ui } = world;
    await ui.openFile('.vscode/mcp.json');
    await ui.page.locator('.statusbar-item', { hasText: 'JSON with Comments' }).waitFor();
    await shot(ui.page, 'config-vscode');
  });

  it('causes no request to the service', () => assert.deepEqual(world.service.requests, []));
});

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
    const rows = await ui.page.locator('.markers-panel .monaco-list-row[aria-level="2"]').allInnerTexts();
    const errors = rows.filter((row) => /switchyard/i.test(row));
    assert.equal(errors.length, 5, rows.join('\n'));
    assert.equal(rows.filter((row) => /JSON Schema|Missing property|not allowed/i.test(row)).length, 0);
    await shot(ui.page, 'config-problems');
  });

  it('explains a field on hover', async () => {
    const { ui } = world;
    await ui.openFile('.omp/mcp.json');
    await ui.page.locator('.view-line span', { hasText: '"timeout"' }).last().hover();
    await ui.page
      .locator('.monaco-hover', { hasText: /milliseconds/i })
      .first()
      .waitFor();
    await shot(ui.page, 'config-hover');
    await ui.page.keyboard.press('Escape');
  });

  it('completes the keys of a server', async () => {
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

  it("leaves VS Code's own .vscode/mcp.json to VS Code", async () => {
    const { ui } = world;
    await ui.openFile('.vscode/mcp.json');
    await ui.page.locator('.statusbar-item', { hasText: 'JSON with Comments' }).waitFor();
    await shot(ui.page, 'config-vscode');
  });

  it('starts no request to any service', () => assert.deepEqual(world.service.requests, []));
});

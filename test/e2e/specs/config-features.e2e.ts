// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look

import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { until } from '../../until.ts';
import { openWorld, shot, type World } from '../session.ts';

const strong = {
  mcpServers: {
    docs: { command: 'npx', args: ['-y', '@example/docs-server@1.2.0'] },
    search: {
      type: 'http',
      url: 'https://search.example.com/mcp',
      headers: { Authorization: 'Bearer ${SEARCH_TOKEN}' },
    },
    notes: { command: 'notes-server', enabled: false },
  },
};
const weak = { mcpServers: { docs: { command: 'other-docs' }, paint: { command: 'paint-server', timeout: 5000 } } };
const unopened = { mcpServers: { drifting: { comand: 'x' } } };
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

describe('language features of a config file', () => {
  let world: World;
  const at = (file: string) => path.join(world.folder, file);
  before(async () => {
    world = await openWorld({
      settings: { 'workbench.colorTheme': 'Light Modern', 'editor.inlayHints.enabled': 'on' },
      files: {
        'team/.omp/mcp.json': json(strong),
        'team/.mcp.json': json(weak),
        'other/mcp.json': json(unopened),
      },
    });
  });
  after(() => world?.end());

  const hint = (text: string) => world.ui.page.locator('.view-line', { hasText: text });
  const lens = (text: string) => world.ui.page.locator('.codelens-decoration', { hasText: text });

  it('shows the state of a server next to it, and its actions above it', async () => {
    const { ui } = world;
    await ui.openFile('team/.mcp.json');
    await hint('overridden by .omp/mcp.json').waitFor();
    await lens('Copy…').first().waitFor();
    assert.equal(await hint('in effect').count(), 0);
    await shot(ui.page, 'config-lenses-light');
  });

  it('goes to the overriding definition', async () => {
    const { ui } = world;
    await ui.openFile('team/.mcp.json');
    await hint('overridden by').waitFor();
    await ui.page.locator('.view-line span', { hasText: '"docs"' }).last().click();
    await ui.page.keyboard.press('F12');
    await ui.page.locator('.tab.active', { hasText: 'mcp.json' }).waitFor();
    await until('the stronger file', async () =>
      (await ui.page.locator('.breadcrumbs-control').first().textContent())?.includes('.omp'),
    );
  });

  it('renames a server in all files of the agent', async () => {
    const { ui } = world;
    await ui.openFile('team/.omp/mcp.json');
    await lens('Copy…').first().waitFor();
    await ui.page.locator('.view-line span', { hasText: '"docs"' }).last().click();
    await ui.page.keyboard.press('F2');
    const box = ui.page.locator('.rename-box input');
    await box.waitFor();
    await box.fill('papers');
    await shot(ui.page, 'config-rename');
    await ui.page.keyboard.press('Enter');
    await ui.page.locator('.view-line', { hasText: '"papers"' }).first().waitFor();
    await ui.runCommand('File: Save All Files');
    await until('both files on the disk', async () => {
      const texts = await Promise.all(['team/.omp/mcp.json', 'team/.mcp.json'].map((one) => readFile(at(one), 'utf8')));
      return texts.every((text) => text.includes('"papers"') && !text.includes('"docs"'));
    });
  });

  it("lists the mistakes of files that aren't open", async () => {
    const { ui } = world;
    // Starts the language server, which then reads all files.
    await ui.openFile('team/.mcp.json');
    await ui.runCommand('Problems: Focus on Problems View');
    await ui.problem('Did you mean "command"').first().waitFor();
    await shot(ui.page, 'config-workspace-problems');
    await mkdir(at('new'), { recursive: true });
    await writeFile(at('new/mcp.json'), json({ mcpServers: { later: { url: 'https://x.example/mcp' } } }));
    await ui.problem('"type": "http"').first().waitFor();
  });

  it('changes the severity of a rule from the light bulb', async () => {
    const { ui } = world;
    await ui.openFile('other/mcp.json');
    await ui.page.locator('.squiggly-error').first().waitFor();
    // A click would miss the word if the code lenses appear at the same moment.
    await ui.goTo(4, 9);
    await (await ui.codeAction('Change the severity of unknown-key')).click();
    await ui.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Off' }).first().waitFor();
    await shot(ui.page, 'config-severity');
    await ui.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Off' }).first().click();
    await ui.page.locator('.squiggly-error').first().waitFor({ state: 'detached' });
    const settings = await until('the setting', () =>
      readFile(at('.vscode/settings.json'), 'utf8').catch(() => undefined),
    );
    assert.ok(settings.includes('"unknown-key": "off"'), settings);
  });
});

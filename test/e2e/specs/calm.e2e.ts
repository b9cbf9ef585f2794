import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '../../until.ts';
import { openWorld, shot, type World } from '../session.ts';

const standaloneText = `{
  "mcpServers": {
    "docs": {
      "command": "npx",
      "args": ["-y", "@acme/docs-mcp@1.2.0"]
    },
    "search": {
      "url": "https://search.example.com/mcp",
      "timeout": 30
    },
    "notes": {
      "command": "npx",
      "args": ["-y", "@acme/notes-mcp@2.1.0"],
      "enabled": false
    },
    "database": {
      "command": "node",
      "args": ["old.mjs"]
    }
  }
}
`;
const cursorText = '{ "mcpServers": { "figma": { "url": "https://mcp.figma.com/mcp" } } }\n';

describe('a config file with hints and lenses', () => {
  const pane = 'Tool Servers';
  let world: World;
  const file = (name: string) => path.join(world.folder, name);
  const userFile = () => path.join(world.workbench.home, '.omp/agent/mcp.json');
  const row = (name: string, text: string | RegExp) => world.ui.row(pane, name).filter({ hasText: text });
  const line = (text: string) => world.ui.page.locator('.view-line', { hasText: text }).first();
  const lens = (text: string | RegExp) => world.ui.page.locator('.codelens-decoration a', { hasText: text });

  /** Returns the buttons of a row of `.mcp.json`, with their icons. */
  async function buttonsOf(name: string): Promise<readonly string[]> {
    await row(name, '.mcp.json').hover();
    const buttons = row(name, '.mcp.json').locator('.actions .action-label');
    await buttons.first().waitFor();
    return buttons.evaluateAll((all) =>
      all.map((button) => {
        const label = button.getAttribute('aria-label')?.replace(/ \(.*/, '');
        return `${label} ${[...button.classList].find((name) => name.startsWith('codicon-'))}`;
      }),
    );
  }

  before(async () => {
    world = await openWorld({
      settings: {
        'files.autoSave': 'off',
        'workbench.reduceMotion': 'on',
        'editor.minimap.enabled': false,
        'editor.inlayHints.enabled': 'on',
        // VS Code shows its own lenses only with this setting.
        'chat.disableAIFeatures': false,
      },
      files: { '.mcp.json': standaloneText, '.cursor/mcp.json': cursorText },
    });
    // VS Code watches only existing folders. The folder exists if the agent is installed.
    mkdirSync(path.dirname(userFile()), { recursive: true });
    await world.ui.openSwitchyard();
    for (const other of ['Workflows', 'Runs']) await world.ui.collapse(other);
    await world.ui.row(pane, 'In Effect').waitFor();
  });
  after(() => world?.end());

  it('shows only states other than in effect, and no text is cut off or repeated', async () => {
    const { ui } = world;
    await ui.openFile('.mcp.json');
    await line('"database"').filter({ hasText: 'overridden by .omp/mcp.json' }).waitFor();
    await line('"notes"').filter({ hasText: 'disabled' }).waitFor();
    await ui.page.locator('.squiggly-warning, .squiggly-error').first().waitFor();
    await lens('Copy…').nth(3).waitFor();
    for (const name of ['docs', 'search'])
      assert.match((await line(`"${name}"`).innerText()).trim(), /^"\w+":\s\{$/, 'no state beside a server in effect');
    await world.inThemes(['dark', 'light', 'contrast'], (theme) => shot(ui.page, `calm-${theme}`));
  });

  it('has short lenses above each server, next to those of VS Code', async () => {
    await world.ui.openFile('.mcp.json');
    for (const text of ['Start', 'Copy…']) await lens(text).nth(3).waitFor();
    const lines = await world.ui.page.locator('.codelens-decoration').allInnerTexts();
    const texts = lines.map((text) => text.replaceAll(/\s+/g, ' ').trim());
    assert.deepEqual(
      // The order depends on which language service is ready first.
      texts.filter((text) => text.includes('Test')).map((text) => text.split(' | ').sort().join(' | ')),
      Array.from({ length: 4 }, () => 'Copy… | More... | Start | Test'),
    );
    assert.ok(texts.includes('Copy all… | Convert to…'), texts.join('\n'));
  });

  it('has hints and lenses that can be turned off separately', async () => {
    await world.ui.openFile('.mcp.json');
    await lens('Copy…').first().waitFor();
    const set = (settings: object) => writeFileSync(file('.vscode/settings.json'), JSON.stringify(settings));
    set({ 'switchyard.config.codeLens': false });
    await lens('Copy…').first().waitFor({ state: 'detached' });
    await lens('Start').first().waitFor();
    await line('"notes"').filter({ hasText: 'disabled' }).waitFor();
    set({ '[mcp-config]': { 'editor.inlayHints.enabled': 'off' } });
    await lens('Copy…').first().waitFor();
    await line('"notes"').filter({ hasText: 'disabled' }).waitFor({ state: 'detached' });
    set({});
    await line('"notes"').filter({ hasText: 'disabled' }).waitFor();
  });

  it('updates hint, lens, hover, and row when another file changes', async () => {
    const { ui } = world;
    await ui.openFile('.omp/mcp.json');
    const hover = async (text: string) => {
      await ui.hover(ui.page.locator('.view-line span', { hasText: '"database"' }).last(), text);
      await ui.page.mouse.move(5, 5);
      await ui.page.keyboard.press('Escape');
    };
    await lens(/^Test$/)
      .first()
      .waitFor();
    await hover('In effect in Oh My Pi');
    writeFileSync(userFile(), '{ "mcpServers": { "unfinished": null } }\n');
    await line('"database"').filter({ hasText: 'invalid' }).waitFor();
    await lens(/^Test$/)
      .first()
      .waitFor({ state: 'detached' });
    await ui.rowByLabel(pane, /database, Invalid/).waitFor();
    await hover('Invalid in Oh My Pi');
    rmSync(userFile());
    await line('"database"').filter({ hasText: 'invalid' }).waitFor({ state: 'detached' });
    await lens(/^Test$/)
      .first()
      .waitFor();
    await ui.rowByLabel(pane, /database, In Effect/).waitFor();
    await hover('In effect in Oh My Pi');
  });

  it('disables a server in its own file, names the file, and offers Undo', async () => {
    const { ui } = world;
    const test = 'Test Tool Server Connection';
    await ui.openFile('.mcp.json');
    assert.deepEqual(await buttonsOf('notes'), ['Enable Tool Server codicon-check', `${test} codicon-beaker`]);
    assert.deepEqual(await buttonsOf('docs'), ['Disable Tool Server codicon-circle-slash', `${test} codicon-beaker`]);
    await shot(ui.page, 'calm-row');
    await row('docs', '.mcp.json').getByRole('button', { name: 'Disable Tool Server' }).click();
    const toast = ui.toast('Disabled docs in .mcp.json.');
    await toast.waitFor();
    await line('"docs"').filter({ hasText: 'disabled' }).waitFor();
    await shot(ui.page, 'calm-disabled');
    assert.equal(
      readFileSync(file('.mcp.json'), 'utf8'),
      standaloneText.replace('@1.2.0"]', '@1.2.0"],\n      "enabled": false'),
    );
    await toast.hover();
    await toast.getByRole('button', { name: 'Undo' }).click();
    await line('"docs"').filter({ hasText: 'disabled' }).waitFor({ state: 'detached' });
    await until('the file to be as before', () => readFileSync(file('.mcp.json'), 'utf8') === standaloneText);
  });

  it('deletes the file that disabling created on Undo', async () => {
    const { ui } = world;
    await ui.fromMenu(row('figma', '.cursor/mcp.json'), 'Disable Tool Server');
    const toast = ui.toast('Disabled figma in ~/.omp/agent/mcp.json.');
    await toast.hover();
    await row('figma', 'in "disabledServers"').waitFor();
    await toast.getByRole('button', { name: 'Undo' }).click();
    await row('figma', 'in "disabledServers"').waitFor({ state: 'detached' });
    await until('the file to be gone', () => !existsSync(userFile()));
  });
});

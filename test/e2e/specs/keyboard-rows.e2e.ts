/** Golden paths with the keyboard alone: no test of this file clicks. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { until } from '../../until.ts';
import { openWorld, shot, type World } from '../session.ts';

let world: World;
afterEach(() => world.ui.page.keyboard.press('Escape'));

const press = async (...keys: readonly string[]) => {
  for (const key of keys) await world.ui.page.keyboard.press(key);
};

/** Runs a command with the palette, without a click. */
async function run(label: string): Promise<void> {
  const { ui } = world;
  await until(`the command "${label}"`, async () => {
    await press('F1');
    await ui.input.fill(`>${label}`, { timeout: 3000 }).catch(() => undefined);
    const first = ui.inputWidget.locator('.monaco-list-row.focused', { hasText: label }).first();
    const isFirst = await first.waitFor({ timeout: 3000 }).then(
      () => true,
      () => false,
    );
    await press(isFirst ? 'Enter' : 'Escape');
    return isFirst;
  });
}

const focusedRow = (pane: string, text: string | RegExp = '') =>
  world.ui.pane(pane).locator('.monaco-list-row.focused', { hasText: text });

/** Moves the focus in a view with the arrow keys, which select nothing. */
async function focusRow(pane: string, text: string | RegExp): Promise<void> {
  await run(`Switchyard: Focus on ${pane} View`);
  await press('Home');
  await until(`the focus on ${text}`, async () => {
    if ((await focusedRow(pane, text).count()) > 0) return true;
    await press('ArrowDown');
    return false;
  });
}

/** Selects the focused row without running its command. */
async function toggleSelection(pane: string): Promise<void> {
  await press('Control+Shift+Enter');
  await world.ui.pane(pane).locator('.monaco-list-row.focused.selected').waitFor();
}

/** Opens the menu of the focused row, and moves to a command in it. */
async function menuItem(label: string): Promise<Locator> {
  const item = world.ui.page.locator('.monaco-menu .action-item', { hasText: label }).first();
  await press('Shift+F10');
  await item.waitFor();
  await until(`the menu to be at "${label}"`, async () => {
    await press('ArrowDown');
    return ((await item.getAttribute('class')) ?? '').includes('focused');
  });
  return item;
}

/** Moves to a button of a notification and presses it. */
async function pressButton(label: string): Promise<void> {
  const button = world.ui.page.locator('.notification-toast .monaco-button:focus', { hasText: label });
  await run('Notifications: Focus Notification Toast');
  await until(`the focus on "${label}"`, async () => {
    if ((await button.count()) > 0) return true;
    await press('Tab');
    return false;
  });
  await press('Enter');
}

describe('the keyboard alone, signed in', () => {
  before(async () => {
    world = await openWorld({ signedIn: true });
    // Keys of the user: the extension binds none in its views.
    const keys = [
      { key: 'ctrl+alt+9', command: 'switchyard.workflows.disable', when: "focusedView == 'switchyard.workflows'" },
    ];
    writeFileSync(path.join(world.workbench.root, 'user-data/User/keybindings.json'), JSON.stringify(keys));
    await world.ui.page.reload();
    await world.ui.ready();
    await run('Switchyard: Focus on Workflows View');
    await world.ui.collapse('Tool Servers');
    await world.ui.hasWorkflowStatuses();
  });
  after(() => world?.end());

  it('opens the menu of the focused row while several other rows are selected', async () => {
    const { ui } = world;
    for (const name of ['Invoice intake', 'Lead enrichment']) {
      await focusRow('Workflows', name);
      await toggleSelection('Workflows');
    }
    await focusRow('Workflows', 'Support triage');
    await menuItem('Disable Workflow');
    await shot(ui.page, 'keyboard-menu');
    await press('Enter');
    await ui.rowByLabel('Workflows', 'Support triage, disabled').waitFor();
    for (const name of ['Invoice intake', 'Lead enrichment'])
      assert.equal(await ui.rowByLabel('Workflows', `${name}, enabled`).count(), 1);
    await run('Switchyard: Undo Last Change');
    await ui.rowByLabel('Workflows', 'Support triage, enabled').waitFor();
    await ui.clearSelection('Workflows');
  });

  it('asks which row a key of the user means, the selected one first, because VS Code passes no row', async () => {
    const { ui } = world;
    await focusRow('Workflows', 'Invoice intake');
    await toggleSelection('Workflows');
    await focusRow('Workflows', 'Lead enrichment');
    await press('Control+Alt+9');
    await ui.inputWidget.locator('.monaco-list-row.focused', { hasText: 'Invoice intake' }).waitFor();
    await press('Escape');
    for (const name of ['Invoice intake', 'Lead enrichment'])
      assert.equal(await ui.rowByLabel('Workflows', `${name}, enabled`).count(), 1);
    await ui.clearSelection('Workflows');
  });

  it('offers the selected model first', async () => {
    const { ui } = world;
    await run('Switchyard: Focus on Models View');
    await ui.row('Models', 'Claude Haiku 4.5').waitFor();
    await focusRow('Models', 'Claude Haiku 4.5');
    await toggleSelection('Models');
    await run('Switchyard: Add Model to Favorites');
    await ui.inputWidget.locator('.monaco-list-row.focused', { hasText: 'Claude Haiku 4.5' }).waitFor();
    await shot(ui.page, 'keyboard-model');
    await press('Enter');
    await ui.row('Models', '★').first().waitFor();
  });
});

describe('the keyboard alone, not signed in', () => {
  before(async () => {
    world = await openWorld();
    // Oh My Pi reads the user's file of Cursor only if its settings list Cursor.
    const file = path.join(world.workbench.home, '.cursor/mcp.json');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, '{ "mcpServers": { "figma": { "url": "https://mcp.figma.com/mcp" } } }\n');
    await run('Switchyard: Focus on Tool Servers View');
    await world.ui.row('Tool Servers', 'figma').waitFor();
  });
  after(() => world?.end());

  it('copies a Cursor server that a setting disables, from the reason why it cannot be enabled', async () => {
    const { ui } = world;
    await focusRow('Tool Servers', 'figma');
    await menuItem('Enable Tool Server');
    await press('Enter');
    await ui.toast('"cursor" isn\'t in "enabledProviders"').waitFor();
    await shot(ui.page, 'keyboard-next-step');
    await pressButton('Copy to Project Config');
    const file = path.join(world.folder, '.omp/mcp.json');
    await until('the copy', () => readFileSync(file, 'utf8').includes('figma'));
  });

  it('keeps the typed key when the user goes back a step of signing in', async () => {
    const { ui, service } = world;
    await run('Switchyard: Sign In');
    await ui.input.waitFor();
    await press('Control+A');
    await ui.page.keyboard.type(`${service.url}/v1`);
    await ui.inputWidget.getByText(`Base URL: ${service.url}`, { exact: true }).waitFor();
    await shot(ui.page, 'keyboard-base-url');
    await press('Enter');
    await ui.inputWidget.getByText('API key for', { exact: false }).waitFor();
    await ui.page.keyboard.type(service.key);
    await press('Control+Alt+-');
    await ui.inputWidget.getByText('Base URL of the service', { exact: false }).waitFor();
    assert.equal(await ui.input.inputValue(), `${service.url}/v1`);
    await press('Enter');
    await ui.inputWidget.getByText('API key for', { exact: false }).waitFor();
    assert.equal(await ui.input.inputValue(), service.key);
    await press('Enter');
    await ui.statusBar.filter({ hasText: new URL(service.url).host }).waitFor();
  });
});

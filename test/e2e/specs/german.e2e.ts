/** The workbench in German: no text of ours is left in English, and nothing is cut off. */
import assert from 'node:assert/strict';
import { englishTexts, visibleTexts } from '../english.ts';
import { misfits, resizeSecondarySideBar } from '../narrow.ts';
import { openWorld, shot, type World } from '../session.ts';

describe('in German', () => {
  let world: World;
  const english = englishTexts('de');
  before(async () => {
    world = await openWorld({
      signedIn: true,
      language: 'de',
      settings: { 'switchyard.chat.model': 'anthropic/claude-haiku-4.5' },
      files: {
        '.mcp.json': `{
  "mcpServers": {
    "files": { "comand": "npx" },
    "off": { "command": "npx", "enabled": false }
  }
}`,
      },
    });
    await world.ui.openSwitchyard();
    for (const name of ['Workflows', 'Toolserver'])
      await world.ui.pane(name).locator('.monaco-list-row').first().waitFor();
  });
  after(() => world?.end());

  /** Takes a picture, and finds texts of ours that are shown in English. */
  async function isGerman(screen: string): Promise<void> {
    await shot(world.ui.page, `german-${screen.replaceAll(' ', '-').toLowerCase()}`);
    const shown = await visibleTexts(world.ui.page);
    const left = shown.flatMap((text) =>
      english.filter(([, pattern]) => pattern.test(text)).map(([of]) => `${of} in ${text}`),
    );
    assert.deepEqual(left, [], screen);
    assert.ok(
      shown.some((text) => /[äöüß]/.test(text)),
      `nothing in German: ${screen}`,
    );
  }

  it('shows the views, their rows, and their menus', async () => {
    const { ui } = world;
    await ui.row('Ausführungen', 'Heute').waitFor();
    await isGerman('views');
    await ui.pane('Modelle').locator('.pane-header').click();
    await ui.pane('Modelle').locator('.monaco-list-row').first().waitFor();
    await isGerman('models');
    for (const name of ['Modelle', 'Toolserver']) await ui.collapse(name);
    await ui.rowByLabel('Ausführungen', 'fehlgeschlagen').first().click({ button: 'right' });
    await ui.page.locator('.context-view .action-label', { hasText: 'Zeitachse der Ausführung anzeigen' }).waitFor();
    await isGerman('run-menu');
    await ui.page.keyboard.press('Escape');
    await ui.rowByLabel('Ausführungen', 'fehlgeschlagen').first().hover();
    await ui.page.locator('.workbench-hover', { hasText: 'Status: fehlgeschlagen' }).waitFor();
    await isGerman('run-hover');
  });

  it('asks in German', async () => {
    const { ui } = world;
    await ui.statusBar.click();
    await ui.inputWidget.getByText('Verbindungen verwalten').or(ui.inputWidget.getByText('Abmelden')).first().waitFor();
    await isGerman('account');
    await ui.page.keyboard.press('Escape');
    for (const [command, text] of [
      ['Switchyard: Workflows filtern…', 'Alle Workflows'],
      ['Switchyard: Toolserver hinzufügen…', 'Befehlszeile'],
      ['Switchyard: Chatmodell auswählen', 'Modell'],
    ] as const) {
      await ui.runCommand(command);
      await ui.inputWidget.getByText(text).first().waitFor();
      await isGerman(`ask-${text}`);
      await ui.page.keyboard.press('Escape');
    }
  });

  it('draws its panels', async () => {
    const { ui } = world;
    await ui.fromMenu(ui.rowByLabel('Ausführungen', 'fehlgeschlagen').first(), 'Zeitachse der Ausführung anzeigen');
    await (await ui.webview('panel')).locator('.timeline .bar').first().waitFor();
    await isGerman('panel-run');
    await (await ui.webview('panel')).locator('[data-action=compareWithLastSuccess]').press('Enter');
    await ui.page.locator('.tab.active', { hasText: 'Vergleich von Ausführungen' }).waitFor();
    await (await ui.webview('panel')).locator('table.comparison').waitFor();
    await isGerman('panel-comparison');
    await ui.runCommand('View: Close All Editors');
    await ui.fromMenu(ui.row('Workflows', 'Support triage').first(), 'Workflowstatistik anzeigen');
    await (await ui.webview('panel')).locator('.days svg').waitFor();
    await isGerman('panel-statistics');
    await ui.runCommand('View: Close All Editors');
    await ui.fromMenu(ui.row('Workflows', 'Support triage').first(), 'Workflowdetails öffnen');
    await ui.page.locator('.tab.active', { hasText: ': Details' }).waitFor();
    await (await ui.webview('panel')).locator('table.runs tbody tr').first().waitFor();
    await isGerman('panel-details');
    await ui.runCommand('View: Close All Editors');
  });

  it('chats in a side bar of 290 px, with nothing cut off', async () => {
    const { ui } = world;
    await ui.runCommand('Switchyard: Chat öffnen');
    const chat = await ui.webview('view');
    const message = chat.getByRole('textbox', { name: 'Nachricht' });
    await message.waitFor();
    await resizeSecondarySideBar(ui.page, 290);
    const fits = async (screen: string) => {
      await isGerman(screen);
      assert.deepEqual(await misfits(chat), [], screen);
    };
    await fits('chat-empty');
    await message.fill('Hallo');
    await message.press('Enter');
    await chat.locator('chat-turn[data-turn="answer"] .turn-tools').waitFor();
    await fits('chat-answer');
    await chat.locator('[data-settings]').click();
    await chat.getByLabel('Systemprompt').waitFor();
    await fits('chat-settings');
    await chat.locator('[data-settings]').click();
  });

  it('says what is wrong in a config file', async () => {
    const { ui } = world;
    await ui.openFile('.mcp.json');
    await ui.runCommand('Problems: Focus on Problems View');
    await ui.page
      .locator('.markers-panel', { hasText: 'Unbekannte Eigenschaft "comand". Meinten Sie "command"?' })
      .waitFor();
    await isGerman('config');
    await ui.page.locator('.monaco-editor .view-line', { hasText: 'comand' }).getByText('comand').first().hover();
    await ui.page.locator('.monaco-hover', { hasText: 'Meinten Sie' }).waitFor();
    await isGerman('config-hover');
    await ui.runCommand('View: Close All Editors');
  });

  it('says how to begin when signed out', async () => {
    const { ui } = world;
    await ui.runCommand('Switchyard: Abmelden');
    await ui.pane('Workflows').getByText('Stellen Sie eine Verbindung mit Ihrem Dienst her').waitFor();
    await isGerman('signed-out');
  });
});

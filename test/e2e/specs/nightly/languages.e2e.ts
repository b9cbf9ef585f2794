/** The workbench in other languages: none of our texts is in English, and none is cut off. */
import assert from 'node:assert/strict';
import { commands } from '../../../../src/shared/generated/names.ts';
import { misfits } from '../../../pages/misfits.ts';
import { englishTexts, translator, visibleTexts } from '../../english.ts';
import { resizeSecondarySideBar } from '../../resize.ts';
import { openWorld, shot, type World } from '../../session.ts';
import { vscode } from '../../workbench-page.ts';

/** Languages, each with letters that English doesn't have. */
const languages = [
  { language: 'de', letter: /[äöüß]/, today: 'Heute' },
  { language: 'zh-cn', letter: /\p{Script=Han}/u, today: '今天' },
];

for (const { language, letter, today } of languages)
  describe(`in the language ${language}, the extension`, () => {
    let world: World;
    const english = englishTexts(language);
    const t = translator(language);
    before(async () => {
      world = await openWorld(
        { signedIn: true, language, settings: { 'switchyard.chat.model': 'anthropic/claude-haiku-4.5' } },
        {
          '.mcp.json': `{
  "mcpServers": {
    "files": { "comand": "npx" },
    "off": { "command": "npx", "enabled": false }
  }
}`,
        },
      );
      await world.ui.openSwitchyard(t('Workflows'));
      for (const name of [t('Workflows'), t('Tool Servers')])
        await world.ui.pane(name).locator('.monaco-list-row').first().waitFor();
    });

    /** Takes a screenshot and checks that none of our texts is in English. */
    async function isTranslated(screen: string): Promise<void> {
      await shot(world.ui.page, `${language}-${screen.replaceAll(' ', '-').toLowerCase()}`);
      const shown = await visibleTexts(world.ui.page);
      const left = shown.flatMap((text) =>
        english.filter(([, pattern]) => pattern.test(text)).map(([of]) => `${of} in ${text}`),
      );
      assert.deepEqual(left, [], screen);
      assert.ok(
        shown.some((text) => letter.test(text)),
        `nothing in this language: ${screen}`,
      );
    }

    it('shows the views, their rows, and their menus', async () => {
      const { ui } = world;
      await ui.row(t('Runs'), today).waitFor();
      await isTranslated('views');
      await ui.pane(t('Models')).locator('.pane-header').click();
      await ui.pane(t('Models')).locator('.monaco-list-row').first().waitFor();
      await isTranslated('models');
      for (const name of [t('Models'), t('Tool Servers')]) await ui.collapse(name);
      await ui.rowByLabel(t('Runs'), t('failed')).first().click({ button: 'right' });
      await ui.page
        .locator('.context-view .action-label', { hasText: t('Open Run') })
        .first()
        .waitFor();
      await isTranslated('run-menu');
      await ui.page.keyboard.press('Escape');
      await ui.rowByLabel(t('Runs'), t('failed')).first().hover();
      await ui.page.locator('.workbench-hover', { hasText: t('Status: {0}', t('failed')) }).waitFor();
      await isTranslated('run-hover');
    });

    it('shows its quick inputs', async () => {
      const { ui } = world;
      await ui.statusBar.click();
      await ui.inputWidget
        .getByText(t('Manage Connections…'))
        .or(ui.inputWidget.getByText(t('Sign Out')))
        .first()
        .waitFor();
      await isTranslated('account');
      await ui.page.keyboard.press('Escape');
      for (const [command, text] of [
        [commands.workflows.filter, t('All workflows')],
        [
          commands.servers.add,
          t('Command line that starts the server, or its URL. Put variables before a command, as NAME=value.'),
        ],
        [commands.chat.chooseModel, t('Filter models, or enter provider/model_name')],
      ] as const) {
        await ui.run(command);
        await ui.inputWidget.getByText(text).or(ui.inputWidget.getByPlaceholder(text)).first().waitFor();
        await isTranslated(`ask-${text}`);
        await ui.page.keyboard.press('Escape');
      }
    });

    it('shows its panels', async () => {
      const { ui } = world;
      await ui.collapse(t('Tool Servers'));
      await ui.fromMenu(ui.rowByLabel(t('Runs'), t('failed')).first(), t('Open Run'));
      await (await ui.webview('panel')).locator('.sentences').first().waitFor();
      await isTranslated('panel-run');
      await ui.closeEditors();
      await ui.fromMenu(ui.row(t('Workflows'), 'Support triage').first(), t('Show Workflow Statistics'));
      await (await ui.webview('panel')).locator('.days svg').waitFor();
      await isTranslated('panel-statistics');
      await ui.closeEditors();
      await ui.fromMenu(ui.row(t('Workflows'), 'Support triage').first(), t('Open Workflow Details'));
      await ui.page.locator('.tab.active', { hasText: t('{0}: Details', '') }).waitFor();
      await (await ui.webview('panel')).locator('table.runs tbody tr').first().waitFor();
      await isTranslated('panel-details');
      await ui.closeEditors();
    });

    it('shows the chat in a side bar of 290 px, with nothing cut off', async () => {
      const { ui } = world;
      await ui.run(commands.chat.open);
      const chat = await ui.webview('view');
      const message = chat.getByRole('textbox', { name: t('Message') });
      await message.waitFor();
      await resizeSecondarySideBar(ui.page, 290);
      const fits = async (screen: string) => {
        await isTranslated(screen);
        assert.deepEqual(await misfits(chat), [], screen);
      };
      await fits('chat-empty');
      await message.fill('Hallo');
      await message.press('Enter');
      await chat.locator('chat-turn[data-turn="answer"] .turn-tools').waitFor();
      await fits('chat-answer');
      await chat.locator('[data-action=askAlso]').click();
      await ui.inputWidget.getByText('openai/', { exact: false }).first().click();
      await chat.locator('.pair chat-turn').nth(1).locator('.turn-cost').waitFor();
      await fits('chat-two-models');
      await chat.locator('[data-action=continueWith]').first().click();
      await chat.locator('[data-action=settings]').click();
      await chat.getByLabel(t('System prompt')).waitFor();
      await fits('chat-settings');
      await chat.locator('[data-action=settings]').click();
    });

    it('shows the page of usage', async () => {
      const { ui } = world;
      await ui.run(commands.usage.show);
      await (await ui.webview('panel')).locator('table.usage').waitFor();
      await isTranslated('panel-usage');
      await ui.closeEditors();
    });

    it('reports problems in a config file', async () => {
      const { ui } = world;
      await ui.openFile('.mcp.json');
      await ui.run(vscode.focusProblems);
      await ui.page
        .locator('.markers-panel', { hasText: t('Unknown property {0}. Did you mean {1}?', '"comand"', '"command"') })
        .waitFor();
      await isTranslated('config');
      await ui.page.locator('.monaco-editor .view-line', { hasText: 'comand' }).getByText('comand').first().hover();
      await ui.page
        .locator('.monaco-hover', { hasText: t('Unknown property {0}. Did you mean {1}?', '"comand"', '"command"') })
        .waitFor();
      await isTranslated('config-hover');
      await ui.closeEditors();
    });

    it('shows the welcome texts when signed out', async () => {
      const { ui } = world;
      await ui.run(commands.signOut);
      await ui
        .pane(t('Workflows'))
        .getByText(t('Connect to your service to see its workflows and runs and to use its models.'))
        .waitFor();
      await isTranslated('signed-out');
    });
  });

import { until } from '../../../until.ts';
import { openWorld, shot, type World } from '../../session.ts';
import { signedOut } from '../../worlds.ts';

describe('the first hour', () => {
  let world: World;
  before(async () => {
    world = await openWorld(signedOut);
    await world.ui.trust();
  });

  const press = async (...keys: string[]) => {
    for (const key of keys) await world.ui.page.keyboard.press(key);
  };
  /**
   * Accepts the row of a quick input that has the focus for a text. Types it again if a webview took the focus back from
   * the quick input, as webviews of VS Code do on a busy machine.
   */
  const find = (key: string, text: string) =>
    until(`"${text}" after ${key}`, async () => {
      const { ui } = world;
      await press(key);
      await ui.input.waitFor();
      await ui.page.keyboard.type(text);
      const found = ui.inputWidget.locator('.monaco-list-row.focused', { hasText: text });
      const isThere = await found.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      );
      await press(isThere ? 'Enter' : 'Escape');
      return isThere;
    });
  const command = (label: string) => find('F1', label);
  /** Types an answer into a quick input. */
  const answer = async (question: string, text: string) => {
    const { ui } = world;
    const asked = ui.page.locator(`.quick-input-widget input[placeholder*="${question}"]`);
    await asked.or(ui.inputWidget.getByText(question)).first().waitFor();
    // A tree of VS Code that is refreshed while the question opens takes the focus back.
    await until('the question to have the focus', async () => {
      if ((await ui.inputWidget.locator('input:focus').count()) > 0) return true;
      await ui.input.focus();
      return false;
    });
    await ui.page.keyboard.type(text);
  };
  /** Chooses from a list, whose rows may still be loading. */
  const choose = async (question: string, text: string | RegExp) => {
    await answer(question, typeof text === 'string' ? text : '');
    await world.ui.inputWidget.locator('.monaco-list-row.focused', { hasText: text }).waitFor();
    await press('Enter');
  };
  const isConnected = () => world.ui.statusBar.filter({ hasText: new URL(world.service.url).host });

  /** Signs in, unless an earlier test did. */
  async function signedIn(): Promise<void> {
    const { ui, service } = world;
    if ((await isConnected().count()) > 0) return;
    await command('Switchyard: Sign In');
    await answer('base URL', service.url);
    await press('Enter');
    await ui.page.locator('.quick-input-widget input[type="password"]').waitFor();
    await ui.page.keyboard.type(service.key);
    await press('Enter');
    await isConnected().waitFor();
  }

  /** Moves the focus in a view to the first row with this name. */
  async function moveTo(pane: string, name: RegExp): Promise<void> {
    const { ui } = world;
    await command(`Switchyard: Focus on ${pane} View`);
    await ui.row(pane, /./).first().waitFor();
    await press('Home');
    const row = ui.pane(pane).locator('.monaco-list-row.focused');
    await until(`a row ${name} to have the focus`, async () => {
      await press('ArrowDown');
      // Without a row, the key was pressed before the view had the focus.
      return (await row.count()) > 0 && name.test((await row.getAttribute('aria-label')) ?? '');
    });
  }

  const chat = () => world.ui.webview('view');

  it('connects without a mouse, and opens a failed run', async () => {
    await signedIn();
    await moveTo('Runs', /, failed, /);
    await press('Enter');
    await (await world.ui.webview('panel')).locator('.headline', { hasText: /^Failed in / }).waitFor();
  });

  it('explains a run without a mouse', async () => {
    const { ui } = world;
    await signedIn();
    await moveTo('Runs', /, failed, /);
    await press('Enter');
    await command('Switchyard: Choose Chat Model');
    await choose('Filter models', 'gpt-5-mini');
    await command('Switchyard: Explain Run in Chat');
    // The selected run is offered first.
    await choose('Select a run to explain', /failed/);
    await (await chat()).locator('li.chip').first().waitFor();
    // The question is in the composer and can still be edited.
    await (await chat()).locator('textarea:focus').waitFor();
    await press('Enter');
    const complete = (await chat()).locator('[role=status]', { hasText: 'The response is complete.' });
    await complete.waitFor({ state: 'attached' });
    await shot(ui.page, 'keyboard-explain');
  });

  it('publishes a version without a mouse', async () => {
    const { ui, service } = world;
    await signedIn();
    await moveTo('Workflows', /^Invoice intake/);
    await press('Enter');
    await command('Switchyard: Publish Version…');
    await choose('Select a workflow', 'Invoice intake');
    await answer('Select a version to publish', '');
    await ui.inputWidget.locator('.monaco-list-row.focused', { hasText: /v\d/ }).waitFor();
    await press('ArrowDown', 'Enter');
    await answer('Commit message', 'From the keyboard');
    await press('Enter');
    await ui.dialog.waitFor();
    await press('Enter');
    await until('the version to be published', () => service.requests.some(({ path }) => path.endsWith('/publish')));
  });

  it('attaches a file and inserts the code of an answer without a mouse', async () => {
    const { ui } = world;
    const { page } = ui;
    await signedIn();
    await find('Control+p', 'order.ts');
    await page.locator('.tab.active', { hasText: 'order.ts' }).waitFor();
    await command('Switchyard: Add File to Switchyard Chat');
    await (await chat()).locator('li.chip', { hasText: 'order.ts' }).waitFor();
    await press('Control+Alt+y');
    await (await chat()).locator('textarea:focus').waitFor();
    await page.keyboard.type('Show me how to retry');
    await press('Enter');
    const last = (await chat()).locator('chat-turn[data-turn="answer"]').last();
    await last.locator('.turn-tools').waitFor();
    const insert = last.getByRole('button', { name: 'Insert at Cursor' });
    await command('Switchyard: Focus Last Chat Message');
    await until('the button that inserts code to have the focus', async () => {
      await press('Tab');
      return insert.evaluate((button) => button.matches(':focus'));
    });
    await press('Enter');
    await page.locator('.monaco-editor .view-line', { hasText: 'summarize' }).first().waitFor();
    await shot(page, 'keyboard-inserted');
  });
});

import assert from 'node:assert/strict';
import { filesHolding, openWorld, shot, type World } from '../session.ts';

describe('account', () => {
  let world: World;
  before(async () => {
    world = await openWorld();
  });
  after(() => world?.end());

  const inStatusBar = () => world.ui.statusBar.filter({ hasText: new URL(world.service.url).host });

  async function startSignIn(): Promise<void> {
    const { ui } = world;
    await ui.page.keyboard.press('Escape');
    await ui.openSwitchyard();
    await ui.pane('Workflows').getByRole('button', { name: 'Sign In' }).click();
    await ui.input.waitFor();
  }

  async function startKeyInput(): Promise<void> {
    const { ui, service } = world;
    await startSignIn();
    await ui.input.fill(`${service.url}/`);
    await ui.page.keyboard.press('Enter');
    await ui.inputWidget.getByText('API key for', { exact: false }).waitFor();
  }

  async function signIn(): Promise<void> {
    const { ui, service } = world;
    if ((await inStatusBar().count()) === 0) {
      await startKeyInput();
      await ui.input.fill(service.key);
      await ui.page.keyboard.press('Enter');
    }
    await inStatusBar().waitFor();
    await ui
      .rowByLabel('Workflows', /enabled|disabled/)
      .first()
      .waitFor();
  }

  it('says what to do when not signed in', async () => {
    await world.ui.openSwitchyard();
    await world.ui.pane('Workflows').getByRole('button', { name: 'Sign In' }).waitFor();
    await world.ui.statusBar.filter({ hasText: 'Switchyard' }).waitFor();
    await shot(world.ui.page, 'account-signed-out');
    assert.deepEqual(world.service.requests, []);
  });

  it('rejects a base URL that would send the key unencrypted, and shows how one without a scheme is understood', async () => {
    const { ui } = world;
    await startSignIn();
    await ui.input.fill('http://service.example.com');
    await ui.inputWidget.getByText('must use https', { exact: false }).waitFor();
    await shot(ui.page, 'account-base-url-refused');
    await ui.input.fill('service.example.com');
    await ui.inputWidget.getByText('Base URL: https://service.example.com').waitFor();
  });

  it('rejects a wrong key in the input box, and keeps the typed base URL', async () => {
    const { ui } = world;
    await startKeyInput();
    assert.equal(await ui.input.getAttribute('type'), 'password');
    await ui.input.fill('wrong-key');
    await ui.page.keyboard.press('Enter');
    await ui.inputWidget.getByText('rejected this API key', { exact: false }).waitFor();
    await shot(ui.page, 'account-key-refused');
  });

  it('shows a link in the reason of the service as text', async () => {
    const { service, ui } = world;
    const error = 'Locked. [Unlock](command:workbench.action.toggleZenMode)';
    service.faults.add({ effect: { kind: 'status', status: 403, body: { error } }, count: 0 });
    await startKeyInput();
    await ui.input.fill(service.key);
    await ui.page.keyboard.press('Enter');
    await ui.inputWidget.getByText('[Unlock]', { exact: false }).waitFor();
    assert.equal(await ui.inputWidget.getByRole('link').count(), 0);
    await shot(ui.page, 'account-hostile-reason');
    service.faults.clear();
    await ui.page.keyboard.press('Escape');
  });

  it('signs in with a good key and fills the views', async () => {
    const { ui } = world;
    await signIn();
    await ui
      .rowByLabel('Runs', /succeeded|failed|running/)
      .first()
      .waitFor();
    await shot(ui.page, 'account-signed-in');
  });

  it('stays signed in after a reload', async () => {
    const { ui } = world;
    await signIn();
    await ui.page.reload();
    await ui.ready();
    await ui.openSwitchyard();
    await ui
      .rowByLabel('Workflows', /enabled|disabled/)
      .first()
      .waitFor();
    await inStatusBar().waitFor();
  });

  it('stores the key in no file: neither settings, state nor logs', async () => {
    const { workbench, service } = world;
    await signIn();
    assert.deepEqual(filesHolding(service.key, workbench.root), []);
  });

  it('reports a rejected key once and offers to sign in', async () => {
    const { ui, service } = world;
    await signIn();
    service.faults.add({ effect: { kind: 'status', status: 401 }, count: 0 });
    await ui.runCommand('Switchyard: Refresh Workflows');
    await ui.toast('rejected the API key').waitFor();
    await ui.runCommand('Switchyard: Refresh Runs');
    await ui.statusBar.filter({ has: ui.page.locator('.codicon-key') }).waitFor();
    assert.equal(await ui.toast('rejected the API key').count(), 1);
    await shot(ui.page, 'account-unauthorized');
    service.faults.clear();
    await ui.toast('rejected the API key').getByRole('button', { name: 'Sign In' }).click();
    await ui.input.waitFor();
    await ui.page.keyboard.press('Escape');
  });

  it('signs out', async () => {
    const { ui } = world;
    await signIn();
    await ui.runCommand('Switchyard: Sign Out');
    await ui.pane('Workflows').getByRole('button', { name: 'Sign In' }).waitFor();
    await ui.pane('Runs').getByText('when Switchyard is connected').waitFor();
  });
});

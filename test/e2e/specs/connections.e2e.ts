import assert from 'node:assert/strict';
import { type Service, startService } from '../../service/index.ts';
import { until } from '../../until.ts';
import { filesHolding, openWorld, shot, type World } from '../session.ts';

describe('connections', () => {
  let world: World;
  let other: Service;
  before(async () => {
    other = await startService();
    world = await openWorld({ signedIn: true });
    for (const [service, name] of [
      [world.service, 'Only in production'],
      [other, 'Only in staging'],
    ] as const) {
      const [workflow] = [...service.state.workflows.values()];
      assert.ok(workflow);
      workflow.name = name;
    }
    await world.ui.openSwitchyard();
    await world.ui
      .rowByLabel('Workflows', /enabled|disabled/)
      .first()
      .waitFor();
  });
  after(async () => {
    await world?.end();
    await other?.close();
  });

  const choose = (text: string | RegExp) =>
    world.ui.inputWidget.locator('.monaco-list-row', { hasText: text }).first().click();
  const dialog = () => world.ui.page.locator('.monaco-dialog-box');
  const hostOf = ({ url }: { url: string }) => new URL(url).host;

  let added = false;
  /** Switches to the second connection, and adds it first if no test has yet. */
  async function useStaging(): Promise<void> {
    const { ui } = world;
    await ui.page.keyboard.press('Escape');
    if ((await ui.statusBar.filter({ hasText: 'Staging' }).count()) > 0) return;
    await ui.statusBar.click();
    if (added) await choose('Staging');
    else {
      await choose('Add Connection');
      for (const [question, text] of [
        ['Base URL of the service', other.url],
        ['Connection name, for example', 'Staging'],
        ['API key for', other.key],
      ] as const) {
        await ui.inputWidget.getByText(question, { exact: false }).waitFor();
        await ui.input.fill(text);
        await ui.page.keyboard.press('Enter');
      }
    }
    await ui.statusBar.filter({ hasText: 'Staging' }).waitFor();
    added = true;
  }

  it('adds a connection: address, name and key are each validated in the input box', async () => {
    const { ui } = world;
    await ui.statusBar.click();
    await ui.inputWidget.getByText('Add Connection', { exact: false }).first().waitFor();
    await shot(ui.page, 'connections-one');
    await choose('Add Connection');
    await ui.inputWidget.getByText('Base URL of the service', { exact: false }).waitFor();
    await ui.input.fill(other.url);
    await ui.page.keyboard.press('Enter');
    await ui.inputWidget.getByText('Connection name, for example', { exact: false }).waitFor();
    await ui.input.fill(hostOf(world.service).toUpperCase());
    await ui.inputWidget.getByText('A connection with this name already exists', { exact: false }).waitFor();
    await ui.input.fill('Staging');
    await ui.page.keyboard.press('Enter');
    await ui.inputWidget.getByText('API key for', { exact: false }).waitFor();
    assert.equal(await ui.input.getAttribute('type'), 'password');
    await ui.input.fill(world.service.key);
    await ui.page.keyboard.press('Enter');
    await ui.inputWidget.getByText('rejected this API key', { exact: false }).waitFor();
    await shot(ui.page, 'connections-key-refused');
    await ui.input.fill(other.key);
    await ui.page.keyboard.press('Enter');
    await ui.statusBar.filter({ hasText: 'Staging' }).waitFor();
    added = true;
    await until('its workflows to be asked for', () =>
      other.requests.some(({ path, status }) => path === '/v1/workflows' && status === 200),
    );
  });

  it('switches connections from the status bar', async () => {
    const { ui, service } = world;
    await useStaging();
    await ui.statusBar.click();
    await ui.inputWidget.locator('.monaco-list-row', { hasText: 'in use' }).waitFor();
    await shot(ui.page, 'connections-two');
    await choose(hostOf(service));
    await ui.row('Workflows', 'Only in production').waitFor();
    await ui.statusBar.filter({ hasText: hostOf(service) }).waitFor();
    await ui.statusBar.click();
    await choose('Staging');
    await ui.row('Workflows', 'Only in staging').waitFor();
    assert.equal(await ui.row('Workflows', 'Only in production').count(), 0);
  });

  it('tests a connection, in use or not, and shows the result', async () => {
    const { ui, service } = world;
    await useStaging();
    await ui.runCommand('Switchyard: Test Connection');
    await choose('Staging');
    await ui.toast('key accepted').waitFor();
    await shot(ui.page, 'connections-tested');
    service.faults.add({ effect: { kind: 'status', status: 500 }, path: '/v1/executions' });
    await ui.runCommand('Switchyard: Test Connection');
    await choose(hostOf(service));
    await ui.toast("Couldn't connect to").waitFor();
    await ui.statusBar.filter({ hasText: 'Staging' }).waitFor();
  });

  it('stores the key in no file, and shows it nowhere', async () => {
    await useStaging();
    assert.deepEqual(filesHolding(other.key, world.workbench.root), []);
    assert.ok(!(await world.ui.page.content()).includes(other.key));
  });

  it('removes a connection after a confirmation, and switches to the other', async () => {
    const { ui, service } = world;
    if (!added) await useStaging();
    await ui.runCommand('Switchyard: Remove Connection…');
    // The other connection is from the environment, so this is the only one that can be removed.
    await dialog().filter({ hasText: 'Remove connection Staging' }).waitFor();
    await shot(ui.page, 'connections-remove');
    await dialog().getByRole('button', { name: 'Remove' }).click();
    await ui.statusBar.filter({ hasText: hostOf(service) }).waitFor();
    await ui.row('Workflows', 'Only in production').waitFor();
  });
});

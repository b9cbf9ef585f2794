import assert from 'node:assert/strict';
import { until } from '../../until.ts';
import { openWorld, shot, type World } from '../session.ts';

describe('links', () => {
  let world: World;
  before(async () => {
    world = await openWorld({ signedIn: true, settings: { 'workbench.colorTheme': 'Light Modern' } });
    await world.ui.openSwitchyard();
    await world.ui.collapse('Tool Servers');
    await world.ui
      .rowByLabel('Workflows', /enabled|disabled/)
      .first()
      .waitFor();
  });
  after(() => world?.end());

  const dialog = () => world.ui.page.locator('.monaco-dialog-box');

  /** Opens a link as the operating system does for a link in another program. */
  async function follow(link: string): Promise<void> {
    await world.ui.runCommand('Developer: Open URL');
    await world.ui.input.fill(link);
    await world.ui.page.keyboard.press('Enter');
  }

  /** The editor asks first whether the extension may open the link. */
  async function allow(): Promise<void> {
    await dialog().getByText('open this URI', { exact: false }).waitFor();
    await dialog().getByRole('button', { name: 'Open', exact: true }).click();
    await dialog().getByText('open this URI', { exact: false }).waitFor({ state: 'detached' });
  }

  const scheme = 'code-oss';

  it('ask for confirmation with name and location before they open anything', async () => {
    const { ui, service } = world;
    const [workflow] = [...service.state.workflows.values()].filter((one) => one.own).slice(-1);
    assert.ok(workflow);
    await follow(`${scheme}://switchyard.switchyard/workflow/${workflow.id}`);
    await allow();
    await dialog().getByText(`Open workflow "${workflow.name}"`, { exact: false }).waitFor();
    await shot(ui.page, 'links-question');
    await dialog().getByRole('button', { name: 'Open', exact: true }).click();
    await until('the row to be selected', async () =>
      ((await ui.row('Workflows', workflow.name).first().getAttribute('class')) ?? '').includes('selected'),
    );
    await shot(ui.page, 'links-opened');
  });

  it('of any other form are rejected with one message', async () => {
    const { ui, service } = world;
    const before = service.requests.filter(({ method }) => method !== 'GET').length;
    await follow(`${scheme}://switchyard.switchyard/publish/wf_1?version=2`);
    await allow();
    await ui.toast('Switchyard only opens links to a workflow or a run').waitFor();
    assert.equal(await dialog().count(), 0);
    await shot(ui.page, 'links-refused');
    assert.equal(service.requests.filter(({ method }) => method !== 'GET').length, before);
  });
});

/** The Workflows, Runs, and Models views. */

import assert from 'node:assert/strict';
import { commands } from '../../../../src/shared/generated/names.ts';
import { until } from '../../../until.ts';
import { shot, type World } from '../../session.ts';
import { openViews } from './views.ts';

describe('the views of the service', () => {
  let world: World;
  before(async () => {
    world = await openViews();
  });
  afterEach(() => world.service.faults.clear());

  const workflow = (name: string) => [...world.service.state.workflows.values()].find((one) => one.name === name);

  /** Selects a workflow. The click also expands its row, which would move the rows below it. */
  async function selectCollapsed(name: string): Promise<void> {
    const { ui } = world;
    const isExpanded = (expanded: boolean) =>
      ui
        .row('Workflows', name)
        .and(ui.page.locator(`[aria-expanded="${expanded}"]`))
        .waitFor();
    await ui.select('Workflows', name);
    await isExpanded(true);
    await ui.page.keyboard.press('ArrowLeft');
    await isExpanded(false);
  }

  it('disable a workflow from its row, and enable it again with Undo', async () => {
    const { ui } = world;
    const name = 'Lead enrichment';
    const row = ui.row('Workflows', name);
    await ui.rowByLabel('Workflows', `${name}, enabled`).hover();
    await row.getByRole('button', { name: 'Disable Workflow' }).click();
    // The row changes before the service has answered.
    await row.filter({ hasText: 'disabled' }).waitFor();
    await until('the service to have it disabled', () => workflow(name)?.status === 'disabled');
    await ui.toast(`Disabled "${name}"`).getByRole('button', { name: 'Undo' }).click();
    await ui.rowByLabel('Workflows', `${name}, enabled`).waitFor();
    await until('the service to have it enabled', () => workflow(name)?.status === 'enabled');
  });

  it('open the menu of the focused row with the keyboard while several other rows are selected', async () => {
    const { ui } = world;
    const { keyboard } = ui.page;
    // All workflows are visible without the runs.
    await ui.collapse('Runs');
    await selectCollapsed('Invoice intake');
    await ui.row('Workflows', 'Lead enrichment').click({ modifiers: ['ControlOrMeta'] });
    const focused = ui.pane('Workflows').locator('.monaco-list-row.focused', { hasText: 'Support triage' });
    await until('the focus on another row', async () => {
      if ((await focused.count()) > 0) return true;
      await keyboard.press('ArrowDown');
      return false;
    });
    await keyboard.press('Shift+F10');
    const menu = ui.page.locator('.monaco-menu');
    for (const label of ['Open Workflow Details', 'Copy As']) await menu.getByText(label).waitFor();
    await shot(ui.page, 'views-menu-of-other-row');
    const disable = menu.locator('.action-item.focused', { hasText: 'Disable Workflow' });
    await until('the menu to be at "Disable Workflow"', async () => {
      await keyboard.press('ArrowDown');
      return (await disable.count()) > 0;
    });
    await keyboard.press('Enter');
    await ui.rowByLabel('Workflows', 'Support triage, disabled').waitFor();
    for (const name of ['Invoice intake', 'Lead enrichment'])
      assert.equal(await ui.rowByLabel('Workflows', `${name}, enabled`).count(), 1);
    await ui.toast('Disabled "Support triage"').getByRole('button', { name: 'Undo' }).click();
    await ui.rowByLabel('Workflows', 'Support triage, enabled').waitFor();
    await ui.clearSelection('Workflows');
    await ui.expandPane('Runs');
  });

  it('act on the row on which a menu was opened, although the list has changed since, or say that the row is gone', async () => {
    const { ui, service } = world;
    const { workflows } = service.state;
    const [first, last] = ['Lead enrichment', 'Support triage'].map((name) => workflow(name));
    assert.ok(first && last);
    const isDisabled = () => [...workflows.values()].filter(({ own, status }) => own && status === 'disabled').length;
    const disabled = isDisabled();
    const item = (label: string) => ui.page.locator('.context-view .action-item', { hasText: label }).first();
    const openMenu = async (name: string) => {
      await ui.rowByLabel('Workflows', `${name}, enabled`).click({ button: 'right' });
      await item('Disable Workflow').waitFor();
    };
    const choose = async (label: string) => {
      await item(label).hover();
      await item(label).and(ui.page.locator('.focused')).waitFor();
      await ui.page.keyboard.press('Enter');
    };
    try {
      await openMenu(last.name);
      // The other rows move by one.
      workflows.set('wf_moved', { ...first, id: 'wf_moved', name: 'A new workflow' });
      await ui.run(commands.workflows.refresh);
      await ui.row('Workflows', 'A new workflow').waitFor();
      // While rows are loaded, VS Code doesn't know them for a moment.
      await world.quiet();
      await choose('Disable Workflow');
      await until('the service to have it disabled', () => workflow(last.name)?.status === 'disabled');
      assert.equal(isDisabled(), disabled + 1);
      await ui.toast(`Disabled "${last.name}"`).getByRole('button', { name: 'Undo' }).click();
      await openMenu('A new workflow');
      workflows.delete('wf_moved');
      await ui.run(commands.workflows.refresh);
      await ui.row('Workflows', 'A new workflow').waitFor({ state: 'detached' });
      await choose('Disable Workflow');
      await ui.notification('The list has changed. Open the menu of the row again.');
      assert.equal(await ui.inputWidget.isVisible(), false);
    } finally {
      workflows.delete('wf_moved');
    }
  });

  it('say what to do when the account has no workflows and runs', async () => {
    const { ui, service } = world;
    service.faults.add({ effect: { kind: 'body', body: [] }, path: '/v1/workflows', count: 0 });
    const empty = { items: [], total: 0, succeeded: 0, failed: 0, page: 1, limit: 50 };
    service.faults.add({ effect: { kind: 'body', body: empty }, path: '/v1/executions*', count: 0 });
    for (const pane of ['Workflows', 'Runs']) await ui.run(commands[pane === 'Runs' ? 'runs' : 'workflows'].refresh);
    await ui.pane('Workflows').getByText('no workflows yet', { exact: false }).waitFor();
    await ui.pane('Runs').getByText('No runs yet', { exact: false }).waitFor();
    service.faults.clear();
    for (const pane of ['Workflows', 'Runs']) {
      await ui.run(commands[pane === 'Runs' ? 'runs' : 'workflows'].refresh);
      await ui.pane(pane).locator('.monaco-list-row').first().waitFor();
    }
  });
});

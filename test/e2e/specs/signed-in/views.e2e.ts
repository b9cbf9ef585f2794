/** The Workflows, Runs, and Models views. */

import assert from 'node:assert/strict';
import { commands } from '../../../../src/shared/generated/names.ts';
import { until } from '../../../until.ts';
import { nightly, shot, type World } from '../../session.ts';
import { vscode } from '../../workbench-page.ts';
import { openViews } from './views.ts';

describe('the views of the service', () => {
  let world: World;
  before(async () => {
    world = await openViews();
  });
  afterEach(() => world.service.faults.clear());

  const head = (pane: string) => world.ui.pane(pane).locator('.pane-header');
  const choose = (text: string | RegExp) => world.ui.choose(text);
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
    await ui.run(commands.undoLastChange);
    await ui.rowByLabel('Workflows', 'Support triage, enabled').waitFor();
    await ui.clearSelection('Workflows');
    await ui.expandPane('Runs');
  });

  nightly(
    'mark a model as a favorite, filter and sort models, and start a chat with one',
    'workbench/suite/models.suite',
    async () => {
      const { ui } = world;
      for (const pane of ['Workflows', 'Runs']) await ui.collapse(pane);
      await ui.expandPane('Models');
      const row = ui.row('Models', 'Claude Haiku 4.5').first();
      await row.hover();
      await row.getByRole('button', { name: 'Add Model to Favorites' }).click();
      await ui.pane('Models').locator('.monaco-list-row').first().filter({ hasText: 'Favorites' }).waitFor();
      assert.match((await ui.row('Models', '★').first().getAttribute('aria-label')) ?? '', /favorite, 1 in, 5 out/);
      await ui.run(commands.models.filter);
      await choose(/^speech/);
      await ui.run(commands.models.sort);
      await choose('by price');
      await head('Models').filter({ hasText: '2 of 15 · speech, by price · in/out per 1M tokens' }).waitFor();
      await shot(ui.page, 'views-models');
      await ui.run(commands.models.clearFilter);
      await row.hover();
      await row.getByRole('button', { name: 'Chat with This Model' }).click();
      const chat = await ui.webview('view');
      await chat.locator('.model-name', { hasText: 'anthropic/claude-haiku-4.5' }).waitFor();
      await ui.run(commands.chat.chooseModel);
      const rows = ui.inputWidget.locator('.monaco-list-row');
      await rows.first().filter({ hasText: 'Claude Haiku 4.5' }).waitFor();
      await ui.input.fill('own/model-of-mine');
      await rows.filter({ hasText: 'not listed by the service' }).waitFor();
      await ui.page.keyboard.press('Escape');
      await ui.run(vscode.hideSecondarySideBar);
      await ui.collapse('Models');
      for (const pane of ['Workflows', 'Runs']) await ui.expandPane(pane);
    },
  );

  nightly('show hostile names as plain text', 'workbench/suite/list-faults.suite', async () => {
    const { ui } = world;
    const renamed = workflow('Contract review');
    assert.ok(renamed);
    renamed.name = '[click](command:workbench.action.quit) <img src=x> $(flame) pay\u202eroll';
    await ui.run(commands.workflows.refresh);
    const row = ui.row('Workflows', 'command:workbench.action.quit').first();
    await row.waitFor();
    assert.match(
      (await row.textContent()) ?? '',
      /\[click\]\(command:workbench\.action\.quit\) <img src=x> \$\(flame\) payroll/,
    );
    assert.equal(await row.locator('img, a[href], .codicon-flame').count(), 0);
    renamed.name = 'Contract review';
    await ui.run(commands.workflows.refresh);
    await ui.row('Workflows', 'Contract review').waitFor();
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

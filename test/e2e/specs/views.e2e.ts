import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { until } from '../../until.ts';
import { openWorld, shot, type World } from '../session.ts';

describe('workflows and runs', () => {
  let world: World;
  before(async () => {
    world = await openWorld({ signedIn: true });
    await world.ui.openSwitchyard();
    await world.ui.collapse('Tool Servers');
  });
  after(() => world?.end());

  /** Returns an enabled workflow by its name: until all statuses are loaded, the first enabled row may become another. */
  async function enabledWorkflow(): Promise<{ readonly row: Locator; readonly name: string }> {
    const { ui } = world;
    await ui.hasWorkflowStatuses();
    const first = ui.rowByLabel('Workflows', /enabled/).first();
    const name = ((await first.locator('.label-name').textContent()) ?? '').trim();
    return { row: ui.row('Workflows', name), name };
  }

  it('requests the details of each workflow once, at most four at a time', async () => {
    const { ui, service } = world;
    await ui.hasWorkflowStatuses();
    const details = service.requests.filter((request) => /^\/v1\/workflows\/[^/]+$/.test(request.path));
    assert.equal(details.length, new Set(details.map((request) => request.path)).size);
  });

  it('disables and enables a workflow from its row', async () => {
    const { ui, service } = world;
    const { row, name } = await enabledWorkflow();
    await row.hover();
    await row.getByRole('button', { name: 'Disable Workflow' }).click();
    await ui.row('Workflows', name).filter({ hasText: 'disabled' }).waitFor();
    const workflow = [...service.state.workflows.values()].find((one) => one.name === name);
    // The row changes before the service has answered.
    await until('the service to have it disabled', () => workflow?.status === 'disabled');
    const disabled = ui.row('Workflows', name);
    await disabled.hover();
    await disabled.getByRole('button', { name: 'Enable Workflow' }).click();
    await ui.rowByLabel('Workflows', `${name}, enabled`).waitFor();
  });

  it('enables a workflow again with Undo', async () => {
    const { ui, service } = world;
    const { row, name } = await enabledWorkflow();
    await row.hover();
    await row.getByRole('button', { name: 'Disable Workflow' }).click();
    await ui.toast(`Disabled "${name}"`).getByRole('button', { name: 'Undo' }).click();
    await ui.rowByLabel('Workflows', `${name}, enabled`).waitFor();
    const workflow = [...service.state.workflows.values()].find((one) => one.name === name);
    await until('the service to have it enabled', () => workflow?.status === 'enabled');
  });

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

  it('asks which workflow a command of the palette means, and undoes it later, with the keyboard alone', async () => {
    const { ui } = world;
    const { page } = ui;
    await ui.hasWorkflowStatuses();
    const [first, second] = ['Invoice intake', 'Lead enrichment'] as const;
    await selectCollapsed(first);
    await page.keyboard.press('ArrowDown');
    await ui.pane('Workflows').locator('.monaco-list-row.focused:not(.selected)').first().waitFor();
    await ui.runCommand('Switchyard: Disable Workflow');
    await ui.inputWidget.locator('.monaco-list-row.focused', { hasText: first }).waitFor();
    await shot(page, 'views-asks');
    await ui.input.fill(second);
    await ui.inputWidget.locator('.monaco-list-row.focused', { hasText: second }).waitFor();
    await page.keyboard.press('Enter');
    await ui.rowByLabel('Workflows', `${second}, disabled`).waitFor();
    assert.equal(await ui.rowByLabel('Workflows', `${first}, enabled`).count(), 1);
    await ui.runCommand('Notifications: Clear All Notifications');
    await ui.runCommand('Switchyard: Undo Last Change');
    await ui.rowByLabel('Workflows', `${second}, enabled`).waitFor();
    await page.locator('.statusbar', { hasText: `Undone: Disabled "${second}".` }).waitFor();
  });

  it('has all commands in the context menu of a row while several other rows are selected', async () => {
    const { ui } = world;
    await selectCollapsed('Invoice intake');
    await ui.row('Workflows', 'Lead enrichment').click({ modifiers: ['ControlOrMeta'] });
    await ui.row('Workflows', 'Support triage').click({ button: 'right' });
    const menu = ui.page.locator('.monaco-menu');
    await menu.getByText('Open Workflow Details').waitFor();
    await menu.getByText('Copy As').hover();
    await menu.getByText('Copy Webhook as curl').waitFor();
    await shot(ui.page, 'views-menu-of-other-row');
    await ui.page.keyboard.press('Escape');
    await ui.clearSelection('Workflows');
  });

  it('refreshes runs automatically while they are active', async () => {
    const { ui } = world;
    const running = ui.rowByLabel('Runs', 'running').first();
    const name = await running.getAttribute('aria-label');
    await until(
      `the running row to change from "${name}"`,
      async () => (await running.getAttribute('aria-label')) !== name,
    );
  });

  it('expands a failed run to its steps', async () => {
    const { ui } = world;
    await ui.pane('Workflows').locator('.pane-header').click();
    await ui.expand(ui.rowByLabel('Runs', /failed/).first());
    await ui.failedStep().waitFor();
    await world.inThemes(['dark', 'light', 'contrast'], (theme) => shot(ui.page, `views-${theme}`));
    await ui.pane('Workflows').locator('.pane-header').click();
    await ui
      .rowByLabel('Workflows', /enabled|disabled/)
      .first()
      .waitFor();
  });

  it('filters runs by status, shows the filter, and restores it after a reload', async () => {
    const { ui } = world;
    const head = ui.pane('Runs').locator('.pane-header');
    const failed = await until(
      'the number of failed runs',
      async () => /✗ (\d+)/.exec((await head.textContent()) ?? '')?.[1],
    );
    await ui.runCommand('Switchyard: Filter Runs…');
    await ui.inputWidget.locator('.monaco-list-row', { hasText: 'failed' }).click();
    await head.filter({ hasText: 'failed' }).waitFor();
    await head.filter({ hasText: `failed · ${failed}` }).waitFor();
    await until('failed runs only', async () => {
      const rows = await ui.pane('Runs').locator('.monaco-list-row[aria-level="2"]').allInnerTexts();
      return rows.length > 5 && rows.every((row) => !/succeeded|running/.test(row));
    });
    await shot(ui.page, 'views-filtered');
    await ui.remembered('"switchyard.runs.filter":{"statuses":["FAILED"]}');
    await ui.page.reload();
    await ui.ready();
    await ui.openSwitchyard();
    await head.filter({ hasText: 'failed' }).waitFor();
    await ui.runCommand('Switchyard: Show All Runs');
    await head.filter({ hasText: '300 · ' }).waitFor();
  });

  it('keeps the lists and says that they are outdated when the service fails', async () => {
    const { ui, service } = world;
    /** Runs go on meanwhile. */
    const withoutRuns = async () =>
      (await ui.rowLabels('Workflows')).map((label) => label.replace(/, latest run .*$/, ''));
    await ui.hasWorkflowStatuses();
    const before = await withoutRuns();
    service.faults.add({ effect: { kind: 'html', status: 200 }, path: '/v1/workflows', count: 0 });
    await ui.runCommand('Switchyard: Refresh Workflows');
    await ui.pane('Workflows').getByText('Last updated', { exact: false }).waitFor();
    const after = await withoutRuns();
    // The message may leave room for fewer rows.
    assert.ok(after.length > 3, after.join('\n'));
    assert.deepEqual(after, before.slice(0, after.length));
    assert.equal(await ui.page.locator('.notification-toast').count(), 0);
    await shot(ui.page, 'views-stale');
    service.faults.clear();
    await ui.runCommand('Switchyard: Refresh Workflows');
    await ui.pane('Workflows').getByText('Last updated', { exact: false }).waitFor({ state: 'detached' });
  });

  it('keeps the lists while the service is unreachable, and refreshes them when it is back', async () => {
    const { ui, service } = world;
    for (const [pane, text] of [
      ['Workflows', /enabled|disabled/],
      ['Runs', /succeeded|failed/],
    ] as const)
      await ui.rowByLabel(pane, text).first().waitFor();
    service.faults.add({ effect: { kind: 'drop' }, count: 0 });
    const tryAgain = async () => {
      await ui.runCommand('Switchyard: Manage Connections');
      await ui.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Try Again' }).first().click();
    };
    await tryAgain();
    for (const pane of ['Workflows', 'Runs']) await ui.pane(pane).getByText('Last updated', { exact: false }).waitFor();
    await ui.statusBar.and(ui.page.locator(`[aria-label*="Couldn't reach"]`)).waitFor();
    await shot(ui.page, 'views-unreachable');
    service.faults.clear();
    await tryAgain();
    for (const pane of ['Workflows', 'Runs'])
      await ui.pane(pane).getByText('Last updated', { exact: false }).waitFor({ state: 'detached' });
  });

  it('shows hostile names as plain text', async () => {
    const { ui, service } = world;
    const [workflow] = [...service.state.workflows.values()];
    assert.ok(workflow);
    workflow.name = '[click](command:workbench.action.quit) <img src=x> $(flame) pay\u202eroll';
    await ui.runCommand('Switchyard: Refresh Workflows');
    const row = ui.row('Workflows', 'command:workbench.action.quit').first();
    await row.waitFor();
    assert.match(
      (await row.textContent()) ?? '',
      /\[click\]\(command:workbench\.action\.quit\) <img src=x> \$\(flame\) payroll/,
    );
    assert.equal(await row.locator('img, a[href], .codicon-flame').count(), 0);
  });

  it('shows an account without workflows and runs', async () => {
    const { ui, service } = world;
    service.faults.add({ effect: { kind: 'body', body: [] }, path: '/v1/workflows', count: 0 });
    service.faults.add({
      effect: { kind: 'body', body: { items: [], total: 0, succeeded: 0, failed: 0, page: 1, limit: 50 } },
      path: '/v1/executions*',
      count: 0,
    });
    await ui.runCommand('Switchyard: Refresh Workflows');
    await ui.runCommand('Switchyard: Refresh Runs');
    await ui.pane('Workflows').getByText('no workflows yet', { exact: false }).waitFor();
    await ui.pane('Runs').getByText('No runs yet', { exact: false }).waitFor();
    await shot(ui.page, 'views-empty');
  });
});

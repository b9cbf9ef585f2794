import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openWorld, shot, type World } from '../session.ts';

describe('the Workflows and Runs views', () => {
  let world: World;
  before(async () => {
    world = await openWorld({ signedIn: true });
    await world.ui.openSwitchyard();
    for (const pane of ['Models', 'Tool Servers']) await world.ui.collapse(pane);
    await world.ui.hasWorkflowStatuses();
  });
  after(() => world?.end());

  const choose = (text: string | RegExp) =>
    world.ui.inputWidget.locator('.monaco-list-row', { hasText: text }).first().click();
  const dialog = () => world.ui.page.locator('.monaco-dialog-box');
  const head = (pane: string) => world.ui.pane(pane).locator('.pane-header');

  it('marks favorites, filters and sorts workflows, and restores this after a reload', async () => {
    const { ui } = world;
    const row = ui.row('Workflows', 'Weekly revenue digest');
    await row.hover();
    await row.getByRole('button', { name: 'Add Workflow to Favorites' }).click();
    await ui
      .pane('Workflows')
      .locator('.monaco-list-row')
      .first()
      .filter({ hasText: 'Weekly revenue digest' })
      .waitFor();
    await ui.runCommand('Switchyard: Sort Workflows…');
    await choose('by latest run');
    await head('Workflows').filter({ hasText: 'by latest run' }).waitFor();
    await shot(ui.page, 'glance-favorite');
    await ui.runCommand('Switchyard: Filter Workflows…');
    await ui.input.fill('in');
    await choose('Name contains "in"');
    await head('Workflows').filter({ hasText: '“in”' }).waitFor();
    await ui.remembered('{"text":"in"}');
    await ui.page.reload();
    await ui.ready();
    await ui.openSwitchyard();
    await head('Workflows').filter({ hasText: '“in”' }).waitFor();
    await shot(ui.page, 'glance-filtered');
    await ui.runCommand('Switchyard: Show All Workflows');
    await head('Workflows')
      .filter({ hasText: /8 · by latest run/ })
      .waitFor();
  });

  it('expands a workflow to its active version, versions and recent runs', async () => {
    const { ui } = world;
    await head('Runs').click();
    await ui.expand(ui.row('Workflows', 'Nightly CRM sync'));
    await ui.row('Workflows', 'Active version').waitFor();
    await ui.row('Workflows', 'Recent runs').waitFor();
    await ui.pane('Workflows').locator('.monaco-list-row[aria-level="3"]').first().waitFor();
    await ui.expand(ui.row('Workflows', 'Versions'));
    await ui.row('Workflows', '· r2').first().waitFor();
    await shot(ui.page, 'glance-children');
    await head('Runs').click();
  });

  it('shows the details of a run in its hover, with links to actions', async () => {
    const { ui } = world;
    await ui.collapse('Workflows');
    await ui.rowByLabel('Runs', 'failed').first().hover();
    const hover = ui.page.locator('.workbench-hover', { hasText: 'Status: failed' });
    await hover.getByRole('link', { name: 'Explain in Chat' }).or(hover.getByText('Explain in Chat')).waitFor();
    await shot(ui.page, 'glance-hover');
    await hover.getByText('Show Timeline').click();
    await (await ui.webview('panel')).locator('main').getByText('failed').first().waitFor();
    await ui.runCommand('View: Close All Editors');
    await head('Workflows').click();
  });

  it('shows the details of a workflow, with its schedule in words', async () => {
    const { ui, service } = world;
    const workflow = [...service.state.workflows.values()].find(({ name }) => name === 'Nightly CRM sync');
    assert.ok(workflow);
    workflow.scheduleOptions = JSON.stringify({ cron: '30 2 * * 1-5', timezone: 'UTC' });
    workflow.updatedAt += 1000;
    await ui.runCommand('Switchyard: Refresh Workflows');
    await ui.select('Workflows', 'Nightly CRM sync');
    await ui.runCommand('Switchyard: Open Workflow Details');
    // The command offers the selected row first.
    await ui.inputWidget.locator('.monaco-list-row.focused', { hasText: 'Nightly CRM sync' }).waitFor();
    await ui.page.keyboard.press('Enter');
    const details = (await ui.webview('panel')).locator('main');
    await details.locator('.facts', { hasText: 'At 02:30, Monday through Friday (time zone: UTC)' }).waitFor();
    await shot(ui.page, 'glance-details');
  });

  it('sends a body to a webhook after a confirmation with the host, and shows the response', async () => {
    const { ui, service } = world;
    await ui.clearSelection('Workflows');
    await ui.runCommand('Switchyard: Send to Webhook…');
    await choose('Invoice intake');
    await ui.page.locator('.tab.active', { hasText: 'Invoice intake.webhook.json' }).waitFor();
    await ui.page
      .locator('.editor-actions, .title-actions')
      .getByRole('button', { name: /Send Request Body/ })
      .first()
      .click();
    await dialog().getByText(new URL(service.url).host, { exact: false }).first().waitFor();
    await dialog().getByText("Your API key isn't sent", { exact: false }).waitFor();
    await shot(ui.page, 'glance-webhook-question');
    await dialog().getByRole('button', { name: 'Send', exact: true }).click();
    await ui.page.locator('.monaco-editor', { hasText: 'HTTP 200' }).first().waitFor();
    await shot(ui.page, 'glance-webhook-answer');
    assert.equal(service.requests.filter(({ path: at }) => at.startsWith('/webhooks/')).length, 1);
  });

  it('pins a workflow to the status bar', async () => {
    const { ui } = world;
    await ui.clearSelection('Workflows');
    await ui.runCommand('Switchyard: Pin Workflow to Status Bar');
    await choose('Invoice intake');
    const item = ui.page.locator('.statusbar-item', { hasText: 'Invoice intake: ' });
    await item.waitFor();
    await shot(ui.page, 'glance-pinned');
    await item.click();
    await head('Runs').filter({ hasText: 'Invoice intake' }).waitFor();
    await ui.runCommand('Switchyard: Show All Runs');
    await ui.runCommand('Switchyard: Unpin Workflow');
    await item.waitFor({ state: 'detached' });
  });

  let watched = false;
  let failures = 0;
  /** Watches a workflow if it isn't watched yet, then adds a failed run of it. */
  async function failWhileWatched(): Promise<void> {
    const { ui, service } = world;
    // Each run is reported only once, so its ID must be new.
    const id = `run_news_${++failures}`;
    if (!watched) {
      await ui.clearSelection('Workflows');
      await ui.runCommand('Switchyard: Watch Workflow…');
      await choose('Support triage');
      await choose('When it fails');
      await ui.page.locator('.statusbar-item', { hasText: 'Watching "Support triage".' }).waitFor();
      watched = true;
    }
    const workflow = [...service.state.workflows.values()].find(({ name }) => name === 'Support triage');
    const example = [...service.state.runs.values()].find(
      (run) => run.workflowId === workflow?.id && run.ends === 'FAILED',
    );
    assert.ok(example);
    await ui.runCommand('Switchyard: Refresh Runs');
    const now = Date.now();
    service.state.runs.set(id, { ...example, id, createdAt: now, startsAt: now });
    await ui.runCommand('Switchyard: Refresh Runs');
    service.state.runs.set(id, { ...example, id, createdAt: now, startsAt: now - example.lasts });
    await ui.runCommand('Switchyard: Refresh Runs');
  }

  it('notifies when a watched workflow fails, with a link to the run', async () => {
    const { ui } = world;
    await failWhileWatched();
    const told = await ui.notification('"Support triage": failed');
    await ui.row('Runs', 'Support triage').first().locator('.codicon-error').waitFor();
    await shot(ui.page, 'glance-notification');
    await told.getByRole('button', { name: 'Open' }).click();
    await ui.pane('Runs').locator('.monaco-list-row.selected', { hasText: 'Support triage' }).waitFor();
    await ui.failedStep().click();
    await ui.page.locator('.tab.active', { hasText: '.txt' }).waitFor();
    await shot(ui.page, 'glance-step-error');
  });

  it('explains a failed run in the chat from its notification', async () => {
    const { ui } = world;
    await failWhileWatched();
    const told = await ui.notification('"Support triage": failed');
    await told.getByRole('button', { name: 'Explain' }).click();
    const chat = await ui.webview('view');
    await chat.getByText('Run of Support triage').first().waitFor();
    await shot(ui.page, 'glance-explain');
  });

  it('exports the loaded runs as CSV', async () => {
    const { ui, folder, service } = world;
    const file = path.join(folder, 'runs.csv');
    await ui.runCommand('Switchyard: Export Runs…');
    await ui.chooseFile(file);
    const told = ui.page.locator('.statusbar-item', { hasText: /Exported \d+ of \d+ runs/ });
    const count = /\d+/.exec(await told.innerText())?.[0];
    const [columns, ...rows] = readFileSync(file, 'utf8').trim().split('\r\n');
    assert.match(columns ?? '', /^\ufeff?id,workflow_id,workflow_name,/);
    assert.equal(rows.length, Number(count));
    // More than a page if the view itself found new runs before a refresh.
    assert.ok(rows.length >= 50, `${rows.length} runs`);
    const ids = new Set(rows.map((row) => row.slice(0, row.indexOf(','))));
    assert.equal(ids.size, rows.length);
    for (const id of ids) assert.ok(service.state.runs.has(id), id);
  });
});

/** What a user does with one run or one workflow: hover, panels, notifications, publishing, links. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '../../../until.ts';
import { openWorld, shot, type World } from '../../session.ts';

describe('a workflow and its runs', () => {
  let world: World;
  before(async () => {
    world = await openWorld({ signedIn: true, settings: { 'files.simpleDialog.enable': true } });
    await world.ui.openSwitchyard();
    for (const pane of ['Models', 'Tool Servers']) await world.ui.collapse(pane);
    await world.ui.hasWorkflowStatuses();
    await world.ui.rowByLabel('Runs', 'failed').first().waitFor();
  });
  afterEach(() => world.service.faults.clear());

  const choose = (text: string | RegExp) => world.ui.choice(text).click();
  const head = (pane: string) => world.ui.pane(pane).locator('.pane-header');
  const workflow = (name: string) => {
    const found = [...world.service.state.workflows.values()].find((one) => one.name === name);
    assert.ok(found);
    return found;
  };
  /** Returns the page of the visible panel. */
  const panel = async () => (await world.ui.webview('panel')).locator('main');

  async function showTimeline() {
    const { ui } = world;
    await ui.runCommand('View: Close All Editors');
    await ui.fromMenu(ui.rowByLabel('Runs', 'failed').first(), 'Show Run Timeline');
    return panel();
  }

  it('are described in the hover of a run, with links to actions', async () => {
    const { ui } = world;
    await ui.collapse('Workflows');
    await ui.rowByLabel('Runs', 'failed').first().hover();
    const hover = ui.page.locator('.workbench-hover', { hasText: 'Status: failed' });
    await hover.getByText('Explain in Chat').waitFor();
    await shot(ui.page, 'runs-hover');
    await hover.getByText('Show Timeline').click();
    await (await panel()).getByText('failed').first().waitFor();
    await ui.runCommand('View: Close All Editors');
    await head('Workflows').click();
  });

  it('are shown as a timeline, with the error as a document, the previous run, and a comparison with the last success', async () => {
    const { ui } = world;
    const main = await showTimeline();
    await main.locator('.timeline .row.failing').waitFor({ state: 'attached' });
    await shot(ui.page, 'runs-timeline');
    const id = main.locator('.facts div', { hasText: 'ID' }).last().locator('dd');
    const first = await id.textContent();
    await main.locator('[data-action=previousRun]').press('Enter');
    await until('another run', async () => (await id.textContent()) !== first);
    await main.locator('[data-action=nextRun]').press('Enter');
    await until('the first run', async () => (await id.textContent()) === first);
    await main.locator('[data-action=copyId]').press('Enter');
    await ui.page.locator('.statusbar', { hasText: 'Run ID copied.' }).waitFor();
    await main.locator('[data-action=compareWithLastSuccess]').press('Enter');
    await ui.page.locator('.tab.active', { hasText: ': Run Comparison' }).waitFor();
    const comparison = await panel();
    await comparison.locator('thead th', { hasText: 'succeeded' }).waitFor();
    await shot(ui.page, 'runs-comparison');
    await (await showTimeline())
      .getByRole('button', { name: /^Open in Editor: ./ })
      .first()
      .click();
    await ui.page.locator('.monaco-editor .view-line').first().waitFor();
  });

  it('are summarized for the last 30 days, with what is missing if a load is canceled', async () => {
    const { ui, service } = world;
    const { id: workflowId, name } = workflow('Support triage');
    const pattern = [...service.state.runs.values()].find((run) => run.workflowId === workflowId);
    assert.ok(pattern);
    for (let index = 0; index < 450; index++) {
      // Newest first, half an hour apart.
      const createdAt = Date.now() - (index + 2) * 1_800_000;
      service.state.runs.set(`run_added_${index}`, {
        ...pattern,
        id: `run_added_${index}`,
        createdAt,
        startsAt: createdAt,
      });
    }
    await ui.runCommand('View: Close All Editors');
    await ui.fromMenu(ui.row('Workflows', name).first(), 'Show Workflow Statistics');
    const main = await panel();
    await main.locator('.range', { hasText: /^Latest 300 of \d+ runs: / }).waitFor();
    service.faults.add({ effect: { kind: 'hang' }, path: '/v1/executions', count: 0 });
    await main.getByLabel('Last 7 days').check();
    const progress = await ui.notification(`Loading runs of ${name}`);
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await main.locator('.notice', { hasText: /^Only 300 of \d+ runs are loaded, back to .* Canceled\.$/ }).waitFor();
    service.faults.clear();
    await main.getByLabel('Last 30 days').check();
    await main.locator('.range', { hasText: /^\d{3} runs: / }).waitFor();
    await main.locator('.days svg[aria-valuemax="30"]').waitFor();
    await shot(ui.page, 'runs-statistics');
    for (const id of service.state.runs.keys()) if (id.startsWith('run_added_')) service.state.runs.delete(id);
    await ui.runCommand('View: Close All Editors');
  });

  it('are on one page with the schedule, the webhook, and buttons that ask nothing', async () => {
    const { ui } = world;
    await ui.runCommand('View: Close All Editors');
    await ui.fromMenu(ui.row('Workflows', 'Nightly CRM sync').first(), 'Open Workflow Details');
    const main = await panel();
    await main.locator('.facts', { hasText: 'Every day (time zone: UTC)' }).waitFor();
    await main.locator('.version', { hasText: /Revision \d+: v\d+/ }).waitFor();
    await shot(ui.page, 'runs-details');
    await main.locator('[data-action=copyWebhook]').press('Enter');
    await ui.page.locator('.statusbar', { hasText: 'Webhook URL copied.' }).waitFor();
    await main.locator('[data-action=disable]').press('Enter');
    await main.locator('[data-action=enable]').press('Enter');
    await main.locator('[data-action=disable]').waitFor();
    await main.locator('.runs button').first().press('Enter');
    await ui.page.locator('.tab.active', { hasText: /^Nightly CRM sync, .*: Run Timeline$/ }).waitFor();
    await ui.runCommand('View: Close All Editors');
  });

  it('are reported when the workflow is watched, with a link to the failed run', async () => {
    const { ui, service } = world;
    await ui.select('Workflows', 'Support triage');
    await ui.runCommand('Switchyard: Watch Workflow…');
    await choose('Support triage');
    await choose('When it fails');
    await ui.page.locator('.statusbar-item', { hasText: 'Watching "Support triage".' }).waitFor();
    const { id: workflowId } = workflow('Support triage');
    const example = [...service.state.runs.values()].find(
      (run) => run.workflowId === workflowId && run.ends === 'FAILED',
    );
    assert.ok(example);
    /** Refreshes the runs, and waits until a request that begins now is answered: only a run that was active is reported. */
    const refresh = async () => {
      const { length } = service.requests;
      const isAnswered = () =>
        service.requests.slice(length).some(({ path: at, status }) => /executions\?/.test(at) && status > 0);
      // A refresh joins one that is under way.
      await until('an answer with runs', async () => {
        if (!isAnswered()) await ui.runCommand('Switchyard: Refresh Runs');
        return isAnswered();
      });
    };
    await refresh();
    const news = { ...example, id: 'run_news', createdAt: Date.now() };
    for (const startsAt of [news.createdAt, news.createdAt - example.lasts]) {
      service.state.runs.set(news.id, { ...news, startsAt });
      await refresh();
    }
    const told = await ui.notification('"Support triage": failed');
    await told.getByRole('button', { name: 'Explain' }).waitFor();
    await shot(ui.page, 'runs-notification');
    await told.getByRole('button', { name: 'Open' }).click();
    await ui.pane('Runs').locator('.monaco-list-row.selected', { hasText: 'Support triage' }).waitFor();
  });

  it('have their state in the status bar when the workflow is pinned', async () => {
    const { ui } = world;
    await ui.select('Workflows', 'Invoice intake');
    await ui.runCommand('Switchyard: Pin Workflow to Status Bar');
    await choose('Invoice intake');
    const item = ui.page.locator('.statusbar-item', { hasText: 'Invoice intake: ' });
    await item.waitFor();
    await item.click();
    await head('Runs').filter({ hasText: 'Invoice intake' }).waitFor();
    await ui.runCommand('Switchyard: Show All Runs');
    await ui.runCommand('Switchyard: Unpin Workflow');
    await item.waitFor({ state: 'detached' });
  });

  it('are exported as CSV', async () => {
    const { ui, folder, service } = world;
    const file = path.join(folder, 'runs.csv');
    await ui.runCommand('Switchyard: Export Runs…');
    await ui.chooseFile(file);
    await ui.page.locator('.statusbar-item', { hasText: /Exported \d+ of \d+ runs/ }).waitFor();
    const [, ...rows] = readFileSync(file, 'utf8').trim().split('\r\n');
    assert.ok(rows.length >= 50, `${rows.length} runs`);
    for (const row of rows) assert.ok(service.state.runs.has(row.slice(0, row.indexOf(','))), row);
  });

  it('start with a webhook after a confirmation with its host, without the key', async () => {
    const { ui, service } = world;
    await ui.select('Workflows', 'Invoice intake');
    await ui.runCommand('Switchyard: Send to Webhook…');
    await choose('Invoice intake');
    await ui.page.locator('.tab.active', { hasText: 'Invoice intake.webhook.json' }).waitFor();
    await ui.page
      .locator('.editor-actions, .title-actions')
      .getByRole('button', { name: /Send Request Body/ })
      .first()
      .click();
    await world.ui.dialog.getByText(new URL(service.url).host, { exact: false }).first().waitFor();
    await world.ui.dialog.getByText("Your API key isn't sent", { exact: false }).waitFor();
    await shot(ui.page, 'runs-webhook');
    await world.ui.dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await ui.page.locator('.monaco-editor', { hasText: 'HTTP 200' }).first().waitFor();
    assert.equal(service.requests.filter(({ path: at }) => at.startsWith('/webhooks/')).length, 1);
    await ui.runCommand('View: Close All Editors');
  });

  it('run another version after it is published, which a canceled confirmation and a full plan prevent', async () => {
    const { ui, service } = world;
    const { versions } = service.state;
    const target = workflow('Invoice intake');
    const [version] = [...versions.values()]
      .filter(({ workflowId, id }) => workflowId === target.id && id !== target.activeVersionId)
      .sort((a, b) => b.revision - a.revision);
    assert.ok(version);
    const published = () => service.requests.filter((request) => request.path.endsWith('/publish')).length;
    const ask = async (answer: 'Cancel' | 'Publish') => {
      await ui.select('Workflows', target.name);
      await ui.runCommand('Switchyard: Publish Version…');
      await choose(target.name);
      await choose(new RegExp(`r${version.revision}\\b`));
      await ui.inputWidget.getByText('Commit message', { exact: false }).waitFor();
      await ui.input.fill('x'.repeat(501));
      await ui.inputWidget.getByText('Too long: 501 of 500 characters.').waitFor();
      await ui.input.fill('Ship the new retry rules');
      await ui.input.press('Enter');
      await world.ui.dialog.waitFor();
      await shot(ui.page, 'runs-publish');
      await world.ui.dialog.getByRole('button', { name: answer }).click();
      await world.ui.dialog.waitFor({ state: 'detached' });
    };
    await ask('Cancel');
    assert.equal(published(), 0);
    service.state.workflowLimit = 3;
    await ask('Publish');
    const refusal = await ui.notification("Couldn't publish");
    await refusal.getByText("You've reached your plan's workflow limit").waitFor();
    assert.equal(published(), 1);
    service.state.workflowLimit = 25;
    await ask('Publish');
    await until('the version to be active', () => target.activeVersionId === version.id);
    assert.equal(version.commitMessage, 'Ship the new retry rules');
  });

  it('open from a link after a confirmation with their name, and no other link does anything', async () => {
    const { ui, service } = world;
    /** Opens a link as the operating system does for a link in another program. The editor asks first. */
    const follow = async (link: string) => {
      await ui.runCommand('Developer: Open URL');
      await ui.input.fill(`code-oss://switchyard.switchyard/${link}`);
      await ui.input.press('Enter');
      await world.ui.dialog.getByText('open this URI', { exact: false }).waitFor();
      await world.ui.dialog.getByRole('button', { name: 'Open', exact: true }).click();
      await world.ui.dialog.getByText('open this URI', { exact: false }).waitFor({ state: 'detached' });
    };
    const { id, name } = workflow('Weekly revenue digest');
    await follow(`workflow/${id}`);
    await world.ui.dialog.getByText(`Open workflow "${name}"`, { exact: false }).waitFor();
    await shot(ui.page, 'runs-link');
    await world.ui.dialog.getByRole('button', { name: 'Open', exact: true }).click();
    await ui.row('Workflows', name).and(ui.page.locator('.selected')).waitFor();
    const changes = () => service.requests.filter(({ method }) => method !== 'GET').length;
    const before = changes();
    await follow('publish/wf_1?version=2');
    await ui.notification('Switchyard only opens links to a workflow or a run');
    assert.deepEqual([await world.ui.dialog.count(), changes()], [0, before]);
  });
});

/** What a user does with one run or one workflow: hover, panels, notifications, publishing, links. */

import assert from 'node:assert/strict';
import { commands } from '../../../../src/shared/generated/names.ts';
import { until } from '../../../until.ts';
import { nightly, shot, type World } from '../../session.ts';
import { vscode } from '../../workbench-page.ts';
import { openViews } from './views.ts';

describe('a workflow and its runs', () => {
  let world: World;
  before(async () => {
    world = await openViews();
  });
  afterEach(() => world.service.faults.clear());

  const choose = (text: string | RegExp) => world.ui.choose(text);
  const head = (pane: string) => world.ui.pane(pane).locator('.pane-header');
  const workflow = (name: string) => {
    const found = [...world.service.state.workflows.values()].find((one) => one.name === name);
    assert.ok(found);
    return found;
  };
  /** Returns the page of the visible panel. */
  const panel = async () => (await world.ui.webview('panel')).locator('main');

  nightly('are described in the hover of a run, with links to actions', 'unit/shared/hover.test', async () => {
    const { ui } = world;
    await ui.collapse('Workflows');
    await ui.rowByLabel('Runs', 'failed').first().hover();
    const hover = ui.page.locator('.workbench-hover', { hasText: 'Status: failed' });
    await hover.getByText('Explain in Chat').waitFor();
    await shot(ui.page, 'runs-hover');
    await hover.getByText('Show Timeline').click();
    await (await panel()).getByText('failed').first().waitFor();
    await ui.closeEditors();
    await head('Workflows').click();
  });

  nightly('are shown as a timeline, and compared with the last success', 'pages/panels.test', async () => {
    const { ui } = world;
    await ui.fromMenu(ui.rowByLabel('Runs', 'failed').first(), 'Show Run Timeline');
    const main = await panel();
    await main.locator('.timeline .row.failing').waitFor({ state: 'attached' });
    await shot(ui.page, 'runs-timeline');
    await main.locator('[data-action=whatChanged]').press('Enter');
    await ui.page.locator('.tab.active', { hasText: ': What Changed' }).waitFor();
    const changes = await panel();
    await changes.locator('.headline', { hasText: /^Failed in / }).waitFor();
    await shot(ui.page, 'runs-what-changed');
    await changes.locator('[data-action=compare]').press('Enter');
    await ui.page.locator('.tab.active', { hasText: ': Run Comparison' }).waitFor();
    const comparison = await panel();
    await comparison.locator('thead th', { hasText: 'succeeded' }).waitFor();
    await shot(ui.page, 'runs-comparison');
    await ui.closeEditors();
  });

  nightly(
    'show the timeline of the run that has the focus with the keyboard, whichever is selected',
    'unit/shared/row-commands.test',
    async () => {
      const { ui } = world;
      await ui.closeEditors();
      const list = ui.pane('Runs').locator('.monaco-list').first();
      const focused = list.locator('.monaco-list-row.focused');
      await list.focus();
      await ui.page.keyboard.press('Home');
      await ui.page.keyboard.press('ArrowDown');
      // Only the focus moves on.
      await ui.page.keyboard.press('ArrowDown');
      await ui.page.keyboard.press('ArrowDown');
      const label = (await focused.getAttribute('aria-label')) ?? '';
      await ui.page.keyboard.press('Control+Enter');
      await (await panel()).locator('.timeline').first().waitFor();
      const [name = '?'] = label.split(',');
      assert.match((await (await panel()).locator('h1').first().textContent()) ?? '', new RegExp(name));
      assert.equal(await ui.inputWidget.isVisible(), false);
      await focused.click({ button: 'right' });
      await ui.page.locator('.context-view').getByText('Show Run Timeline').waitFor();
      await shot(ui.page, 'runs-menu');
      await ui.page.keyboard.press('Escape');
      await ui.closeEditors();
    },
  );

  nightly(
    'are on one page with the schedule, the webhook, and buttons that ask nothing',
    'pages/panels.test',
    async () => {
      const { ui } = world;
      await ui.closeEditors();
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
      await ui.page.locator('.tab.active', { hasText: /^Nightly CRM sync · .*\d/ }).waitFor();
      await ui.closeEditors();
    },
  );

  nightly(
    'are started by a webhook body that is kept, sent again, and compared with the run before',
    'unit/service/workflows/webhook-send.test',
    async () => {
      const { ui, service } = world;
      await ui.closeEditors();
      await ui.fromMenu(ui.row('Workflows', 'Support triage').first(), 'Send to Webhook…');
      await ui.page.locator('.tab.active', { hasText: 'Support triage.webhook.json' }).waitFor();
      await ui.run(commands.workflows.sendWebhook);
      await world.ui.dialog.getByText('The body is kept on this computer', { exact: false }).waitFor();
      await world.ui.dialog.getByRole('button', { name: 'Send', exact: true }).click();
      await ui.notification('The webhook returned the ID of a run: ');
      const started = () => [...service.state.runs.values()].at(-1)?.id ?? '';
      const first = started();
      await ui.fromMenu(ui.row('Workflows', 'Support triage').first(), 'Send Payload Again…');
      await ui.choice(`run ${first}`).waitFor();
      await shot(ui.page, 'runs-payloads');
      await choose(`run ${first}`);
      await world.ui.dialog.getByRole('button', { name: 'Send', exact: true }).click();
      await ui.page.locator('.tab.active', { hasText: ': What Changed' }).waitFor();
      const main = await panel();
      await main.locator('.headline', { hasText: '. The run of ' }).waitFor();
      assert.notEqual(started(), first);
      await main.locator('.facts', { hasText: 'sent from here' }).waitFor();
      await main.locator('[data-action=sendAgain]', { hasText: /^\s*Send the Payload of .* Again…/ }).waitFor();
      await shot(ui.page, 'runs-sent-again');
      await main.locator('[data-action=openRun]').click();
      await ui.page.locator('.tab.active', { hasText: 'Support triage · ' }).waitFor();
      await (await panel()).locator('[data-action=savePayload]').waitFor();
      await shot(ui.page, 'runs-timeline-payload');
      await ui.closeEditors();
    },
  );

  it('lead from a failure to what changed, its explanation, the same payload again, and what that has cost', async () => {
    const { ui, service, clock } = world;
    await ui.closeEditors();
    // The run that it starts is the newest.
    clock.tick(1000);
    await ui.fromMenu(ui.row('Workflows', 'Support triage').first(), 'Send to Webhook…');
    await ui.page.locator('.tab.active', { hasText: 'Support triage.webhook.json' }).waitFor();
    await ui.run(commands.workflows.sendWebhook);
    await ui.dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await ui.notification('The webhook returned the ID of a run: ');
    await ui.page.locator('.tab.active', { hasText: 'Response 1 from Support triage' }).waitFor();
    await ui.closeEditors();
    const { runs } = service.state;
    const sent = [...runs.values()].at(-1);
    const pattern = [...runs.values()].find(
      (run) => run.workflowId === sent?.workflowId && run.ends === 'FAILED' && run.type !== 'TEST',
    );
    assert.ok(sent && pattern);
    runs.set(sent.id, { ...pattern, id: sent.id, createdAt: sent.createdAt, startsAt: sent.createdAt - pattern.lasts });
    await ui.run(commands.runs.refresh);
    const failed = ui.rowByLabel('Runs', /^Support triage, failed, /);
    await failed.nth(1).waitFor();
    await world.quiet();
    await ui.fromMenu(failed.first(), 'Show What Changed Since Last Success');
    const main = await panel();
    await main.locator('.headline', { hasText: /^Failed in / }).waitFor();
    await main.locator('[data-action=explain]').click();
    const chat = await ui.webview('view');
    await chat.locator('textarea:focus').waitFor();
    await ui.page.keyboard.press('Enter');
    await chat.locator('[role=status]', { hasText: 'The response is complete.' }).waitFor({ state: 'attached' });
    await main.locator('[data-action=sendAgain]').click();
    await ui.dialog.getByRole('button', { name: 'Send', exact: true }).click();
    // The response opens before the page of the new run.
    await until('the page of the new run', async () =>
      (await panel().catch(() => undefined))
        ?.locator('.headline', { hasText: '. The run of ' })
        .isVisible()
        .catch(() => false),
    );
    assert.notEqual([...runs.values()].at(-1)?.id, sent.id);
    await ui.run(commands.usage.show);
    await ui.page.locator('.tab.active', { hasText: ': Usage' }).waitFor();
    const usage = await panel();
    await usage.getByLabel('Model', { exact: true }).check();
    await usage.locator('table.usage th', { hasText: 'anthropic/claude-haiku-4.5' }).waitFor();
    await shot(ui.page, 'runs-golden-path');
    // The run that was started last would be active for ever.
    clock.tick(60_000);
    await ui.closeEditors();
  });

  it('open from a link after a confirmation with their name, and no other link does anything', async () => {
    const { ui, service } = world;
    /** Opens a link as the operating system does for a link in another program. The editor asks first. */
    const follow = async (link: string) => {
      await ui.run(vscode.openUrl);
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

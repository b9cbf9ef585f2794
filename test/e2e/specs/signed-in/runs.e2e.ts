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

  const workflow = (name: string) => {
    const found = [...world.service.state.workflows.values()].find((one) => one.name === name);
    assert.ok(found);
    return found;
  };
  /** Returns the page of the visible panel. */
  const panel = async () => (await world.ui.webview('panel')).locator('main');

  nightly(
    'open the run that has the focus with the keyboard, whichever is selected',
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
      await ui.page.locator('.context-view').getByText('Open Run', { exact: true }).waitFor();
      await shot(ui.page, 'runs-menu');
      await ui.page.keyboard.press('Escape');
      await ui.closeEditors();
    },
  );

  it('lead from a failure to its explanation and the same payload again in one tab, and to what that has cost', async () => {
    const { ui, service, clock } = world;
    await ui.closeEditors();
    // The run that it starts is the newest.
    clock.tick(1000);
    await world.quiet();
    await ui.fromMenu(ui.row('Workflows', 'Support triage').first(), 'Send to Webhook…');
    await ui.page.locator('.tab.active', { hasText: 'Support triage.webhook.json' }).waitFor();
    // The extension shows it once it knows that this document is open. A command by its ID could come before that.
    await ui.page.locator('.codelens-decoration a', { hasText: 'Send to Webhook…' }).click();
    await ui.dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await ui.notification('Run started: ');
    await ui.closeEditors();
    const { runs } = service.state;
    const sent = [...runs.values()].at(-1);
    const pattern = [...runs.values()].find(
      (run) => run.workflowId === sent?.workflowId && run.ends === 'FAILED' && run.type !== 'TEST',
    );
    const owner = service.state.workflows.get(sent?.workflowId ?? '');
    const versions = [...service.state.versions.values()].filter(({ workflowId }) => workflowId === owner?.id);
    const active = versions.find(({ id }) => id === owner?.activeVersionId);
    const before = versions.find(({ revision }) => revision + 1 === active?.revision);
    assert.ok(sent && pattern && owner && active && before);
    // The earlier runs are of the version that the active one replaced.
    for (const run of runs.values())
      if (run.workflowId === owner.id) Object.assign(run, { versionId: before.id, versionName: before.displayName });
    const { createdAt } = sent;
    const failure = { ...pattern, id: sent.id, createdAt, startsAt: createdAt - pattern.lasts };
    runs.set(sent.id, { ...failure, versionId: active.id, versionName: active.displayName });
    await ui.run(commands.runs.refresh);
    const failed = ui.rowByLabel('Runs', /^Support triage, failed, /);
    await failed.nth(1).waitFor();
    await world.quiet();
    await failed.first().click();
    const main = await panel();
    await main
      .locator('.headline', { hasText: new RegExp(`^Failed in .* replaced ${before.displayName}\\.$`) })
      .waitFor();
    await main.locator('.sentences').first().waitFor();
    await main.locator('[data-action=publishBefore]').click();
    await ui.inputWidget.getByText('Commit message').first().waitFor();
    await ui.input.press('Enter');
    await ui.dialog.getByText(`It replaces ${active.displayName}`, { exact: false }).waitFor();
    await ui.dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await ui.notification(`${before.displayName} is now the active version`);
    assert.equal(owner.activeVersionId, before.id);
    await main.locator('[data-action=explain]').click();
    const chat = await ui.webview('view');
    await chat.locator('textarea:focus').waitFor();
    await ui.page.keyboard.press('Enter');
    await chat.locator('[role=status]', { hasText: 'The response is complete.' }).waitFor({ state: 'attached' });
    const tabs = await ui.page.locator('.tab').count();
    let last = sent.id;
    for (let time = 0; time < 4; time++) {
      clock.tick(1000);
      await main.locator('[data-action=sendAgain]').click();
      await ui.dialog.getByRole('button', { name: 'Send', exact: true }).click();
      await until('another run', () => [...runs.values()].at(-1)?.id !== last);
      last = [...runs.values()].at(-1)?.id ?? '';
      await main.locator('.facts', { hasText: last }).waitFor();
      await main.getByText('The same in both runs').first().waitFor();
    }
    assert.equal(await ui.page.locator('.tab').count(), tabs);
    await shot(ui.page, 'runs-sent-again');
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

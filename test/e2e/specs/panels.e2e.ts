import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { seriousFaults } from '../../pages/axe.ts';
import { until } from '../../until.ts';
import { resizePanel } from '../resize.ts';
import { openWorld, shot, type World } from '../session.ts';

const themes = ['dark', 'light', 'contrast'] as const;

describe('run and workflow panels', () => {
  let world: World;
  before(async () => {
    world = await openWorld({ signedIn: true });
    await world.ui.openSwitchyard();
    await world.ui.collapse('Tool Servers');
    const servers = world.ui.pane('Tool Servers').locator('.pane-header');
    if ((await servers.getAttribute('aria-expanded')) === 'true') await servers.click();
    await world.ui.rowByLabel('Runs', 'failed').first().waitFor();
  });
  after(() => world?.end());

  /** Returns the page of the visible panel. */
  const page = async () => (await world.ui.webview('panel')).locator('main');

  /** Checks the page with axe in each theme, and takes screenshots. */
  async function look(main: Locator, name: string): Promise<void> {
    await world.inThemes(themes, async (theme) => {
      await shot(world.ui.page, `${name}-${theme}`);
      assert.deepEqual(await seriousFaults(main), [], theme);
    });
  }

  async function showTimeline() {
    const { ui } = world;
    await ui.runCommand('View: Close All Editors');
    await ui.fromMenu(ui.rowByLabel('Runs', 'failed').first(), 'Show Run Timeline');
    return page();
  }

  it('shows the steps of a failed run on one time axis, with the failed step highlighted', async () => {
    const { ui } = world;
    const main = await showTimeline();
    await main.locator('.timeline .bar').first().waitFor();
    await main.locator('.timeline .row.failing').waitFor({ state: 'attached' });
    const chart = main.locator('.timeline svg');
    await chart.focus();
    await ui.page.keyboard.press('Home');
    await main.locator('.tooltip', { hasText: 'Wait time: ' }).waitFor();
    assert.match((await chart.getAttribute('aria-valuetext')) ?? '', /^Webhook|^New e-mail|^Schedule/);
    await look(main, 'panel-run');
  });

  it('opens the error of the step as a document', async () => {
    const { ui } = world;
    await (await showTimeline())
      .getByRole('button', { name: /^Open in Editor: ./ })
      .first()
      .click();
    await ui.page.locator('.monaco-editor .view-line').first().waitFor();
  });

  it('navigates to the previous run and back, in the same tab', async () => {
    const main = await showTimeline();
    const id = main.locator('.facts div', { hasText: 'ID' }).last().locator('dd');
    const first = await id.textContent();
    await main.locator('[data-action=previousRun]').press('Enter');
    await until('another run', async () => (await id.textContent()) !== first);
    await main.locator('[data-action=nextRun]').press('Enter');
    await until('the first run', async () => (await id.textContent()) === first);
    assert.equal(await world.ui.page.locator('.tab').count(), 1);
  });

  it('copies the ID of a run and compares the run with the last successful one', async () => {
    const { ui } = world;
    const main = await showTimeline();
    await main.locator('[data-action=copyId]').press('Enter');
    await ui.page.locator('.statusbar', { hasText: 'Run ID copied.' }).waitFor();
    await main.locator('[data-action=compareWithLastSuccess]').press('Enter');
    await ui.page.locator('.tab.active', { hasText: ': Run Comparison' }).waitFor();
    const comparison = await page();
    await comparison.locator('thead th', { hasText: 'succeeded' }).waitFor();
    await comparison
      .locator('tr', { hasText: 'Duration' })
      .locator('td', { hasText: /%|no difference/ })
      .first()
      .waitFor();
  });

  it('asks the chat to explain a run', async () => {
    const { ui } = world;
    await (await showTimeline()).locator('[data-action=explain]').press('Enter');
    await until('the question in the composer', async () => {
      const text = (await ui.webview('view')).locator('textarea').first();
      return (await text.inputValue().catch(() => '')) !== '';
    });
  });

  async function showStatistics() {
    const { ui } = world;
    await ui.runCommand('View: Close All Editors');
    await ui.fromMenu(ui.row('Workflows', /./).first(), 'Show Workflow Statistics');
    const main = await page();
    await main.locator('.days svg').waitFor();
    return main;
  }

  it('shows the success rate, durations, and runs per day of a workflow', async () => {
    const main = await showStatistics();
    for (const name of ['Median duration (p50)', '95th percentile (p95)'])
      await main.locator('.facts dt', { hasText: name }).waitFor();
    await main.locator('.axis-name', { hasText: 'Runs' }).waitFor();
    await look(main, 'panel-workflow');
  });

  it('moves through days and durations with the arrow keys, with a tooltip and a text for screen readers', async () => {
    const main = await showStatistics();
    const { keyboard } = world.ui.page;
    for (const [chart, value] of [
      ['.days svg', /^\w{3}, \w{3} \d+, \d+ succeeded, \d+ failed, \d+ other$/],
      ['.durations svg', /^[\d.]+ m?s\b.*, \w{3} \d+, \d{4}, .*, (?:succeeded|failed|canceled|paused|running)$/],
    ] as const) {
      const svg = main.locator(chart);
      await svg.focus();
      await keyboard.press('Home');
      const first = (await svg.getAttribute('aria-valuetext')) ?? '';
      assert.match(first, value);
      await keyboard.press('ArrowRight');
      assert.equal(await svg.getAttribute('aria-valuenow'), '2');
      await main.locator('.tooltip').waitFor();
      await shot(world.ui.page, `panel-tooltip-${chart.slice(1, 5)}`);
      await keyboard.press('Escape');
      await main.locator('.tooltip').waitFor({ state: 'detached' });
    }
  });

  it('fits into 220 px, with labels that do not overlap', async () => {
    const { ui } = world;
    const { page: window } = ui;
    const size = window.viewportSize() ?? { width: 1400, height: 900 };
    for (const [name, show] of [
      ['run', showTimeline],
      ['statistics', showStatistics],
    ] as const) {
      const main = await show();
      await ui.runCommand('View: Toggle Primary Side Bar Visibility');
      await resizePanel(window, main, 220);
      await shot(window, `panel-220-${name}`);
      await main.locator('svg.chart').first().scrollIntoViewIfNeeded();
      await shot(window, `panel-220-${name}-chart`);
      assert.equal(await main.evaluate(() => document.documentElement.scrollWidth), 220, name);
      assert.deepEqual(await overlappingLabels(main), [], name);
      await window.setViewportSize(size);
      await ui.runCommand('View: Toggle Primary Side Bar Visibility');
    }
  });

  /** Returns the labels of horizontal axes that overlap the next one. */
  function overlappingLabels(main: Locator): Promise<readonly string[]> {
    return main.evaluate((view) =>
      [...view.querySelectorAll('.axis-bottom, .timeline svg')].flatMap((axis) => {
        const labels = [...axis.querySelectorAll('.tick')];
        const next = (index: number) => labels[index + 1]?.getBoundingClientRect().left ?? Number.POSITIVE_INFINITY;
        return labels
          .filter((label, index) => label.getBoundingClientRect().right > next(index))
          .map(({ textContent }) => textContent ?? '');
      }),
    );
  }

  /** Adds recent runs to a workflow. Returns its name. */
  function addRuns(count: number): string {
    const { workflows, runs } = world.service.state;
    const workflow = [...workflows.values()].find(({ name: one }) => one === 'Support triage');
    const pattern = [...runs.values()].find(({ workflowId }) => workflowId === workflow?.id);
    assert.ok(workflow && pattern);
    for (let index = 0; index < count; index++) {
      // Newest first, half an hour apart.
      const createdAt = Date.now() - (index + 2) * 1_800_000;
      const id = `run_added_${index}`;
      runs.set(id, { ...pattern, id, createdAt, startsAt: createdAt });
    }
    return workflow.name;
  }

  it("loads the last 7 or 30 days and says which runs couldn't be loaded", async () => {
    const { ui, service } = world;
    const workflow = addRuns(450);
    await ui.runCommand('View: Close All Editors');
    await ui.fromMenu(ui.row('Workflows', workflow).first(), 'Show Workflow Statistics');
    const main = await page();
    const days = async () => main.locator('.days svg').getAttribute('aria-valuemax');
    await main.locator('.range', { hasText: /^Latest 300 of \d+ runs: / }).waitFor();
    const failing = { kind: 'status', status: 500, body: { error: 'The database is away' } } as const;
    service.faults.add({ effect: failing, path: '/v1/executions', count: 0 });
    await main.getByLabel('Last 7 days').check();
    await main
      .locator('.notice', { hasText: /^Only 300 of \d+ runs are loaded, back to .*The database is away/ })
      .waitFor();
    assert.equal(await days(), '7');
    await shot(ui.page, 'panel-range-incomplete');
    service.faults.clear();
    await main.getByLabel('Last 30 days').check();
    await main.locator('.notice', { hasText: /^$/ }).waitFor({ state: 'attached' });
    await main.locator('.range', { hasText: /^\d{3} runs: / }).waitFor();
    assert.equal(await days(), '30');
    await look(main, 'panel-range');
  });

  it('lets the user cancel a long load, and says how far back the runs go', async () => {
    const { ui, service } = world;
    const workflow = addRuns(450);
    await ui.runCommand('View: Close All Editors');
    await ui.fromMenu(ui.row('Workflows', workflow).first(), 'Show Workflow Statistics');
    const main = await page();
    await main.locator('.range', { hasText: /^Latest 300 of \d+ runs: / }).waitFor();
    service.faults.add({ effect: { kind: 'hang' }, path: '/v1/executions', count: 0 });
    await main.getByLabel('Last 7 days').check();
    const progress = await ui.notification(`Loading runs of ${workflow}`);
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await main.locator('.notice', { hasText: /^Only 300 of \d+ runs are loaded, back to .* Canceled\.$/ }).waitFor();
    service.faults.clear();
  });

  it('shows the details of a workflow: version, webhook, and latest runs, which can be opened', async () => {
    const { ui } = world;
    await ui.runCommand('View: Close All Editors');
    await ui.fromMenu(ui.row('Workflows', 'Nightly CRM sync').first(), 'Open Workflow Details');
    const main = await page();
    await main.locator('.facts', { hasText: 'Every day (time zone: UTC)' }).waitFor();
    await main.locator('.version', { hasText: /Revision \d+: v\d+/ }).waitFor();
    await look(main, 'panel-details');
    await main.locator('[data-action=copyWebhook]').press('Enter');
    await ui.page.locator('.statusbar', { hasText: 'Webhook URL copied.' }).waitFor();
    // The button names the workflow, so there is no question.
    await main.locator('[data-action=disable]').press('Enter');
    await main.locator('[data-action=enable]').press('Enter');
    await main.locator('[data-action=disable]').waitFor();
    await main.locator('.runs button').first().press('Enter');
    await ui.page.locator('.tab.active', { hasText: /^Nightly CRM sync, .*: Run Timeline$/ }).waitFor();
  });

  it('compares two runs side by side', async () => {
    const { ui } = world;
    await ui.runCommand('View: Close All Editors');
    // By name, because rows move while runs are active.
    await ui.clearSelection('Runs');
    await ui.runCommand('Switchyard: Compare Runs…');
    for (const [question, status] of [
      ['Select the first run to compare', 'failed'],
      ['Select the second run', 'succeeded'],
    ] as const) {
      await ui.page.locator(`.quick-input-widget input[placeholder^="${question}"]`).waitFor();
      await ui.input.fill(status);
      await ui.page.locator('.quick-input-list .monaco-list-row', { hasText: status }).first().click();
    }
    const main = await page();
    await main.locator('table.comparison').waitFor();
    await look(main, 'panel-compare');
  });
});

import assert from 'node:assert/strict';
import { until } from '../../until.ts';
import { openWorld, shot, type World } from '../session.ts';

describe('workflows and runs in special states', () => {
  let world: World;
  afterEach(() => world?.end());

  const open = async () => {
    world = await openWorld({ signedIn: true, settings: { 'switchyard.runs.pageSize': 100 } });
    return world;
  };

  it('lets the user stop the first load', async () => {
    const { ui, service } = await open();
    service.faults.add({ effect: { kind: 'hang' }, path: '/v1/workflows', count: 0 });
    await ui.openSwitchyard();
    const stop = ui.pane('Workflows').getByRole('button', { name: /Stop/ });
    await ui.pane('Workflows').locator('.pane-header').hover();
    await stop.waitFor();
    await ui.pane('Runs').locator('.monaco-list-row').first().waitFor();
    await shot(ui.page, 'state-loading');
    service.faults.clear();
    await stop.click();
    await ui.pane('Workflows').getByText('Loading stopped').waitFor();
    await shot(ui.page, 'state-given-up');
    await ui.pane('Workflows').getByRole('button', { name: 'Try Again' }).click();
    await ui.pane('Workflows').locator('.monaco-list-row').first().waitFor();
  });

  it('shows the error when the first load fails', async () => {
    const { ui, service } = await open();
    service.faults.add({ effect: { kind: 'status', status: 500 }, count: 0 });
    await ui.openSwitchyard();
    await ui.pane('Workflows').getByText('returned an error').waitFor();
    await ui.pane('Runs').getByText('returned an error').waitFor();
    await world.inThemes(['light'], () => shot(ui.page, 'state-first-error'));
    service.faults.clear();
    await ui
      .pane('Workflows')
      .getByRole('button', { name: /Try Again/ })
      .click();
    await ui.pane('Workflows').locator('.monaco-list-row').first().waitFor();
  });

  it('shows a thousand runs', async () => {
    const { ui, service } = await open();
    const [example] = service.state.runs.values();
    assert.ok(example);
    const now = Date.now();
    for (let index = 0; index < 1000; index++) {
      const id = `run_${index}`;
      const ends = index % 7 === 0 ? 'FAILED' : 'SUCCEEDED';
      const createdAt = now - 3_600_000 - index * 240_000;
      service.state.runs.set(id, { ...example, id, ends, createdAt, startsAt: createdAt, lasts: 61_000 });
    }
    await ui.openSwitchyard();
    await ui.collapse('Workflows');
    await ui.collapse('Tool Servers');
    const pane = ui.pane('Runs');
    await pane.locator('.monaco-list-row').first().waitFor();
    const more = ui.row('Runs', 'Load More');
    await until('all runs', async () => {
      await pane.locator('.monaco-list').press('End');
      if ((await more.count()) > 0) await more.click({ timeout: 2000 }).catch(() => undefined);
      return (await ui.row('Runs', 'Load More').count()) === 0;
    });
    await world.inThemes(['dark', 'light', 'contrast'], (theme) => shot(ui.page, `state-thousand-${theme}`));
  });
});

import assert from 'node:assert/strict';
import { until } from '../../until.ts';
import { openWorld, shot, type World } from '../session.ts';

describe('the Models view', () => {
  let world: World;
  before(async () => {
    world = await openWorld({ signedIn: true });
  });
  after(() => world?.end());

  const head = () => world.ui.pane('Models').locator('.pane-header');
  const choose = (text: string | RegExp) =>
    world.ui.inputWidget.locator('.monaco-list-row', { hasText: text }).first().click();
  const asked = () => world.service.requests.filter(({ path }) => path === '/v1/models').length;

  /** Shows only this view, whether or not it has models. */
  async function openModels(): Promise<void> {
    await world.ui.openSwitchyard();
    for (const pane of ['Workflows', 'Runs', 'Tool Servers']) await world.ui.collapse(pane);
    if ((await head().getAttribute('aria-expanded')) !== 'true') await head().click();
  }

  async function showModels(): Promise<void> {
    await openModels();
    await world.ui.row('Models', 'Whisper').waitFor();
  }

  async function addFavorite(): Promise<void> {
    const { ui } = world;
    await showModels();
    if ((await ui.row('Models', '★').count()) > 0) return;
    const row = ui.row('Models', 'Claude Haiku 4.5').first();
    await row.hover();
    await row.getByRole('button', { name: 'Add Model to Favorites' }).click();
    await ui.row('Models', '★').first().waitFor();
  }

  it('requests nothing until it is opened', async () => {
    await world.ui.openSwitchyard();
    await until('the workflows', async () => (await world.ui.rowByLabel('Workflows', /enabled/).count()) > 0);
    assert.equal(asked(), 0);
    await showModels();
    assert.equal(asked(), 1);
    await shot(world.ui.page, 'models-dark');
  });

  it('marks a model as a favorite from its row', async () => {
    const { ui } = world;
    await addFavorite();
    await ui.pane('Models').locator('.monaco-list-row').first().filter({ hasText: 'Favorites' }).waitFor();
    assert.match((await ui.row('Models', '★').first().getAttribute('aria-label')) ?? '', /favorite, 1 in, 5 out/);
  });

  it('is filtered and sorted, and restores both after a reload', async () => {
    const { ui } = world;
    await showModels();
    await ui.runCommand('Switchyard: Filter Models…');
    await choose(/^speech/);
    await head().filter({ hasText: '2 of 15 · speech' }).waitFor();
    await ui.runCommand('Switchyard: Sort Models…');
    await choose('by price');
    await head().filter({ hasText: 'speech, by price' }).waitFor();
    await shot(ui.page, 'models-filtered');
    await ui.remembered('"switchyard.models.sort":"price"');
    await ui.page.reload();
    await ui.ready();
    await ui.openSwitchyard();
    await head().filter({ hasText: '2 of 15 · speech, by price' }).waitFor();
    await ui.runCommand('Switchyard: Filter Models…');
    await ui.input.fill('nothing like it');
    await choose('Name contains "nothing like it"');
    await ui.pane('Models').getByText('No models match the filter.').waitFor();
    await shot(ui.page, 'models-none-shown');
    await ui.pane('Models').getByText('Show All Models').click();
    await ui.row('Models', 'Whisper').waitFor();
  });

  it('opens the original record, and copies the ID', async () => {
    const { ui } = world;
    await showModels();
    await ui.row('Models', 'GPT-5 Mini').first().click();
    await ui.page.locator('.tab.active', { hasText: 'openai-gpt-5-mini.json' }).waitFor();
    await ui.page.locator('.view-line', { hasText: '"context_length": 400000' }).waitFor();
    await shot(ui.page, 'models-record');
    await ui.fromMenu(ui.row('Models', 'GPT-5 Mini').first(), 'Copy Model ID');
    await ui.page.locator('.statusbar-item', { hasText: 'Model ID copied.' }).waitFor();
  });

  it('offers all models with price and context in the picker, recent and favorites first, and accepts any ID', async () => {
    const { ui } = world;
    await addFavorite();
    await ui.runCommand('Switchyard: Choose Chat Model');
    await ui.inputWidget
      .locator('.monaco-list-row', { hasText: '1.25 in, 10 out per 1M tokens · 400K tokens (inferred)' })
      .first()
      .waitFor();
    const rows = ui.inputWidget.locator('.monaco-list-row');
    await rows.first().filter({ hasText: 'Claude Haiku 4.5' }).filter({ hasText: 'favorites' }).waitFor();
    assert.equal(await rows.filter({ hasText: 'Whisper' }).count(), 0);
    await shot(ui.page, 'models-picker');
    await ui.input.fill('own/model-of-mine');
    await rows.filter({ hasText: 'not listed by the service' }).waitFor();
    await shot(ui.page, 'models-picker-typed');
    await ui.page.keyboard.press('Escape');
  });

  it('starts a chat with a model', async () => {
    const { ui } = world;
    await showModels();
    const row = ui.row('Models', 'Claude Haiku 4.5').first();
    await row.hover();
    await row.getByRole('button', { name: 'Chat with This Model' }).click();
    const chat = await ui.webview('view');
    await chat.locator('.model-name', { hasText: 'anthropic/claude-haiku-4.5' }).waitFor();
    await shot(ui.page, 'models-chat');
  });

  it('says when the list is outdated or empty', async () => {
    const { ui, service } = world;
    await showModels();
    service.faults.add({ effect: { kind: 'status', status: 500 }, path: '/v1/models', count: 0 });
    await ui.runCommand('Switchyard: Refresh Models');
    await ui.pane('Models').getByText('Last updated').waitFor();
    await shot(ui.page, 'models-stale');
    service.faults.clear();
    service.faults.add({ effect: { kind: 'body', body: { data: [] } }, path: '/v1/models' });
    await ui.runCommand('Switchyard: Refresh Models');
    await ui.pane('Models').getByText('This API key has no models yet').waitFor();
    await shot(ui.page, 'models-empty');
    await ui.runCommand('Switchyard: Refresh Models');
    await ui.row('Models', 'Whisper').waitFor();
  });

  it('shows the error when nothing was ever loaded', async () => {
    const { ui, service } = world;
    service.faults.add({ effect: { kind: 'status', status: 500 }, path: '/v1/models', count: 0 });
    await ui.page.reload();
    await ui.ready();
    await openModels();
    await ui.pane('Models').getByText('The service returned an error.').waitFor();
    await shot(ui.page, 'models-error');
    service.faults.clear();
    await ui.pane('Models').getByText('Try Again').click();
    await ui.row('Models', 'Whisper').waitFor();
  });

  it('is readable in light and high contrast', async () => {
    const { ui } = world;
    await showModels();
    await ui.row('Models', 'GPT-5.1').hover();
    await world.inThemes(['light', 'contrast'], (theme) => shot(ui.page, `models-${theme}`));
  });
});

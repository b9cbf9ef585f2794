import assert from 'node:assert/strict';
import { until } from '../../until.ts';
import { openWorld, shot, type World } from '../session.ts';

describe('API requests', () => {
  let world: World;
  before(async () => {
    world = await openWorld({ signedIn: true });
  });
  after(() => world?.end());
  /** Takes a screenshot in each theme. */
  const look = (name: string) =>
    world.inThemes(['dark', 'light'], (theme) => shot(world.ui.page, `requests-${name}-${theme}`));

  async function newRequest(): Promise<void> {
    const { page } = world.ui;
    await world.ui.runCommand('View: Close All Editors');
    const discard = page.getByRole('button', { name: "Don't Save" });
    await until('no editor', async () => {
      if (await discard.isVisible()) await discard.click({ timeout: 2000 }).catch(() => undefined);
      return (await page.locator('.tabs-container .tab').count()) === 0;
    });
    await world.ui.runCommand('Switchyard: New API Request');
    await page.locator('.codelens-decoration', { hasText: 'Send to' }).waitFor();
  }

  /** Sends a new request unchanged and resolves to the editor group of the response. */
  async function sendNewRequest() {
    const { page } = world.ui;
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Control+Enter');
    const answer = page.locator('.editor-group-container').nth(1);
    await answer.locator('.view-line', { hasText: '200' }).first().waitFor();
    return answer;
  }

  it('are written, sent with the keyboard, and show the response beside', async () => {
    const { service } = world;
    await newRequest();
    await look('new');
    const answer = await sendNewRequest();
    await answer.locator('.view-line', { hasText: '"webhook_url"' }).first().waitFor();
    await look('answered');
    assert.deepEqual(
      service.requests
        .filter(({ path }) => path === '/v1/workflows')
        .map(({ method, status }) => [method, status])
        .at(-1),
      ['GET', 200],
    );
  });

  it('to other hosts are rejected with the reason', async () => {
    const { ui, service } = world;
    const { page } = ui;
    await newRequest();
    const before = service.requests.length;
    await page.keyboard.press('Control+A');
    await page.keyboard.type('GET https://evil.example/keys');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Enter');
    await ui.toast('Requests only go to the active connection').waitFor();
    await look('refused');
    assert.equal(service.requests.slice(before).filter(({ path }) => path.includes('keys')).length, 0);
  });

  it('can be sent again from the history', async () => {
    const { ui } = world;
    await newRequest();
    await sendNewRequest();
    const documents = ui.page.locator('.tab', { hasText: 'Untitled-' });
    const before = await documents.count();
    await ui.runCommand('Switchyard: Open API Request from History…');
    await ui.inputWidget.locator('.monaco-list-row', { hasText: 'GET /v1/workflows' }).waitFor();
    await look('history');
    await ui.inputWidget.locator('.monaco-list-row', { hasText: 'GET /v1/workflows' }).click();
    await until('another document', async () => (await documents.count()) > before);
  });
});

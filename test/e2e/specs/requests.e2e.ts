import assert from 'node:assert/strict';
import { openWorld, shot, type World } from '../session.ts';

for (const theme of ['Dark Modern', 'Light Modern'])
  describe(`API requests, ${theme}`, () => {
    let world: World;
    before(async () => {
      world = await openWorld({ signedIn: true, settings: { 'workbench.colorTheme': theme } });
    });
    after(() => world?.end());
    const name = (what: string) => `requests-${what}-${theme.split(' ')[0]?.toLowerCase()}`;

    it('are written, sent with the keyboard and answered beside', async () => {
      const { ui, service } = world;
      const { page } = ui;
      await ui.runCommand('Switchyard: New API Request');
      await page.locator('.codelens-decoration', { hasText: 'Send to' }).waitFor();
      await shot(page, name('new'));
      await page.keyboard.press('Control+End');
      await page.keyboard.press('Control+Enter');
      const answer = page.locator('.editor-group-container').nth(1);
      await answer.locator('.view-line', { hasText: '200' }).first().waitFor();
      await answer.locator('.view-line', { hasText: '"disabled"' }).waitFor();
      await shot(page, name('answered'));
      assert.deepEqual(
        service.requests.filter(({ path }) => path === '/keys').map(({ method, status }) => [method, status]),
        [['GET', 200]],
      );
    });

    it('that lead elsewhere are refused with the reason', async () => {
      const { ui, service } = world;
      const { page } = ui;
      const before = service.requests.length;
      await page.keyboard.press('Control+A');
      await page.keyboard.type('GET https://evil.example/keys');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+Enter');
      await ui.toast('Requests only go to the active connection').waitFor();
      await shot(page, name('refused'));
      assert.equal(service.requests.slice(before).filter(({ path }) => path.includes('keys')).length, 0);
    });

    it('can be sent again from the history', async () => {
      const { ui } = world;
      await ui.runCommand('Switchyard: Open API Request from History…');
      await ui.inputWidget.locator('.monaco-list-row', { hasText: 'GET /keys' }).waitFor();
      await shot(ui.page, name('history'));
      await ui.inputWidget.locator('.monaco-list-row', { hasText: 'GET /keys' }).click();
      await ui.page.locator('.tab', { hasText: 'Untitled-2' }).waitFor();
    });
  });

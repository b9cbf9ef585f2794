// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look

import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { everything, startEverything } from '../../tool-server.ts';
import { until } from '../../until.ts';
import { filesHolding, openWorld, shot, type World } from '../session.ts';

describe('connection tests of tool servers', () => {
  let world: World;
  const children: ChildProcess[] = [];

  before(async () => {
    const [http, sse] = await Promise.all([startEverything('streamableHttp'), startEverything('sse')]);
    children.push(http.child, sse.child);
    const servers = {
      local: {
        command: process.execPath,
        args: [everything, 'stdio'],
        env: { LEVEL: 'debug', API_TOKEN: 'k3Yq0aZ81mB7' },
      },
      streamed: { type: 'http', url: http.url },
      events: { type: 'sse', url: sse.url },
      crashing: {
        command: process.execPath,
        args: ['-e', 'console.error("DATABASE_URL is not set"); process.exit(3)'],
      },
      silent: { command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] },
      padded: {
        command: 'sh',
        args: ['-c', `${' '.repeat(5000)}echo ${'x'.repeat(5000)}; touch HIDDEN`, 'two\nlines'],
        env: { LD_PRELOAD: './x.so' },
      },
      lengthy: { command: process.execPath, args: ['x'.repeat(5000)] },
    };
    world = await openWorld({ files: { '.omp/mcp.json': `${JSON.stringify({ mcpServers: servers }, null, 2)}\n` } });
    const { ui } = world;
    await ui.runCommand('Switchyard: Focus on Tool Servers View');
    for (const other of ['Workflows', 'Runs']) await ui.collapse(other);
  });
  after(async () => {
    for (const child of children) child.kill();
    await world?.end();
  });

  const row = (text: string | RegExp) => world.ui.row('Tool Servers', text);
  const dialog = () => world.ui.page.locator('.monaco-dialog-box');

  /** Starts the test with the action of the row. */
  async function test(name: string): Promise<void> {
    await row(name).first().hover();
    await row(name).first().locator('.action-label[aria-label^="Test Tool Server Connection"]').click();
  }

  it('shows the command first, and starts nothing without consent', async () => {
    await test('local');
    await dialog().waitFor();
    const text = (await dialog().textContent()) ?? '';
    assert.ok(text.includes(everything) && text.includes('stdio') && text.includes('LEVEL = "debug"'), text);
    assert.ok(text.includes('API_TOKEN') && !text.includes('k3Yq0aZ81mB7'), 'a secret is named and hidden');
    await shot(world.ui.page, 'connection-test-question');
    await world.ui.page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    assert.equal(await row(/^\s*Tools/).count(), 0);
  });

  it('shows long commands in a document, dangers first, and starts nothing without consent', async () => {
    const { ui } = world;
    await test('padded');
    const toast = ui.toast('Start this program to test "padded"?');
    await toast.waitFor();
    assert.match((await toast.textContent()) ?? '', /LD_PRELOAD changes the code.*sh runs the code that follows -c/);
    const editor = ui.page.locator('.editor-instance .view-lines').last();
    await editor.filter({ hasText: 'LD_PRELOAD' }).waitFor();
    await shot(ui.page, 'connection-test-document');
    await ui.page.keyboard.press('Control+End');
    const lines = ui.page.locator('.editor-instance .view-line');
    await lines.filter({ hasText: 'touch\u00a0HIDDEN' }).waitFor();
    await lines.filter({ hasText: '"two\\nlines"' }).waitFor();
    await shot(ui.page, 'connection-test-document-end');
    await toast.locator('.monaco-button', { hasText: 'Cancel' }).click();
    await toast.waitFor({ state: 'detached' });
    await editor.filter({ hasText: 'LD_PRELOAD' }).waitFor({ state: 'detached' });
    assert.deepEqual(
      filesHolding('', world.folder).filter((file) => file.endsWith('HIDDEN')),
      [],
    );
  });

  it('asks about a server while the question about another one is open, and shows both definitions', async () => {
    const { ui } = world;
    const names = ['padded', 'lengthy'];
    for (const name of names) {
      await test(name);
      await ui.toast(`Start this program to test "${name}"?`).waitFor();
    }
    const tab = (name: string) => ui.page.locator('.tab', { hasText: `Definition of ${name}` });
    for (const name of names) await tab(name).waitFor();
    for (const name of names) {
      await ui.toast(`to test "${name}"?`).locator('.monaco-button', { hasText: 'Cancel' }).click();
      await tab(name).waitFor({ state: 'detached' });
    }
  });

  it('lists tools, prompts and resources of a program', async () => {
    const { ui } = world;
    await test('local');
    await dialog().locator('.monaco-button', { hasText: 'Start' }).click();
    await row(/MCP \d{4}-/).waitFor();
    await row(/^\s*Tools/)
      .first()
      .click();
    await row('echo').first().waitFor();
    await shot(ui.page, 'connection-test-stdio');
    await row(/^\s*Tools/)
      .first()
      .click();
  });

  for (const name of ['streamed', 'events'])
    it(`lists tools, prompts and resources over ${name === 'streamed' ? 'streamable HTTP' : 'server-sent events'}`, async () => {
      const before = await row(/MCP \d{4}-/).count();
      await test(name);
      await dialog().locator('.monaco-button', { hasText: 'Connect' }).click();
      await row(/MCP \d{4}-/)
        .nth(before)
        .waitFor();
      await shot(world.ui.page, `connection-test-${name}`);
    });

  it('shows why a program ended, with its own output', async () => {
    await test('crashing');
    await dialog().locator('.monaco-button', { hasText: 'Start' }).click();
    await row('exited with code 3').waitFor();
    await row('DATABASE_URL is not set').waitFor();
    await shot(world.ui.page, 'connection-test-failure');
  });

  it('can be canceled', async () => {
    const { ui } = world;
    await test('silent');
    await dialog().locator('.monaco-button', { hasText: 'Start' }).click();
    const toast = ui.toast('Testing "silent"');
    await toast.waitFor();
    await shot(ui.page, 'connection-test-progress');
    await toast.locator('.monaco-button', { hasText: 'Cancel' }).click();
    await toast.waitFor({ state: 'detached' });
    assert.equal(await row('silent').filter({ hasText: 'test failed' }).count(), 0);
  });

  it("starts from the lens in the file, and notifies when the view isn't visible", async () => {
    const { ui } = world;
    await ui.openFile('.omp/mcp.json');
    await ui.runCommand('View: Toggle Primary Side Bar Visibility');
    await ui.page
      .locator('.codelens-decoration a', { hasText: /^Test$/ })
      .nth(1)
      .click();
    await until('the result of the test', async () => {
      const connect = dialog().locator('.monaco-button', { hasText: 'Connect' });
      // Consent is required once per server.
      if (await connect.isVisible()) await connect.click({ timeout: 2000 }).catch(() => undefined);
      return ui.toast('ready in').isVisible();
    });
    await shot(ui.page, 'connection-test-lens');
  });
});

describe('tool servers for the chat of VS Code', () => {
  let world: World;
  before(async () => {
    const servers = {
      local: { command: process.execPath, args: [everything, '${MODE:-stdio}'] },
      off: { command: 'x', enabled: false },
      // Not the same connection as the first one.
      unwanted: { command: process.execPath, args: [everything, 'stdio', 'unwanted'] },
    };
    world = await openWorld({
      settings: { 'chat.disableAIFeatures': false, 'switchyard.config.offerToChat': true },
      files: { '.omp/mcp.json': `${JSON.stringify({ mcpServers: servers }, null, 2)}\n` },
    });
  });
  after(() => world?.end());

  const dialog = () => world.ui.page.locator('.monaco-dialog-box');
  const item = (name: string) => world.ui.page.locator('.quick-input-list .monaco-list-row', { hasText: name });

  /** Shows the list until it has a server in this state. It shows only what is known when it opens. */
  async function listUntil(name: string, state = name): Promise<void> {
    const { ui } = world;
    const found = item(name).filter({ hasText: state }).first();
    await until(`${name} (${state}) in the list`, async () => {
      await ui.runCommand('MCP: List Servers');
      const isThere = await found.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      );
      if (!isThere) await ui.page.keyboard.press('Escape');
      return isThere;
    });
  }

  it('are listed only if in effect, and start with consent and with their variables resolved', async () => {
    const { ui } = world;
    await listUntil('local');
    assert.equal(await item('off').count(), 0);
    // VS Code reads .mcp.json itself.
    assert.equal(await item('browser').count(), 1);
    await shot(ui.page, 'bridge-list');
    await item('local').first().click();
    await item('Start Server').click();
    await dialog().waitFor();
    assert.match(
      (await dialog().textContent()) ?? '',
      /Start this program so that VS Code chat can use "local"\?.*"stdio"/s,
    );
    await shot(ui.page, 'bridge-question');
    await dialog().locator('.monaco-button', { hasText: 'Start' }).click();
    await listUntil('local', 'Running');
    await shot(ui.page, 'bridge-running');
    await ui.page.keyboard.press('Escape');
  });

  it('are no longer listed after the user declines', async () => {
    const { ui } = world;
    await listUntil('unwanted');
    await item('unwanted').first().click();
    await item('Start Server').click();
    await dialog().waitFor();
    await ui.page.keyboard.press('Escape');
    await ui.page
      .locator('.statusbar-item', { hasText: '"unwanted" wasn\'t started. To be asked again, reload the window.' })
      .waitFor();
    await shot(ui.page, 'bridge-declined');
    await ui.runCommand('MCP: List Servers');
    await item('local').first().waitFor();
    assert.equal(await item('unwanted').count(), 0);
    await ui.page.keyboard.press('Escape');
  });
});

/** The browser build, in the web worker extension host of a real browser: no Node.js, no environment, no processes. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startEverything } from '../../../tool-server.ts';
import { until } from '../../../until.ts';
import { openWorld, shot, type World } from '../../session.ts';

describe('in a browser', () => {
  const pane = 'Tool Servers';
  let world: World;
  const children: ChildProcess[] = [];
  before(async () => {
    const everything = await startEverything('streamableHttp');
    children.push(everything.child);
    const servers = { open: { type: 'http', url: everything.url }, program: { command: 'node', args: ['a.mjs'] } };
    world = await openWorld({
      settings: {
        'files.autoSave': 'off',
        'editor.minimap.enabled': false,
        'switchyard.chat.model': 'anthropic/claude-haiku-4.5',
      },
      files: {
        '.omp/mcp.json': `${JSON.stringify({ mcpServers: servers }, null, 2)}\n`,
        '.cursor/mcp.json': '{ "mcpServers": { "figma": { "url": "https://mcp.figma.com/mcp" } } }\n',
      },
    });
    await world.ui.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  });
  after(async () => {
    for (const child of children) child.kill();
  });

  const read = (file: string): string => readFileSync(path.join(world.folder, file), 'utf8');
  const row = (text: string | RegExp) => world.ui.row(pane, text).first();

  async function showServers(): Promise<void> {
    await world.ui.runCommand('Switchyard: Focus on Tool Servers View');
    for (const other of ['Workflows', 'Runs', 'Models']) await world.ui.collapse(other);
    await world.ui.expandPane(pane);
    await row('In Effect').waitFor();
  }

  it('checks a config file: each mistake once, from a language server in a worker', async () => {
    const { ui } = world;
    await ui.openFile('.mcp.json');
    await ui.page.locator('.squiggly-error').first().waitFor();
    await ui.runCommand('Problems: Focus on Problems View');
    await ui.problem('comand').first().waitFor();
    const errors = ui.page.locator('.markers-panel .monaco-list-row[aria-level="2"]', {
      hasText: /unknown-transport|unknown-key|server-name|wrong-json-type|missing-type/,
    });
    assert.equal(await errors.count(), 5);
    await shot(ui.page, 'web-problems');
  });

  it('lists the servers of the workspace, and says that the user config is not read', async () => {
    const { ui } = world;
    await showServers();
    await row('program').waitFor();
    await row('figma').waitFor();
    await ui.pane(pane).getByText('only config files of this workspace are read', { exact: false }).waitFor();
    await shot(ui.page, 'web-servers');
  });

  it('hides what needs processes or the user config', async () => {
    const { ui } = world;
    await showServers();
    const test = (name: string) => row(name).locator('.action-label[aria-label^="Test Tool Server Connection"]');
    await row('open').hover();
    await test('open').waitFor();
    await row('program').hover();
    await row('program').getByRole('button', { name: 'Disable Tool Server' }).waitFor();
    assert.equal(await test('program').count(), 0);
    await row('program').click({ button: 'right' });
    await ui.page.locator('.context-view .action-label', { hasText: 'Copy Tool Server as JSON' }).waitFor();
    assert.equal(await ui.page.locator('.context-view .action-label', { hasText: 'User Config' }).count(), 0);
    await ui.page.keyboard.press('Escape');
  });

  it('disables and enables a server, and says why it cannot change the user config', async () => {
    const { ui } = world;
    await showServers();
    const before = read('.omp/mcp.json');
    await row('program').hover();
    await row('program').getByRole('button', { name: 'Disable Tool Server' }).click();
    await row(/program.*"enabled": false/).waitFor();
    assert.match(read('.omp/mcp.json'), /"enabled": false/);
    await row(/program.*"enabled": false/).hover();
    await row('program').getByRole('button', { name: 'Enable Tool Server' }).click();
    await until('the file to be as before', () => read('.omp/mcp.json') === before);
    await ui.fromMenu(row('figma'), 'Disable Tool Server');
    await ui.notification('no user-level folder');
    await ui.runCommand('Notifications: Clear All Notifications');
  });

  it('tests a server that accepts requests from browsers', async () => {
    const { ui } = world;
    await showServers();
    await row('open').hover();
    await row('open').locator('.action-label[aria-label^="Test Tool Server Connection"]').click();
    const dialog = ui.dialog;
    await dialog.locator('.monaco-button', { hasText: 'Connect' }).click();
    await row(/MCP \d{4}-/).waitFor();
    await shot(ui.page, 'web-connection-test');
  });

  async function signIn(): Promise<void> {
    const { ui, service } = world;
    await ui.page.keyboard.press('Escape');
    await ui.runCommand('Switchyard: Sign In');
    await ui.input.fill(`${service.url}/`);
    await ui.input.press('Enter');
    await ui.inputWidget.getByText('API key for', { exact: false }).waitFor();
    await ui.input.fill(service.key);
    await ui.input.press('Enter');
  }

  it('says why a service cannot be used from a browser, and what to do', async () => {
    await signIn();
    await world.ui.inputWidget.getByText('preflight request (CORS)', { exact: false }).waitFor();
    await shot(world.ui.page, 'web-cross-origin');
    assert.equal(await world.ui.inputWidget.getByText('Check your network', { exact: false }).count(), 0);
    await world.ui.page.keyboard.press('Escape');
  });

  // Suites run after the tests above, in this order: the first one is signed in from here on.
  describe('signed in', () => {
    /** Signs in to a service that accepts requests from browsers, unless an earlier test did, and shows this pane. */
    async function signedIn(shown: 'Workflows' | 'Runs' | 'Models'): Promise<void> {
      const { ui, service } = world;
      service.crossOrigin = true;
      const connected = ui.statusBar.filter({ hasText: new URL(service.url).host });
      if ((await connected.count()) === 0) await signIn();
      await connected.waitFor();
      await ui.openSwitchyard();
      for (const other of ['Workflows', 'Runs', 'Models', pane]) if (other !== shown) await ui.collapse(other);
      await ui.expandPane(shown);
      await ui.row(shown, /./).first().waitFor();
    }

    it('signs in to a service that accepts requests from browsers, and shows workflows and runs', async () => {
      const { ui } = world;
      await signedIn('Runs');
      await signedIn('Workflows');
      await ui
        .rowByLabel('Workflows', /enabled|disabled/)
        .first()
        .waitFor();
      await shot(ui.page, 'web-signed-in');
    });

    it('shows the timeline of a run, and the statistics of its workflow', async () => {
      const { ui } = world;
      await signedIn('Runs');
      await ui.fromMenu(ui.rowByLabel('Runs', /succeeded/).first(), 'Show Run Timeline');
      await (await ui.webview('panel')).locator('.timeline .bar').first().waitFor();
      await shot(ui.page, 'web-timeline');
      await ui.runCommand('View: Close All Editors');
      await signedIn('Workflows');
      await ui.fromMenu(ui.row('Workflows', 'Support triage').first(), 'Show Workflow Statistics');
      await (await ui.webview('panel')).locator('.days svg').waitFor();
      await ui.runCommand('View: Close All Editors');
    });

    it('streams an answer in a chat, and keeps the chat over a reload', async () => {
      const { ui } = world;
      await signedIn('Workflows');
      const open = async () => {
        await ui.runCommand('Switchyard: Open Chat in Editor');
        return ui.webview('panel');
      };
      let chat = await open();
      const message = chat.getByRole('textbox', { name: 'Message' });
      await message.fill('Compare three ways to retry a request, in a table');
      await message.press('Enter');
      await chat.locator('[role=status]', { hasText: 'The response is complete.' }).waitFor({ state: 'attached' });
      await chat.locator('chat-turn[data-turn="answer"] table').waitFor();
      await shot(ui.page, 'web-chat');
      await ui.remembered('switchyard.chat.current');
      await ui.page.reload();
      await ui.ready();
      chat = await open();
      await chat.locator('chat-turn[data-turn="answer"] table').waitFor();
    });

    it('generates an image and keeps it', async () => {
      const { ui } = world;
      await signedIn('Workflows');
      await ui.runCommand('Switchyard: Generate Image…');
      await world.ui.choice('GPT Image 1').click();
      await ui.inputWidget.getByText('Describe the image to generate').waitFor();
      await ui.input.fill('A warehouse at dawn');
      await ui.input.press('Enter');
      await ui.page.locator('.tab.active', { hasText: /a-warehouse-at-dawn/ }).waitFor();
      await ui.toast('soft light, muted colours').waitFor();
      await shot(ui.page, 'web-image');
    });
  });

  describe('in a virtual file system', () => {
    it('works in a virtual workspace', async () => {
      const { ui, workbench } = world;
      await ui.page.goto(workbench.url('memfs:/project'));
      await ui.ready();
      await showServers();
      await row('search').waitFor();
      await row('figma').waitFor();
      await row('search').click();
      await ui.page.locator('.squiggly-error').first().waitFor();
      await ui.fromMenu(row('search'), 'Disable Tool Server');
      await row(/search.*"enabled": false/).waitFor();
      await shot(ui.page, 'web-virtual');
    });
  });
});

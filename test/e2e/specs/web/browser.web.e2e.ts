/** The browser build, in the web worker extension host of a real browser: no Node.js, no environment, no processes. */

import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { commands, views } from '../../../../src/shared/generated/names.ts';
import { startEverything } from '../../../tool-server.ts';
import { nightly, openWorld, shot, type World } from '../../session.ts';
import { vscode } from '../../workbench-page.ts';
import { inBrowser } from '../../worlds.ts';

describe('in a browser', () => {
  const pane = 'Tool Servers';
  let world: World;
  const children: ChildProcess[] = [];
  before(async () => {
    const everything = await startEverything('streamableHttp');
    children.push(everything.child);
    const servers = { open: { type: 'http', url: everything.url }, program: { command: 'node', args: ['a.mjs'] } };
    world = await openWorld(inBrowser, {
      '.omp/mcp.json': `${JSON.stringify({ mcpServers: servers }, null, 2)}\n`,
      '.cursor/mcp.json': '{ "mcpServers": { "figma": { "url": "https://mcp.figma.com/mcp" } } }\n',
    });
    await world.ui.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  });
  after(async () => {
    for (const child of children) child.kill();
  });

  const row = (text: string | RegExp) => world.ui.row(pane, text).first();

  async function showServers(group = 'In Effect'): Promise<void> {
    await world.ui.run(`${views.servers}.focus`);
    for (const other of ['Workflows', 'Runs', 'Models']) await world.ui.collapse(other);
    await world.ui.expandPane(pane);
    await row(group).waitFor();
  }

  nightly(
    'lists the servers of the workspace, and says that the user config is not read',
    'workbench/suite/browser-suites',
    async () => {
      const { ui } = world;
      await showServers();
      await row('program').waitFor();
      await row('figma').waitFor();
      await ui.pane(pane).getByText('only config files of this workspace are read', { exact: false }).waitFor();
      await shot(ui.page, 'web-servers');
    },
  );

  it('hides what needs processes', async () => {
    const { ui } = world;
    await showServers();
    const test = (name: string) => row(name).locator('.action-label[aria-label^="Test Tool Server Connection"]');
    await row('open').hover();
    await test('open').waitFor();
    await row('program').hover();
    await row('program').getByRole('button', { name: 'Disable Tool Server' }).waitFor();
    assert.equal(await test('program').count(), 0);
    await row('program').click({ button: 'right' });
    await ui.page.locator('.context-view .action-label', { hasText: 'Copy Tool Server as…' }).waitFor();
    await ui.page.keyboard.press('Escape');
  });

  it('says why it cannot change the user config', async () => {
    const { ui } = world;
    await showServers();
    await ui.fromMenu(row('figma'), 'Disable Tool Server');
    await ui.notification('no user-level folder');
    await ui.run(vscode.clearNotifications);
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
    await ui.run(commands.signIn);
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
    const connected = () => world.ui.statusBar.filter({ hasText: new URL(world.service.url).host });

    /** Signs in to a service that accepts requests from browsers, unless an earlier test did, and shows this pane. */
    async function signedIn(shown: 'Workflows' | 'Runs' | 'Models'): Promise<void> {
      const { ui, service } = world;
      service.crossOrigin = true;
      if ((await connected().count()) === 0) await signIn();
      await connected().waitFor();
      await ui.openSwitchyard();
      for (const other of ['Workflows', 'Runs', 'Models', pane]) if (other !== shown) await ui.collapse(other);
      await ui.expandPane(shown);
      await ui.row(shown, /./).first().waitFor();
    }

    nightly(
      'signs in to a service that accepts requests from browsers, and shows workflows and runs',
      'e2e/specs/web/browser.web.e2e',
      async () => {
        const { ui } = world;
        await signedIn('Runs');
        await signedIn('Workflows');
        await ui
          .rowByLabel('Workflows', /enabled|disabled/)
          .first()
          .waitFor();
        await shot(ui.page, 'web-signed-in');
      },
    );

    it('streams an answer in a chat, and keeps the chat and the connection over a reload', async () => {
      const { ui } = world;
      await signedIn('Workflows');
      const open = async () => {
        await ui.run(commands.chat.openInEditor);
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
      await ui.goto();
      await connected().waitFor();
      chat = await open();
      await chat.locator('chat-turn[data-turn="answer"] table').waitFor();
    });
  });

  describe('in a virtual file system', () => {
    nightly('works in a virtual workspace', 'workbench/suite/browser-suites', async () => {
      const { ui, workbench } = world;
      await ui.goto(workbench.url('memfs:/project'));
      // The folder has files of Claude Code and Cursor only.
      await showServers('Pending Approval');
      await ui.run(commands.servers.chooseAgent);
      await ui.choose('Oh My Pi');
      await row('In Effect').waitFor();
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

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '../../until.ts';
import { openWorld, shot, type World } from '../session.ts';

const userText = `{
  "mcpServers": {
    "notes": { "command": "npx", "args": ["-y", "@acme/notes-mcp@2.1.0"] },
    "database": { "command": "node", "args": ["old.mjs"] }
  },
  "disabledServers": ["figma"]
}
`;
const projectText = `{
  "mcpServers": {
    "database": {
      "command": "node",
      "args": ["./tools/database-server.mjs", "--read-only"]
    },
    "browser": { "command": "npx", "args": ["-y", "@playwright/mcp@0.0.41"], "enabled": false }
  }
}
`;
const docsText = projectText.replace(
  '"enabled": false }\n',
  `"enabled": false },
    "docs": {
      "type": "http",
      "url": "https://mcp.docs.io/mcp",
      "headers": {
        "Authorization": "Bearer \${DOCS_TOKEN}"
      }
    }
`,
);
const cursorText = `{
  "mcpServers": {
    "figma": { "url": "https://mcp.figma.com/mcp" },
    "sentry": { "url": "https://mcp.sentry.dev/mcp" }
  }
}
`;
const standaloneText = `{
  "mcpServers": {
    "search": { "url": "https://search.example.com/mcp" }
  }
}
`;

describe('the Tool Servers view', () => {
  const pane = 'Tool Servers';
  let world: World;
  const file = (name: string) => path.join(world.folder, name);
  const userFile = () => path.join(world.workbench.home, '.omp/agent/mcp.json');
  const read = (name: string) => readFileSync(name, 'utf8');

  async function open(): Promise<World> {
    const opened = await openWorld({ settings: { 'files.autoSave': 'off', 'workbench.reduceMotion': 'on' } });
    const write = (name: string, text: string) => {
      mkdirSync(path.dirname(name), { recursive: true });
      writeFileSync(name, text);
    };
    write(path.join(opened.workbench.home, '.omp/agent/mcp.json'), userText);
    write(path.join(opened.folder, '.omp/mcp.json'), projectText);
    write(path.join(opened.folder, '.cursor/mcp.json'), cursorText);
    write(path.join(opened.folder, '.mcp.json'), standaloneText);
    await opened.ui.openSwitchyard();
    for (const other of ['Workflows', 'Runs']) await opened.ui.collapse(other);
    await opened.ui.row(pane, 'In Effect').waitFor();
    return opened;
  }

  const choice = (text: string) => world.ui.inputWidget.locator('.monaco-list-row', { hasText: text }).first();
  const row = (name: string, text: string | RegExp) => world.ui.row(pane, name).filter({ hasText: text });

  before(async () => {
    world = await open();
  });
  after(() => world?.end());

  /** Writes the project's file and waits until the view shows the change. */
  async function withProjectText(text: string): Promise<void> {
    writeFileSync(file('.omp/mcp.json'), text);
    await row('docs', '.omp/mcp.json · http').waitFor({ state: text.includes('"docs"') ? 'visible' : 'detached' });
  }

  it('shows all servers in groups, with reason and file', async () => {
    const { ui } = world;
    await ui.expand(ui.row(pane, 'Config Files'));
    await row('database', 'by .omp/mcp.json').waitFor();
    await row('browser', '"enabled": false').waitFor();
    await row('figma', 'in "disabledServers"').waitFor();
    await row('search', '1 problem').waitFor();
    await row('~/.omp/agent/mcp.json', 'user · 2 servers').waitFor();
    await ui.pane(pane).locator('.pane-header', { hasText: '4 of 7 in effect' }).waitFor();
    await world.inThemes(['dark', 'light', 'contrast'], (theme) => shot(ui.page, `servers-${theme}`));
  });

  it('disables a server from its row, and enables it again', async () => {
    const { ui } = world;
    await row('sentry', '.cursor/mcp.json').hover();
    await row('sentry', '.cursor/mcp.json').getByRole('button', { name: 'Disable Tool Server' }).click();
    await row('sentry', 'in "disabledServers"').waitFor();
    assert.match(read(userFile()), /"disabledServers": \["figma", "sentry"\]/);
    await ui.toast('Disabled sentry in ~/.omp/agent/mcp.json.').waitFor();
    await shot(ui.page, 'servers-disabled');
    await row('sentry', 'in "disabledServers"').hover();
    await row('sentry', 'in "disabledServers"').getByRole('button', { name: 'Enable Tool Server' }).click();
    await row('sentry', 'in "disabledServers"').waitFor({ state: 'detached' });
    await until('the file to be as before', () => read(userFile()) === userText);
    // No other notification: enabling shows none.
    assert.ok((await ui.page.locator('.notification-toast').count()) <= 1);
    await ui.runCommand('Notifications: Clear All Notifications');
  });

  it('opens the definition on click, and shows the actions of a row', async () => {
    const { ui } = world;
    await row('database', 'by .omp/mcp.json').click();
    await ui.page.locator('.tab.active', { hasText: 'mcp.json' }).waitFor();
    await row('database', 'by .omp/mcp.json').click({ button: 'right' });
    await ui.page.locator('.context-view .action-label', { hasText: 'Go to Overriding Server' }).waitFor();
    await shot(ui.page, 'servers-menu');
    await ui.page.keyboard.press('Escape');
  });

  it('adds a server in a few steps, with a variable in place of a secret', async () => {
    const { ui } = world;
    const next = async (text: string | undefined, expected: string) => {
      await ui.inputWidget.getByText(expected).first().waitFor();
      if (text !== undefined) await ui.input.fill(text);
    };
    await ui.runCommand('Switchyard: Add Tool Server…');
    await next('ftp://example.com', 'Command line that starts the server, or its URL');
    await shot(ui.page, 'servers-add-line');
    await ui.page.keyboard.press('Enter');
    await ui.inputWidget.getByText('starts with http').waitFor();
    await ui.input.fill('https://mcp.docs.io/mcp');
    await ui.page.keyboard.press('Enter');
    await next('Authorization: Bearer k3Jq9vT2mXw8Lr5ZpQ', 'HTTP header to send with each request');
    await shot(ui.page, 'servers-add-header');
    await ui.page.keyboard.press('Enter');
    await next('my docs', 'Server name.');
    await ui.page.keyboard.press('Enter');
    await ui.inputWidget.getByText("isn't a valid server name").waitFor();
    await shot(ui.page, 'servers-add-name');
    await ui.inputWidget.getByRole('button', { name: 'Back' }).click();
    await next(undefined, 'HTTP header to send with each request');
    await ui.page.keyboard.press('Enter');
    await next('docs', 'Server name.');
    await ui.page.keyboard.press('Enter');
    await choice('${DOCS_TOKEN}').waitFor();
    await shot(ui.page, 'servers-add-secret');
    await ui.page.keyboard.press('Enter');
    await choice('~/.omp/agent/mcp.json').waitFor();
    await shot(ui.page, 'servers-add-file');
    await choice('.omp/mcp.json').click();
    await row('docs', '.omp/mcp.json · http').waitFor();
    await ui.page.locator('.view-line', { hasText: 'DOCS_TOKEN' }).first().waitFor();
    await shot(ui.page, 'servers-added');
    assert.equal(read(file('.omp/mcp.json')), docsText);
  });

  it('changes nothing on Escape', async () => {
    const { ui } = world;
    const before = read(file('.omp/mcp.json'));
    await ui.runCommand('Switchyard: Add Tool Server…');
    await ui.inputWidget.getByText('Command line that starts the server').waitFor();
    await ui.input.fill('node x.js');
    await ui.page.keyboard.press('Escape');
    await ui.inputWidget.waitFor({ state: 'hidden' });
    assert.equal(read(file('.omp/mcp.json')), before);
  });

  it('removes a server without a confirmation, and restores it with Undo', async () => {
    const { ui } = world;
    await withProjectText(docsText);
    const before = read(file('.omp/mcp.json'));
    await ui.runCommand('Switchyard: Remove Tool Server');
    await choice('docs').click();
    const toast = ui.toast('Removed "docs" from .omp/mcp.json.');
    await toast.hover();
    await row('docs', '.omp/mcp.json · http').waitFor({ state: 'detached' });
    assert.ok(!read(file('.omp/mcp.json')).includes('docs'));
    await shot(ui.page, 'servers-removed');
    await toast.getByRole('button', { name: 'Undo' }).click();
    await row('docs', '.omp/mcp.json · http').waitFor();
    await until('the file to be as before', () => read(file('.omp/mcp.json')) === before);
  });

  it('moves a server when it is dragged onto a file of the other level', async () => {
    const { ui } = world;
    await withProjectText(docsText);
    await world.ui.expand(world.ui.row(pane, 'Config Files'));
    await row('docs', '.omp/mcp.json · http').dragTo(row('~/.omp/agent/mcp.json', 'user'));
    await row('docs', '~/.omp/agent/mcp.json · http').waitFor();
    // The view follows the documents, which are saved one after another.
    await until('both files to be saved', () => read(file('.omp/mcp.json')) === projectText);
    assert.match(read(userFile()), /"docs": \{\n {6}"type": "http"/);
    assert.equal(await ui.page.locator('.monaco-dialog-box').count(), 0);
  });

  it('says why a change has no effect', async () => {
    const { ui } = world;
    await withProjectText(projectText);
    await ui.runCommand('Switchyard: Move Tool Server to User Config');
    await choice('database').click();
    await ui.toast('~/.omp/agent/mcp.json already contains "database"').hover();
    await shot(ui.page, 'servers-refused');
    assert.equal(read(file('.omp/mcp.json')), projectText);
  });

  it('says what to do when there is no server at all', async () => {
    const { ui } = world;
    writeFileSync(userFile(), '{}\n');
    for (const name of ['.omp/mcp.json', '.cursor/mcp.json', '.mcp.json', '.vscode/mcp.json'])
      writeFileSync(file(name), '{}\n');
    await ui.pane(pane).getByText('No tool servers yet', { exact: false }).waitFor();
    await ui.pane(pane).getByRole('button', { name: 'Add Tool Server' }).waitFor();
    await shot(ui.page, 'servers-empty');
  });

  it('causes no request to the service', () => assert.deepEqual(world.service.requests, []));
});

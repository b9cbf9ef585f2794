// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commands } from '../../../../src/shared/generated/names.ts';
import { until } from '../../../until.ts';
import { openWorld, shot, type World } from '../../session.ts';
import { signedOut } from '../../worlds.ts';

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

const config = (servers: object): string => `${JSON.stringify({ mcpServers: servers }, null, 2)}\n`;

describe('the Tool Servers view', () => {
  const pane = 'Tool Servers';
  let world: World;
  const file = (name: string) => path.join(world.folder, name);
  const userFile = () => path.join(world.workbench.home, '.omp/agent/mcp.json');
  const read = (name: string) => readFileSync(name, 'utf8');

  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(name), { recursive: true });
    writeFileSync(name, text);
  };

  /** Shows only this view. */
  async function show(): Promise<void> {
    await world.ui.openSwitchyard();
    for (const other of ['Workflows', 'Runs']) await world.ui.collapse(other);
    await world.ui.row(pane, 'In Effect').first().waitFor();
  }

  /** Opens and trusts the project, and writes its files. */
  async function setUp(): Promise<void> {
    const { ui } = world;
    await ui.trust();
    write(userFile(), userText);
    write(file('.omp/mcp.json'), projectText);
    write(file('.cursor/mcp.json'), cursorText);
    write(file('.mcp.json'), standaloneText);
    await ui.pane(pane).locator('.pane-header', { hasText: '4 of 7 in effect' }).waitFor();
  }

  const row = (name: string, text: string | RegExp) => world.ui.row(pane, name).filter({ hasText: text });

  before(async () => {
    world = await openWorld(signedOut);
    write(userFile(), userText);
    await show();
  });

  it('shows all servers in groups, with reason and file', async () => {
    const { ui } = world;
    await setUp();
    await row('database', 'by .omp/mcp.json').waitFor();
    await row('browser', '"enabled": false').waitFor();
    await row('figma', 'in "disabledServers"').waitFor();
    await row('search', '1 problem').waitFor();
    await ui.expand(ui.row(pane, 'Config Files'));
    await row('~/.omp/agent/mcp.json', 'user · 2 servers').waitFor();
    await world.inThemes(['dark', 'light', 'contrast'], (theme) => shot(ui.page, `servers-${theme}`));
  });

  it('adds a server in a few steps, with a variable in place of a secret', async () => {
    const { ui } = world;
    await setUp();
    const next = async (text: string | undefined, expected: string) => {
      await ui.inputWidget.getByText(expected).first().waitFor();
      if (text !== undefined) await ui.input.fill(text);
    };
    await ui.run(commands.servers.add);
    await next('ftp://example.com', 'Command line that starts the server, or its URL');
    await shot(ui.page, 'servers-add-line');
    await ui.input.press('Enter');
    await ui.inputWidget.getByText('starts with http').waitFor();
    await ui.input.fill('https://mcp.docs.io/mcp');
    await ui.input.press('Enter');
    await next('Authorization: Bearer k3Jq9vT2mXw8Lr5ZpQ', 'HTTP header to send with each request');
    await shot(ui.page, 'servers-add-header');
    await ui.input.press('Enter');
    await next('my docs', 'Server name.');
    await ui.input.press('Enter');
    await ui.inputWidget.getByText("isn't a valid server name").waitFor();
    await shot(ui.page, 'servers-add-name');
    await ui.inputWidget.getByRole('button', { name: 'Back' }).click();
    await next(undefined, 'HTTP header to send with each request');
    await ui.input.press('Enter');
    await next('docs', 'Server name.');
    await ui.input.press('Enter');
    await world.ui.choice('${DOCS_TOKEN}').waitFor();
    await shot(ui.page, 'servers-add-secret');
    await ui.input.press('Enter');
    await world.ui.choice('~/.omp/agent/mcp.json').waitFor();
    await shot(ui.page, 'servers-add-file');
    await world.ui.choose('.omp/mcp.json');
    await row('docs', '.omp/mcp.json · http').waitFor();
    await ui.page.locator('.view-line', { hasText: 'DOCS_TOKEN' }).first().waitFor();
    await shot(ui.page, 'servers-added');
    assert.equal(read(file('.omp/mcp.json')), docsText);
  });

  it('shows the servers of another agent, turns one on, diagnoses it, and compares all agents', async () => {
    const { ui } = world;
    await setUp();
    // Claude Code asks in a trusted folder only.
    const state = { projects: { [world.folder]: { hasTrustDialogAccepted: true } } };
    write(path.join(world.workbench.home, '.claude.json'), JSON.stringify(state));
    await ui.run(commands.servers.chooseAgent);
    await ui.choose('Claude Code');
    await ui.pane(pane).locator('.pane-header', { hasText: 'Claude Code 2.1.' }).waitFor();
    await row('search', '.mcp.json').waitFor();
    await shot(ui.page, 'servers-claude-code');
    writeFileSync(file('.mcp.json'), config({ search: { type: 'http', url: 'https://search.example.com/mcp' } }));
    await ui.row(pane, 'Pending Approval').waitFor();
    await ui.fromMenu(row('search', '.mcp.json'), 'Enable Tool Server');
    await ui.row(pane, 'In Effect').waitFor();
    await until('the file to be written', () => existsSync(file('.claude/settings.local.json')));
    assert.deepEqual(JSON.parse(read(file('.claude/settings.local.json'))), { enabledMcpjsonServers: ['search'] });

    await ui.pane(pane).getByText('Restart Claude Code to use changes.').waitFor();
    await ui.fromMenu(row('search', '.mcp.json'), 'Diagnose Tool Server');
    const diagnosis = await ui.webview('panel');
    await diagnosis.getByText('Claude Code uses "search" from .mcp.json.').waitFor();
    await shot(ui.page, 'servers-diagnosis');
    await ui.closeEditors();

    await ui.run(commands.servers.compareAgents);
    const page = await ui.webview('panel');
    await page
      .getByRole('row', { name: 'search' })
      .getByRole('button', { name: /search in Claude Code: In effect/ })
      .waitFor();
    await shot(ui.page, 'servers-compare-agents');
    await page.getByRole('button', { name: /database in Oh My Pi: In effect/ }).press('Enter');
    await ui.page.locator('.editor-instance .view-line', { hasText: 'database' }).first().waitFor();
    rmSync(file('.claude'), { recursive: true });
    await ui.closeEditors();
    await ui.run(commands.servers.chooseAgent);
    await ui.choose('Detect automatically');
    await ui.pane(pane).locator('.pane-header', { hasText: 'Oh My Pi' }).waitFor();
  });

  it('says what to do when there is no server at all', async () => {
    const { ui } = world;
    await setUp();
    writeFileSync(userFile(), '{}\n');
    for (const name of ['.omp/mcp.json', '.cursor/mcp.json', '.mcp.json', '.vscode/mcp.json'])
      writeFileSync(file(name), '{}\n');
    await ui.pane(pane).getByText('No tool servers yet', { exact: false }).waitFor();
    await ui.pane(pane).getByRole('button', { name: 'Add Tool Server', exact: true }).waitFor();
    await shot(ui.page, 'servers-empty');
  });

  it('causes no request to the service', () => assert.deepEqual(world.service.requests, []));
});

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '../../until.ts';
import { openWorld, shot, type World } from '../session.ts';

const cursor = `{
  "mcpServers": {
    "web search": { "url": "https://search.example.com/mcp", "headers": { "X-Key": "\${env:SEARCH_KEY}" } },
    "database": { "command": "npx", "args": ["-y", "db-server@1.2.0"], "env": { "PASSWORD": "\${input:db-password}" }, "envFile": ".env" },
    "memory": { "command": "uvx", "args": ["mcp-server-memory==0.4.1"] }
  }
}
`;

/** Command line to paste. */
const line = 'claude mcp add --env KEY=v --transport stdio docs -- npx -y docs@1.0.0';

describe('conversion', () => {
  let world: World;
  before(async () => {
    world = await openWorld({ settings: { 'editor.minimap.enabled': false } });
    await world.ui.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  });
  after(() => world?.end());

  const read = (file: string): string => readFileSync(path.join(world.folder, file), 'utf8');
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(world.folder, file)), { recursive: true });
    writeFileSync(path.join(world.folder, file), text);
  };
  /** Takes a screenshot in each theme. */
  const look = (name: string) => world.inThemes(['dark', 'light'], (theme) => shot(world.ui.page, `${name}-${theme}`));
  const rows = (text: string) => world.ui.inputWidget.locator('.monaco-list-row', { hasText: text });

  it('imports from another tool: source, target, servers, name conflicts, report', async () => {
    const { ui } = world;
    write('.cursor/mcp.json', cursor);
    await ui.runCommand('Switchyard: Import Tool Servers…');
    await rows('.cursor/mcp.json').waitFor();
    await look('import-source');
    await rows('.cursor/mcp.json').click();
    await rows('.omp/mcp.json').first().click();
    await rows('web search').waitFor();
    assert.match(
      (await rows('web search').getAttribute('aria-label')) ?? '',
      /http · https:\/\/search\.example\.com\/mcp/,
    );
    await look('import-servers');
    await ui.page.keyboard.press('Enter');
    await rows('Replace').waitFor();
    await look('import-collision');
    await rows('Rename').click();
    await ui.page.locator('.tab', { hasText: 'Conversion Report' }).waitFor();
    await ui.page.locator('.view-line', { hasText: 'Not converted' }).waitFor();
    await ui.page.locator('.view-line', { hasText: '"database-2"' }).first().waitFor();
    await look('import-report');
    await until('the file to be saved', () => read('.omp/mcp.json').includes('database-2'));
    const { mcpServers } = JSON.parse(read('.omp/mcp.json'));
    assert.deepEqual(Object.keys(mcpServers), ['database', 'web-search', 'database-2', 'memory']);
    assert.deepEqual(mcpServers['database-2'].env, { PASSWORD: '${DB_PASSWORD}' });
    assert.equal(read('.cursor/mcp.json'), cursor);
  });

  it('pastes a command line as a server, and offers other ways to paste it', async () => {
    const { ui } = world;
    await ui.runCommand('View: Close All Editors');
    const before = '{\n  "mcpServers": {\n    "a": { "command": "x" },\n    "b": { "command": "y" }\n  }\n}\n';
    write('tools/mcp.json', before);
    await ui.openFile('tools/mcp.json');
    await ui.page.locator('.statusbar-item', { hasText: 'Tool Server Config' }).waitFor();
    await ui.page.locator('.codelens-decoration', { hasText: 'Copy…' }).first().waitFor();
    await look('config-lenses');
    await ui.page.evaluate((text) => navigator.clipboard.writeText(text), line);
    // After the comma of the first server, where indentation is easily wrong.
    await ui.page.locator('.view-line', { hasText: '"a"' }).click();
    await ui.page.keyboard.press('End');
    await ui.page.keyboard.press('Control+v');
    await ui.page.locator('.view-line', { hasText: '"docs"' }).waitFor();
    await ui.page.locator('.post-edit-widget').waitFor();
    await ui.page.keyboard.press('Control+.');
    await ui.page.locator('.action-widget, .context-view', { hasText: 'Paste as Tool Server' }).first().waitFor();
    await look('paste');
    await ui.page.keyboard.press('Escape');
    await ui.runCommand('File: Save');
    await until('the file to be saved', () => read('tools/mcp.json').includes('docs'));
    assert.equal(
      read('tools/mcp.json'),
      before.replace(
        '"x" },',
        '"x" },\n    "docs": {\n      "command": "npx",\n      "args": ["-y", "docs@1.0.0"],\n      "env": {\n        "KEY": "v"\n      }\n    },',
      ),
    );
  });

  it('names what a paste could not convert', async () => {
    const { ui } = world;
    await ui.runCommand('View: Close All Editors');
    write('lossy/mcp.json', '{\n  "mcpServers": {\n    "a": { "command": "x" }\n  }\n}\n');
    await ui.openFile('lossy/mcp.json');
    await ui.page.locator('.codelens-decoration', { hasText: 'Copy…' }).first().waitFor();
    const lossy = '"docs": { "command": "npx", "autoApprove": ["read"] }';
    await ui.page.evaluate((text) => navigator.clipboard.writeText(text), lossy);
    await ui.page.locator('.view-line', { hasText: '"a"' }).click();
    await ui.page.keyboard.press('End');
    await ui.page.keyboard.press('Control+v');
    await ui.page.locator('.notification-toast', { hasText: 'Not converted: autoApprove' }).waitFor();
    await ui.page.keyboard.press('Escape');
    await ui.runCommand('Notifications: Clear All Notifications');
    await ui.runCommand('File: Save');
  });

  it('pastes other text unchanged', async () => {
    const { ui } = world;
    write('plain/mcp.json', '{\n  "mcpServers": {}\n}\n');
    await ui.openFile('plain/mcp.json');
    await ui.page.evaluate(() => navigator.clipboard.writeText('"words": '));
    await ui.page.locator('.view-line', { hasText: 'mcpServers' }).click();
    await ui.page.keyboard.press('Control+v');
    await ui.page.locator('.view-line', { hasText: 'words' }).waitFor();
    assert.equal(await ui.page.locator('.post-edit-widget').count(), 0);
  });
});

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openWorld, shot, type World, type WorldOptions } from '../session.ts';

const config = (servers: object): string => `${JSON.stringify({ mcpServers: servers }, null, 2)}\n`;

describe('the Tool Servers view in other windows', () => {
  const pane = 'Tool Servers';
  let world: World;
  afterEach(() => world?.end());

  async function open(options: WorldOptions): Promise<void> {
    world = await openWorld({ settings: { 'workbench.reduceMotion': 'on' }, ...options });
    const user = path.join(world.workbench.home, '.omp/agent/mcp.json');
    mkdirSync(path.dirname(user), { recursive: true });
    writeFileSync(user, config({ notes: { command: 'npx', args: ['-y', '@acme/notes-mcp@2.1.0'] } }));
    await world.ui.openSwitchyard();
    for (const other of ['Workflows', 'Runs']) await world.ui.collapse(other);
  }

  const row = (text: string | RegExp) => world.ui.row(pane, text);

  it('shows the servers and problems of several folders', async () => {
    await open({
      place: { folders: ['shop', 'warehouse'] },
      files: {
        'shop/.omp/mcp.json': config({ database: { command: 'node', args: ['db.mjs'] } }),
        'warehouse/.mcp.json': config({ scanner: { comand: 'uvx' }, notes: { command: 'other-notes' } }),
      },
    });
    const { ui } = world;
    await row(/^\s*shop/).waitFor();
    await row(/^\s*warehouse/).waitFor();
    await row('database').waitFor();
    // The user's server is in effect in both folders, and overrides the server with its name in the second.
    await row('notes').nth(2).waitFor();
    await row('notes').filter({ hasText: 'by ~/.omp/agent/mcp.json' }).waitFor();
    await ui.runCommand('View: Toggle Problems');
    await ui.problem('"comand"').waitFor();
    await shot(ui.page, 'places-several-folders');
  });

  it("shows only the user's servers without a folder", async () => {
    await open({ place: 'nothing' });
    const { ui } = world;
    await row('notes').waitFor();
    assert.equal(await row('database').count(), 0);
    await shot(ui.page, 'places-no-folder');
    await ui.fromMenu(row('notes'), 'Disable Tool Server');
    await row('notes').filter({ hasText: '"enabled": false' }).waitFor();
  });

  it('checks an untrusted project, but starts and looks up nothing', async () => {
    await open({
      untrusted: true,
      files: { '.omp/mcp.json': config({ database: { command: 'no-such-program', timeout: -1 } }) },
    });
    const { ui } = world;
    await row('database').waitFor();
    await ui.openFile('.omp/mcp.json');
    await ui.runCommand('View: Toggle Problems');
    await ui.problem('"timeout"').first().waitFor();
    assert.equal(await ui.problem('no-such-program').count(), 0);
    await ui.fromMenu(row('database'), 'Test Tool Server Connection');
    await ui.toast('Trust this workspace first').waitFor();
    await shot(ui.page, 'places-untrusted');
  });
});

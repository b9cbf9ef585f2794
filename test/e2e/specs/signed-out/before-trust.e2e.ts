/** A project that isn't trusted yet. Comes first: its world is trusted by the files after it. */
import assert from 'node:assert/strict';
import { commands } from '../../../../src/shared/generated/names.ts';
import { openWorld, shot, type World } from '../../session.ts';
import { vscode } from '../../workbench-page.ts';
import { signedOut } from '../../worlds.ts';

describe('the Tool Servers view', () => {
  const pane = 'Tool Servers';
  let world: World;
  before(async () => {
    world = await openWorld(signedOut, {
      '.omp/mcp.json': '{ "mcpServers": { "database": { "command": "no-such-program", "timeout": -1 } } }\n',
    });
    await world.ui.openSwitchyard();
    for (const other of ['Workflows', 'Runs']) await world.ui.collapse(other);
    await world.ui.row(pane, 'database').first().waitFor();
  });

  it('checks an untrusted project, but starts, looks up, and asks nothing', async () => {
    const { ui } = world;
    await world.ui.openFile('.omp/mcp.json');
    await ui.run(vscode.focusProblems);
    await ui.problem('"timeout"').first().waitFor();
    assert.equal(await ui.problem('no-such-program').count(), 0);
    // The first opening of a project shows nothing that the user has to close.
    assert.equal(await ui.page.locator('.notification-toast, .monaco-dialog-box').count(), 0);
    await ui.fromMenu(ui.row(pane, 'database').filter({ hasText: '1 problem' }), 'Test Tool Server Connection');
    await ui.toast('Trust this workspace first').waitFor();
    await shot(ui.page, 'servers-untrusted');
    await ui.run(commands.servers.compareAgents);
    const page = await ui.webview('panel');
    await page.getByRole('heading', { name: 'Agents' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Verify with Installed Agents' }).count(), 0);
    await ui.closeEditors();
  });
});

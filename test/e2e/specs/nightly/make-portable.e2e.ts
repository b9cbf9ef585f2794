/** Make Portable…: one edit that can be undone, and a report of what can't be had. */

import { commands } from '../../../../src/shared/generated/names.ts';
import { openWorld, shot, type World } from '../../session.ts';
import { signedOut } from '../../worlds.ts';

const text = `{
  // Shared by all agents.
  "mcpServers": {
    "web": { "url": "https://a.example/mcp" },
    "docs": { "command": "docs-server", "cwd": "docs" }
  }
}
`;

describe('make portable', () => {
  let world: World;
  before(async () => {
    world = await openWorld(signedOut, { '.mcp.json': text });
    await world.ui.trust();
  });
  it('spells the file for the chosen readers, with a report, and undoes it', async () => {
    const { ui } = world;
    await ui.openFile('.mcp.json');
    await ui.run(commands.config.makePortable);
    await ui.choice('Also writes the servers under "servers"').waitFor();
    for (const reader of ['Claude Code', 'Visual Studio'])
      await ui.choice(reader).locator('.quick-input-list-checkbox, .monaco-checkbox').first().click();
    await shot(ui.page, 'make-portable-readers');
    await ui.input.press('Enter');
    await ui.dialog.getByRole('button', { name: 'Keep Comments' }).click();
    const line = (shown: string) => ui.page.locator('.editor-instance .view-line', { hasText: shown });
    await line('"type": "http", "url"').first().waitFor();
    await line('Name visual-studio in "readers"').first().waitFor();
    await line('// Shared by all agents.').first().waitFor();
    await world.inThemes(['dark', 'light', 'contrast'], (theme) => shot(ui.page, `make-portable-${theme}`));
    await ui.page.setViewportSize({ width: 400, height: 900 });
    await shot(ui.page, 'make-portable-narrow');
    await ui.page.setViewportSize({ width: 1400, height: 900 });
    await ui.toast("Changed .mcp.json. The report says what can't be had.").waitFor();
    await ui.page.locator('.notification-toast').getByRole('button', { name: 'Undo' }).press('Enter');
    // The editor draws its lines one after the other.
    for (const shown of ['"servers": {', '"type": "http", "url"'])
      await line(shown).first().waitFor({ state: 'detached' });
  });

  it('removes the comments that keep readers from reading the file, if the user says so', async () => {
    const { ui } = world;
    await ui.run(commands.config.makePortable);
    await ui.choice('Also writes the servers under "servers"').waitFor();
    await ui.input.press('Enter');
    await ui.dialog.getByText("The file's comments keep these agents from reading it").waitFor();
    await shot(ui.page, 'make-portable-comments');
    await ui.dialog.getByRole('button', { name: 'Remove Comments' }).click();
    const comment = ui.page.locator('.editor-instance .view-line', { hasText: '// Shared by all agents.' });
    await comment.first().waitFor({ state: 'detached' });
  });
});

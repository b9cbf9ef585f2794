/** Verify with Installed Agents: the agents are scripts that print what real ones print. */

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commands } from '../../../../src/shared/generated/names.ts';
import { openWorld, shot, type World, type WorldOptions } from '../../session.ts';

const codexList = JSON.stringify([{ name: 'docs', enabled: false }]);
const copilotList = JSON.stringify({ mcpServers: { docs: { enabled: true }, other: { enabled: true } } });

/** The agents are scripts that print what real ones print. */
const options: WorldOptions = {
  untrusted: true,
  settings: { 'files.autoSave': 'off', 'workbench.reduceMotion': 'on' },
  programs: {
    codex: `touch asked; printf '%s\\n' '${codexList}'`,
    copilot: `printf '%s\\n' '${copilotList}'`,
  },
};

describe('verify with installed agents', () => {
  let world: World;
  before(async () => {
    world = await openWorld(options);
    const files = {
      '.mcp.json': '{\n  "mcpServers": {\n    "docs": { "type": "stdio", "command": "docs-server" }\n  }\n}\n',
      '.codex/config.toml': '[mcp_servers.docs]\ncommand = "docs-server"\n',
    };
    for (const folder of [world.folder, world.workbench.home])
      for (const file of ['.omp', '.cursor/mcp.json', '.vscode/mcp.json', '.claude.json'])
        rmSync(path.join(folder, file), { recursive: true, force: true });
    mkdirSync(path.join(world.folder, '.codex'));
    for (const [file, text] of Object.entries(files)) writeFileSync(path.join(world.folder, file), text);
    await world.ui.trust();
  });

  it('runs nothing without consent to the exact commands, and marks what differs', async () => {
    const { ui, folder } = world;
    await ui.run(commands.servers.compareAgents);
    const page = await ui.webview('panel');
    const verify = page.getByRole('button', { name: 'Verify with Installed Agents' });
    await verify.press('Enter');
    await ui.dialog.getByText('Run these commands to verify with installed agents?').waitFor();
    const text = (await ui.dialog.textContent()) ?? '';
    assert.match(text, /Codex: Requests the URLs of servers\s*\S+codex mcp list --json/);
    assert.match(text, /Copilot CLI: Reads files only/);
    await shot(ui.page, 'verify-agents-consent');
    await ui.page.keyboard.press('Escape');
    await ui.dialog.waitFor({ state: 'detached' });
    assert.equal(existsSync(path.join(folder, 'asked')), false);
    await verify.press('Enter');
    await ui.dialog.locator('.monaco-button', { hasText: 'Run All' }).click();
    await page.getByText('Asked: Copilot CLI, Codex.').waitFor();
    await page.getByText('2 cells differ.').waitFor();
    const report = page.getByRole('button', {
      name: 'other in Copilot CLI differs: Copilot CLI lists it as used. Report a wrong fact.',
    });
    await report.waitFor();
    await page
      .getByRole('button', { name: 'docs in Copilot CLI differs: Copilot CLI lists it as used. Report a wrong fact.' })
      .waitFor();
    await world.inThemes(['dark', 'light', 'contrast'], (theme) => shot(ui.page, `verify-agents-${theme}`));
    await report.press('Enter');
    await ui.page.locator('.statusbar-item', { hasText: 'Report copied.' }).waitFor();
    await ui.page.setViewportSize({ width: 400, height: 900 });
    await page.getByRole('heading', { name: 'docs' }).waitFor();
    await shot(ui.page, 'verify-agents-narrow');
    await ui.page.setViewportSize({ width: 1400, height: 900 });
  });
});

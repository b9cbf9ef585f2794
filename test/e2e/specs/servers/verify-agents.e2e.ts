/** Verify with Installed Agents: the agents are scripts that print what real ones print. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { openWorld, shot, type World } from '../../session.ts';

const codexList = JSON.stringify([{ name: 'docs', enabled: false }]);
const copilotList = JSON.stringify({ mcpServers: { docs: { enabled: true }, other: { enabled: true } } });

describe('verify with installed agents', () => {
  let world: World;
  before(async () => {
    world = await openWorld({
      untrusted: true,
      settings: { 'workbench.reduceMotion': 'on' },
      files: {
        '.mcp.json': '{\n  "mcpServers": {\n    "docs": { "type": "stdio", "command": "docs-server" }\n  }\n}\n',
        '.codex/config.toml': '[mcp_servers.docs]\ncommand = "docs-server"\n',
      },
      programs: {
        codex: `touch asked; printf '%s\\n' '${codexList}'`,
        copilot: `printf '%s\\n' '${copilotList}'`,
      },
    });
  });

  const open = async () => {
    await world.ui.runCommand('Switchyard: Compare Agents');
    return world.ui.webview('panel');
  };

  it('is not offered in a workspace that is not trusted', async () => {
    const { ui } = world;
    await ui.openSwitchyard();
    const page = await open();
    await page.getByRole('heading', { name: 'Agents' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Verify with Installed Agents' }).count(), 0);
    await ui.runCommand('View: Close All Editors');
  });

  it('runs nothing without consent to the exact commands, and marks what differs', async () => {
    const { ui, folder } = world;
    await ui.trust();
    const page = await open();
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

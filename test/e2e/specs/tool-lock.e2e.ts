import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../../scripts/lib/repository.ts';
import { changing } from '../../tool-server.ts';
import { until } from '../../until.ts';
import { resizeSideBar } from '../resize.ts';
import { openWorld, shot, type World } from '../session.ts';

const pane = 'Tool Servers';

describe('pinned tools of a server', () => {
  let world: World;
  const file = (name: string) => path.join(world.folder, name);
  const lock = () => JSON.parse(readFileSync(file('mcp-lock.json'), 'utf8'));
  const row = (text: string | RegExp) => world.ui.row(pane, text);
  const button = (text: string | RegExp, label: string) =>
    row(text).first().locator(`.action-label[aria-label^="${label}"]`);
  const dialog = () => world.ui.page.locator('.monaco-dialog-box');

  /** Makes the server offer other tools from its next start. */
  const become = (state: 'first' | 'second' | 'hostile') => writeFileSync(file('state.txt'), state);

  async function click(text: string | RegExp, label: string): Promise<void> {
    await row(text).first().hover();
    await button(text, label).click();
  }

  /** Pins the first tools, unless an earlier test did. The consent to start the server also covers later starts. */
  async function pinned(): Promise<void> {
    if (existsSync(file('mcp-lock.json'))) return;
    await world.ui.fromMenu(row('changing').first(), 'Pin Tools of Server');
    await dialog().locator('.monaco-button', { hasText: 'Start' }).click();
    await row('No changes since pinned').waitFor();
  }

  /** Tests the server with other tools than the pinned ones. */
  async function changed(): Promise<void> {
    await pinned();
    if ((await row('4 tools changed').count()) > 0) return;
    become('second');
    await click('changing', 'Test Tool Server Connection');
    await row('4 tools changed since they were pinned').nth(1).waitFor();
  }

  before(async () => {
    world = await openWorld({ settings: { 'workbench.reduceMotion': 'on' } });
    const servers = { changing: { command: process.execPath, args: [changing, `@${file('state.txt')}`] } };
    writeFileSync(file('.omp/mcp.json'), `${JSON.stringify({ mcpServers: servers }, null, 2)}\n`);
    become('first');
    await world.ui.openSwitchyard();
    for (const other of ['Workflows', 'Runs', 'Models']) await world.ui.collapse(other);
    await row('changing').first().waitFor();
  });
  after(() => world?.end());

  it("are written to the project's lock from the row of a server after its test, and can be undone", async () => {
    const { ui } = world;
    await ui.fromMenu(row('changing').first(), 'Pin Tools of Server');
    await dialog().locator('.monaco-button', { hasText: 'Start' }).click();
    const toast = await ui.notification('Pinned the tools of "changing" in mcp-lock.json.');
    await row('No changes since pinned').waitFor();
    const { tools, server } = lock().servers.changing;
    assert.deepEqual(Object.keys(tools), ['add', 'greet', 'old']);
    assert.deepEqual(server, { name: 'changing', version: '1.0.0' });
    await shot(ui.page, 'tool-lock-pinned');
    // The command line agrees with the editor that nothing has changed since pinning.
    const cli = path.join(root, 'dist/cli.js');
    const words = ['lock', '--check', '--yes', 'changing', '--project', world.folder];
    const { status, stdout } = spawnSync(process.execPath, [cli, ...words], { encoding: 'utf8' });
    assert.deepEqual([status, stdout], [0, '1 server checked, no changes found.\n']);
    await toast.getByText('Undo').click();
    await until('no lock', () => !existsSync(file('mcp-lock.json')));
    await row('No changes since pinned').waitFor({ state: 'detached' });
    // From the row of the test, whose server isn't pinned.
    await click('ready in', 'Pin Tools of Server');
    await row('No changes since pinned').waitFor();
  });

  it('show changes for each tool as a diff, and suspicious texts', async () => {
    const { ui } = world;
    await changed();
    for (const text of ['add changed: description', 'greet changed: input schema', 'new added', 'old removed'])
      await row(new RegExp(text.replace(' ', '.*')))
        .first()
        .waitFor();
    await row('Version changed: changing 1.0.0 to changing 1.1.0').waitFor();
    await row('1 text to review').waitFor();
    await row('Tells the model to keep something from the user').waitFor();
    await world.inThemes(['dark', 'light', 'contrast'], (theme) => shot(ui.page, `tool-lock-changed-${theme}`));
    await row(/add.*changed: description/).click();
    const diff = ui.page.locator('.diffEditor, .monaco-diff-editor').first();
    await diff.locator('.view-line', { hasText: 'Do\u00a0not\u00a0tell\u00a0the\u00a0user' }).first().waitFor();
    await ui.page.locator('.tab', { hasText: 'add (Pinned ↔ Current)' }).waitFor();
    await shot(ui.page, 'tool-lock-diff');
    await resizeSideBar(ui.page, 220);
    await world.inThemes(['dark', 'light', 'contrast'], (theme) => shot(ui.page, `tool-lock-narrow-${theme}`));
  });

  it('are accepted with Pin Again', async () => {
    const { ui } = world;
    await changed();
    await click(/^(?!changing).*4 tools changed/, 'Pin Again');
    await row('No changes since pinned').waitFor();
    assert.deepEqual(Object.keys(lock().servers.changing.tools), ['add', 'greet', 'new']);
    await shot(ui.page, 'tool-lock-again');
  });

  it('show no hidden characters of a server', async () => {
    await pinned();
    become('hostile');
    await click('changing', 'Test Tool Server Connection');
    await row('Hidden characters: U+202E').waitFor();
    // Two names that look the same are distinguishable.
    await row(/^add\s*removed/).waitFor();
    await row(/^add\\u\{202e\}\s*added/).waitFor();
    const text = (await world.ui.pane(pane).textContent()) ?? '';
    assert.doesNotMatch(text, /[\u202e\u200b]/);
    await shot(world.ui.page, 'tool-lock-hostile');
  });

  it("report where a lock is invalid, and don't change it", async () => {
    const { ui } = world;
    await pinned();
    const broken = '{\n  "lockfileVersion": 1,\n  "servers": {\n';
    writeFileSync(file('mcp-lock.json'), broken);
    await row("mcp-lock.json, line 4: The file isn't valid JSON.").waitFor();
    await ui.fromMenu(row('changing').first(), 'Pin Tools of Server');
    await ui.notification("mcp-lock.json, line 4: The file isn't valid JSON.");
    assert.equal(readFileSync(file('mcp-lock.json'), 'utf8'), broken);
    await row("mcp-lock.json, line 4: The file isn't valid JSON.").click();
    await ui.page.locator('.tab', { hasText: 'mcp-lock.json' }).waitFor();
    await shot(ui.page, 'tool-lock-broken');
  });
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../../../scripts/lib/repository.ts';
import { changing, everything, startEverything } from '../../../tool-server.ts';
import { until } from '../../../until.ts';
import { filesHolding, nightly, openWorld, shot, type World } from '../../session.ts';
import { vscode } from '../../workbench-page.ts';
import { signedOut } from '../../worlds.ts';

describe('the connection test of a tool server', () => {
  let world: World;
  let http: Awaited<ReturnType<typeof startEverything>>;

  before(async () => {
    http = await startEverything('streamableHttp');
    world = await openWorld(signedOut);
    await world.ui.trust();
    const servers = {
      local: {
        command: process.execPath,
        args: [everything, 'stdio'],
        env: { LEVEL: 'debug', API_TOKEN: 'k3Yq0aZ81mB7' },
      },
      streamed: { type: 'http', url: http.url },
      padded: {
        command: 'sh',
        args: ['-c', `${' '.repeat(5000)}echo ${'x'.repeat(5000)}; touch HIDDEN`, 'two\nlines'],
        env: { LD_PRELOAD: './x.so' },
      },
      changing: { command: process.execPath, args: [changing, `@${file('state.txt')}`] },
    };
    writeFileSync(file('.omp/mcp.json'), `${JSON.stringify({ mcpServers: servers }, null, 2)}\n`);
    become('first');
    await world.ui.openSwitchyard();
    for (const other of ['Workflows', 'Runs', 'Models']) await world.ui.collapse(other);
    await row('changing').first().waitFor();
  });
  after(async () => {
    http?.child.kill();
  });

  const file = (name: string) => path.join(world.folder, name);
  const lockFile = () => JSON.parse(readFileSync(file('mcp-lock.json'), 'utf8'));
  const row = (text: string | RegExp) => world.ui.row('Tool Servers', text);

  /** Makes the server offer other tools from its next start. */
  const become = (state: 'first' | 'second') => writeFileSync(file('state.txt'), state);

  async function click(text: string | RegExp, label: string): Promise<void> {
    await row(text).first().hover();
    await row(text).first().locator(`.action-label[aria-label^="${label}"]`).click();
  }

  /** Starts the test with the action of the row. */
  const test = (name: string) => click(name, 'Test Tool Server Connection');

  /** Locks the first tools, unless an earlier test did. The consent to start the server also covers later starts. */
  async function locked(): Promise<void> {
    if (existsSync(file('mcp-lock.json'))) return;
    await lock();
  }

  async function lock(): Promise<void> {
    become('first');
    await world.ui.fromMenu(row('changing').first(), 'Lock Tools of Server');
    const start = world.ui.dialog.locator('.monaco-button', { hasText: 'Start' });
    const unchanged = row('No changes since locked').first();
    await start.or(unchanged).first().waitFor();
    if (await start.isVisible()) await start.click();
    await unchanged.waitFor();
  }

  /** Tests the server with other tools than the locked ones. */
  async function changed(): Promise<void> {
    await locked();
    become('second');
    await test('changing');
    await row('4 tools changed since they were locked').nth(1).waitFor();
  }

  nightly(
    'shows the command first, and starts nothing without consent',
    'unit/config/servers/launch-plan.test',
    async () => {
      await test('local');
      await world.ui.dialog.waitFor();
      const text = (await world.ui.dialog.textContent()) ?? '';
      assert.ok(text.includes(everything) && text.includes('stdio') && text.includes('LEVEL = "debug"'), text);
      assert.ok(text.includes('API_TOKEN') && !text.includes('k3Yq0aZ81mB7'), 'a secret is named and hidden');
      await shot(world.ui.page, 'connection-test-question');
      await world.ui.page.keyboard.press('Escape');
      await world.ui.dialog.waitFor({ state: 'detached' });
      assert.equal(await row(/^\s*Tools/).count(), 0);
    },
  );

  it('shows long commands in a document, dangers first, and starts nothing without consent', async () => {
    const { ui } = world;
    await test('padded');
    const toast = ui.toast('Start this program to test "padded"?');
    await toast.waitFor();
    assert.match((await toast.textContent()) ?? '', /LD_PRELOAD changes the code.*sh runs the code that follows -c/);
    const editor = ui.page.locator('.editor-instance .view-lines').last();
    await editor.filter({ hasText: 'LD_PRELOAD' }).waitFor();
    await shot(ui.page, 'connection-test-document');
    await ui.page.keyboard.press('Control+End');
    const lines = ui.page.locator('.editor-instance .view-line');
    await lines.filter({ hasText: 'touch\u00a0HIDDEN' }).waitFor();
    await lines.filter({ hasText: '"two\\nlines"' }).waitFor();
    await shot(ui.page, 'connection-test-document-end');
    await toast.locator('.monaco-button', { hasText: 'Cancel' }).click();
    await toast.waitFor({ state: 'detached' });
    await editor.filter({ hasText: 'LD_PRELOAD' }).waitFor({ state: 'detached' });
    assert.deepEqual(
      filesHolding('', world.folder).filter((file) => file.endsWith('HIDDEN')),
      [],
    );
  });

  nightly(
    "starts from the lens in the file, and notifies when the view isn't visible",
    'workbench/suite/features.suite',
    async () => {
      const { ui } = world;
      await ui.openFile('.omp/mcp.json');
      await ui.goTo(1, 1);
      await ui.run(vscode.togglePrimarySideBar);
      await ui.page
        .locator('.codelens-decoration a', { hasText: /^Test$/ })
        .nth(1)
        .click();
      await until('the result of the test', async () => {
        const connect = world.ui.dialog.locator('.monaco-button', { hasText: 'Connect' });
        // Consent is required once per server.
        if (await connect.isVisible()) await connect.click({ timeout: 2000 }).catch(() => undefined);
        return ui.toast('ready in').isVisible();
      });
      await shot(ui.page, 'connection-test-lens');
      await ui.closeEditors();
      await ui.run(vscode.togglePrimarySideBar);
    },
  );

  nightly(
    "locks tools in the project's lock from the row of a server, agrees with the command line, and can be undone",
    'unit/config/servers/lock.test',
    async () => {
      const { ui } = world;
      rmSync(file('mcp-lock.json'), { force: true });
      await row('No changes since locked').waitFor({ state: 'detached' });
      await lock();
      const toast = await ui.notification('Locked the tools of "changing" in mcp-lock.json.');
      const { tools, server } = lockFile().servers.changing;
      assert.deepEqual(Object.keys(tools), ['add', 'greet', 'old']);
      assert.deepEqual(server, { name: 'changing', version: '1.0.0' });
      await shot(ui.page, 'tool-lock');
      // The command line agrees with the editor that nothing has changed since locking.
      const cli = path.join(root, 'dist/cli.js');
      const words = ['lock', '--check', '--yes', 'changing', '--project', world.folder];
      const { status, stdout } = spawnSync(process.execPath, [cli, ...words], { encoding: 'utf8' });
      assert.deepEqual([status, stdout], [0, '1 server checked, no changes found.\n']);
      await toast.getByText('Undo').click();
      await until('no lock', () => !existsSync(file('mcp-lock.json')));
      await row('No changes since locked').waitFor({ state: 'detached' });
      // From the row of the test, whose server isn't locked.
      await click(/changing.*ready in/, 'Lock Tools of Server');
      await row('No changes since locked').waitFor();
    },
  );

  it('shows changes of locked tools as a diff, with suspicious texts, and accepts them', async () => {
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
    // The warning survives a reload, without a question and without a test.
    await ui.reload();
    await row(/changing.*4 tools changed/)
      .locator('.monaco-tl-twistie')
      .click();
    await row('when last tested').waitFor();
    await shot(ui.page, 'tool-lock-reloaded');
    await row(/add.*changed: description/).click();
    const diff = ui.page.locator('.diffEditor, .monaco-diff-editor').first();
    await diff.locator('.view-line', { hasText: 'Do\u00a0not\u00a0tell\u00a0the\u00a0user' }).first().waitFor();
    await ui.page.locator('.tab', { hasText: 'add (Locked ↔ Current)' }).waitFor();
    await shot(ui.page, 'tool-lock-diff');
    await click(/^(?!changing).*4 tools changed/, 'Lock Tools of Server');
    await row('No changes since locked').waitFor();
    assert.deepEqual(Object.keys(lockFile().servers.changing.tools), ['add', 'greet', 'new']);
    await ui.closeEditors();
  });
});

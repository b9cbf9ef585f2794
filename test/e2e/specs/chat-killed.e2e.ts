/** How much of an answer is saved if the editor ends while it streams. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import type { FrameLocator } from 'playwright-core';
import { until } from '../../until.ts';
import { openWorld, type World } from '../session.ts';

describe('an answer that streams while its editor is closed', () => {
  let world: World;
  let chat: FrameLocator;
  before(async () => {
    world = await openWorld({ signedIn: true, settings: { 'switchyard.chat.model': 'anthropic/claude-haiku-4.5' } });
    await world.ui.runCommand('Switchyard: Open Chat in Editor');
    chat = await world.ui.webview('panel');
    await chat.getByRole('textbox', { name: 'Message' }).waitFor();
  });
  after(() => world?.end());

  const answers = () => chat.locator('chat-turn[data-turn="answer"]');
  /** Only letters, because the markup of an incomplete sentence may be rendered differently later. */
  const said = async () =>
    ((await answers().last().locator('.answer-text').textContent()) ?? '').replace(/[^\p{L}]/gu, '');

  async function askForever(): Promise<void> {
    const count = await answers().count();
    world.service.faults.add({ effect: { kind: 'stream', how: 'endless', ms: 20 }, path: '/v1/chat/completions' });
    const message = chat.getByRole('textbox', { name: 'Message' });
    await message.fill('Count to infinity');
    await message.press('Enter');
    await until('a long text', async () => (await answers().count()) > count && (await said()).length > 300);
  }

  /** Returns the text shown at least a second ago. */
  async function aSecondAgo(): Promise<string> {
    const then = Date.now();
    const text = await said();
    await until('a second of text more', async () => Date.now() - then > 1000 && (await said()).length > text.length);
    return text;
  }

  it('loses at most its last second when the extension host is killed', async () => {
    await askForever();
    const text = await aSecondAgo();
    process.kill(extensionHost(world.workbench.home), 'SIGKILL');
    await world.ui.page.reload();
    await world.ui.ready();
    chat = await world.ui.webview('panel');
    await answers().last().getByText('VS Code was closed before this response was complete.').waitFor();
    assert.ok((await said()).startsWith(text), `${text.length} characters became ${(await said()).length}`);
  });

  it('loses at most its last second when the window is closed', async () => {
    await askForever();
    const count = await answers().count();
    const text = await aSecondAgo();
    const page = await world.ui.page.context().newPage();
    await world.ui.page.close();
    await page.goto(world.workbench.url(world.folder));
    world.ui.page = page;
    await world.ui.ready();
    chat = await world.ui.webview('panel');
    await answers()
      .nth(count - 1)
      .waitFor();
    assert.ok((await said()).startsWith(text), `${text.length} characters became ${(await said()).length}`);
  });
});

/** Returns the ID of the extension host process of this workbench. */
function extensionHost(home: string): number {
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const command = readFileSync(`/proc/${id}/cmdline`, 'utf8');
      const environment = readFileSync(`/proc/${id}/environ`, 'utf8');
      if (command.includes('--type=extensionHost') && environment.includes(home)) return Number(id);
    } catch {
      // The process has ended in the meantime.
    }
  }
  throw new Error('There is no extension host.');
}

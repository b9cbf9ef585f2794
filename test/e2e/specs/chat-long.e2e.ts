/** A chat of 500 turns and 2 MB in the real panel: few elements, and fast scrolling and keyboard navigation. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { longChat } from '../../bench/panel.ts';
import { until } from '../../until.ts';
import { openWorld, shot, type World } from '../session.ts';

describe('a long chat', () => {
  let world: World;
  let chat: FrameLocator;
  before(async () => {
    world = await openWorld({
      signedIn: true,
      settings: { 'switchyard.chat.model': 'anthropic/claude-haiku-4.5', 'files.simpleDialog.enable': true },
    });
    const file = path.join(world.folder, 'long.json');
    writeFileSync(file, JSON.stringify({ format: 'switchyard-chat', version: 1, records: longChat() }));
    await world.ui.runCommand('Switchyard: Open Chat in Editor');
    chat = await world.ui.webview('panel');
    await message().waitFor();
    await world.ui.runCommand('Switchyard: Import Chat');
    await world.ui.chooseFile(file);
    await turn('a249').locator('table').first().waitFor();
  });
  after(() => world?.end());

  const message = () => chat.getByRole('textbox', { name: 'Message' });
  const turn = (id: string) => chat.locator(`chat-turn[data-id="${id}"]`);
  const list = () => chat.locator('.chat-list');
  const rendered = () => chat.locator('.answer-text:not(.plain)').count();
  const toEnd = () => list().evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
  const inSight = (id: string) =>
    turn(id).evaluate((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return bottom > 0 && top < (one.ownerDocument.defaultView?.innerHeight ?? 0);
    });

  it('opens at its end with few elements, but all of its messages', async () => {
    await until('all messages', async () => (await chat.locator('chat-turn').count()) === 500);
    assert.ok((await toEnd()) <= 64);
    assert.ok((await rendered()) < 10);
    assert.ok((await chat.locator('switchyard-chat *').count()) < 5000);
    assert.match((await turn('a0').textContent()) ?? '', /## 1\. /);
    await shot(world.ui.page, 'chat-long');
  });

  it('renders messages that become visible without moving the others, and releases hidden ones', async () => {
    await list().evaluate((box) => box.scrollTo({ top: box.scrollHeight / 2 }));
    await until(
      'the middle to be rendered',
      async () => (await turn('a249').locator('.answer-text.plain').count()) + (await rendered()) > 1,
    );
    await chat.locator('.jump').waitFor();
    for (let step = 0; step < 20; step++) {
      const [before, after] = await list().evaluate(async (box) => {
        const view = box.ownerDocument.defaultView;
        const frames = async () => {
          for (let count = 0; count < 4; count++) await new Promise((resolve) => view?.requestAnimationFrame(resolve));
        };
        await frames();
        const middle = box.getBoundingClientRect().height / 2;
        const read = box.ownerDocument.elementFromPoint(300, middle)?.closest('.answer-text > *, chat-turn') ?? box;
        const was = read.getBoundingClientRect().top;
        const top = box.scrollTop;
        box.scrollBy({ top: -200 });
        await frames();
        return [was + 200, read.isConnected ? read.getBoundingClientRect().top : Number.NaN, top, box.scrollTop];
      });
      assert.ok(
        Math.abs((before ?? 0) - (after ?? 0)) < 2 || Number.isNaN(after),
        `step ${step}: ${before} became ${after}`,
      );
    }
    assert.ok((await rendered()) < 20);
    await shot(world.ui.page, 'chat-long-middle');
  });

  it('supports arrow keys to its first message and back', async () => {
    await turn('a249').focus();
    await world.ui.page.keyboard.press('Home');
    await until('the first message', () => inSight('p0'));
    await world.ui.page.keyboard.press('ArrowDown');
    await turn('a0').locator('table').first().waitFor();
    assert.equal(await turn('a0').evaluate((one) => one === one.ownerDocument.activeElement), true);
    await shot(world.ui.page, 'chat-long-first');
    await world.ui.page.keyboard.press('End');
    await until('the last message', () => inSight('a249'));
  });

  it('scrolls to its end with the button, and stays there while an answer streams', async () => {
    await list().evaluate((box) => box.scrollTo({ top: box.scrollHeight / 2 }));
    await chat.locator('.jump').click();
    await until('the end', async () => (await toEnd()) <= 64);
    await world.ui.runCommand('Switchyard: New Chat');
    await until('the empty chat', async () => (await chat.locator('chat-turn').count()) === 0);
    world.service.faults.add({ effect: { kind: 'stream', how: 'endless', ms: 5 }, path: '/v1/chat/completions' });
    await message().fill('Go on');
    await message().press('Enter');
    const height = () => list().evaluate((box) => box.scrollHeight / box.clientHeight);
    await until('a long answer', async () => (await height()) > 1.3);
    assert.ok((await toEnd()) <= 64);
    await list().evaluate((box) => box.scrollBy({ top: -100 }));
    await chat.locator('.jump').waitFor();
    const top = await list().evaluate((box) => box.scrollTop);
    const before = await height();
    await until('a longer answer', async () => (await height()) > before + 0.05);
    assert.equal(await list().evaluate((box) => box.scrollTop), top);
    await chat.locator('.jump').click();
    await until('the end again', async () => (await toEnd()) <= 64);
    await message().press('Escape');
    await chat.getByText('You stopped this response.').waitFor();
  });
});

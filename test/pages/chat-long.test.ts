/** A chat of 500 turns and 2 MB: few elements, and fast scrolling and keyboard navigation. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { longChat } from '../bench/panel.ts';
import { type ChatPage, openChatPage } from './chat-page.ts';

describe('a long chat', () => {
  let chat: ChatPage;
  beforeAll(async () => {
    chat = await openChatPage();
    await chat.show(longChat());
    await turn('a249').locator('table').first().waitFor();
  });
  afterAll(() => chat?.close());

  const turn = (id: string) => chat.page.locator(`chat-turn[data-id="${id}"]`);
  const list = () => chat.page.locator('.chat-list');
  const rendered = () => chat.page.locator('.answer-text:not(.plain)').count();
  const toEnd = () => list().evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
  const inSight = (id: string) =>
    turn(id).evaluate((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });

  it('opens at its end with few elements, but all of its messages', async () => {
    await expect.poll(() => chat.page.locator('chat-turn').count()).toBe(500);
    expect(await toEnd()).toBeLessThanOrEqual(64);
    expect(await rendered()).toBeLessThan(10);
    expect(await chat.page.locator('switchyard-chat *').count()).toBeLessThan(5000);
    expect(await turn('a0').textContent()).toMatch(/## 1\. /);
  });

  it('renders messages that become visible without moving the others, and releases hidden ones', async () => {
    await list().evaluate((box) => box.scrollTo({ top: box.scrollHeight / 2 }));
    await expect
      .poll(async () => (await turn('a249').locator('.answer-text.plain').count()) + (await rendered()))
      .toBeGreaterThan(1);
    await chat.page.locator('.jump').waitFor();
    for (let step = 0; step < 20; step++) {
      const [before, after] = await list().evaluate(async (box) => {
        const frames = async () => {
          for (let count = 0; count < 4; count++) await new Promise(requestAnimationFrame);
        };
        await frames();
        const middle = box.getBoundingClientRect().height / 2;
        const read = document.elementFromPoint(300, middle)?.closest('.answer-text > *, chat-turn') ?? box;
        const was = read.getBoundingClientRect().top;
        box.scrollBy({ top: -200 });
        await frames();
        return [was + 200, read.isConnected ? read.getBoundingClientRect().top : was + 200] as const;
      });
      expect(Math.abs(before - after), `step ${step}: ${before} became ${after}`).toBeLessThan(2);
    }
    expect(await rendered()).toBeLessThan(20);
  });

  it('supports arrow keys to its first message and back', async () => {
    const { keyboard } = chat.page;
    await turn('a249').focus();
    await keyboard.press('Home');
    await expect.poll(() => inSight('p0')).toBe(true);
    await keyboard.press('ArrowDown');
    await turn('a0').locator('table').first().waitFor();
    expect(await turn('a0').evaluate((one) => one === document.activeElement)).toBe(true);
    await keyboard.press('End');
    await expect.poll(() => inSight('a249')).toBe(true);
  });

  it('scrolls to its end with the button, and stays there while an answer streams, unless the user scrolls', async () => {
    const end = () => chat.page.locator('.jump').click();
    await list().evaluate((box) => box.scrollTo({ top: box.scrollHeight / 2 }));
    await end();
    await expect.poll(toEnd).toBeLessThanOrEqual(64);
    chat.add({ kind: 'answer', id: 'last', model: 'acme/one', at: 9 });
    const height = () => turn('last').evaluate((one) => one.getBoundingClientRect().height);
    const say = () => chat.add({ kind: 'text', id: 'last', text: 'A paragraph of an answer.\n\n'.repeat(20) });
    say();
    await expect.poll(height).toBeGreaterThan(300);
    await expect.poll(toEnd).toBeLessThanOrEqual(64);
    await list().evaluate((box) => box.scrollBy({ top: -100 }));
    await chat.page.locator('.jump').waitFor();
    const [top, before] = [await list().evaluate((box) => box.scrollTop), await height()];
    say();
    await expect.poll(height).toBeGreaterThan(before + 100);
    expect(await list().evaluate((box) => box.scrollTop)).toBe(top);
    await end();
    await expect.poll(toEnd).toBeLessThanOrEqual(64);
  });
});

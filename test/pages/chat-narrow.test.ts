import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ChatRecord } from '../../src/service/chat/messages.ts';
import { type ChatPage, exchange, openChatPage } from './chat-page.ts';
import { misfits } from './misfits.ts';
import { narrow } from './narrow.ts';
import { themes } from './page.ts';

const ANSWER = [
  'A reasonably configured exponential backoff distinguishes retryable from permanent failures.',
  '',
  '| Strategy | Description | Recommended |',
  '| --- | --- | --- |',
  '| Immediate | Retries without waiting | Occasionally |',
  '',
  '- [x] considered',
  '  1. nested considerations and `inline_code_identifiers`',
  '',
  '> Quotations are indented',
  '',
  '```typescript',
  'export const configuration = { retries: 3, backoff: "exponential", jitter: true };',
  '```',
].join('\n');
const file = { id: 'c', kind: 'file', label: 'src/exponential-backoff-configuration.ts', tokens: 1200 } as const;
const usage = { input: 9000, output: 9000, estimated: true, cost: 0.0123, currency: 'USD' };
const failed: readonly ChatRecord[] = [
  { kind: 'prompt', id: 'p', text: 'Explain the configuration', at: 1, context: [{ ...file, text: 'x' }] },
  { kind: 'answer', id: 'a', model: 'anthropic/claude-haiku-4.5', at: 2 },
  { kind: 'end', id: 'a', ending: { how: 'failed', problem: { cause: 'service', text: '0', retryAfterMs: 9 } }, at: 3 },
];

describe.each(narrow)('the chat in %s', (_language, use) => {
  let chat: ChatPage;
  afterEach(async () => {
    await chat?.close();
    vi.restoreAllMocks();
  });

  it('overflows nowhere and breaks no word, in any state', async () => {
    const { width, t, isWhole } = use();
    chat = await openChatPage({ width, message: t('Message') });
    const { page } = chat;
    const panel = page.locator('switchyard-chat');
    const message = page.getByRole('textbox', { name: t('Message') });
    const overflowsNot = async (what: string) => expect(await misfits(page), what).toEqual([]);
    const fits = async (what: string) => {
      await isWhole(panel, what);
      await overflowsNot(what);
    };
    await fits('empty');
    await chat.show([...exchange(ANSWER), { kind: 'usage', id: 'answer', usage }], { budget: 0.0001 });
    await page.locator('.banner.budget').waitFor();
    await fits('answer');
    const second: readonly ChatRecord[] = [
      { kind: 'answer', id: 'second', model: 'openai/gpt-5.1-mini-preview', at: 4, after: 'prompt', beside: 'answer' },
      { kind: 'text', id: 'second', text: ANSWER, at: 900 },
      { kind: 'usage', id: 'second', usage },
      { kind: 'end', id: 'second', ending: { how: 'complete' }, at: 1000 },
    ];
    await chat.show([...exchange(ANSWER), ...second]);
    await page.locator('.pair [data-id=second] [data-action=continueWith]').waitFor();
    await fits('two answers');
    await chat.show([...exchange(ANSWER), { kind: 'usage', id: 'answer', usage }], { budget: 0.0001 });
    await chat.host.webview.postMessage({ kind: 'focus', where: 'find' });
    const find = page.getByLabel(t('Find in chat'));
    await find.fill('considerations');
    await page.locator('.find-count', { hasText: '1' }).waitFor();
    await message.fill('#');
    await page.getByRole('listbox').waitFor();
    // Descriptions in the list end with an ellipsis.
    await overflowsNot('find and completion');
    const [bar, field] = [await page.locator('.find-bar').boundingBox(), await find.boundingBox()];
    expect(bar?.height, 'the find bar is one line').toBeLessThan(2 * (field?.height ?? 0));
    await message.fill('');
    await find.press('Escape');
    await page.locator('[data-action=settings]').click();
    await page.getByLabel(t('System prompt')).waitFor();
    await fits('settings');
    await page.locator('[data-action=settings]').click();
    await chat.show(failed, { composer: { context: [file] }, unread: 1 });
    await page.locator('chat-problem').waitFor();
    await page.locator('.composer li.chip, chat-composer li.chip').waitFor();
    await fits('problem');
    await chat.show(failed, { composer: { context: [], editing: 'p' }, unread: 0 });
    await page.locator('.editing').waitFor();
    await fits('editing');
    const queued: ChatRecord = { kind: 'queue', id: 'q', text: 'And afterwards continue considering' };
    await chat.show([...exchange(ANSWER).slice(0, -1), queued], { composer: { context: [] } });
    await page.locator('.queued').waitFor();
    await fits('queued');
    await chat.isAccessible(panel, themes);
  });
});

/** The page of the chat panel in tests: what it posts, and what the host sends to it. */
import { afterEach, beforeEach, vi } from 'vitest';
import {
  type AboutChat,
  type AboutPage,
  type ChatRecord,
  type ConnectionView,
  parseToHost,
  type ToHost,
  type ToPage,
} from '../../../../src/service/chat/messages.ts';
import { settle } from '../../settle.ts';

/** What the page posted, and the chats that it named. */
export const posted: (AboutPage | AboutChat)[] = [];
export const named: (string | undefined)[] = [];
vi.stubGlobal('acquireVsCodeApi', () => ({
  postMessage: ({ chat, ...message }: ToHost & { chat?: string }) => {
    if (parseToHost({ ...message, ...(chat !== undefined && { chat: crypto.randomUUID() }) }) === undefined)
      throw new Error(`The host doesn't accept ${JSON.stringify(message)}.`);
    posted.push(message);
    named.push(chat);
  },
}));
await import('../../../../src/service/chat/webview/page.ts');
export const { loadRenderer } = await import('../../../../src/service/chat/webview/messages/answer-text.ts');
await loadRenderer();

export const connected: ConnectionView = { kind: 'connected', text: '' };
export const model = { kind: 'model', model: 'acme/one' } as const satisfies ChatRecord;
export const prompt = { kind: 'prompt', id: 'p', text: 'hi', at: 1 } as const satisfies ChatRecord;
export const answer = { kind: 'answer', id: 'x', model: 'acme/one', at: 2 } as const satisfies ChatRecord;

/** Dispatches the browser's event for a message that enters or leaves the viewport. */
export function see(turn: Element, seen: boolean): void {
  turn.dispatchEvent(Object.assign(new Event('contentvisibilityautostatechange'), { skipped: !seen }));
}

export async function tell(message: ToPage): Promise<void> {
  window.dispatchEvent(new MessageEvent('message', { data: message }));
  await settle();
  // There is no layout here, so all messages are in the viewport.
  for (const turn of document.querySelectorAll('chat-turn')) see(turn, true);
  await settle();
}

export const state = { connection: connected, composer: { context: [] }, budget: 0, unread: 0 };
export const shown = {
  kind: 'show',
  chat: 'c',
  composed: '',
  keepText: false,
  state,
  notice: undefined,
  removed: undefined,
  l10n: {},
} as const;
export const show = (records: ChatRecord[], connection = connected, composed = '') =>
  tell({ ...shown, records, state: { ...state, connection }, composed });
export const add = (...records: ChatRecord[]) => tell({ kind: 'records', records });

export function find<T extends Element = HTMLElement>(selector: string): T {
  const found = document.querySelector<T>(selector);
  if (!found) throw new Error(`There is no ${selector} in ${document.body.innerHTML}`);
  return found;
}

export async function type(text: string): Promise<void> {
  const field = find<HTMLTextAreaElement>('textarea');
  field.value = text;
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  await settle();
}

export function press(key: string, more: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
  find('textarea').dispatchEvent(event);
  return event;
}

beforeEach(() => {
  document.body.innerHTML = '<switchyard-chat></switchyard-chat>';
});
afterEach(() => {
  document.body.replaceChildren();
  posted.length = 0;
  named.length = 0;
});

import { expect, it } from 'vitest';
import type { ChatWebview } from '../../../../src/service/chat/chat/chat-webview.ts';
import type { OpenChat } from '../../../../src/service/chat/chat/open-chat.ts';
import { handleMessage, type OpenChatMessage } from '../../../../src/service/chat/host/message-handler.ts';
import { commands, env } from '../../fake-vscode.ts';

const from = (focus: () => void = () => undefined) => ({ focus }) as unknown as ChatWebview;

it('regenerates a response with the model that was chosen, and says that the chat goes on with that model', async () => {
  const retried: string[] = [];
  let title: string | undefined;
  let isChosen = false;
  const chat = {
    conversation: { transcript: { turn: () => ({ text: '' }) }, retry: (turn: string) => retried.push(turn) },
    chooseModel: async (_: undefined, given: string) => {
      title = given;
      return isChosen;
    },
  } as unknown as OpenChat;
  const retry = () => handleMessage(chat, { kind: 'turn', action: 'retryWith', id: 'x' }, from());
  await retry();
  expect([title, retried]).toEqual(['Choose a Model for This Response and the Next Messages', []]);
  isChosen = true;
  await retry();
  expect(retried).toEqual(['x']);
});

it('opens a link without changing its percent-encoded characters', async () => {
  const opened: unknown[] = [];
  Object.assign(env, { openExternal: async (target: unknown) => opened.push(target) });
  const href = 'https://example.com/?q=C%2B%2B%20a%26b';
  await handleMessage({} as OpenChat, { kind: 'openLink', href }, from());
  expect(opened).toEqual([href]);
});

it.each<[OpenChatMessage, string]>([
  [{ kind: 'turn', action: 'retry', id: 'x' }, 'conversation.retry x'],
  [{ kind: 'turn', action: 'continue', id: 'x' }, 'conversation.continue x'],
  [{ kind: 'turn', action: 'cancelWait', id: 'x' }, 'conversation.cancelWait'],
  [{ kind: 'turn', action: 'choose', id: 'x' }, 'conversation.choose x'],
  [{ kind: 'turn', action: 'remove', id: 'x' }, 'conversation.remove x'],
  [{ kind: 'turn', action: 'restore', id: 'x' }, 'conversation.restore x'],
  [{ kind: 'turn', action: 'edit', id: 'x' }, 'composer.edit x, focus'],
  [{ kind: 'queued', action: 'remove', id: 'q' }, 'conversation.unqueue q'],
  [{ kind: 'queued', action: 'edit', id: 'q' }, 'composer.moveToComposer q, focus'],
  [{ kind: 'sendQueued' }, 'conversation.askQueued'],
  [{ kind: 'cancelEdit' }, 'composer.cancelEdit'],
  [{ kind: 'detach', id: 'c' }, 'composer.detach c'],
  [{ kind: 'stop' }, 'conversation.stop'],
])('handles %j in the chat and its composer', async (message, expected) => {
  const calls: string[] = [];
  const record = (name: string) => (id?: string) => void calls.push(id === undefined ? name : `${name} ${id}`);
  const all = (of: string, more: object = {}) =>
    new Proxy(more, {
      get: (target, key) => (key in target ? Reflect.get(target, key) : record(`${of}.${String(key)}`)),
    });
  const chat = { conversation: all('conversation', { transcript: { turn: () => ({}) } }), composer: all('composer') };
  await handleMessage(chat as unknown as OpenChat, message, from(record('focus')));
  expect(calls.join(', ')).toBe(expected);
});

it.each<[Extract<OpenChatMessage, { kind: 'run' }>['action'], readonly string[]]>([
  ['setBudget', ['workbench.action.openSettings', 'switchyard.chat.budget']],
  ['switchyard.chat.chooseModel', ['switchyard.chat.chooseModel', 'focus']],
  ['switchyard.signIn', ['switchyard.signIn']],
])('runs %s for a button of the page', async (action, expected) => {
  const calls: unknown[] = [];
  Object.assign(commands, { executeCommand: async (...words: unknown[]) => calls.push(...words) });
  await handleMessage(
    {} as OpenChat,
    { kind: 'run', action },
    from(() => void calls.push('focus')),
  );
  expect(calls).toEqual(expected);
});

import { expect, it } from 'vitest';
import type { ChatWebview } from '../../../../src/service/chat/chat-webview.ts';
import type { ChatHost } from '../../../../src/service/chat/host.ts';
import { handleMessage } from '../../../../src/service/chat/message-handler.ts';
import type { OpenChatMessage } from '../../../../src/service/chat/messages.ts';
import { env } from '../../fake-vscode.ts';

it('does not regenerate a response if the chat changes during model selection', async () => {
  const retried: string[] = [];
  const session = (id: string) => ({
    transcript: { turn: () => ({ text: '' }) },
    retry: (turn: string) => retried.push(`${turn} in ${id}`),
  });
  const host = { session: session('one'), chooseModel: async () => true };
  const retry = () =>
    handleMessage(host as unknown as ChatHost, { kind: 'turn', action: 'retryWith', id: 'x' }, {
      focus: () => undefined,
    } as unknown as ChatWebview);
  await retry();
  expect(retried).toEqual(['x in one']);
  host.chooseModel = async () => {
    host.session = session('two');
    return true;
  };
  await retry();
  expect(retried).toEqual(['x in one']);
});

it('says that the chat goes on with the model of a regenerated response', async () => {
  let title: string | undefined;
  const host = {
    session: { transcript: { turn: () => ({ text: '' }) } },
    chooseModel: async (_: undefined, given: string) => {
      title = given;
      return false;
    },
  };
  await handleMessage(host as unknown as ChatHost, { kind: 'turn', action: 'retryWith', id: 'x' }, {
    focus: () => undefined,
  } as unknown as ChatWebview);
  expect(title).toBe('Choose a Model for This Response and the Next Messages');
});

it('opens a link without changing its percent-encoded characters', async () => {
  const opened: unknown[] = [];
  Object.assign(env, { openExternal: async (target: unknown) => opened.push(target) });
  const href = 'https://example.com/?q=C%2B%2B%20a%26b';
  await handleMessage({} as ChatHost, { kind: 'openLink', href }, {} as ChatWebview);
  expect(opened).toEqual([href]);
});

it.each<[OpenChatMessage, string]>([
  [{ kind: 'turn', action: 'retry', id: 'x' }, 'session.retry x'],
  [{ kind: 'turn', action: 'continue', id: 'x' }, 'session.continue x'],
  [{ kind: 'turn', action: 'cancelWait', id: 'x' }, 'session.cancelWait'],
  [{ kind: 'turn', action: 'choose', id: 'x' }, 'session.choose x'],
  [{ kind: 'turn', action: 'remove', id: 'x' }, 'session.remove x'],
  [{ kind: 'turn', action: 'restore', id: 'x' }, 'session.restore x'],
  [{ kind: 'turn', action: 'edit', id: 'x' }, 'composer.edit x, focus'],
  [{ kind: 'queued', action: 'remove', id: 'q' }, 'session.unqueue q'],
  [{ kind: 'queued', action: 'edit', id: 'q' }, 'composer.moveToComposer q, focus'],
  [{ kind: 'sendQueued' }, 'session.sendQueued'],
  [{ kind: 'cancelEdit' }, 'composer.cancelEdit'],
  [{ kind: 'detach', id: 'c' }, 'composer.detach c'],
  [{ kind: 'stop' }, 'session.stop'],
])('handles %j in the chat and its composer', async (message, expected) => {
  const calls: string[] = [];
  const record = (name: string) => (id?: string) => void calls.push(id === undefined ? name : `${name} ${id}`);
  const all = (of: string, more: object = {}) =>
    new Proxy(more, {
      get: (target, key) => (key in target ? Reflect.get(target, key) : record(`${of}.${String(key)}`)),
    });
  const host = { session: all('session', { transcript: { turn: () => ({}) } }), composer: all('composer') };
  await handleMessage(host as unknown as ChatHost, message, { focus: record('focus') } as unknown as ChatWebview);
  expect(calls.join(', ')).toBe(expected);
});

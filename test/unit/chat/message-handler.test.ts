import { expect, it } from 'vitest';
import type { ChatWebview } from '../../../src/chat/chat-webview.ts';
import type { ChatHost } from '../../../src/chat/host.ts';
import { handleMessage } from '../../../src/chat/message-handler.ts';
import { env } from '../fake-vscode.ts';

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

it('opens a link without changing its percent-encoded characters', async () => {
  const opened: unknown[] = [];
  Object.assign(env, { openExternal: async (target: unknown) => opened.push(target) });
  const href = 'https://example.com/?q=C%2B%2B%20a%26b';
  await handleMessage({} as ChatHost, { kind: 'openLink', href }, {} as ChatWebview);
  expect(opened).toEqual([href]);
});

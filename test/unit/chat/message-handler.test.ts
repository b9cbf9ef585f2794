import { expect, it } from 'vitest';
import type { ChatWebview } from '../../../src/chat/chat-webview.ts';
import { handleMessage, type MessageHost } from '../../../src/chat/message-handler.ts';

it('does not regenerate a response if the chat changes during model selection', async () => {
  const retried: string[] = [];
  const session = (id: string) => ({
    transcript: { turn: () => ({ text: '' }) },
    retry: (turn: string) => retried.push(`${turn} in ${id}`),
  });
  const host = { session: session('one'), chooseModel: async () => true };
  const retry = () =>
    handleMessage(host as unknown as MessageHost, { kind: 'turn', action: 'retryWith', id: 'x' }, {
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

import { expect, test } from 'vitest';
import { ChatModelProvider } from '../../../../src/service/editor-chat/chat-model-provider.ts';
import { TestAccounts } from '../../session.ts';

test("VS Code's model picker gets price and context beside each name, and the rest in the hover", async () => {
  const raw = {
    context_length: 400_000,
    pricing: { prompt: '0.00000125', completion: '0.00001', currency: 'USD' },
  };
  const accounts = new TestAccounts({
    models: async () => [
      { id: 'acme/one', name: 'One', raw },
      { id: 'acme/two', name: 'Two', raw: {} },
    ],
  });
  const provider = new ChatModelProvider(accounts, () => undefined);
  const token = { isCancellationRequested: false } as never;
  const offered = await provider.provideLanguageModelChatInformation({ silent: true }, token);
  expect(offered.map(({ detail }) => detail)).toEqual([
    '$1.25 in, $10 out per 1M tokens · 400K tokens',
    'price unknown',
  ]);
  expect(offered[0]?.tooltip).toContain('Price: $1.25 / 1M input tokens; $10 / 1M output tokens');
  provider.dispose();
});

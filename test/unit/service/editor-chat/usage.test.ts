import { expect, test } from 'vitest';
import type { ChatUsage } from '../../../../src/service/api/index.ts';
import { ChatModelProvider } from '../../../../src/service/editor-chat/chat-model-provider.ts';
import { LanguageModelDataPart, LanguageModelTextPart } from '../../fake-vscode.ts';
import { TestAccounts, used } from '../../session.ts';

/** Returns the parts of an answer: texts, and the usage as VS Code's chat reads it. */
async function answer(usage: ChatUsage | undefined): Promise<unknown[]> {
  const accounts = new TestAccounts({
    models: async () => [],
    chatStream: async function* () {
      yield { kind: 'text', text: 'Hello' };
      if (usage) yield { kind: 'usage', usage };
    },
  });
  const provider = new ChatModelProvider(accounts, () => undefined);
  const parts: unknown[] = [];
  const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => undefined }) };
  const report = (part: unknown) => {
    if (part instanceof LanguageModelTextPart) parts.push(part.value);
    if (part instanceof LanguageModelDataPart)
      parts.push([part.mimeType, JSON.parse(new TextDecoder().decode(part.data))]);
  };
  await provider.provideLanguageModelChatResponse(
    { id: 'acme/one' } as never,
    [],
    { modelOptions: {} } as never,
    { report } as never,
    token as never,
  );
  provider.dispose();
  return parts;
}

test.each<[ChatUsage, object]>([
  [
    { promptTokens: 3, completionTokens: 4, totalTokens: 9 },
    { prompt_tokens: 3, completion_tokens: 4, total_tokens: 9 },
  ],
  [
    { promptTokens: 3, completionTokens: 0 },
    { prompt_tokens: 3, completion_tokens: 0, total_tokens: 3 },
  ],
])("the usage is reported to VS Code's chat after the answer: %j", async (usage, reported) => {
  expect(await answer(usage)).toEqual(['Hello', ['usage', reported]]);
});

test.each([undefined, {}, { promptTokens: 3 }, { completionTokens: 3 }, { totalTokens: 3 }])(
  "an incomplete usage isn't reported to VS Code's chat: %j",
  async (usage) => {
    expect(await answer(usage)).toEqual(['Hello']);
  },
);

test.each<[ChatUsage | undefined, object]>([
  [
    { promptTokens: 3, completionTokens: 4, cost: 0.5 },
    { input: 3, output: 4, estimated: false, cost: 0.5 },
  ],
  [undefined, { output: 2, estimated: true }],
])("an answer in VS Code's chat is recorded as paid for: %j", async (usage, recorded) => {
  used.length = 0;
  await answer(usage);
  expect(used).toHaveLength(1);
  expect(used[0]).toMatchObject({ feature: 'editorChat', model: 'acme/one', ...recorded });
});

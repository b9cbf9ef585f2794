/** Chat, media, errors, and changes, with services that the document of the API allows (test/service/variations.ts). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeError } from '../../../../src/service/api/errors/error-text.ts';
import { type ApiClient, createClient } from '../../../../src/service/api/index.ts';
import { answerTo } from '../../../service/answers.ts';
import { type Service, startService } from '../../../service/index.ts';
import { seeds } from '../../../service/seeds.ts';
import { ERROR_FORMS } from '../../../service/varied-errors.ts';
import { clientOf, collectChat, errorOf, json } from '../api/support.ts';

const prompt = 'How do I measure a queue? 工作';
const messages = [{ role: 'user', content: prompt }];

describe.for(seeds)('any service, seed %i', (seed) => {
  let service: Service;
  let client: ApiClient;
  beforeAll(async () => {
    service = await startService({ seed });
    client = createClient({ baseUrl: service.url, apiKey: service.key });
  });
  afterAll(() => service.close());

  test.for(['openai/gpt-5.1', 'mistralai/mistral-large'])('a streamed answer is whole: %s', async (model) => {
    const { text, reasoning } = answerTo(prompt, model, 1);
    for (const stream of [true, false]) {
      const got = await collectChat(client.chatStream({ model, messages, stream }));
      expect(got.error).toBeUndefined();
      expect([got.complete, got.text]).toEqual([true, text]);
      expect(got.reasoning).toBe(model === 'openai/gpt-5.1' ? reasoning : '');
      const { usage } = got;
      if (usage?.promptTokens !== undefined) expect(usage.promptTokens).toBeGreaterThan(1);
      if (usage?.completionTokens !== undefined) expect(usage.completionTokens).toBeGreaterThan(100);
    }
  });

  test('an answer that reaches its limit says so', async () => {
    const request = { model: 'mistralai/mistral-large', messages, max_completion_tokens: 5 };
    const got = await collectChat(client.chatStream(request));
    expect([got.error, got.finishReason]).toEqual([undefined, 'length']);
  });

  test('images, transcripts, and audio are read', async () => {
    for (const model of ['openai/gpt-image-1', 'black-forest-labs/flux-1.1-pro'])
      expect((await client.images({ model, prompt })).length).toBe(1);
    const file = new File([new Uint8Array(2000)], 'a.wav');
    for (const model of ['openai/whisper-1', 'deepgram/nova-3'])
      expect((await client.transcribe({ model, file })).text).toContain(
        'This is what was said in a.wav, 2000 bytes long.',
      );
    for (const model of ['openai/tts-1', 'elevenlabs/multilingual-v2'])
      expect((await client.speech({ model, input: 'Hello' })).contentType).toMatch(/^audio\//);
  });

  test('an error says its reason', async () => {
    const says = async (call: Promise<unknown>, kind: string, reason: string) => {
      const error = await errorOf(call);
      expect(error.kind).toBe(kind);
      expect(error.message).toContain(reason);
      expect(error.silent).toBeUndefined();
    };
    const [workflow] = [...service.state.workflows.values()];
    await says(client.getWorkflow('gone'), 'notFound', 'Workflow not found or access denied');
    await says(client.publish(workflow?.id ?? '', { version_id: 'x' }), 'invalidBody', 'Version not found');
    const other = createClient({ baseUrl: service.url, apiKey: 'other' });
    await says(other.listExecutions(), 'unauthorized', 'invalid or expired API key');
    await says(collectChat(other.chatStream({ model: 'a/b', messages })), 'unauthorized', 'invalid or expired API key');
    await says(client.images({ model: 'a/b', prompt }), 'notFound', 'does not exist or is not assigned');
    service.state.balance = 0;
    await says(client.models(), 'balance', 'Insufficient balance');
    await says(collectChat(client.chatStream({ model: 'a/b', messages })), 'balance', 'Insufficient balance');
    service.state.balance = 25;
    service.state.workflowLimit = 1;
    const [version] = [...service.state.versions.values()].filter((one) => one.workflowId === workflow?.id);
    await says(
      client.publish(workflow?.id ?? '', { version_id: version?.id ?? '' }),
      'subscriptionLimit',
      'limit of your plan',
    );
    service.state.workflowLimit = 25;
    service.faults.add({ effect: { kind: 'rateLimit' }, path: '/v1/chat/completions', method: 'POST' });
    await says(collectChat(client.chatStream({ model: 'a/b', messages })), 'rateLimited', 'Rate limit exceeded');
  });

  test('changes are made', async () => {
    const [workflow] = [...service.state.workflows.values()].filter((one) => one.own);
    const id = workflow?.id ?? '';
    await client.setWorkflowStatus(id, 'disabled');
    expect(workflow?.status).toBe('disabled');
    await client.setWorkflowStatus(id, 'enabled');
    const [version] = [...service.state.versions.values()].filter((one) => one.workflowId === id);
    await client.publish(id, { version_id: version?.id ?? '' });
    expect(workflow?.activeVersionId).toBe(version?.id);
  });
});

test.for(ERROR_FORMS.map((form, index) => [index, form] as const))(
  'the reason is found in form %i',
  async ([, form]) => {
    for (const status of [400, 401, 402, 403, 404, 422, 429, 500]) {
      const { client } = clientOf([json(form('The tank is empty.', status), status)]);
      const error = await errorOf(collectChat(client.chatStream({ model: 'a/b', messages })));
      expect(error.message, String(status)).toContain('The tank is empty.');
      expect(describeError(error)).toContain('The tank is empty.');
    }
  },
);

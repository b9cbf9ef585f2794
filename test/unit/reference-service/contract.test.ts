import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, apiErrorOf, createClient } from '../../../src/service/api/index.ts';
import { type Service, startService } from '../../service/index.ts';
import { collectChat, wholeChat } from '../service/api/support.ts';
import { type Exchange, loadPrism, type Prism, type Watched, watched } from './prism.ts';

let service: Service;
let prism: Prism;

beforeAll(async () => {
  [service, prism] = await Promise.all([startService(), loadPrism()]);
});
afterAll(() => service.close());

const CHAT = {
  model: 'openai/gpt-5-mini',
  messages: [{ role: 'user', content: 'How are you?' }],
  temperature: 0.2,
  max_completion_tokens: 40,
};

const WITH_IMAGE = {
  role: 'user',
  content: [
    { type: 'text' as const, text: 'What is it?' },
    { type: 'image_url' as const, image_url: { url: 'data:image/png;base64,AAAA' } },
  ],
};

function client(watch: Watched, apiKey = service.key): ApiClient {
  return createClient({ baseUrl: service.url, apiKey, fetch: watch.fetch });
}

/** Calls every operation of the client once. Ignores refusals, which are part of the contract. */
async function everyCall(api: ApiClient, ids: { workflow: string; version: string; run: string }): Promise<void> {
  const calls: (() => Promise<unknown>)[] = [
    () => wholeChat(api, CHAT),
    () => wholeChat(api, { ...CHAT, messages: [WITH_IMAGE] }),
    () => collectChat(api.chatStream(CHAT)),
    () => api.speech({ model: 'openai/tts-1', input: 'Hello there', voice: 'ada' }),
    () =>
      api.transcribe({
        model: 'openai/whisper-1',
        file: new File(['RIFF'], 'a.wav', { type: 'audio/wav' }),
        language: 'en',
      }),
    () => api.images({ model: 'openai/gpt-image-1', prompt: 'a cat', size: '32x16' }),
    () => api.models(),
    () => api.listWorkflows(),
    () => api.getWorkflow(ids.workflow),
    () => api.setWorkflowStatus(ids.workflow, 'disabled'),
    () => api.setWorkflowStatus(ids.workflow, 'enabled'),
    () => api.publish(ids.workflow, { version_id: ids.version, commit_message: 'why' }),
    () => api.listVersions(ids.workflow, { page: 2, limit: 5 }),
    () => api.getVersion(ids.version),
    () => api.listExecutions({ page: 1, limit: 50, workflow_id: ids.workflow, status: 'all' }),
    () => api.getExecution(ids.run),
  ];
  for (const call of calls) {
    await call().catch((caught: unknown) => {
      if (apiErrorOf(caught) === undefined) throw caught;
    });
  }
}

function ownIds(): { workflow: string; version: string; run: string } {
  const workflow = [...service.state.workflows.values()].find((one) => one.name === 'Invoice intake');
  const version = [...service.state.versions.values()].find((one) => one.workflowId === workflow?.id);
  const run = [...service.state.runs.values()].find((one) => one.workflowId === workflow?.id);
  return { workflow: workflow?.id ?? '', version: version?.id ?? '', run: run?.id ?? '' };
}

const ABSENT = { workflow: 'none', version: 'none', run: 'none' };

describe('contract checked by Prism', () => {
  it('holds for every operation of the client and every response of the service [spec H2 H3 H23 H24 H25 H26 H27 H38 H39 H46]', async () => {
    const watch = watched(prism);
    await everyCall(client(watch), ownIds());
    expect(watch.faults).toEqual([]);
    const operations = prism.operationIds.filter((one) => !one.endsWith('Unprefixed'));
    expect([...watch.seen].sort()).toEqual(operations.map((one) => `${one} 200`));
  });

  it('holds for the second path of every router operation [spec H2 H23 H24 H25 H26 H27]', async () => {
    const watch = watched(prism);
    const first = client({
      ...watch,
      fetch: async (url, init) =>
        /\/v1\/(chat|audio|images|models)/.test(url) ? new Response('', { status: 404 }) : watch.fetch(url, init),
    });
    await everyCall(first, ownIds());
    expect(watch.faults).toEqual([]);
    const seconds = prism.operationIds.filter((one) => one.endsWith('Unprefixed'));
    expect(seconds).toHaveLength(5);
    expect([...watch.seen]).toEqual(expect.arrayContaining(seconds.map((one) => `${one} 200`)));
  });

  it('holds for every record of the lists [spec H3 H50]', async () => {
    const watch = watched(prism);
    const api = client(watch);
    const limit = 100;
    for (let page = 1; ; page++) {
      const { items, total } = await api.listExecutions({ page, limit });
      for (const run of items) if (run.status !== 'SUCCEEDED') await api.getExecution(run.id);
      if (page * limit >= total) break;
    }
    for (const workflow of await api.listWorkflows()) {
      await api.getWorkflow(workflow.id);
      const { items } = await api.listVersions(workflow.id, { page: 1, limit });
      for (const version of items) await api.getVersion(version.id);
    }
    expect(watch.faults).toEqual([]);
    expect(service.requests.length).toBeGreaterThan(150);
  });

  it('holds for 401 on every operation [spec H53]', async () => {
    const watch = watched(prism);
    await everyCall(client(watch, 'wrong'), ownIds());
    expect(watch.faults).toEqual([]);
    expect([...watch.seen].every((one) => one.endsWith(' 401'))).toBe(true);
    expect(watch.seen.size).toBe(13);
  });

  it('holds for 402, 404, 422, 429 and 400 [spec H66]', async () => {
    const watch = watched(prism);
    service.state.balance = 0;
    await everyCall(client(watch), ABSENT);
    service.state.balance = 25;
    service.state.workflowLimit = 1;
    await everyCall(client(watch), ownIds());
    service.state.workflowLimit = 25;
    const { workflow } = ownIds();
    await client(watch)
      .publish(workflow, { version_id: 'none' })
      .catch(() => undefined);
    service.faults.add({ path: '/v1/chat/completions', effect: { kind: 'rateLimit', retryAfter: '1' } });
    await wholeChat(client(watch), CHAT).catch(() => undefined);
    expect(watch.faults).toEqual([]);
    const wanted = [
      'chatCompletion 402',
      'listModels 402',
      'getWorkflow 404',
      'publishVersion 404',
      'getVersion 404',
      'getExecution 404',
      'publishVersion 402',
      'publishVersion 422',
      'chatCompletion 429',
    ];
    expect([...watch.seen]).toEqual(expect.arrayContaining(wanted));
  });
});

describe('contract check', () => {
  const spoiled = async (spoil: (exchange: Exchange) => void, call: (api: ApiClient) => Promise<unknown>) => {
    const watch = watched(prism, spoil);
    await call(client(watch)).catch(() => undefined);
    return watch.faults.join('\n');
  };

  it.each<[string, (exchange: Exchange) => void, (api: ApiClient) => Promise<unknown>, RegExp]>([
    [
      'a body with an unknown field',
      (one) => (one.requestBody = { ...CHAT, max_tokens: 1 }),
      (api) => wholeChat(api, CHAT),
      /request body.*additional/i,
    ],
    [
      'a body without its model',
      (one) => (one.requestBody = { messages: [] }),
      (api) => wholeChat(api, CHAT),
      /request body.*model/,
    ],
    [
      'a form without its file',
      (one) => (one.requestBody = String(one.requestBody).replace('name="file"', 'name="sound"')),
      (api) => api.transcribe({ model: 'openai/whisper-1', file: new Blob(['x']) }),
      /request body.*file/,
    ],
    [
      'a limit of 101',
      (one) => (one.url = one.url.replace('limit=5', 'limit=101')),
      (api) => api.listExecutions({ limit: 5 }),
      /request query.*limit/,
    ],
    [
      'an unknown path',
      (one) => (one.url = one.url.replace('/v1/', '/v9/')),
      (api) => api.listWorkflows(),
      /no operation/,
    ],
    ['an unknown method', (one) => (one.method = 'PUT'), (api) => api.listWorkflows(), /no operation/],
    [
      'a missing key',
      (one) => Reflect.deleteProperty(one.requestHeaders, 'authorization'),
      (api) => api.listWorkflows(),
      /request.*security/i,
    ],
  ])('reports a wrong request: %s', async (_, spoil, call, fault) => {
    expect(await spoiled(spoil, call)).toMatch(fault);
  });

  it.each<[string, (exchange: Exchange) => void, (api: ApiClient) => Promise<unknown>, RegExp]>([
    ['an object for a list', (one) => (one.responseBody = {}), (api) => api.listWorkflows(), /answer body.*array/],
    [
      'a missing field',
      (one) => (one.responseBody = { items: [], total: 0, page: 1, limit: 20 }),
      (api) => api.listExecutions(),
      /answer body.*succeeded/,
    ],
    [
      'a status outside the set',
      (one) => (one.responseBody = { ...(one.responseBody as object), status: 'archived' }),
      (api) => api.getWorkflow(ownIds().workflow),
      /answer body.status/,
    ],
    [
      'an invalid time',
      (one) => (one.responseBody = { ...(one.responseBody as object), created_at: 'yesterday' }),
      (api) => api.getExecution(ownIds().run),
      /answer body.created_at/,
    ],
    [
      'a bare version',
      (one) => (one.responseBody = {}),
      (api) => api.getVersion(ownIds().version),
      /answer body.*version/,
    ],
    [
      'an undocumented status',
      (one) => (one.status = 201),
      (api) => api.models(),
      /Unable to match the returned status code/,
    ],
    [
      'a web page',
      (one) => (one.responseHeaders['content-type'] = 'text/html'),
      (api) => api.listWorkflows(),
      /media type/,
    ],
    [
      'an error without its message [spec H11]',
      (one) => (one.responseBody = { message: 'x' }),
      (api) => api.getWorkflow('none'),
      /answer body.*error/,
    ],
  ])('reports a wrong response: %s', async (_, spoil, call, fault) => {
    expect(await spoiled(spoil, call)).toMatch(fault);
  });
});

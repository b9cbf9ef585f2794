import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startService } from '../../service/index.ts';
import { loadPrism, type Watched, watched } from './prism.ts';

let now = Date.UTC(2026, 5, 1, 12);
let service: Service;
let watch: Watched;

beforeAll(async () => {
  const [started, prism] = await Promise.all([startService({ key: 'sy_key', now: () => now }), loadPrism()]);
  service = started;
  watch = watched(prism);
});
afterAll(() => service.close());
// Requests in these tests may be invalid on purpose; responses must not be.
afterEach(() => expect(watch.faults.filter((fault) => / answer /.test(fault))).toEqual([]));

interface Reply {
  status: number;
  body: unknown;
  headers: Headers;
}

async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
  const sent: Record<string, string> = { authorization: 'Token sy_key', ...headers };
  if (body !== undefined && sent['content-type'] === undefined) sent['content-type'] = 'application/json';
  const init: RequestInit = { method, headers: sent };
  if (body !== undefined)
    init.body = typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body);
  if (body instanceof FormData) init.headers = { authorization: 'Token sy_key' };
  const response = await watch.fetch(service.url + path, init);
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
}

interface Item {
  id: string;
  status: string;
  type: string;
  version_id: string;
  workflow_id: string;
}
const get = async <T>(path: string) => (await ask('GET', path)).body as T;
const named = (name: string) => [...service.state.workflows.values()].find((one) => one.name === name)?.id ?? '';
const versionsOf = (id: string) => [...service.state.versions.values()].filter((one) => one.workflowId === id);
const foreign = () => [...service.state.workflows.values()].find((one) => !one.own)?.id ?? '';

const CHAT = { model: 'openai/gpt-5-mini', messages: [{ role: 'user', content: 'Why is the sky blue?' }] };
const ROUTER: [string, string, unknown][] = [
  ['POST', '/v1/chat/completions', CHAT],
  ['POST', '/chat/completions', CHAT],
  ['POST', '/v1/audio/speech', { model: 'openai/tts-1', input: 'Hi' }],
  ['POST', '/audio/speech', { model: 'openai/tts-1', input: 'Hi' }],
  ['POST', '/v1/images/generations', { model: 'openai/gpt-image-1', prompt: 'x' }],
  ['POST', '/images/generations', { model: 'openai/gpt-image-1', prompt: 'x' }],
  ['GET', '/v1/models', undefined],
  ['GET', '/router/models', undefined],
];

describe('service: access', () => {
  it.each([undefined, '', 'Token wrong', 'Bearer sy_key', 'Token', 'token sy_key', 'sy_key'])(
    'answers 401 to Authorization %j [spec H53]',
    async (authorization) => {
      const response = await fetch(
        `${service.url}/v1/executions`,
        authorization === undefined ? {} : { headers: { authorization } },
      );
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual({ error: 'Unauthorized: invalid or expired API key' });
    },
  );

  it('answers 401 before anything else', async () => {
    for (const path of ['/v1/nothing', '/v1/chat/completions', '/keys', '/v1/workflows/x']) {
      expect((await ask('POST', path, {}, { authorization: 'Token wrong' })).status).toBe(401);
    }
  });

  it.each([
    ['GET', '/'],
    ['GET', '/models'],
    ['GET', '/v1/nothing'],
    ['GET', '/v1/workflows/'],
    ['POST', '/v1/workflows'],
    ['DELETE', '/v1/executions/x'],
    ['GET', '/v1/chat/completions'],
    ['GET', '/workflows'],
    ['GET', '/v2/workflows'],
  ])('answers 404 to %s %s [spec H74]', async (method, path) => {
    expect(await ask(method, path)).toMatchObject({
      status: 404,
      body: { error: `Invalid endpoint: ${method} ${path}` },
    });
  });

  it('answers 402 only to router operations without a balance [spec H71]', async () => {
    for (const balance of [0, -1]) {
      service.state.balance = balance;
      for (const [method, path, body] of ROUTER) expect((await ask(method, path, body)).status).toBe(402);
      for (const path of ['/keys', '/keys/any/thing', '/v1/workflows', '/v1/executions'])
        expect((await ask('GET', path)).status).toBe(200);
    }
    service.state.balance = 0.01;
    for (const [method, path, body] of ROUTER) expect((await ask(method, path, body)).status).toBe(200);
    service.state.balance = 25;
  });

  it('answers 404 alike to missing records and to records of another account [spec H16 H41 H43 H45 H54]', async () => {
    const other = foreign();
    const version = versionsOf(other)[0]?.id ?? '';
    const run = [...service.state.runs.values()].find((one) => one.workflowId === other)?.id ?? '';
    expect(version).not.toBe('');
    expect(run).not.toBe('');
    for (const id of ['none', other]) {
      const body = { error: 'Workflow not found or access denied' };
      expect(await ask('GET', `/v1/workflows/${id}`)).toMatchObject({ status: 404, body });
      expect(await ask('PATCH', `/v1/workflows/${id}/status`, { status: 'enabled' })).toMatchObject({
        status: 404,
        body,
      });
      expect(await ask('POST', `/v1/workflows/${id}/publish`, { version_id: version })).toMatchObject({
        status: 404,
        body,
      });
      expect(await ask('GET', `/v1/workflows/${id}/versions`)).toMatchObject({ status: 404, body });
    }
    for (const id of ['none', version]) {
      expect(await ask('GET', `/v1/workflows/versions/${id}`)).toMatchObject({
        status: 404,
        body: { error: 'Version not found or access denied' },
      });
    }
    for (const id of ['none', run]) {
      expect(await ask('GET', `/v1/executions/${id}`)).toMatchObject({
        status: 404,
        body: { error: 'Execution not found or access denied' },
      });
    }
    expect(JSON.stringify(await get('/v1/workflows'))).not.toContain(other);
    expect(await get(`/v1/executions?workflow_id=${other}`)).toMatchObject({ total: 0, items: [] });
  });
});

describe('service: workflows', () => {
  it('lists all workflows of the caller [spec WorkflowMetadata H38]', async () => {
    const list = await get<object[]>('/v1/workflows');
    expect(list).toHaveLength(8);
    for (const one of list)
      expect(Object.keys(one).sort()).toEqual(['created_at', 'description', 'id', 'name', 'updated_at', 'webhook_url']);
  });

  it('returns details with status, active version, schedule and next run [spec WorkflowDetails]', async () => {
    const detail = await get<Record<string, unknown>>(`/v1/workflows/${named('Nightly CRM sync')}`);
    expect(Object.keys(detail).sort()).toEqual([
      'active_version_id',
      'created_at',
      'description',
      'id',
      'metadata',
      'name',
      'next_run_at',
      'schedule_options',
      'status',
      'updated_at',
      'webhook_url',
    ]);
    expect(detail).toMatchObject({
      status: 'enabled',
      active_version_id: expect.stringMatching(/^ver_/),
      next_run_at: expect.stringMatching(/^2026-06-02T/),
    });
    expect(await get(`/v1/workflows/${named('Social listening')}`)).toMatchObject({
      description: null,
      active_version_id: null,
      status: 'disabled',
      next_run_at: null,
    });
  });

  it('answers 422 to a status change that is not a JSON object or has other fields', async () => {
    const path = `/v1/workflows/${named('Lead enrichment')}/status`;
    for (const body of ['', 'x', '[]', 'null', '"enabled"', '{"status":"enabled","x":1}'])
      expect((await ask('PATCH', path, body)).status).toBe(422);
    expect((await ask('PATCH', path, '{"status":"enabled"}', { 'content-type': 'text/plain' })).status).toBe(422);
  });
});

describe('service: versions', () => {
  const invoices = () => named('Invoice intake');

  it('returns pages with the defaults 1 and 20, up to the last [spec H68]', async () => {
    const path = `/v1/workflows/${invoices()}/versions`;
    const first = await get<{ items: Item[] }>(path);
    expect(first).toMatchObject({ total: 45, page: 1, limit: 20 });
    expect(first.items).toHaveLength(20);
    expect(await get(`${path}?page=3`)).toMatchObject({ items: { length: 5 }, page: 3 });
    expect(await get(`${path}?page=4`)).toMatchObject({ items: [], total: 45, page: 4 });
    expect(await get(`${path}?limit=100`)).toMatchObject({ items: { length: 45 }, limit: 100 });
  });

  it.each(['page=0', 'page=-1', 'page=x', 'page=1.5', 'limit=0', 'limit=101', 'limit=', 'order=asc'])(
    'answers 422 to ?%s [spec H69]',
    async (query) => {
      expect((await ask('GET', `/v1/workflows/${invoices()}/versions?${query}`)).status).toBe(422);
      expect((await ask('GET', `/v1/executions?${query}`)).status).toBe(422);
    },
  );

  it('returns a version inside an object, with parent and commit message [spec VersionDetails.parent]', async () => {
    const [first, second] = versionsOf(invoices());
    expect(await get(`/v1/workflows/versions/${first?.id}`)).toMatchObject({
      version: { id: first?.id, revision: 1, parent: null, state: 'published' },
    });
    expect(await get(`/v1/workflows/versions/${second?.id}`)).toMatchObject({
      version: {
        revision: 2,
        parent: { id: first?.id, uid: first?.id, display_name: 'v1', revision: 1, state: 'published' },
        commit_message: expect.any(String),
      },
    });
  });

  it.each([
    {},
    { version_id: 1 },
    { version_id: 'v', commit_message: 'x'.repeat(501) },
    { version_id: 'v', commit_message: null },
    { version_id: 'v', message: 'x' },
  ])('answers 422 to the body %j', async (body) =>
    expect((await ask('POST', `/v1/workflows/${invoices()}/publish`, body)).status).toBe(422),
  );
});

describe('service: executions', () => {
  interface Page {
    items: Item[];
    total: number;
    succeeded: number;
    failed: number;
  }

  async function all(query = ''): Promise<Page> {
    const first = await get<Page>(`/v1/executions?limit=100${query}`);
    const pages = await Promise.all(
      [2, 3, 4].map((page) => get<Page>(`/v1/executions?limit=100&page=${page}${query}`)),
    );
    return { ...first, items: [first, ...pages].flatMap((one) => one.items) };
  }

  it('has 300 runs in every status and of several types, one of them not in the spec [spec WorkflowRunMetadata.type H21]', async () => {
    const { items, total, succeeded, failed } = await all();
    expect(items).toHaveLength(300);
    expect(new Set(items.map((one) => one.id)).size).toBe(300);
    expect(total).toBe(300);
    expect([...new Set(items.map((one) => one.status))].sort()).toEqual([
      'CANCELLED',
      'FAILED',
      'PAUSED',
      'PENDING',
      'RUNNING',
      'SUCCEEDED',
    ]);
    expect([...new Set(items.map((one) => one.type))].sort()).toEqual([
      'SCHEDULED',
      'TEST',
      'WEBHOOK_ASYNC',
      'WEBHOOK_SYNC',
    ]);
    expect(succeeded).toBe(items.filter((one) => one.status === 'SUCCEEDED').length);
    expect(failed).toBe(items.filter((one) => one.status === 'FAILED').length);
  });

  it('filters by status and workflow, and counts the matches [spec ExecutionsQuery.workflow_id ExecutionsQuery.status]', async () => {
    const everything = await all();
    const workflow = named('Support triage');
    for (const status of ['PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'PAUSED']) {
      const wanted = everything.items.filter((one) => one.status === status);
      const page = await all(`&status=${status}`);
      expect(page.items).toEqual(wanted);
      expect([page.total, page.succeeded, page.failed]).toEqual([
        wanted.length,
        status === 'SUCCEEDED' ? wanted.length : 0,
        status === 'FAILED' ? wanted.length : 0,
      ]);
    }
    expect((await all('&status=all')).items).toEqual(everything.items);
    const own = everything.items.filter((one) => one.workflow_id === workflow);
    expect(own.length).toBeGreaterThan(0);
    expect((await all(`&workflow_id=${workflow}`)).items).toEqual(own);
    expect(await get(`/v1/executions?workflow_id=none`)).toMatchObject({
      total: 0,
      succeeded: 0,
      failed: 0,
      items: [],
      page: 1,
      limit: 20,
    });
    expect((await ask('GET', '/v1/executions?status=DONE')).status).toBe(422);
  });

  it('returns steps with attempts and errors [spec WorkflowRunDetail.steps WorkflowRunDetail.step_count StepExecution.attempt]', async () => {
    const { items } = await all('&status=FAILED');
    const detail = await get<{
      steps: { status: string; attempt: number; error: string | null; step_type: string }[];
      step_count: number;
    }>(`/v1/executions/${items[0]?.id}`);
    expect(detail.step_count).toBe(detail.steps.length);
    expect(detail.steps[0]).toMatchObject({ step_type: 'TRIGGER', attempt: 1, error: null });
    expect(detail.steps.slice(-3).map((one) => [one.attempt, one.status])).toEqual([
      [1, 'FAILED'],
      [2, 'FAILED'],
      [3, 'FAILED'],
    ]);
    expect(detail.steps.at(-1)?.error).toEqual(expect.any(String));
  });

  it('moves runs from PENDING to RUNNING to a final status over time [spec H21 H22]', async () => {
    const before = now;
    const [waiting] = (await all('&status=PENDING')).items;
    const path = `/v1/executions/${waiting?.id}`;
    expect(await get(path)).toMatchObject({ status: 'PENDING', started_at: null, finished_at: null, duration: null });
    const run = service.state.runs.get(waiting?.id ?? '');
    now = (run?.startsAt ?? 0) + 10;
    expect(await get(path)).toMatchObject({
      status: 'RUNNING',
      started_at: expect.any(String),
      finished_at: null,
      steps: expect.arrayContaining([
        expect.objectContaining({ status: 'RUNNING' }),
        expect.objectContaining({ status: 'PENDING' }),
      ]),
    });
    now = (run?.startsAt ?? 0) + (run?.lasts ?? 0);
    expect(await get(path)).toMatchObject({ status: run?.ends });
    now = before + 3_600_000;
    expect((await all('&status=RUNNING')).items).toEqual([]);
    expect((await all('&status=PENDING')).items).toEqual([]);
    now = before;
  });

  it('starts a run when a webhook is called, unless the workflow is disabled [spec H4]', async () => {
    const { webhook_url: url } = await get<{ webhook_url: string }>(`/v1/workflows/${named('Support triage')}`);
    const reply = (await (await fetch(url, { method: 'POST', body: '{}' })).json()) as { run_id: string };
    expect(await get(`/v1/executions/${reply.run_id}`)).toMatchObject({ status: 'PENDING', type: 'WEBHOOK_ASYNC' });
    service.state.runs.delete(reply.run_id);
    const disabled = await get<{ webhook_url: string }>(`/v1/workflows/${named('Contract review')}`);
    expect((await fetch(disabled.webhook_url, { method: 'POST' })).status).toBe(404);
  });
});

describe('service: router', () => {
  it('returns models of several providers with prices [spec H9]', async () => {
    const { data } = await get<{ data: { id: string; pricing?: object }[] }>('/v1/models');
    expect(new Set(data.map((one) => one.id.split('/')[0])).size).toBeGreaterThan(5);
    expect(data.find((one) => one.id === 'openai/gpt-5-mini')?.pricing).toEqual({
      prompt: '0.00000025',
      completion: '0.000002',
    });
    expect(await get('/router/models')).toEqual({ data });
  });

  it('answers with Markdown that repeats the prompt', async () => {
    const { body } = await ask('POST', '/v1/chat/completions', CHAT);
    const { choices } = body as { choices: { message: { content: string }; finish_reason: string }[] };
    const content = choices[0]?.message.content ?? '';
    for (const part of [/^## Why is the sky blue$/m, /^\| Option/m, /^```ts$/m, /^- \*\*/m, /Why is the sky blue\?/])
      expect(content).toMatch(part);
    expect(choices[0]?.finish_reason).toBe('stop');
  });

  it('streams the same text as events, then usage and [DONE] [spec H29]', async () => {
    const whole = (await ask('POST', '/v1/chat/completions', CHAT)).body as {
      choices: { message: { content: string } }[];
    };
    const { body, headers } = await ask('POST', '/chat/completions', { ...CHAT, stream: true });
    expect(headers.get('content-type')).toMatch(/^text\/event-stream/);
    const data = String(body)
      .split('\n\n')
      .filter((one) => one.startsWith('data: '))
      .map((one) => one.slice(6));
    expect(data.at(-1)).toBe('[DONE]');
    const events = data
      .slice(0, -1)
      .map((one) => JSON.parse(one) as { choices: { delta: { content?: string } }[]; usage?: object });
    expect(events.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } });
    expect(events.map((one) => one.choices[0]?.delta.content ?? '').join('')).toBe(whole.choices[0]?.message.content);
  });

  it('pauses between the events of a stream if chunkDelayMs is set', async () => {
    const slow = await startService({ key: 'k', chunkDelayMs: 1_000_000 });
    const response = await fetch(`${slow.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Token k', 'content-type': 'application/json' },
      body: JSON.stringify({ ...CHAT, stream: true }),
    });
    const reader = response.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    expect(new TextDecoder().decode(value)).toMatch(/^: ROUTER PROCESSING/);
    await slow.close();
    await reader?.cancel().catch(() => undefined);
  });

  it('respects max_completion_tokens [spec H30]', async () => {
    const { body } = await ask('POST', '/v1/chat/completions', { ...CHAT, max_completion_tokens: 3 });
    expect(body).toMatchObject({ choices: [{ finish_reason: 'length' }], usage: { completion_tokens: 3 } });
  });

  it.each<[string, unknown]>([
    ['/v1/chat/completions', {}],
    ['/v1/chat/completions', { ...CHAT, model: 'nameless' }],
    ['/v1/chat/completions', { ...CHAT, messages: 'hi' }],
    ['/v1/chat/completions', { ...CHAT, messages: [{ role: 'user' }] }],
    ['/v1/chat/completions', { ...CHAT, messages: [{ role: 'user', content: ['x'] }] }],
    ['/v1/chat/completions', { ...CHAT, messages: [{ role: 'user', content: 'x', name: 'y' }] }],
    ['/v1/chat/completions', { ...CHAT, messages: [null] }],
    ['/v1/chat/completions', { ...CHAT, stream: 'yes' }],
    ['/v1/chat/completions', { ...CHAT, temperature: 'hot' }],
    ['/v1/chat/completions', { ...CHAT, max_completion_tokens: 1.5 }],
    ['/v1/chat/completions', { ...CHAT, max_tokens: 5 }],
    ['/v1/audio/speech', { model: 'openai/tts-1' }],
    ['/v1/audio/speech', { model: 'openai/tts-1', input: 'x', voice: 1 }],
    ['/v1/images/generations', { model: 'openai/gpt-image-1' }],
    ['/v1/images/generations', { model: 'openai/gpt-image-1', prompt: 'x', size: 'large' }],
    ['/v1/audio/transcriptions', { model: 'openai/whisper-1' }],
  ])('answers 422 to %s with %j', async (path, body) => expect((await ask('POST', path, body)).status).toBe(422));

  it('answers 404 to a model that is unknown or of another kind [spec H5 H52]', async () => {
    for (const model of ['openai/none', 'openai/tts-1'])
      expect((await ask('POST', '/v1/chat/completions', { ...CHAT, model })).status).toBe(404);
  });

  it('returns speech as WAV and an image as PNG in the requested size [spec H31]', async () => {
    const speech = await fetch(`${service.url}/v1/audio/speech`, {
      method: 'POST',
      headers: { authorization: 'Token sy_key', 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'openai/tts-1', input: 'one two' }),
    });
    const wav = Buffer.from(await speech.arrayBuffer());
    expect([speech.headers.get('content-type'), wav.toString('latin1', 0, 4), wav.readUInt32LE(4)]).toEqual([
      'audio/wav',
      'RIFF',
      wav.length - 8,
    ]);
    const { body } = await ask('POST', '/v1/images/generations', {
      model: 'openai/gpt-image-1',
      prompt: 'x',
      size: '24x12',
    });
    const png = Buffer.from((body as { data: { b64_json: string }[] }).data[0]?.b64_json ?? '', 'base64');
    expect([png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(['PNG', 24, 12]);
  });

  it('transcribes a form and answers 422 to an invalid one [spec H32]', async () => {
    const form = (parts: Record<string, string | Blob>) => {
      const made = new FormData();
      for (const [name, value] of Object.entries(parts)) made.append(name, value);
      return made;
    };
    const model = 'openai/whisper-1';
    const file = new File(['sound'], 'talk.wav');
    expect((await ask('POST', '/audio/transcriptions', form({ file, model, language: 'de' }))).body).toEqual({
      text: 'This is what was said in de in talk.wav, 5 bytes long.',
    });
    for (const wrong of [
      form({ model }),
      form({ file }),
      form({ file: 'text', model }),
      form({ file, model: 'nameless' }),
      form({ file, model, prompt: 'x' }),
      form({ file: new File([], 'a'), model }),
    ]) {
      expect((await ask('POST', '/v1/audio/transcriptions', wrong)).status).toBe(422);
    }
  });
});

describe('service: start and stop', () => {
  it('starts with the same data every time', async () => {
    const again = await startService({ now: () => now });
    expect([...again.state.runs.keys()]).toEqual([...(await startTwin()).state.runs.keys()]);
    await again.close();
  });

  async function startTwin(): Promise<Service> {
    const twin = await startService({ now: () => now });
    await twin.close();
    return twin;
  }

  it('generates a key, uses a free port on the loopback interface and releases it', async () => {
    const one = await startService();
    const two = await startService();
    expect(one.url).toBe(`http://127.0.0.1:${one.port}`);
    expect(one.port).not.toBe(two.port);
    expect(one.key).toMatch(/^sy_[\w-]{24}$/);
    expect(one.key).not.toBe(two.key);
    await expect(startService({ port: one.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await Promise.all([one.close(), two.close()]);
    await expect(fetch(one.url)).rejects.toThrow();
  });

  it('logs method, path and status without secrets', async () => {
    const one = await startService({ key: 'sy_secret' });
    await fetch(`${one.url}/v1/executions?limit=1`, { headers: { authorization: 'Token sy_secret' } });
    await fetch(`${one.url}/v1/none`, { headers: { authorization: 'Token sy_secret' } });
    expect(one.requests).toEqual([
      { method: 'GET', path: '/v1/executions?limit=1', status: 200, bytes: expect.any(Number) },
      { method: 'GET', path: '/v1/none', status: 404, bytes: expect.any(Number) },
    ]);
    expect(JSON.stringify(one.requests)).not.toContain('secret');
    await one.close();
  });

  it('starts runs automatically if newRunEveryMs is set', async () => {
    const one = await startService({ newRunEveryMs: 1 });
    await expect.poll(() => one.state.runs.size).toBeGreaterThan(302);
    await one.close();
  });
});

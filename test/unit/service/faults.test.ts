import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, createClient } from '../../../src/api/index.ts';
import { type Effect, type Service, startService } from '../../service/index.ts';
import { collectChat, errorOf, wholeChat } from '../api/support.ts';
import { FakeClock } from '../fake-clock.ts';

/** The client uses the real network and a service with faults; only the clock is fake. */
let service: Service;
let other: Service;
let clock: FakeClock;
let api: ApiClient;

beforeAll(async () => {
  [service, other] = await Promise.all([startService(), startService({ key: 'another key' })]);
});
afterAll(() => Promise.all([service.close(), other.close()]));
afterEach(() => service.faults.clear());

function start(effect: Effect, more: { path?: string; method?: string; count?: number } = {}): void {
  clock = new FakeClock();
  api = createClient({ baseUrl: service.url, apiKey: service.key, clock, idleTimeoutMs: 5000 });
  service.requests.length = 0;
  service.faults.add({ effect, ...more });
}

/** Advances the clock only while no response arrives, which takes real time. */
const overNetwork = <T>(call: Promise<T>): Promise<T> => clock.advanceUntil(call, () => setTimeout(20));

const CHAT = { model: 'openai/gpt-5-mini', messages: [{ role: 'user', content: 'Hi' }] };
const publish = () => api.publish('none', { version_id: 'v' });

describe('client with service faults', () => {
  it('retries a GET after two 503 responses', async () => {
    start({ kind: 'status', status: 503 }, { count: 2 });
    expect(await overNetwork(api.listWorkflows())).toHaveLength(8);
    expect(service.requests.map((one) => one.status)).toEqual([503, 503, 200]);
  });

  it('retries a GET after 429 and waits for Retry-After', async () => {
    start({ kind: 'rateLimit', retryAfter: '7' });
    expect(await overNetwork(api.listExecutions())).toMatchObject({ page: 1 });
    expect(clock.waits).toContain(7000);
  });

  it('retries a GET after a dropped connection, but not a POST', async () => {
    start({ kind: 'drop' });
    expect(await overNetwork(api.listWorkflows())).toHaveLength(8);
    start({ kind: 'drop' }, { method: 'POST' });
    expect(await errorOf(publish())).toMatchObject({ kind: 'network' });
    expect(service.requests).toEqual([{ method: 'POST', path: '/v1/workflows/none/publish', status: 0, bytes: 0 }]);
  });

  it('retries a GET after a truncated response', async () => {
    start({ kind: 'truncate' });
    expect(await overNetwork(api.listWorkflows())).toHaveLength(8);
  });

  it('reports the time to wait for a 429 to a POST, also from a date', async () => {
    start({ kind: 'rateLimit', retryAfter: '3' }, { method: 'POST' });
    expect(await errorOf(publish())).toEqual({
      kind: 'rateLimited',
      status: 429,
      message: 'Rate limit exceeded',
      retryAfterMs: 3000,
      retryAt: expect.any(Number),
    });
    start({ kind: 'rateLimit' }, { method: 'POST' });
    service.faults.clear();
    service.faults.add({ effect: { kind: 'rateLimit', retryAfter: new Date(clock.time + 60_000).toUTCString() } });
    expect(await errorOf(publish())).toMatchObject({ kind: 'rateLimited', retryAfterMs: 60_000 });
  });

  it.each<[Effect, object]>([
    [{ kind: 'malformed' }, { kind: 'badResponse', message: expect.stringMatching(/invalid or truncated/) }],
    [{ kind: 'html' }, { kind: 'badResponse', message: expect.stringMatching(/web page/) }],
    [
      { kind: 'html', status: 500 },
      { kind: 'server', message: 'The service returned a web page: 502 Bad Gateway' },
    ],
    [{ kind: 'empty' }, { kind: 'badResponse', message: expect.stringMatching(/empty response body/) }],
    [
      { kind: 'body', body: null },
      { kind: 'badResponse', message: expect.stringMatching(/: must be array/) },
    ],
    [
      { kind: 'body', body: [{ id: 7 }] },
      { kind: 'badResponse', message: expect.stringMatching(/: \[0\]: /) },
    ],
    [
      { kind: 'text', text: 'OK', contentType: 'text/plain' },
      { kind: 'badResponse', message: expect.stringMatching(/text\/plain/) },
    ],
    [
      { kind: 'status', status: 418, body: { message: 'teapot' } },
      { kind: 'validation', status: 418, message: 'teapot' },
    ],
  ])('reports %j', async (effect, error) => {
    start(effect);
    expect(await errorOf(api.listWorkflows())).toMatchObject(error);
  });

  it('times out without a response', async () => {
    start({ kind: 'hang' });
    expect(await overNetwork(errorOf(api.listWorkflows({ timeoutMs: 4000 })))).toMatchObject({
      kind: 'timeout',
      timeoutMs: 4000,
    });
  });

  it('accepts a delayed response', async () => {
    start({ kind: 'delay', ms: 5 });
    expect(await api.listWorkflows()).toHaveLength(8);
  });

  it('follows a redirect to another origin without the key for a GET, and rejects it for a POST', async () => {
    start({ kind: 'redirect', to: `${other.url}/v1/workflows` });
    const failure = await errorOf(api.listWorkflows());
    expect(failure).toMatchObject({ kind: 'badResponse', status: 401, message: expect.stringContaining(other.url) });
    expect(other.requests).toEqual([{ method: 'GET', path: '/v1/workflows', status: 401, bytes: expect.any(Number) }]);
    other.requests.length = 0;
    start({ kind: 'redirect', to: `${other.url}/v1/workflows` }, { method: 'POST' });
    expect(await errorOf(publish())).toMatchObject({ kind: 'badResponse', status: 307 });
    expect(other.requests).toEqual([]);
  });

  it('follows a redirect within the origin with the key', async () => {
    start({ kind: 'redirect', to: '/v1/workflows' }, { path: '/v1/executions' });
    expect(await errorOf(api.listExecutions())).toMatchObject({ kind: 'badResponse' });
    expect(service.requests.map((one) => one.status)).toEqual([307, 200]);
  });

  it('falls back to the path without /v1 after a 404', async () => {
    start({ kind: 'status', status: 404 }, { path: '/v1/chat/*', count: 0 });
    expect(await wholeChat(api, CHAT)).toMatchObject({ finishReason: 'stop' });
    expect(service.requests.map((one) => one.path)).toEqual(['/v1/chat/completions', '/chat/completions']);
  });
});

describe('client with stream faults', () => {
  it('preserves the text so far of a truncated stream and marks it incomplete', async () => {
    start({ kind: 'stream', how: 'cut' });
    const { text, complete, error } = await collectChat(api.chatStream(CHAT));
    expect(text).toMatch(/^## Hi/);
    expect({ complete, error }).toMatchObject({ complete: false, error: { kind: 'network' } });
  });

  it('preserves the text so far and reports an error in the stream', async () => {
    start({ kind: 'stream', how: 'error' });
    const { text, error } = await collectChat(api.chatStream(CHAT));
    expect(text).toMatch(/^## Hi/);
    expect(error).toMatchObject({
      kind: 'server',
      status: 502,
      message: 'Provider disconnected',
      details: { provider: 'Example' },
    });
  });

  it('reads an endless stream until the caller cancels', async () => {
    start({ kind: 'stream', how: 'endless', ms: 1 });
    const controller = new AbortController();
    let seen = 0;
    const reading = async () => {
      for await (const delta of api.chatStream(CHAT, { signal: controller.signal })) {
        if (delta.kind === 'text') seen += 1;
        if (seen === 5) controller.abort();
      }
    };
    expect(await errorOf(reading())).toMatchObject({ kind: 'canceled' });
  });

  it('reads a slow stream to the end', async () => {
    start({ kind: 'stream', how: 'slow', ms: 1 });
    expect(await collectChat(api.chatStream({ ...CHAT, max_completion_tokens: 5 }))).toMatchObject({
      complete: true,
      finishReason: 'length',
    });
  });

  it('reads a complete stream with usage if there are no faults', async () => {
    start({ kind: 'drop' });
    service.faults.clear();
    const whole = await wholeChat(api, CHAT);
    expect(await collectChat(api.chatStream(CHAT))).toEqual(whole);
  });
});

describe('service faults', () => {
  const control = (method: string, body?: unknown, key = service.key) =>
    fetch(`${service.url}/__faults`, {
      method,
      headers: { authorization: `Token ${key}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  it('can be set, listed and cleared over HTTP only with the key', async () => {
    start({ kind: 'drop' });
    service.faults.clear();
    const fault = { effect: { kind: 'status', status: 500 }, method: 'get', path: '/v1/workflows', count: 2 };
    expect((await control('POST', fault, 'wrong')).status).toBe(401);
    expect((await control('POST', { effect: { kind: 'magic' } })).status).toBe(422);
    expect((await control('POST', null)).status).toBe(422);
    expect((await control('POST', fault)).status).toBe(201);
    expect(await (await control('GET')).json()).toEqual([fault]);
    expect(await errorOf(api.listWorkflows())).toMatchObject({ kind: 'server', status: 500 });
    expect(await api.listExecutions()).toMatchObject({ page: 1 });
    await control('DELETE');
    expect(await api.listWorkflows()).toHaveLength(8);
  });

  it('apply only to the given method and path, and only as often as set', async () => {
    start({ kind: 'status', status: 500 }, { method: 'GET', path: '/v1/workflows/*', count: 2 });
    expect(await api.listWorkflows()).toHaveLength(8);
    expect(await errorOf(api.getWorkflow('a'))).toMatchObject({ status: 500 });
    expect(await errorOf(publish())).toMatchObject({ status: 404 });
    expect(await errorOf(api.getWorkflow('b'))).toMatchObject({ status: 500 });
    expect(await errorOf(api.getWorkflow('c'))).toMatchObject({ status: 404 });
  });

  it('change no state if they replace a response', async () => {
    start({ kind: 'status', status: 500 }, { method: 'PATCH' });
    const [workflow] = await api.listWorkflows();
    const id = workflow?.id ?? '';
    await errorOf(api.setWorkflowStatus(id, 'disabled'));
    expect((await api.getWorkflow(id)).status).toBe('enabled');
  });
});

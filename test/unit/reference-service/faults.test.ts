import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, createClient } from '../../../src/service/api/index.ts';
import { type Effect, type Service, startService } from '../../service/index.ts';
import { FakeClock } from '../fake-clock.ts';
import { collectChat, errorOf } from '../service/api/support.ts';

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

  it('times out without a response', async () => {
    start({ kind: 'hang' });
    expect(await overNetwork(errorOf(api.listWorkflows({ timeoutMs: 4000 })))).toMatchObject({
      kind: 'timeout',
      timeoutMs: 4000,
    });
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
});

describe('client with stream faults', () => {
  it('preserves the text so far of a truncated stream and marks it incomplete', async () => {
    start({ kind: 'stream', how: 'cut' });
    const { text, complete, error } = await collectChat(api.chatStream(CHAT));
    expect(text).toMatch(/^## Hi/);
    expect({ complete, error }).toMatchObject({ complete: false, error: { kind: 'network' } });
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

import { describe, expect, it } from 'vitest';
import { parseRetryAfter, retryAfterMs } from '../../../../src/service/api/errors/error-body.ts';
import { fc } from '../../random-runs.ts';
import { settle } from '../../settle.ts';
import { clientOf, errorOf, json, wholeChat, workflowDetails } from './support.ts';

const TIMEOUT = 60_000;
const lost = new TypeError('fetch failed');
const between = (waits: number[]) => waits.filter((ms) => ms !== TIMEOUT);

describe('retry', () => {
  it.each([429, 502, 503, 504])('retries a GET after %i [spec H73]', async (status) => {
    const { client, sent, clock } = clientOf([json({ error: 'x' }, status), json({ error: 'x' }, status), json([])]);
    await expect(clock.advanceUntil(client.listWorkflows())).resolves.toEqual([]);
    expect(sent).toHaveLength(3);
  });

  it('retries a GET after a network error', async () => {
    const { client, sent, clock } = clientOf([lost, json([])]);
    await expect(clock.advanceUntil(client.listWorkflows())).resolves.toEqual([]);
    expect(sent).toHaveLength(2);
  });

  it('stops after three attempts with the last error', async () => {
    const { client, sent, clock } = clientOf([
      json({ error: 'one' }, 503),
      json({ error: 'two' }, 503),
      json({ error: 'three' }, 503),
    ]);
    expect(await clock.advanceUntil(errorOf(client.listWorkflows()))).toMatchObject({
      kind: 'server',
      message: 'three',
    });
    expect(sent).toHaveLength(3);
  });

  it.each([400, 401, 402, 404, 422, 500])('does not retry after %i', async (status) => {
    const { client, sent, clock } = clientOf([json({ error: 'x' }, status)]);
    await clock.advanceUntil(errorOf(client.listExecutions()));
    expect(sent).toHaveLength(1);
  });

  it.each([502, 503, 504])('does not retry a POST or PATCH after %i [spec H73]', async (status) => {
    const { client, sent, clock } = clientOf([json({ error: 'x' }, status)]);
    await clock.advanceUntil(errorOf(client.publish('wf', { version_id: 'v' })));
    await clock.advanceUntil(errorOf(client.setWorkflowStatus('wf', 'enabled')));
    await clock.advanceUntil(errorOf(wholeChat(client, { model: 'a/b', messages: [] })));
    await clock.advanceUntil(errorOf(client.images({ model: 'a/b', prompt: 'x' })));
    await clock.advanceUntil(errorOf(client.speech({ model: 'a/b', input: 'x' })));
    await clock.advanceUntil(errorOf(client.transcribe({ model: 'a/b', file: new Blob(['x']) })));
    expect(sent).toHaveLength(6);
  });

  it('pauses all requests after a 429 without a time, longer each time, and sends no POST twice [spec H73]', async () => {
    const { client, sent, clock } = clientOf([json({ error: 'Slow down' }, 429)]);
    const times: number[] = [];
    const begun = clock.now();
    const note = (count: number) => {
      while (times.length < count) times.push(clock.now() - begun);
    };
    const kinds: string[] = [];
    for (const request of [
      () => client.publish('wf', { version_id: 'v' }),
      () => client.listWorkflows(),
      () => client.models(),
      () => wholeChat(client, { model: 'a/b', messages: [] }),
      () => client.setWorkflowStatus('wf', 'enabled'),
    ]) {
      const failed = errorOf(request());
      const error = await clock.advanceUntil(failed);
      kinds.push(error.kind);
      note(sent.length);
    }
    expect(new Set(kinds)).toEqual(new Set(['rateLimited']));
    // One for the POST, three for the first list; then the pause is longer than what a request waits for.
    expect(sent.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET', 'GET', 'GET']);
    expect(times.at(-1)).toBeGreaterThanOrEqual(2000 + 4000 + 8000);
  });

  it('shares one pause among requests that are limited at the same time, and ends it with a success', async () => {
    let limited = true;
    const answer = () => (limited ? json({ error: 'Slow down' }, 429) : json([]));
    const { client, sent, clock } = clientOf([answer]);
    const calls = Promise.all([1, 2, 3, 4].map(() => errorOf(client.publish('wf', { version_id: 'v' }))));
    const errors = await clock.advanceUntil(calls);
    expect(sent).toHaveLength(4);
    expect(errors.every((error) => 'retryAfterMs' in error && (error.retryAfterMs ?? 0) <= 2000)).toBe(true);
    limited = false;
    expect(await clock.advanceUntil(client.listWorkflows())).toEqual([]);
    limited = true;
    const error = await clock.advanceUntil(errorOf(client.publish('wf', { version_id: 'v' })));
    expect(error).toMatchObject({ kind: 'rateLimited', retryAfterMs: 2000, isOurs: true });
  });

  it('pauses also raw requests, whose 429 without a time pauses the others', async () => {
    let limited = true;
    const waits: number[] = [];
    const { client, sent, clock } = clientOf([() => (limited ? json({}, 429) : json([]))], {
      onWait: (until) => waits.push(until),
    });
    const raw = () => client.raw({ method: 'POST', path: '/keys', body: '{}' });
    const begun = clock.now();
    expect(await raw()).toMatchObject({ status: 429 });
    const other = client.raw({ method: 'GET', path: '/keys' });
    await clock.advance(1999);
    expect(sent).toHaveLength(1);
    expect(await clock.advanceUntil(other)).toMatchObject({ status: 429 });
    expect(clock.now()).toBe(begun + 2000);
    limited = false;
    expect(await clock.advanceUntil(client.listWorkflows())).toEqual([]);
    expect(clock.now()).toBe(begun + 2000 + 4000);
    expect(waits).toEqual([begun + 2000, begun + 6000]);
    expect(await raw()).toMatchObject({ status: 200 });
    expect(sent).toHaveLength(4);
  });

  it('sends no raw request if the pause is longer than what it waits for', async () => {
    const { client, sent, clock } = clientOf([json({}, 429)]);
    const raw = () => client.raw({ method: 'GET', path: '/keys' });
    await raw();
    await clock.advanceUntil(raw());
    await clock.advanceUntil(raw());
    expect(await errorOf(raw())).toMatchObject({ kind: 'rateLimited', isOurs: true, retryAfterMs: 8000 });
    expect(sent).toHaveLength(3);
    // The pause is an estimate, so the user can ignore it.
    expect(await client.raw({ method: 'GET', path: '/keys' }, { anyway: true })).toMatchObject({ status: 429 });
    await errorOf(wholeChat(client, { model: 'a/b', messages: [] }, { anyway: true }));
    expect(sent).toHaveLength(5);
  });

  it('does not retry a POST after a network error', async () => {
    const { client, sent, clock } = clientOf([lost]);
    await clock.advanceUntil(errorOf(client.publish('wf', { version_id: 'v' })));
    expect(sent).toHaveLength(1);
  });

  it('waits longer after each attempt, with jitter', async () => {
    const low = clientOf([lost]);
    low.clock.chance = 0;
    await low.clock.advanceUntil(errorOf(low.client.listWorkflows()));
    expect(between(low.clock.waits)).toEqual([250, 500]);
    const high = clientOf([lost]);
    high.clock.chance = 1;
    await high.clock.advanceUntil(errorOf(high.client.listWorkflows()));
    expect(between(high.clock.waits)).toEqual([500, 1000]);
  });

  it('waits for Retry-After, in seconds or as a date [spec H73]', async () => {
    const { client, clock } = clientOf([
      json({ error: 'x' }, 429, { 'retry-after': '3' }),
      json({ error: 'x' }, 429, { 'retry-after': '30' }),
      json([]),
    ]);
    await clock.advanceUntil(client.listWorkflows());
    expect(between(clock.waits)).toEqual([3000, 30_000]);

    const dated = clientOf([
      () => json({ error: 'x' }, 503, { 'retry-after': new Date(dated.clock.time + 4000).toUTCString() }),
      json([]),
    ]);
    await dated.clock.advanceUntil(dated.client.listWorkflows());
    expect(between(dated.clock.waits)).toEqual([4000]);
  });

  it.each([429, 503])('reports a long Retry-After of %i and sends no request before it', async (status) => {
    const { client, sent, clock } = clientOf([json({ error: 'x' }, status, { 'retry-after': '86400' }), json([])]);
    const retryAt = clock.time + 86_400_000;
    expect(await clock.advanceUntil(errorOf(client.listWorkflows()))).toMatchObject({ status, retryAt });
    clock.time += 3_600_000;
    const again = await clock.advanceUntil(errorOf(client.listWorkflows()));
    expect(again).toMatchObject({ status, retryAt, retryAfterMs: 86_400_000 - 3_600_000 });
    expect(sent).toHaveLength(1);
    clock.time = retryAt;
    expect(await clock.advanceUntil(client.listWorkflows())).toEqual([]);
  });

  it('sends the next request although the service has asked to wait for a year', async () => {
    const { client, sent, clock } = clientOf([json({ error: 'x' }, 429, { 'retry-after': '31622400' }), json([])]);
    await clock.advanceUntil(errorOf(client.listWorkflows()));
    expect(await clock.advanceUntil(client.listWorkflows())).toEqual([]);
    expect(sent).toHaveLength(2);
  });

  it('waits no longer than Retry-After if the clock is set back', async () => {
    const { client, clock } = clientOf([json({ error: 'x' }, 429, { 'retry-after': '60' }), json([])]);
    await clock.advanceUntil(errorOf(client.listWorkflows()));
    clock.time -= 3_600_000;
    const retryAt = clock.time + 60_000;
    expect(await clock.advanceUntil(errorOf(client.listWorkflows()))).toMatchObject({ retryAt, retryAfterMs: 60_000 });
  });

  it('sends the next request after Retry-After if the clock is set back', async () => {
    const { client, sent, clock } = clientOf([json({ error: 'x' }, 429, { 'retry-after': '60' }), json([])]);
    await clock.advanceUntil(errorOf(client.listWorkflows()));
    clock.time -= 3_600_000;
    await clock.advanceUntil(errorOf(client.listWorkflows()));
    clock.time += 60_000;
    expect(await clock.advanceUntil(client.listWorkflows())).toEqual([]);
    expect(sent).toHaveLength(2);
  });

  it('ignores a Retry-After that has passed if the clock is set back', async () => {
    const { client, clock } = clientOf([json({ error: 'x' }, 429, { 'retry-after': '2' }), json([])]);
    await clock.advanceUntil(client.listWorkflows());
    clock.time -= 3_600_000;
    const started = clock.time;
    await clock.advanceUntil(client.listWorkflows());
    expect(clock.time).toBe(started);
  });

  it('retries a 503 soon even if it reports when the rate limit is reset', async () => {
    const limits = { 'x-ratelimit-remaining': '4999', 'x-ratelimit-reset': '3600' };
    const { client, clock } = clientOf([json({ error: 'x' }, 503, limits), json([])]);
    const started = clock.time;
    expect(await clock.advanceUntil(client.listWorkflows())).toEqual([]);
    expect(clock.time - started).toBeLessThan(1000);
  });

  it('delays other calls of the same operation until Retry-After, but no other operation', async () => {
    const { client, sent, clock } = clientOf([
      json({ error: 'x' }, 429, { 'retry-after': '20' }),
      json(workflowDetails),
    ]);
    const started = clock.time;
    const first = client.getWorkflow('wf_1');
    await settle();
    const others = ['wf_2', 'wf_3'].map((id) => client.getWorkflow(id));
    await clock.advanceUntil(errorOf(client.listWorkflows()));
    expect(clock.time).toBe(started);
    await clock.advanceUntil(Promise.all([first, ...others]));
    expect(clock.time - started).toBe(20_000);
    expect(sent).toHaveLength(5);
  });

  it('ends the wait when the signal is aborted', async () => {
    const controller = new AbortController();
    const { client, sent, clock } = clientOf([
      () => {
        queueMicrotask(() => setImmediate(() => controller.abort()));
        return json({ error: 'x' }, 429, { 'retry-after': '20' });
      },
    ]);
    const started = clock.time;
    expect(await clock.advanceUntil(errorOf(client.listWorkflows({ signal: controller.signal })))).toMatchObject({
      kind: 'canceled',
    });
    expect(sent).toHaveLength(1);
    expect(clock.time).toBe(started);
  });
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 0, 1);

  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 5 ', 5000],
    ['1.5', 1500],
    ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
    ['Wed, 31 Dec 2025 23:00:00 GMT', 0],
    ['40000000', 366 * 86_400_000],
    ['99999999999999', 366 * 86_400_000],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 366 * 86_400_000],
    ['-5', undefined],
    ['soon', undefined],
    ['', undefined],
    ['Infinity', undefined],
  ])('reads %j as %s ms', (value, expected) => expect(parseRetryAfter(value, now)).toBe(expected));

  it.each([
    [{ 'x-ratelimit-reset': '10' }, 10_000],
    [{ 'x-ratelimit-reset': String(now / 1000 + 8) }, 8000],
    [{ 'x-ratelimit-reset': String(now + 9000) }, 9000],
    [{ 'x-ratelimit-reset-requests': '1m2.5s' }, 62_500],
    [{ 'x-ratelimit-reset-tokens': '20ms' }, 20],
    [{ 'retry-after': '1', 'x-ratelimit-reset': '99' }, 1000],
    [{ 'x-ratelimit-reset': 'never' }, undefined],
    [
      {
        'x-ratelimit-reset-requests': '1s',
        'x-ratelimit-remaining-requests': '57',
        'x-ratelimit-reset-tokens': '40s',
        'x-ratelimit-remaining-tokens': '0',
      },
      40_000,
    ],
    [
      {
        'x-ratelimit-reset-requests': '1s',
        'x-ratelimit-remaining-requests': '0',
        'x-ratelimit-reset-tokens': '40s',
        'x-ratelimit-remaining-tokens': '0',
      },
      40_000,
    ],
    [{}, undefined],
  ])('reads the headers %j as %s ms', (headers, expected) => {
    expect(retryAfterMs(429, new Headers(headers as Record<string, string>), now)).toBe(expected);
  });

  it('is never negative or infinite and never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
          fc.nat().map(String),
        ),
        (value) => {
          const wait = parseRetryAfter(value, now);
          if (wait !== undefined) expect(wait >= 0 && Number.isFinite(wait)).toBe(true);
        },
      ),
    );
  });

  it('accepts any number of seconds up to a year', () => {
    fc.assert(fc.property(fc.nat(31_000_000), (seconds) => parseRetryAfter(String(seconds), now) === seconds * 1000));
  });
});

import { describe, expect, it, vi } from 'vitest';
import { realClock, wait } from '../../../../common/clock.ts';
import { clientOf, errorOf, json, pieces, wholeChat } from './support.ts';

const never = () => new Promise<Response>(() => {});

describe('time limit', () => {
  it.each([200, 400, 404])('leaves no timer behind when a call has ended with status %i', async (status) => {
    const { client, clock } = clientOf([() => json(status === 200 ? [] : { error: 'No' }, status)]);
    await clock.advanceUntil(client.listWorkflows().catch(() => undefined));
    expect(clock.pending).toBe(0);
  });

  it('ends a call without a response and aborts its request', async () => {
    const { client, sent, clock } = clientOf([never], { timeoutMs: 9000 });
    const started = clock.time;
    expect(await clock.advanceUntil(errorOf(client.publish('w', { version_id: 'v' })))).toEqual({
      kind: 'timeout',
      message: 'No response within 9 s.',
      timeoutMs: 9000,
    });
    expect(clock.time - started).toBe(9000);
    expect(sent[0]?.signal.aborted).toBe(true);
  });

  it('can be overridden for one call', async () => {
    const { client, clock } = clientOf([never]);
    expect(await clock.advanceUntil(errorOf(client.listWorkflows({ timeoutMs: 1500 })))).toMatchObject({
      timeoutMs: 1500,
    });
  });

  it('ends a response whose body never ends', async () => {
    const { client, clock } = clientOf([() => new Response(pieces(['['], 'hang'))]);
    expect(await clock.advanceUntil(errorOf(client.listWorkflows()))).toMatchObject({
      kind: 'timeout',
      timeoutMs: 60_000,
    });
  });

  it('is not followed by a retry', async () => {
    const { client, sent, clock } = clientOf([never]);
    await clock.advanceUntil(errorOf(client.listWorkflows()));
    expect(sent).toHaveLength(1);
  });

  it('restarts for each retry', async () => {
    const slowRefusal = async () => {
      await wait(clock, 50_000, new AbortController().signal);
      return json({ error: 'x' }, 503);
    };
    const { client, sent, clock } = clientOf([slowRefusal, slowRefusal, json([])]);
    expect(await clock.advanceUntil(client.listWorkflows())).toEqual([]);
    expect(sent).toHaveLength(3);
  });
});

describe('cancellation', () => {
  it('ends a call that waits for a response and aborts its request', async () => {
    const controller = new AbortController();
    const { client, sent } = clientOf([never]);
    const call = errorOf(client.getWorkflow('w', { signal: controller.signal }));
    controller.abort();
    expect(await call).toEqual({ kind: 'canceled', message: 'Canceled.' });
    expect(sent[0]?.signal.aborted).toBe(true);
  });

  it('ends a call that waits for its body', async () => {
    const controller = new AbortController();
    const answer = () => {
      setImmediate(() => controller.abort());
      return new Response(pieces(['['], 'hang'));
    };
    const { client } = clientOf([answer]);
    expect(await errorOf(client.listWorkflows({ signal: controller.signal }))).toMatchObject({ kind: 'canceled' });
  });

  it('ends a call if the signal is already aborted', async () => {
    const { client } = clientOf([never]);
    const signal = AbortSignal.abort();
    for (const call of [
      client.listWorkflows({ signal }),
      wholeChat(client, { model: 'a/b', messages: [] }, { signal }),
      client.raw({ method: 'GET', path: '/keys' }, { signal }),
    ]) {
      expect(await errorOf(call)).toMatchObject({ kind: 'canceled' });
    }
  });

  it('ends a request for a page', async () => {
    const controller = new AbortController();
    const { client } = clientOf([never]);
    const page = errorOf(client.listExecutions({}, { signal: controller.signal }));
    controller.abort();
    expect(await page).toMatchObject({ kind: 'canceled' });
  });
});

describe('real clock', () => {
  it('waits, and stops waiting when the signal is aborted', async () => {
    await wait(realClock, 1, new AbortController().signal);
    const controller = new AbortController();
    const long = wait(realClock, 3_600_000, controller.signal);
    controller.abort();
    await long;
    await wait(realClock, 3_600_000, controller.signal);
    expect(realClock.now()).toBeGreaterThan(1e12);
    expect(realClock.random()).toBeLessThan(1);
  });

  it('waits even if the time is too long for a timer', async () => {
    const run = vi.fn();
    const cancel = realClock.later(30 * 86_400_000, run);
    await wait(realClock, 20);
    cancel();
    expect(run).not.toHaveBeenCalled();
  });
});

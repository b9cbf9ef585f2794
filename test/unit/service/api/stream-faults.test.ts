import { describe, expect, it } from 'vitest';
import { wait } from '../../../../common/clock.ts';
import { FakeClock } from '../../fake-clock.ts';
import { DONE, event, textDelta } from './chat-events.ts';
import { type ChatTranscript, clientOf, collectChat, errorOf, json, KEY, pieces, text, wholeChat } from './support.ts';

const REQUEST = { model: 'a/b', messages: [] };
async function read(
  chunks: string[],
  stop: 'end' | 'fail' | 'hang' = 'end',
  clock = new FakeClock(),
): Promise<ChatTranscript> {
  const { client } = clientOf([() => new Response(pieces(chunks, stop))], { clock, idleTimeoutMs: 5000 });
  return clock.advanceUntil(collectChat(client.chatStream(REQUEST)));
}

/** Returns a client to which the service streams without an end. */
function endlessly() {
  let released = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (body) => body.enqueue(new TextEncoder().encode(textDelta('a'))),
    cancel: () => {
      released = true;
    },
  });
  return { ...clientOf([() => new Response(endless)]), isReleased: () => released };
}

describe('chat stream failure', () => {
  const a = textDelta('a');
  const gone = { text: 'a', error: { kind: 'server', message: 'Provider gone' } };
  const silent = { text: 'a', error: { kind: 'server', silent: true } };
  const ended = event({
    choices: [{ delta: { content: '' }, finish_reason: 'error', error: { code: 502, message: 'Provider gone' } }],
  });

  it.each<[title: string, chunks: string[], answer: object, stop?: 'fail']>([
    [
      'the stream ends in the middle of an event',
      [a, 'data: {"choices":[{"del'],
      { text: 'a', error: { kind: 'network', message: 'The response was cut off before it was complete.' } },
    ],
    [
      'the network fails',
      [a, textDelta('b')],
      { text: 'ab', error: { kind: 'network', message: expect.stringContaining('terminated') } },
      'fail',
    ],
    ['the network fails in JSON', ['{"choices":'], { error: { kind: 'network' } }, 'fail'],
    ['the stream has only the end event', [': ping\n\n', DONE], { error: { kind: 'badResponse' } }],
    [
      'the model ends its response with an error',
      [a, textDelta('', 'error'), DONE],
      {
        ...{ text: 'a', finishReason: 'error' },
        error: { kind: 'server', message: 'The model ended its response with an error.' },
      },
    ],
    ['the model gives a reason for that', [a, ended], { error: { status: 502, message: 'Provider gone' } }],
    [
      'OpenRouter sends an error',
      [a, 'data: {"error":{"code":502,"message":"Provider gone","metadata":{}}}\n\n', textDelta('lost')],
      { text: 'a', error: { kind: 'server', status: 502, message: 'Provider gone' } },
    ],
    ['an object is an error', [a, 'data: {"object":"error","message":"Provider gone"}\n\n', textDelta('lost')], gone],
    ['an error is a text', [a, 'data: {"error":"Provider gone"}\n\n', textDelta('lost')], gone],
    [
      'the code of an error means another kind',
      [a, 'data: {"error":{"code":429,"message":"Provider gone"}}\n\n', textDelta('lost')],
      { text: 'a', error: { kind: 'rateLimited' } },
    ],
    [
      'the last text has an error',
      [a, 'data: {"error":{"message":"cut"},"choices":[{"delta":{"content":"b"},"finish_reason":"error"}]}\n\n'],
      { text: 'ab', error: { kind: 'server' } },
    ],
    ['an error event has text', [a, 'event: error\ndata: Provider gone\n\n'], gone],
    ['an error event has a message', [a, 'event: error\ndata: {"message":"Provider gone"}\n\n'], gone],
    ['an error event is empty', [a, 'event: error\ndata: {}\n\n'], silent],
    ['the error in an error event is empty', [a, 'event: error\ndata: {"error":""}\n\n'], silent],
  ])('reports the text so far as incomplete if %s', async (_, chunks, answer, stop) => {
    expect(await read(chunks, stop)).toMatchObject({ complete: false, ...answer });
  });

  it.each([
    [
      'events of another vendor',
      [
        event({ type: 'message_start', message: { id: 'm', role: 'assistant', content: [] } }),
        event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello' } }),
        event({ type: 'message_stop' }),
      ],
      'message_start',
    ],
    ['response events', [event({ type: 'response.output_text.delta', delta: 'Hello' }), DONE], 'response.output_text'],
    ['candidates', [event({ candidates: [{ content: { parts: [{ text: 'Hello' }] } }] }), DONE], 'candidates'],
    ['choices of another shape', [event({ choices: [{ output: 'Hello' }] }), DONE], 'output'],
    ['lines of text as events', ['data: Hello there\n\n', DONE], 'Hello there'],
    ['plain text', ['Hello there, I am a model.\nHow can I help?'], 'Hello there, I am a model.'],
    ['a whole JSON answer of another shape', ['{"result":"Hello"}'], 'result'],
  ])('reports a bad response with its first characters for %s', async (_, chunks, begins) => {
    const answer = await read(chunks);
    expect(answer).toMatchObject({ text: '', complete: false, error: { kind: 'badResponse' } });
    expect(answer.error?.message).toContain(begins);
    expect(answer.error?.message).not.toContain(KEY);
  });

  it('ignores plain text events between the parts of a response', async () => {
    expect(await read(['data: processing\n\n', textDelta('a', 'stop'), DONE])).toMatchObject({
      text: 'a',
      complete: true,
    });
    expect(await read([event({ choices: [{ delta: {}, finish_reason: 'stop' }] })])).toMatchObject({ complete: true });
  });

  it('times out at the response timeout while bytes still arrive, with the text so far', async () => {
    const clock = new FakeClock();
    const started = clock.time;
    const dripping = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await wait(clock, 4000, new AbortController().signal);
        controller.enqueue(new TextEncoder().encode(textDelta('a')));
      },
    });
    const { client } = clientOf([() => new Response(dripping)], {
      clock,
      idleTimeoutMs: 5000,
      answerTimeoutMs: 30_000,
    });
    const answer = await clock.advanceUntil(collectChat(client.chatStream(REQUEST)));
    expect(answer).toMatchObject({ complete: false, error: { kind: 'timeout', timeoutMs: 30_000, endless: true } });
    expect(answer.text).toMatch(/^a{6,7}$/);
    expect(clock.time - started).toBe(30_000);
  });

  it('ends a stream of empty lines after 64 MiB', async () => {
    let sent = 0;
    const lines = new TextEncoder().encode(`${' '.repeat(1023)}\n`.repeat(1 << 10));
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(sent++ === 0 ? new TextEncoder().encode('{}\n') : lines),
    });
    const { client } = clientOf([() => new Response(body)]);
    const answer = await collectChat(client.chatStream({ model: 'a/b', messages: [] }));
    expect(answer.error).toMatchObject({ kind: 'badResponse', message: 'The service sent 64 MiB without a response.' });
    expect(sent).toBeLessThan(70);
  });

  it('ignores a network error after the finish reason', async () => {
    expect(await read([textDelta('a', 'stop')], 'fail')).toMatchObject({ text: 'a', complete: true });
  });

  it('times out after the idle timeout, with the text so far', async () => {
    const clock = new FakeClock();
    const started = clock.time;
    expect(await read([textDelta('a')], 'hang', clock)).toMatchObject({
      text: 'a',
      complete: false,
      error: { kind: 'timeout', timeoutMs: 5000 },
    });
    expect(clock.time - started).toBe(5000);
  });

  it('does not time out while bytes arrive', async () => {
    const clock = new FakeClock();
    let sent = 0;
    const slow = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await wait(clock, 4000, new AbortController().signal);
        if (sent++ < 10) controller.enqueue(new TextEncoder().encode(': ping\n\n'));
        else {
          controller.enqueue(new TextEncoder().encode(textDelta('a', 'stop')));
          controller.close();
        }
      },
    });
    const { client } = clientOf([() => new Response(slow)], { clock, idleTimeoutMs: 5000 });
    expect(await clock.advanceUntil(collectChat(client.chatStream(REQUEST)))).toMatchObject({
      text: 'a',
      complete: true,
    });
  });

  it('does not time out while the reader is busy', async () => {
    const clock = new FakeClock();
    const { client } = clientOf([() => new Response(pieces([textDelta('a'), textDelta('b', 'stop')]))], {
      clock,
      idleTimeoutMs: 5000,
    });
    const slowly = async () => {
      const seen: unknown[] = [];
      for await (const one of client.chatStream(REQUEST)) {
        seen.push(one.kind);
        await wait(clock, 60_000, new AbortController().signal);
      }
      return seen;
    };
    expect(await clock.advanceUntil(slowly())).toEqual(['text', 'text', 'finish']);
  });

  it('preserves the text so far and releases the body when canceled', async () => {
    const controller = new AbortController();
    const { client, isReleased } = endlessly();
    let received = '';
    const reading = async () => {
      for await (const one of client.chatStream(REQUEST, { signal: controller.signal })) {
        if (one.kind === 'text') received += one.text;
        if (received.length >= 50) controller.abort();
      }
    };
    expect(await errorOf(reading())).toMatchObject({ kind: 'canceled' });
    expect(received.length).toBeGreaterThanOrEqual(50);
    expect(isReleased()).toBe(true);
  });

  it('ends the request when the reader leaves the loop', async () => {
    const { client, isReleased } = endlessly();
    for await (const one of client.chatStream(REQUEST)) if (one.kind === 'text') break;
    expect(isReleased()).toBe(true);
  });

  it.each(['""', '{}', '[]', '0', 'null'])('reads on after an empty error: %s', async (empty) => {
    const chunk = (content: string) => `data: {"choices":[{"delta":{"content":"${content}"}}],"error":${empty}}\n\n`;
    expect(await read([chunk('a'), chunk('b'), 'data: [DONE]\n\n'])).toMatchObject({ text: 'ab', complete: true });
  });

  it('masks the key in an error', async () => {
    const { error } = await read([event({ error: { message: `bad header Token ${KEY}` } })]);
    expect(error?.message).toBe('bad header Token •••');
  });

  it.each([
    ['an event with invalid JSON', [textDelta('a'), 'data: {"choices":[{]}\n\n', textDelta('b')], /isn't valid JSON/],
    ['a web page', ['<!DOCTYPE html><title>x</title>'], /web page/],
    ['an empty body', [''], /empty response body/],
    ['invalid JSON', ['{"choices": [}'], /invalid or truncated/],
    ['another JSON object', ['{"hello": 1}'], /The response isn't a chat completion/],
    ['plain text', ['data: hello\n\n'], /The response isn't a chat completion/],
  ])('reports a bad response for %s', async (_, chunks, message) => {
    expect(await read(chunks)).toMatchObject({
      complete: false,
      error: { kind: 'badResponse', message: expect.stringMatching(message) },
    });
  });

  it('throws an error response before the first event', async () => {
    const { client } = clientOf([json({ error: 'Balance is 0' }, 402)]);
    expect(await errorOf(collectChat(client.chatStream(REQUEST)))).toMatchObject({
      kind: 'balance',
      message: 'Balance is 0',
    });
  });

  it('throws for an invalid request without sending it', async () => {
    const { client, sent } = clientOf([text('')]);
    expect(await errorOf(collectChat(client.chatStream({ model: 'nameless', messages: [] })))).toMatchObject({
      kind: 'validation',
      message: 'model: must look like provider/model_name',
    });
    expect(sent).toHaveLength(0);
  });

  it('throws when canceled or timed out before the response starts', async () => {
    const never = () => new Promise<Response>(() => {});
    const { client, clock } = clientOf([never]);
    expect(await errorOf(collectChat(client.chatStream(REQUEST, { signal: AbortSignal.abort() })))).toMatchObject({
      kind: 'canceled',
    });
    expect(await clock.advanceUntil(errorOf(collectChat(client.chatStream(REQUEST))))).toMatchObject({
      kind: 'timeout',
      timeoutMs: 5 * 60_000,
      idle: true,
    });
  });
});

describe('chat completion failure', () => {
  it.each([
    [json({ error: { code: 503, message: 'Busy' } }), { kind: 'server', status: 503, message: 'Busy' }],
    [json({ hello: 1 }), { kind: 'badResponse' }],
    [json({ choices: [] }), { kind: 'badResponse', message: expect.stringContaining("isn't a chat completion") }],
    [json('OK'), { kind: 'badResponse', message: expect.stringContaining('OK') }],
    [json({ success: false, message: 'The model is asleep.' }), { kind: 'server', message: 'The model is asleep.' }],
    [json({ ok: false, error: { reason: 'No credit.' } }), { kind: 'server', message: 'No credit.' }],
    [json(null), { kind: 'badResponse' }],
    [text('<html></html>'), { kind: 'badResponse', message: expect.stringContaining('web page') }],
    [text('{"choices"'), { kind: 'badResponse', message: expect.stringContaining('invalid or truncated') }],
    [
      new Response(null, { status: 204 }),
      { kind: 'badResponse', message: expect.stringContaining('empty response body') },
    ],
  ])('is reported (%#)', async (answer, error) => {
    const { client } = clientOf([answer]);
    expect(await errorOf(wholeChat(client, REQUEST))).toMatchObject(error);
  });
});

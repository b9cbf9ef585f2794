import { beforeEach, describe, expect, it } from 'vitest';
import { ApiFailure } from '../../../../src/service/api/errors/errors.ts';
import { AnswerStream } from '../../../../src/service/chat/chat/answer-stream.ts';
import { Conversation, type ConversationOptions } from '../../../../src/service/chat/chat/conversation.ts';
import { type ChatRecord, parseRecord } from '../../../../src/service/chat/record.ts';
import { ChatTranscript } from '../../../../src/service/chat/transcript.ts';
import { known, notKnown } from '../../../../src/shared/knowledge.ts';
import { FakeClock } from '../../fake-clock.ts';
import { settle } from '../../settle.ts';
import { FakeService } from './fake-service.ts';

/** A token is four characters; one million of them cost 1 EUR in and 10 EUR out with the first model. */
const models: ConversationOptions['models'] = {
  takesImages: (model) => (model === 'acme/three' ? notKnown() : known(model === 'acme/one')),
  cost: (model, { promptTokens = 0, completionTokens = 0, cost }) => {
    if (cost !== undefined) return { amount: cost, currency: undefined, from: 'service' };
    if (model !== 'acme/one') return undefined;
    return { amount: (promptTokens + 10 * completionTokens) / 1e6, currency: 'EUR', from: 'price' };
  },
};

let service: FakeService;
let heard: ChatRecord[];
let clock: FakeClock;

function start(records: ChatRecord[] = [{ kind: 'model', model: 'acme/one' }]): Conversation {
  // A continued chat already has IDs.
  let ids = records.length > 1 ? 100 : 0;
  let time = 0;
  return new Conversation({
    id: 's',
    accounts: service,
    records,
    onRecord: (record) => heard.push(record),
    models,
    clock: Object.assign(clock, { now: () => ++time }),
    newId: () => `n${++ids}`,
  });
}

/** Returns each turn as a short line. */
function said(session: Conversation): string[] {
  return session.transcript.turns.map((turn) =>
    turn.kind === 'prompt' ? `you: ${turn.text}` : `${turn.model}: ${turn.text} [${turn.ending?.how ?? 'streaming'}]`,
  );
}

beforeEach(() => {
  service = new FakeService();
  heard = [];
  clock = new FakeClock();
});

describe('a part of an answer that is not text', () => {
  const image = { name: 'image', address: 'https://img.example/boat.png' };

  it('is kept beside the text, and not sent back', async () => {
    const session = start();
    session.ask('Draw a boat.');
    await service.say({ kind: 'media', ...image }, { kind: 'finish', reason: 'stop' }, 'end');
    const [, answer] = session.transcript.turns;
    expect(answer).toMatchObject({ text: '', media: [image], ending: { how: 'complete' } });
    const again = new ChatTranscript(session.transcript.records().map((one) => parseRecord(one) as ChatRecord));
    expect(again.turns).toEqual(session.transcript.turns);
    session.ask('Another one.');
    await settle();
    expect(JSON.stringify(service.requests.at(-1))).not.toContain('img.example');
  });

  it('is not lost when the answer is regenerated', async () => {
    const session = start();
    session.ask('Draw a boat.');
    await service.say({ kind: 'media', ...image }, { kind: 'finish', reason: 'stop' }, 'end');
    session.retry('n2');
    expect(session.transcript.versions('n2')).toHaveLength(2);
  });
});

describe('a chat session', () => {
  it('reports once that the model is thinking, and discards the reasoning text', async () => {
    const session = start();
    session.ask('hi');
    await service.say({ kind: 'reasoning', text: 'Let me' }, { kind: 'reasoning', text: ' see' });
    expect(heard.filter(({ kind }) => kind === 'thinking')).toEqual([{ kind: 'thinking', id: 'n2' }]);
    expect(session.transcript.records()).toContainEqual({ kind: 'thinking', id: 'n2' });
    await service.say({ kind: 'text', text: 'Hello' }, { kind: 'finish', reason: 'stop' }, 'end');
    expect(JSON.stringify(heard)).not.toContain('Let me');
    expect(session.transcript.records().some(({ kind }) => kind === 'thinking')).toBe(false);
  });

  it('streams a response to its end', async () => {
    const session = start();
    expect(session.ask('hi')).toBe(true);
    expect(session.busy).toBe(true);
    await service.say({ kind: 'text', text: 'Hel' });
    expect(said(session)).toEqual(['you: hi', 'acme/one: Hel [streaming]']);
    await service.say({ kind: 'text', text: 'lo' }, { kind: 'finish', reason: 'stop' }, 'end');
    expect(said(session)).toEqual(['you: hi', 'acme/one: Hello [complete]']);
    expect(session.busy).toBe(false);
    expect(service.requests).toEqual([{ model: 'acme/one', messages: [{ role: 'user', content: 'hi' }] }]);
  });

  it('sends the previous messages with the currently selected model', async () => {
    const session = start();
    session.ask('one');
    await service.say({ kind: 'text', text: 'first' }, 'end');
    session.setModel('acme/two');
    session.ask('two');
    await settle();
    expect(service.requests[1]).toEqual({
      model: 'acme/two',
      messages: [
        { role: 'user', content: 'one' },
        { role: 'assistant', content: 'first' },
        { role: 'user', content: 'two' },
      ],
    });
  });

  it('reports every record that its state is built from', async () => {
    const session = start([]);
    session.setModel('acme/one');
    session.ask('hi');
    await service.say({ kind: 'text', text: 'a' }, { kind: 'text', text: 'b' }, 'end');
    expect(new ChatTranscript(heard).turns).toEqual(session.transcript.turns);
    expect(new ChatTranscript(heard).model).toBe('acme/one');
  });

  it.each(['', '  \n'])('does not send a blank message: %j', (text) => {
    expect(start().ask(text)).toBe(false);
    expect(heard).toEqual([]);
  });

  it('sends nothing without a model', () => {
    expect(start([]).ask('hi')).toBe(false);
    expect(heard).toEqual([]);
  });

  it('stops a response immediately, keeps its text, and ignores later data', async () => {
    const session = start();
    session.ask('hi');
    await service.say({ kind: 'text', text: 'part' });
    session.stop();
    expect(service.signal?.aborted).toBe(true);
    expect(said(session)).toEqual(['you: hi', 'acme/one: part [stopped]']);
    expect(session.busy).toBe(false);
    const error = { kind: 'canceled', message: 'canceled' } as const;
    await service.say({ kind: 'text', text: ' late' }, error);
    expect(said(session)).toEqual(['you: hi', 'acme/one: part [stopped]']);
  });

  it('accepts a new message while a stopped response is still ending', async () => {
    const session = start();
    session.ask('one');
    await service.say({ kind: 'text', text: 'old' });
    session.stop();
    expect(session.ask('two')).toBe(true);
    await settle();
    await service.say({ kind: 'text', text: 'new' }, 'end');
    expect(said(session)).toEqual(['you: one', 'acme/one: old [stopped]', 'you: two', 'acme/one: new [complete]']);
  });

  it('keeps a partial response with the error if the stream fails', async () => {
    const session = start();
    session.ask('hi');
    const error = { kind: 'network', message: 'reset' } as const;
    await service.say({ kind: 'text', text: 'part' }, error);
    expect(session.transcript.last).toMatchObject({
      text: 'part',
      ending: {
        how: 'failed',
        problem: { cause: 'network', text: 'The response was cut off before it was complete.' },
      },
    });
  });

  it.each([
    new ApiFailure({ kind: 'unauthorized', message: 'no', status: 401 }),
    new ApiFailure({ kind: 'balance', message: 'no', status: 402 }),
    new ApiFailure({ kind: 'rateLimited', message: 'no', status: 429, retryAfterMs: 20_000 }),
    new TypeError('a mistake'),
  ])('keeps the prompt if the request fails: %s', async (refusal) => {
    service.refusal = refusal;
    const session = start();
    session.ask('hi');
    await settle();
    expect(said(session)).toEqual(['you: hi', 'acme/one:  [failed]']);
    expect(session.busy).toBe(false);
  });

  it('retries a failed response in its place, with the currently selected model', async () => {
    service.refusal = new ApiFailure({ kind: 'notFound', message: 'no such model', status: 404 });
    const session = start();
    session.ask('hi');
    await settle();
    service.refusal = undefined;
    session.setModel('acme/two');
    expect(session.retry(session.transcript.last?.id ?? '')).toBe(true);
    await settle();
    await service.say({ kind: 'text', text: 'yes' }, 'end');
    expect(said(session)).toEqual(['you: hi', 'acme/two: yes [complete]']);
    expect(service.requests).toEqual([{ model: 'acme/two', messages: [{ role: 'user', content: 'hi' }] }]);
  });

  it('does not retry a turn that is not a response', async () => {
    const session = start();
    session.ask('one');
    await service.say('end');
    expect(session.retry('unknown')).toBe(false);
    expect(session.retry(session.transcript.turns[0]?.id ?? '')).toBe(false);
  });

  it('marks a response interrupted by closing the editor, without writing a record', () => {
    const session = start([
      { kind: 'model', model: 'acme/one' },
      { kind: 'prompt', id: 'p', text: 'hi', at: 1 },
      { kind: 'answer', id: 'x', model: 'acme/one', at: 2 },
      { kind: 'text', id: 'x', text: 'part' },
    ]);
    expect(session.transcript.last).toMatchObject({ text: 'part', ending: { problem: { cause: 'interrupted' } } });
    expect(heard).toEqual([]);
    expect(session.retry('x')).toBe(true);
  });

  it('does not mark a response as stopped when the session is disposed', async () => {
    const session = start();
    session.ask('hi');
    await service.say({ kind: 'text', text: 'part' });
    session.dispose();
    await service.say({ kind: 'text', text: 'late' }, 'end');
    expect(heard.some((record) => record.kind === 'end')).toBe(false);
    expect(service.signal?.aborted).toBe(true);
  });
});

/** Last delta of a complete answer. */
const end = 'end';
const text = (words: string) => ({ kind: 'text', text: words }) as const;
const asked = () => service.requests.at(-1)?.messages.map(({ role, content }) => `${role}: ${content}`);

async function exchange(session: Conversation, question: string, answer: string): Promise<void> {
  session.ask(question);
  await service.say(text(answer), end);
}

const idOf = (session: Conversation, said: string) =>
  session.transcript.turns.find((turn) => turn.text === said)?.id ?? `nobody said ${said}`;

describe('a chat session with versions', () => {
  it('sends an edited prompt without the turns that followed the original', async () => {
    const session = start();
    await exchange(session, 'one', 'first');
    await exchange(session, 'two', 'second');
    expect(session.edit(idOf(session, 'one'), 'uno')).toBe(true);
    await service.say(text('primo'), end);
    expect(asked()).toEqual(['user: uno']);
    expect(said(session)).toEqual(['you: uno', 'acme/one: primo [complete]']);
    session.choose(session.transcript.versions(idOf(session, 'uno'))[0] ?? '');
    expect(said(session)).toHaveLength(4);
  });

  it('regenerates a response with another model, and keeps the first response', async () => {
    const session = start();
    await exchange(session, 'one', 'first');
    session.setModel('acme/two');
    expect(session.retry(idOf(session, 'first'))).toBe(true);
    await service.say(text('other'), end);
    expect(asked()).toEqual(['user: one']);
    expect(said(session)).toEqual(['you: one', 'acme/two: other [complete]']);
    expect(session.transcript.versions(idOf(session, 'other'))).toHaveLength(2);
  });

  it('ignores edits, retries and version changes while a response is streaming', async () => {
    const session = start();
    await exchange(session, 'one', 'first');
    session.ask('two');
    const before = heard.length;
    const first = idOf(session, 'first');
    expect([session.edit(idOf(session, 'one'), 'x'), session.retry(first), session.continue(first)]).toEqual([
      false,
      false,
      false,
    ]);
    session.choose(first);
    expect(heard).toHaveLength(before);
  });

  it('deletes and restores a turn, and stops a response that is streaming in it', async () => {
    const session = start();
    session.ask('one');
    await service.say(text('part'));
    const question = idOf(session, 'one');
    session.remove(question);
    expect(service.signal?.aborted).toBe(true);
    expect(said(session)).toEqual([]);
    session.restore(question);
    expect(said(session)).toEqual(['you: one', 'acme/one: part [stopped]']);
  });

  it('continues a stopped response where it ends', async () => {
    const session = start();
    session.ask('count');
    await service.say(text('1 2'));
    session.stop();
    expect(session.continue(idOf(session, '1 2'))).toBe(true);
    await settle();
    expect(asked()?.slice(0, 2)).toEqual(['user: count', 'assistant: 1 2']);
    expect(service.requests.at(-1)?.messages.at(-1)?.role).toBe('user');
    await service.say(text(' 3'), end);
    expect(said(session)).toEqual(['you: count', 'acme/one: 1 2 3 [complete]']);
    expect(new ChatTranscript(heard).turns).toEqual(session.transcript.turns);
  });
});

describe('queued messages', () => {
  const waiting = (session: Conversation) => session.transcript.queue.map(({ text: words }) => words);

  it('are sent one at a time, each when the previous response is complete', async () => {
    const session = start();
    session.ask('one');
    expect([session.ask('two'), session.ask('three')]).toEqual([true, true]);
    expect(waiting(session)).toEqual(['two', 'three']);
    await service.say(text('first'), end);
    expect(waiting(session)).toEqual(['three']);
    await service.say(text('second'), end);
    await service.say(text('third'), end);
    expect(said(session)).toEqual([
      'you: one',
      'acme/one: first [complete]',
      'you: two',
      'acme/one: second [complete]',
      'you: three',
      'acme/one: third [complete]',
    ]);
  });

  it('stay queued after a response is stopped, and after a reload', async () => {
    const session = start();
    session.ask('one');
    session.ask('two');
    session.ask('three');
    session.stop();
    expect(waiting(session)).toEqual(['two', 'three']);
    const again = start(session.transcript.records());
    expect(waiting(again)).toEqual(['two', 'three']);
    expect(again.askQueued()).toBe(true);
    await settle();
    expect(asked()).toEqual(['user: one', 'user: two']);
    expect(waiting(again)).toEqual(['three']);
  });

  const holding = {
    'the account changes': async (session: Conversation) => {
      session.hold();
      await service.say(text('first'), end);
      return session;
    },
    'the chat is opened again': async (session: Conversation) => {
      session.stop();
      return start(session.transcript.records());
    },
  };
  it.each(Object.entries(holding))('are sent only by the user after %s', async (_when, hold) => {
    const first = start();
    first.ask('one');
    first.ask('for A', [{ id: 'c', kind: 'paste', label: 'x', text: 'secret', tokens: 1 }]);
    const session = await hold(first);
    session.ask('hello B');
    session.ask('more for B');
    expect(new ChatTranscript(session.transcript.records()).queue).toEqual(session.transcript.queue);
    await service.say(text('second'), end);
    expect(asked()?.at(-1)).toBe('user: more for B');
    await service.say(text('third'), end);
    expect(JSON.stringify(service.requests)).not.toContain('for A');
    expect([session.busy, waiting(session)]).toEqual([false, ['for A']]);
    expect(session.askQueued()).toBe(true);
    await settle();
    expect(asked()?.at(-1)).toContain('for A');
  });

  it('are removed one by one, in any order', () => {
    const session = start();
    session.ask('one');
    session.ask('two');
    session.ask('three');
    const id = session.transcript.queue[1]?.id ?? '';
    expect(session.unqueue(id)?.text).toBe('three');
    expect(session.unqueue(id)).toBeUndefined();
    expect(waiting(session)).toEqual(['two']);
  });

  it('are read from a file of an earlier version, which stored one message without an ID', () => {
    const lines = [{ kind: 'queue', text: 'one' }, { kind: 'unqueue' }, { kind: 'queue', text: 'two' }];
    const records = lines.map((line) => parseRecord(line)).filter((one) => one !== undefined);
    expect(waiting(start(records))).toEqual(['two']);
  });
});

describe('chat requests', () => {
  it('contain the chat settings as API properties', async () => {
    const session = start();
    session.setSettings({ temperature: 0.2, maxTokens: 50, system: 'Be brief.' });
    session.ask('hi');
    await settle();
    expect(service.requests[0]).toEqual({
      model: 'acme/one',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'hi' },
      ],
      temperature: 0.2,
      max_completion_tokens: 50,
    });
  });

  it('contain attachments with their names, in a fence that their text cannot close', async () => {
    const session = start();
    session.ask('why?', [
      { id: 'c', kind: 'file', label: 'a.md\n# b', text: 'x\n```\ny\n````', tokens: 4, language: 'md' },
    ]);
    await settle();
    expect(asked()).toEqual(['user: File: a.md # b\n`````md\nx\n```\ny\n````\n`````\n\nwhy?']);
    expect(session.transcript.turns[0]).toMatchObject({ text: 'why?', context: [{ label: 'a.md\n# b' }] });
  });

  it("contain an image unless it's known that the model doesn't accept any, and otherwise its name", async () => {
    const session = start();
    const image = { id: 'c', kind: 'image', label: 'a.png', text: 'data:image/png;base64,AAAA', tokens: 0 } as const;
    session.ask('what is this?', [image]);
    await service.say(text('a cat'), end);
    expect(service.requests[0]?.messages[0]?.content).toEqual([
      { type: 'text', text: 'Image: a.png\n\nwhat is this?' },
      { type: 'image_url', image_url: { url: image.text } },
    ]);
    session.setModel('acme/two');
    session.ask('sure?');
    await settle();
    expect(service.requests[1]?.messages[0]?.content).toBe('Image: a.png\n\nwhat is this?');
    await service.say(text('yes'), end);
    session.setModel('acme/three');
    session.ask('really?');
    await settle();
    expect(service.requests[2]?.messages[0]?.content).toHaveLength(2);
  });

  it('fall back to non-streaming mode if the model does not stream, and keep that mode', async () => {
    const session = start();
    service.refusal = new ApiFailure({ kind: 'validation', message: 'stream is not supported', status: 400 });
    service.refuseStreamsOnly = true;
    service.whole = 'all of it';
    await exchange(session, 'hi', '');
    expect(said(session)).toEqual(['you: hi', 'acme/one: all of it [complete]']);
    await exchange(session, 'again', '');
    expect(service.calls).toEqual(['stream', 'whole', 'whole']);
  });

  it('fall back to non-streaming mode in two overlapping requests to a model that does not stream', async () => {
    service.refusal = new ApiFailure({ kind: 'validation', message: 'stream is not supported', status: 400 });
    service.refuseStreamsOnly = true;
    service.whole = 'all of it';
    const nonStreaming = new Set<string>();
    const request = { model: 'acme/one', messages: [] };
    const ask = () =>
      new AnswerStream({
        accounts: service,
        models,
        request,
        nonStreaming,
        onText: () => undefined,
        onMedia: () => undefined,
        onThinking: () => undefined,
      }).run();
    const complete = { how: 'complete', reason: 'stop' };
    expect(await Promise.all([ask(), ask()])).toEqual([complete, complete]);
    expect(service.calls).toEqual(['stream', 'stream', 'whole', 'whole']);
  });
});

describe('the usage of a response', () => {
  it('is the token count of the service, at the price of the model', async () => {
    const session = start();
    session.ask('hi');
    await service.say(
      text('Hello'),
      { kind: 'usage', usage: { promptTokens: 1000, completionTokens: 100, totalTokens: 1100 } },
      end,
    );
    expect(session.transcript.usages).toEqual([
      { input: 1000, output: 100, estimated: false, cost: 0.002, currency: 'EUR' },
    ]);
  });

  it('is estimated if the service sends no token count, as for a stopped response', async () => {
    const session = start();
    session.ask('12345678');
    await service.say(text('1234'));
    session.stop();
    expect(session.transcript.usages).toMatchObject([{ input: 6, output: 1, estimated: true }]);
  });

  it('is recorded once as paid for, also if the chat is closed meanwhile, but not for a refused request', async () => {
    const session = start();
    await exchange(session, 'hi', 'Hello');
    expect(service.used).toMatchObject([{ feature: 'chat', model: 'acme/one', estimated: true, currency: 'EUR' }]);
    session.ask('more');
    await service.say(text('1234'));
    session.dispose();
    await settle();
    expect(service.used).toMatchObject([{ model: 'acme/one' }, { output: 1 }]);
    service.refusal = new ApiFailure({ kind: 'balance', message: 'no', status: 402 });
    start().ask('hi');
    await settle();
    expect(service.used).toHaveLength(2);
  });

  it('has no cost without a price, unless the service sends the cost', async () => {
    const session = start([{ kind: 'model', model: 'acme/two' }]);
    await exchange(session, 'one', 'first');
    expect(session.transcript.usages[0]?.cost).toBeUndefined();
    session.ask('two');
    await service.say(text('b'), { kind: 'usage', usage: { promptTokens: 1, completionTokens: 1, cost: 0.5 } }, end);
    expect(session.transcript.usages[1]?.cost).toBe(0.5);
  });

  it('is estimated for an interrupted response, also before it is continued', async () => {
    const session = start([
      { kind: 'model', model: 'acme/one' },
      { kind: 'prompt', id: 'p', text: '12345678', at: 1 },
      { kind: 'answer', id: 'x', model: 'acme/one', at: 2 },
      { kind: 'text', id: 'x', text: '1234' },
    ]);
    expect(session.transcript.usages).toMatchObject([{ input: 6, output: 1, estimated: true }]);
    expect(heard).toEqual([]);
    session.continue('x');
    expect(session.transcript.usages).toMatchObject([{ input: 6, output: 1, estimated: true }]);
    await service.say({ kind: 'usage', usage: { promptTokens: 10, completionTokens: 3 } }, end);
    expect(session.transcript.usages).toMatchObject([{ input: 16, output: 4, estimated: true }]);
  });

  it('is unknown if the request fails', async () => {
    service.refusal = new ApiFailure({ kind: 'balance', message: 'no', status: 402 });
    const session = start();
    session.ask('hi');
    await settle();
    expect(session.transcript.usages).toEqual([]);
  });
});

describe('rate-limited requests', () => {
  const limited = (retryAfterMs?: number) =>
    new ApiFailure({
      kind: 'rateLimited',
      message: 'slow',
      status: 429,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    });
  const retryAt = (session: Conversation) => {
    const { last } = session.transcript;
    return last?.kind === 'answer' ? last.retryAt : undefined;
  };

  beforeEach(() => {
    service.refusal = limited(20_000);
  });

  it('are retried after the time that the service specifies', async () => {
    const session = start();
    session.ask('hi');
    await settle();
    expect(retryAt(session)).toBeGreaterThanOrEqual(20_000);
    service.refusal = undefined;
    clock.advance(19_999);
    expect(session.busy).toBe(false);
    clock.advance(1);
    await service.say(text('at last'), end);
    expect(said(session)).toEqual(['you: hi', 'acme/one: at last [complete]']);
  });

  it('are retried three times automatically, and then only by the user', async () => {
    const session = start();
    session.ask('hi');
    for (let round = 0; round < 6; round++) {
      await settle();
      clock.advance(20_000);
    }
    await settle();
    expect(heard.filter(({ kind }) => kind === 'answer')).toHaveLength(4);
    expect(retryAt(session)).toBeUndefined();
    expect(session.retry(session.transcript.last?.id ?? '')).toBe(true);
    await settle();
    expect(retryAt(session)).toBeDefined();
    // Only the user ignores a pause of all requests.
    expect(service.anyway).toEqual([false, false, false, false, true]);
  });

  it('are retried after waits that double if the service specifies none', async () => {
    service.refusal = limited();
    clock.waits.length = 0;
    const session = start();
    session.ask('hi');
    for (const wait of [10_000, 20_000, 40_000]) {
      await settle();
      clock.advance(wait);
    }
    await settle();
    expect(clock.waits).toEqual([10_000, 20_000, 40_000]);
  });

  it('are not retried if the user cancels or sends another message, or if the wait is too long', async () => {
    const session = start();
    session.ask('hi');
    await settle();
    session.cancelWait();
    expect([retryAt(session), clock.pending]).toEqual([undefined, 0]);
    session.ask('something else');
    await settle();
    session.ask('and else');
    expect(clock.pending).toBe(0);
    service.refusal = limited(3_600_000);
    await settle();
    session.ask('later');
    await settle();
    expect(retryAt(session)).toBeUndefined();
  });

  it('are not retried after a reload or after the session is disposed', async () => {
    const session = start();
    session.ask('hi');
    await settle();
    session.dispose();
    expect(clock.pending).toBe(0);
    expect(retryAt(start(session.transcript.records()))).toBeUndefined();
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { ApiFailure } from '../../../src/api/errors.ts';
import type { ModelData, ProblemMessages } from '../../../src/chat/answer-stream.ts';
import { type ChatRecord, parseRecord } from '../../../src/chat/record.ts';
import { ChatSession } from '../../../src/chat/session.ts';
import { Transcript } from '../../../src/chat/transcript.ts';
import { FakeService, settle } from './fake-service.ts';
import { ManualClock } from './manual-clock.ts';

const problemMessages: ProblemMessages = {
  error: (error) => ({ cause: error.kind, text: `lost: ${error.message}` }),
  thrown: (thrown) => ({
    cause: thrown instanceof ApiFailure ? thrown.error.kind : 'unexpected',
    text: String(thrown),
    ...(thrown instanceof ApiFailure &&
      thrown.error.kind === 'rateLimited' &&
      thrown.error.retryAfterMs !== undefined && { retryAfterMs: thrown.error.retryAfterMs }),
  }),
  interrupted: () => ({ cause: 'interrupted', text: 'interrupted' }),
};

/** A token is four characters; one million of them cost 1 EUR in and 10 EUR out with the first model. */
const modelData: ModelData = {
  takesImages: (model) => model === 'acme/one',
  estimate: (text) => Math.ceil(text.length / 4),
  cost: (model, { promptTokens = 0, completionTokens = 0, cost }) => {
    if (cost !== undefined) return { amount: cost };
    return model === 'acme/one' ? { amount: (promptTokens + 10 * completionTokens) / 1e6, currency: 'EUR' } : undefined;
  },
};

let service: FakeService;
let heard: ChatRecord[];
let clock: ManualClock;

function start(records: ChatRecord[] = [{ kind: 'model', model: 'acme/one' }]): ChatSession {
  // A continued chat already has IDs.
  let ids = records.length > 1 ? 100 : 0;
  let time = 0;
  return new ChatSession({
    id: 's',
    connection: service,
    problemMessages,
    records,
    onRecord: (record) => heard.push(record),
    modelData,
    clock: Object.assign(clock, { now: () => ++time }),
    newId: () => `n${++ids}`,
  });
}

/** Returns each turn as a short line. */
function said(session: ChatSession): string[] {
  return session.transcript.turns.map((turn) =>
    turn.kind === 'prompt' ? `you: ${turn.text}` : `${turn.model}: ${turn.text} [${turn.ending?.how ?? 'streaming'}]`,
  );
}

beforeEach(() => {
  service = new FakeService();
  heard = [];
  clock = new ManualClock();
});

describe('a chat', () => {
  it('says once that the model thinks, and keeps nothing of what', async () => {
    const session = start();
    session.send('hi');
    await service.say({ kind: 'reasoning', text: 'Let me' }, { kind: 'reasoning', text: ' see' });
    expect(heard.filter(({ kind }) => kind === 'thinking')).toEqual([{ kind: 'thinking', id: 'n2' }]);
    expect(session.transcript.records()).toContainEqual({ kind: 'thinking', id: 'n2' });
    await service.say(
      { kind: 'text', text: 'Hello' },
      { kind: 'finish', reason: 'stop' },
      { kind: 'end', complete: true },
    );
    expect(JSON.stringify(heard)).not.toContain('Let me');
    expect(session.transcript.records().some(({ kind }) => kind === 'thinking')).toBe(false);
  });

  it('streams an answer to its end', async () => {
    const session = start();
    expect(session.send('hi')).toBe(true);
    expect(session.busy).toBe(true);
    await service.say({ kind: 'text', text: 'Hel' });
    expect(said(session)).toEqual(['you: hi', 'acme/one: Hel [streaming]']);
    await service.say(
      { kind: 'text', text: 'lo' },
      { kind: 'finish', reason: 'stop' },
      { kind: 'end', complete: true },
    );
    expect(said(session)).toEqual(['you: hi', 'acme/one: Hello [complete]']);
    expect(session.busy).toBe(false);
    expect(service.requests).toEqual([{ model: 'acme/one', messages: [{ role: 'user', content: 'hi' }] }]);
  });

  it('tells the service what was said before, with the model that is chosen now', async () => {
    const session = start();
    session.send('one');
    await service.say({ kind: 'text', text: 'first' }, { kind: 'end', complete: true });
    session.setModel('acme/two');
    session.send('two');
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

  it('says every record that leads to its state', async () => {
    const session = start([]);
    session.setModel('acme/one');
    session.send('hi');
    await service.say({ kind: 'text', text: 'a' }, { kind: 'text', text: 'b' }, { kind: 'end', complete: true });
    expect(new Transcript(heard).turns).toEqual(session.transcript.turns);
    expect(new Transcript(heard).model).toBe('acme/one');
  });

  it.each(['', '  \n'])('sends nothing when there is nothing to say: %j', (text) => {
    expect(start().send(text)).toBe(false);
    expect(heard).toEqual([]);
  });

  it('sends nothing without a model', () => {
    expect(start([]).send('hi')).toBe(false);
    expect(heard).toEqual([]);
  });

  it('stops at once, keeps what has come, and hears nothing of it afterwards', async () => {
    const session = start();
    session.send('hi');
    await service.say({ kind: 'text', text: 'part' });
    session.stop();
    expect(service.signal?.aborted).toBe(true);
    expect(said(session)).toEqual(['you: hi', 'acme/one: part [stopped]']);
    expect(session.busy).toBe(false);
    const error = { kind: 'cancelled', message: 'cancelled' } as const;
    await service.say({ kind: 'text', text: ' late' }, { kind: 'end', complete: false, error });
    expect(said(session)).toEqual(['you: hi', 'acme/one: part [stopped]']);
    expect(service.reported).toEqual([]);
  });

  it('can be asked again while a stopped answer is still ending', async () => {
    const session = start();
    session.send('one');
    await service.say({ kind: 'text', text: 'old' });
    session.stop();
    expect(session.send('two')).toBe(true);
    await settle();
    await service.say({ kind: 'text', text: 'new' }, { kind: 'end', complete: true });
    expect(said(session)).toEqual(['you: one', 'acme/one: old [stopped]', 'you: two', 'acme/one: new [complete]']);
  });

  it('keeps the part that came when a stream is lost, says why, and tells the connection', async () => {
    const session = start();
    session.send('hi');
    const error = { kind: 'network', message: 'reset' } as const;
    await service.say({ kind: 'text', text: 'part' }, { kind: 'end', complete: false, error });
    expect(session.transcript.last).toMatchObject({
      text: 'part',
      ending: { how: 'failed', problem: { cause: 'network', text: 'lost: reset' } },
    });
    expect(service.reported).toEqual([error]);
  });

  it.each([
    new ApiFailure({ kind: 'unauthorized', message: 'no', status: 401 }),
    new ApiFailure({ kind: 'balance', message: 'no', status: 402 }),
    new ApiFailure({ kind: 'rateLimited', message: 'no', status: 429, retryAfterMs: 20_000 }),
    new TypeError('a mistake'),
  ])('keeps what was said when it is refused: %s', async (refusal) => {
    service.refusal = refusal;
    const session = start();
    session.send('hi');
    await settle();
    expect(said(session)).toEqual(['you: hi', 'acme/one:  [failed]']);
    expect(session.busy).toBe(false);
  });

  it('tries again in the place of the answer that failed, with another model if one was chosen', async () => {
    service.refusal = new ApiFailure({ kind: 'notFound', message: 'no such model', status: 404 });
    const session = start();
    session.send('hi');
    await settle();
    service.refusal = undefined;
    session.setModel('acme/two');
    expect(session.retry(session.transcript.last?.id ?? '')).toBe(true);
    await settle();
    await service.say({ kind: 'text', text: 'yes' }, { kind: 'end', complete: true });
    expect(said(session)).toEqual(['you: hi', 'acme/two: yes [complete]']);
    expect(service.requests).toEqual([{ model: 'acme/two', messages: [{ role: 'user', content: 'hi' }] }]);
  });

  it('tries nothing again that is no answer', async () => {
    const session = start();
    session.send('one');
    await service.say({ kind: 'end', complete: true });
    expect(session.retry('unknown')).toBe(false);
    expect(session.retry(session.transcript.turns[0]?.id ?? '')).toBe(false);
  });

  it('marks an answer that the end of the editor cut off, and writes nothing about it', () => {
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

  it('does not call an answer stopped that nobody stopped', async () => {
    const session = start();
    session.send('hi');
    await service.say({ kind: 'text', text: 'part' });
    session.dispose();
    await service.say({ kind: 'text', text: 'late' }, { kind: 'end', complete: true });
    expect(heard.some((record) => record.kind === 'end')).toBe(false);
    expect(service.signal?.aborted).toBe(true);
  });
});

/** Last delta of a complete answer. */
const end = { kind: 'end', complete: true } as const;
const text = (words: string) => ({ kind: 'text', text: words }) as const;
const asked = () => service.requests.at(-1)?.messages.map(({ role, content }) => `${role}: ${content}`);

async function exchange(session: ChatSession, question: string, answer: string): Promise<void> {
  session.send(question);
  await service.say(text(answer), end);
}

const idOf = (session: ChatSession, said: string) =>
  session.transcript.turns.find((turn) => turn.text === said)?.id ?? `nobody said ${said}`;

describe('the versions of a chat', () => {
  it('asks a question in other words, without what followed the first', async () => {
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

  it('answers anew with another model, beside the first answer', async () => {
    const session = start();
    await exchange(session, 'one', 'first');
    session.setModel('acme/two');
    expect(session.retry(idOf(session, 'first'))).toBe(true);
    await service.say(text('other'), end);
    expect(asked()).toEqual(['user: one']);
    expect(said(session)).toEqual(['you: one', 'acme/two: other [complete]']);
    expect(session.transcript.versions(idOf(session, 'other'))).toHaveLength(2);
  });

  it('does nothing of this while an answer comes', async () => {
    const session = start();
    await exchange(session, 'one', 'first');
    session.send('two');
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

  it('deletes a turn and brings it back; an answer that is coming in it is stopped first', async () => {
    const session = start();
    session.send('one');
    await service.say(text('part'));
    const question = idOf(session, 'one');
    session.remove(question);
    expect(service.signal?.aborted).toBe(true);
    expect(said(session)).toEqual([]);
    session.restore(question);
    expect(said(session)).toEqual(['you: one', 'acme/one: part [stopped]']);
  });

  it('has a stopped answer go on where it ends', async () => {
    const session = start();
    session.send('count');
    await service.say(text('1 2'));
    session.stop();
    expect(session.continue(idOf(session, '1 2'))).toBe(true);
    await settle();
    expect(asked()?.slice(0, 2)).toEqual(['user: count', 'assistant: 1 2']);
    expect(service.requests.at(-1)?.messages.at(-1)?.role).toBe('user');
    await service.say(text(' 3'), end);
    expect(said(session)).toEqual(['you: count', 'acme/one: 1 2 3 [complete]']);
    expect(new Transcript(heard).turns).toEqual(session.transcript.turns);
  });
});

describe('messages that wait', () => {
  const waiting = (session: ChatSession) => session.transcript.queue.map(({ text: words }) => words);

  it('are sent one after the other, each when the answer before it is complete', async () => {
    const session = start();
    session.send('one');
    expect([session.send('two'), session.send('three')]).toEqual([true, true]);
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

  it('go on waiting when the answer was stopped or failed, and after a reload', async () => {
    const session = start();
    session.send('one');
    session.send('two');
    session.send('three');
    session.stop();
    expect(waiting(session)).toEqual(['two', 'three']);
    const again = start(session.transcript.records());
    expect(waiting(again)).toEqual(['two', 'three']);
    expect(again.sendQueued()).toBe(true);
    await settle();
    expect(asked()).toEqual(['user: one', 'user: two']);
    expect(waiting(again)).toEqual(['three']);
  });

  it('are given back one by one, in any order', () => {
    const session = start();
    session.send('one');
    session.send('two');
    session.send('three');
    const id = session.transcript.queue[1]?.id ?? '';
    expect(session.unqueue(id)?.text).toBe('three');
    expect(session.unqueue(id)).toBeUndefined();
    expect(waiting(session)).toEqual(['two']);
  });

  it('are read from a file of an earlier version, which had one without an id', () => {
    const lines = [{ kind: 'queue', text: 'one' }, { kind: 'unqueue' }, { kind: 'queue', text: 'two' }];
    const records = lines.map((line) => parseRecord(line)).filter((one) => one !== undefined);
    expect(waiting(start(records))).toEqual(['two']);
  });
});

describe('how a chat asks', () => {
  it('tells the service its settings, in the terms of the spec', async () => {
    const session = start();
    session.setSettings({ temperature: 0.2, maxTokens: 50, system: 'Be brief.' });
    session.send('hi');
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

  it('sends what goes along under its name, in a fence that its text cannot end', async () => {
    const session = start();
    session.send('why?', [
      { id: 'c', kind: 'file', label: 'a.md\n# b', text: 'x\n```\ny\n````', tokens: 4, language: 'md' },
    ]);
    await settle();
    expect(asked()).toEqual(['user: File: a.md # b\n`````md\nx\n```\ny\n````\n`````\n\nwhy?']);
    expect(session.transcript.turns[0]).toMatchObject({ text: 'why?', context: [{ label: 'a.md\n# b' }] });
  });

  it('sends an image to a model that takes one, and its name to any other', async () => {
    const session = start();
    const image = { id: 'c', kind: 'image', label: 'a.png', text: 'data:image/png;base64,AAAA', tokens: 0 } as const;
    session.send('what is this?', [image]);
    await service.say(text('a cat'), end);
    expect(service.requests[0]?.messages[0]?.content).toEqual([
      { type: 'text', text: 'Image: a.png\n\nwhat is this?' },
      { type: 'image_url', image_url: { url: image.text } },
    ]);
    session.setModel('acme/two');
    session.send('sure?');
    await settle();
    expect(service.requests[1]?.messages[0]?.content).toBe('Image: a.png\n\nwhat is this?');
  });

  it('asks a model that does not stream for the whole of its answer, from then on at once', async () => {
    const session = start();
    service.refusal = new ApiFailure({ kind: 'validation', message: 'stream is not supported', status: 400 });
    service.refuseStreamsOnly = true;
    service.whole = { text: 'all of it', reasoning: '', toolCalls: [], finishReason: 'stop' };
    await exchange(session, 'hi', '');
    expect(said(session)).toEqual(['you: hi', 'acme/one: all of it [complete]']);
    await exchange(session, 'again', '');
    expect(service.calls).toEqual(['stream', 'whole', 'whole']);
  });
});

describe('what an answer took', () => {
  it('is what the service counted, at the price of its model', async () => {
    const session = start();
    session.send('hi');
    await service.say(
      text('Hello'),
      { kind: 'usage', usage: { promptTokens: 1000, completionTokens: 100, totalTokens: 1100 } },
      end,
    );
    expect(session.transcript.usages).toEqual([
      { input: 1000, output: 100, estimated: false, cost: 0.002, currency: 'EUR' },
    ]);
  });

  it('is an estimate where the service did not count, as for a stopped answer', async () => {
    const session = start();
    session.send('12345678');
    await service.say(text('1234'));
    session.stop();
    expect(session.transcript.usages).toMatchObject([{ input: 6, output: 1, estimated: true }]);
  });

  it('has no cost without a price, unless the service names it', async () => {
    const session = start([{ kind: 'model', model: 'acme/two' }]);
    await exchange(session, 'one', 'first');
    expect(session.transcript.usages[0]?.cost).toBeUndefined();
    session.send('two');
    await service.say(text('b'), { kind: 'usage', usage: { promptTokens: 1, completionTokens: 1, cost: 0.5 } }, end);
    expect(session.transcript.usages[1]?.cost).toBe(0.5);
  });

  it('is estimated for what the end of the editor cut off, when that goes on', async () => {
    const session = start([
      { kind: 'model', model: 'acme/one' },
      { kind: 'prompt', id: 'p', text: '12345678', at: 1 },
      { kind: 'answer', id: 'x', model: 'acme/one', at: 2 },
      { kind: 'text', id: 'x', text: '1234' },
    ]);
    expect(session.transcript.usages).toEqual([]);
    session.continue('x');
    expect(session.transcript.usages).toMatchObject([{ input: 6, output: 1, estimated: true }]);
    await service.say({ kind: 'usage', usage: { promptTokens: 10, completionTokens: 3 } }, end);
    expect(session.transcript.usages).toMatchObject([{ input: 16, output: 4, estimated: true }]);
  });

  it('is unknown when nothing came', async () => {
    service.refusal = new ApiFailure({ kind: 'balance', message: 'no', status: 402 });
    const session = start();
    session.send('hi');
    await settle();
    expect(session.transcript.usages).toEqual([]);
  });
});

describe('too many requests', () => {
  const limited = (retryAfterMs?: number) =>
    new ApiFailure({
      kind: 'rateLimited',
      message: 'slow',
      status: 429,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    });
  const retryAt = (session: ChatSession) => {
    const { last } = session.transcript;
    return last?.kind === 'answer' ? last.retryAt : undefined;
  };

  beforeEach(() => {
    service.refusal = limited(20_000);
  });

  it('are tried again after the time that the service names', async () => {
    const session = start();
    session.send('hi');
    await settle();
    expect(retryAt(session)).toBeGreaterThanOrEqual(20_000);
    service.refusal = undefined;
    clock.pass(19_999);
    expect(session.busy).toBe(false);
    clock.pass(1);
    await service.say(text('at last'), end);
    expect(said(session)).toEqual(['you: hi', 'acme/one: at last [complete]']);
  });

  it('are tried again three times by themselves, and then when the user says so', async () => {
    const session = start();
    session.send('hi');
    for (let round = 0; round < 6; round++) {
      await settle();
      clock.pass(20_000);
    }
    await settle();
    expect(heard.filter(({ kind }) => kind === 'answer')).toHaveLength(4);
    expect(retryAt(session)).toBeUndefined();
    expect(session.retry(session.transcript.last?.id ?? '')).toBe(true);
    await settle();
    expect(retryAt(session)).toBeDefined();
  });

  it('are left alone when the user cancels, says something else, or the wait is too long', async () => {
    const session = start();
    session.send('hi');
    await settle();
    session.cancelWait();
    expect([retryAt(session), clock.pending]).toEqual([undefined, 0]);
    session.send('something else');
    await settle();
    session.send('and else');
    expect(clock.pending).toBe(0);
    service.refusal = limited(3_600_000);
    await settle();
    session.send('later');
    await settle();
    expect(retryAt(session)).toBeUndefined();
  });

  it('do not go on waiting after a reload, nor after the end of the chat', async () => {
    const session = start();
    session.send('hi');
    await settle();
    session.dispose();
    expect(clock.pending).toBe(0);
    expect(retryAt(start(session.transcript.records()))).toBeUndefined();
  });
});

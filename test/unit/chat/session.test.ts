import { beforeEach, describe, expect, it } from 'vitest';
import { ApiFailure } from '../../../src/api/errors.ts';
import type { ChatRecord } from '../../../src/chat/chat-record.ts';
import { ChatSession, type Explain } from '../../../src/chat/session.ts';
import { Transcript } from '../../../src/chat/transcript.ts';
import { FakeService, settle } from './fake-service.ts';

const explain: Explain = {
  error: (error) => ({ cause: error.kind, text: `lost: ${error.message}` }),
  thrown: (thrown) => ({
    cause: thrown instanceof ApiFailure ? thrown.error.kind : 'unexpected',
    text: String(thrown),
  }),
  interrupted: () => ({ cause: 'interrupted', text: 'interrupted' }),
};

let service: FakeService;
let heard: ChatRecord[];

function start(records: ChatRecord[] = [{ kind: 'model', model: 'acme/one' }]): ChatSession {
  let ids = 0;
  let time = 0;
  return new ChatSession({
    id: 's',
    connection: service,
    explain,
    records,
    onRecord: (record) => heard.push(record),
    newId: () => `n${++ids}`,
    now: () => ++time,
  });
}

/** The prompt in a few words and the answer in as few. */
function said(session: ChatSession): string[] {
  return session.transcript.turns.map((turn) =>
    turn.kind === 'prompt' ? `you: ${turn.text}` : `${turn.model}: ${turn.text} [${turn.ending?.how ?? 'streaming'}]`,
  );
}

beforeEach(() => {
  service = new FakeService();
  heard = [];
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

  it('sends nothing without a model, and nothing while an answer comes', async () => {
    expect(start([]).send('hi')).toBe(false);
    const session = start();
    session.send('one');
    expect(session.send('two')).toBe(false);
    await settle();
    expect(service.requests).toHaveLength(1);
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

  it('tries nothing again but the last answer', async () => {
    const session = start();
    session.send('one');
    await service.say({ kind: 'end', complete: true });
    const first = session.transcript.last?.id ?? '';
    session.send('two');
    await service.say({ kind: 'end', complete: true });
    expect(session.retry(first)).toBe(false);
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

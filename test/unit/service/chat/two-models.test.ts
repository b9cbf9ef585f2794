/** Two models answer one question, side by side. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { ApiClient, ChatDelta, ChatRequest } from '../../../../src/service/api/index.ts';
import { RecordBatch } from '../../../../src/service/chat/batch.ts';
import { Conversation } from '../../../../src/service/chat/chat/conversation.ts';
import type { ChatRecord } from '../../../../src/service/chat/record.ts';
import { ChatTranscript } from '../../../../src/service/chat/transcript.ts';
import type { UsageLog } from '../../../../src/service/session/usage-log.ts';
import { known } from '../../../../src/shared/knowledge.ts';
import { FakeClock } from '../../fake-clock.ts';
import { settle } from '../../settle.ts';

type Sent = ChatDelta | 'end' | Error;

/** A stream for each model, controlled by the test. */
class TwoModels {
  readonly requests: ChatRequest[] = [];
  readonly used: object[] = [];
  readonly #sent = new Map<string, Sent[]>();
  readonly #wake = new Map<string, () => void>();

  async require() {
    const client = { chatStream: (request: ChatRequest) => this.#stream(request) } as unknown as ApiClient;
    const usage = { add: (use: object) => this.used.push(use) } as unknown as UsageLog;
    return { client, usage, signal: new AbortController().signal };
  }

  async say(model: string, ...sent: Sent[]): Promise<void> {
    await settle();
    this.#sent.set(model, [...(this.#sent.get(model) ?? []), ...sent]);
    this.#wake.get(model)?.();
    await settle();
  }

  async *#stream(request: ChatRequest): AsyncGenerator<ChatDelta> {
    this.requests.push(structuredClone(request));
    this.#sent.delete(request.model);
    for (;;) {
      const next = this.#sent.get(request.model)?.shift();
      if (next === 'end') return;
      if (next instanceof Error) throw next;
      if (next) yield next;
      else await new Promise<void>((resolve) => this.#wake.set(request.model, resolve));
    }
  }
}

let service: TwoModels;
let records: ChatRecord[];
const text = (said: string): ChatDelta => ({ kind: 'text', text: said });

function start(before: ChatRecord[] = [{ kind: 'model', model: 'a/one' }]): Conversation {
  let ids = before.length > 1 ? 100 : 0;
  let time = 0;
  records = [...before];
  return new Conversation({
    ...{
      id: 's',
      accounts: service,
      records: before,
      models: { takesImages: () => known(false), cost: () => undefined },
    },
    clock: Object.assign(new FakeClock(), { now: () => ++time }),
    onRecord: (record) => records.push(record),
    newId: () => `n${++ids}`,
  });
}

const pairIn = ({ pair }: ChatTranscript) =>
  pair?.map(({ model, text: said, ending }) => `${model}: ${said} [${ending?.how ?? 'streaming'}]`);
const shown = ({ transcript }: Conversation) => transcript.turns.map((turn) => turn.text);

/** Asks both models, which have each sent a word. */
async function both(): Promise<Conversation> {
  const chat = start();
  chat.ask('hi');
  expect(chat.askAlso(chat.transcript.last?.id ?? '', 'b/two')).toBe(true);
  await service.say('a/one', text('One'));
  await service.say('b/two', text('Two'));
  return chat;
}

beforeEach(() => {
  service = new TwoModels();
});

describe('two models', () => {
  it('answer at the same time, and the chat is busy until both have ended', async () => {
    const chat = await both();
    expect(pairIn(chat.transcript)).toEqual(['a/one: One [streaming]', 'b/two: Two [streaming]']);
    expect(service.requests.map(({ messages }) => messages.length)).toEqual([1, 1]);
    await service.say('b/two', 'end');
    expect(chat.busy).toBe(true);
    await service.say('a/one', text('!'), 'end');
    expect(chat.busy).toBe(false);
    expect(pairIn(chat.transcript)).toEqual(['a/one: One! [complete]', 'b/two: Two [complete]']);
    expect(service.used).toMatchObject([{ model: 'b/two' }, { model: 'a/one' }]);
    // The first text of each has its time.
    for (const { at, firstAt = 0 } of chat.transcript.pair ?? []) expect(firstAt).toBeGreaterThan(at);
  });

  it.each([0, 1] as const)('go on with answer %i and its model, and the other one is a version', async (index) => {
    const chat = await both();
    await service.say('a/one', 'end');
    await service.say('b/two', 'end');
    const chosen = chat.transcript.pair?.[index];
    chat.continueWith(chosen?.id ?? '');
    expect(chat.transcript.pair).toBeUndefined();
    expect(shown(chat)).toEqual(['hi', ['One', 'Two'][index]]);
    expect(chat.transcript.versions(chosen?.id ?? '')).toHaveLength(2);
    expect(chat.model).toBe(chosen?.model);
    chat.ask('more');
    await settle();
    expect(service.requests.at(-1)?.messages.map(({ content }) => content)).toEqual([
      'hi',
      ['One', 'Two'][index],
      'more',
    ]);
  });

  it('stop the other answer when one is chosen early, and keep its text', async () => {
    const chat = await both();
    const [first, second] = chat.transcript.pair ?? [];
    chat.continueWith(second?.id ?? '');
    expect(first?.ending).toEqual({ how: 'stopped' });
    expect(chat.busy).toBe(true);
    await service.say('b/two', text('!'), 'end');
    expect(shown(chat)).toEqual(['hi', 'Two!']);
    expect(first?.text).toBe('One');
  });

  it('stop together', async () => {
    const chat = await both();
    chat.stop();
    expect(chat.busy).toBe(false);
    expect(pairIn(chat.transcript)).toEqual(['a/one: One [stopped]', 'b/two: Two [stopped]']);
  });

  it('are still side by side after a reload, with all text that was received', async () => {
    const chat = await both();
    expect(pairIn(new ChatTranscript(records))).toEqual(pairIn(chat.transcript));
    expect(pairIn(new ChatTranscript(chat.transcript.records()))).toEqual(pairIn(chat.transcript));
    chat.dispose();
    const again = start(chat.transcript.records());
    expect(pairIn(again.transcript)).toEqual(['a/one: One [failed]', 'b/two: Two [failed]']);
    // Continued with its own model, not with that of the chat.
    expect(again.continue(again.transcript.pair?.[1].id ?? '')).toBe(true);
    await settle();
    expect(service.requests.at(-1)?.model).toBe('b/two');
    expect(again.transcript.pair).toBeDefined();
  });

  it('hold queued messages until one answer is chosen', async () => {
    const chat = await both();
    chat.ask('next');
    await service.say('a/one', 'end');
    await service.say('b/two', 'end');
    expect(service.requests).toHaveLength(2);
    chat.continueWith(chat.transcript.pair?.[1].id ?? '');
    await settle();
    expect(service.requests.at(-1)?.messages.map(({ content }) => content)).toEqual(['hi', 'Two', 'next']);
  });

  it('are tried again with the same model if one fails, and stay side by side', async () => {
    const chat = start();
    chat.ask('hi');
    chat.askAlso(chat.transcript.last?.id ?? '', 'b/two');
    await service.say('a/one', new Error('down'));
    await service.say('b/two', text('Two'), 'end');
    const failed = chat.transcript.pair?.[0].id ?? '';
    expect(chat.retry(failed)).toBe(true);
    await service.say('a/one', text('One'), 'end');
    expect(pairIn(chat.transcript)).toEqual(['b/two: Two [complete]', 'a/one: One [complete]']);
    expect(chat.transcript.versions(failed)).toHaveLength(2);
  });

  it('can be asked about an answer that is complete, but only about the last one, and only one', async () => {
    const chat = start();
    chat.ask('hi');
    const first = chat.transcript.last?.id ?? '';
    await service.say('a/one', text('One'), 'end');
    chat.ask('more');
    await service.say('a/one', text('More'), 'end');
    expect(chat.askAlso(first, 'b/two')).toBe(false);
    const last = chat.transcript.last?.id ?? '';
    expect(chat.askAlso(last, 'b/two')).toBe(true);
    expect(chat.askAlso(last, 'c/three')).toBe(false);
    await service.say('b/two', text('Two'), 'end');
    // The next message goes on with the first answer.
    chat.ask('and now');
    expect(chat.transcript.pair).toBeUndefined();
    expect(shown(chat)).toEqual(['hi', 'One', 'more', 'More', 'and now', '']);
  });

  it('become one answer if the other is removed', async () => {
    const chat = await both();
    chat.stop();
    const [first, second] = chat.transcript.pair ?? [];
    chat.remove(second?.id ?? '');
    expect([chat.transcript.pair, chat.transcript.last?.id]).toEqual([undefined, first?.id]);
    expect(new ChatTranscript(chat.transcript.records()).pair).toBeUndefined();
  });

  it('write few records while both stream', () => {
    const clock = new FakeClock();
    const delivered: ChatRecord[] = [];
    const batch = new RecordBatch(50, (some) => delivered.push(...some), clock);
    batch.add({ kind: 'thinking', id: 'x' });
    for (let at = 0; at < 100; at++) batch.add({ kind: 'text', id: at % 2 === 0 ? 'x' : 'y', text: String(at % 2) });
    batch.flush();
    expect(delivered.slice(1)).toEqual([
      { kind: 'text', id: 'x', text: '0'.repeat(50) },
      { kind: 'text', id: 'y', text: '1'.repeat(50) },
    ]);
  });
});

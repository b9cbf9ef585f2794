/** Answers that fail while streaming, with the real client, session and chat file. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../../src/service/api/index.ts';
import { Conversation } from '../../../../src/service/chat/chat/conversation.ts';
import type { ChatRecord } from '../../../../src/service/chat/record.ts';
import { ChatLog } from '../../../../src/service/chat/stored/chat-log.ts';
import { type AnswerTurn, ChatTranscript } from '../../../../src/service/chat/transcript.ts';
import type { UsageLog } from '../../../../src/service/session/usage-log.ts';
import { known } from '../../../../src/shared/knowledge.ts';
import { startService } from '../../../service/index.ts';
import { FakeClock } from '../../fake-clock.ts';
import { isLongRun } from '../../random-runs.ts';
import { DONE, event, textDelta } from '../api/chat-events.ts';
import { clientOf, pieces } from '../api/support.ts';

const models = { takesImages: () => known(false), cost: () => undefined };

const accountOf = (client: ApiClient) => ({
  client,
  signal: new AbortController().signal,
  usage: { add: () => undefined } as unknown as UsageLog,
});

interface Heard {
  readonly session: Conversation;
  readonly answer: AnswerTurn;
  readonly records: readonly ChatRecord[];
  /** Final content of the chat file. */
  readonly file: string;
}

/** Sends one message, which the service answers with these bytes. */
async function hear(chunks: readonly (string | Uint8Array)[], stop: 'end' | 'fail' | 'hang' = 'end'): Promise<Heard> {
  const clock = new FakeClock();
  const body = () => new Response(pieces(chunks, stop), { headers: { 'content-type': 'text/event-stream' } });
  const { client } = clientOf([body], { clock, idleTimeoutMs: 60_000 });
  let file = '';
  const keep = {
    read: async () => file,
    append: (text: string) => {
      file += text;
      return false;
    },
  };
  const { log } = await ChatLog.open(keep, {
    onFailure: (error) => expect.unreachable(String(error)),
    clock: new FakeClock(),
  });
  const records: ChatRecord[] = [];
  let ended = () => {};
  const end = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const session = new Conversation({
    id: 's',
    accounts: { require: async () => accountOf(client) },
    models,
    clock: new FakeClock(),
    onRecord: (record) => {
      records.push(record);
      log.add(record);
      if (record.kind === 'end') ended();
    },
  });
  session.setModel('acme/one');
  session.ask('hi');
  await (stop === 'hang' ? clock.advanceUntil(end) : end);
  const answer = session.transcript.last;
  if (answer?.kind !== 'answer') throw new Error('there is no answer');
  return { session, answer, records, file };
}

describe('recorded response', () => {
  let recorded: Uint8Array;
  let events: { readonly end: number; readonly text: string; readonly finishes: boolean }[];
  beforeAll(async () => {
    const service = await startService();
    const response = await fetch(`${service.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Token ${service.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'anthropic/claude-haiku-4.5',
        messages: [{ role: 'user', content: 'Größe 🙂 in Ελλάδα' }],
        stream: true,
        max_completion_tokens: 24,
      }),
    });
    recorded = new Uint8Array(await response.arrayBuffer());
    await service.close();
    // The end of each event, found independently of the client.
    let at = 0;
    events = Buffer.from(recorded)
      .toString('utf8')
      .split(/(?<=\n\n)/)
      .map((event) => {
        at += Buffer.byteLength(event);
        const data = /^data: (\{.*)$/m.exec(event)?.[1];
        const [choice] = data === undefined ? [] : (JSON.parse(data).choices ?? []);
        return { end: at, text: choice?.delta?.content ?? '', finishes: (choice?.finish_reason ?? null) !== null };
      });
  });

  it.each(['end', 'fail'] as const)(
    'keeps all received text when cut at any byte (%s)',
    async (stop) => {
      const whole = events.map(({ text }) => text).join('');
      expect(whole.length).toBeGreaterThan(60);
      // On every commit a fifth of them: events repeat, so each place in one is among these.
      for (let cut = 0; cut <= recorded.length; cut += isLongRun ? 1 : 5) {
        const come = events.filter(({ end }) => end <= cut);
        const least = come.map(({ text }) => text).join('');
        const { session, answer, file } = await hear([recorded.subarray(0, cut)], stop).catch((error: unknown) => {
          throw new Error(`cut at ${cut}: ${error}`);
        });
        if (!whole.startsWith(answer.text) || answer.text.length < least.length)
          expect.fail(`cut at ${cut}: ${answer.text}, not ${least}`);
        const complete = come.some(({ finishes }) => finishes);
        if (complete && answer.ending?.how !== 'complete')
          expect.fail(`cut at ${cut}: ${JSON.stringify(answer.ending)}`);
        // A response that ends without a marker isn't cut. The last line may be complete without the empty line after it.
        if (stop === 'fail' && answer.ending?.how === 'complete' && answer.text !== whole)
          expect.fail(`cut at ${cut}: called complete with ${answer.text}`);
        if (session.busy) expect.fail(`cut at ${cut}: still busy`);
        const kept = new ChatTranscript(
          file
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line) as ChatRecord),
        );
        if (JSON.stringify(kept.turns) !== JSON.stringify(session.transcript.turns))
          expect.fail(`cut at ${cut}: the file differs`);
        const canGoOn = answer.ending?.how === 'failed' && answer.text !== '';
        if (canGoOn && !session.continue(answer.id)) expect.fail(`cut at ${cut}: cannot go on`);
        session.dispose();
      }
    },
    120_000,
  );
});

describe('response stream', () => {
  it('keeps its text when the service sends an error, and can be continued', async () => {
    const error = event({ error: { code: 502, message: 'Provider disconnected' } });
    const { session, answer } = await hear([textDelta('half'), error, textDelta('never')]);
    expect(answer).toMatchObject({ text: 'half', ending: { how: 'failed' } });
    expect(session.continue(answer.id)).toBe(true);
  });

  it('times out after a minute of silence, keeps its text, and can be continued', async () => {
    const { session, answer } = await hear([textDelta('half')], 'hang');
    expect(answer).toMatchObject({ text: 'half', ending: { how: 'failed', problem: { cause: 'timeout' } } });
    expect(session.continue(answer.id)).toBe(true);
  });

  it('ends once if the service sends the end twice', async () => {
    const { answer, records } = await hear([
      textDelta('all'),
      textDelta('', 'stop'),
      textDelta('', 'stop'),
      DONE,
      DONE,
    ]);
    expect(answer).toMatchObject({ text: 'all', ending: { how: 'complete' } });
    expect(records.filter(({ kind }) => kind === 'end')).toHaveLength(1);
  });

  it('accepts 10,000 tiny chunks, and writes few lines to the file', async () => {
    const { answer, file } = await hear([
      ...Array.from({ length: 10_000 }, (_, at) => textDelta(`${at % 10}`)),
      textDelta('', 'stop'),
    ]);
    expect(answer.text).toBe('0123456789'.repeat(1000));
    expect(answer.ending).toMatchObject({ how: 'complete' });
    expect(file.trim().split('\n').length).toBeLessThan(20);
  });

  it('accepts one chunk of 5 MB', async () => {
    const text = 'x'.repeat(5_000_000);
    const { answer, file } = await hear([textDelta(text, 'stop')]);
    expect(answer.text.length).toBe(text.length);
    expect(file.length).toBeGreaterThan(text.length);
  });

  it('is not affected by a clock that goes backwards', async () => {
    let now = 1_000_000;
    const records: ChatRecord[] = [];
    const { client } = clientOf([new Response(pieces([textDelta('a', 'stop')]))]);
    let ended = () => {};
    const end = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const session = new Conversation({
      id: 's',
      accounts: { require: async () => accountOf(client) },
      models,
      clock: Object.assign(new FakeClock(), { now: () => (now -= 50_000) }),
      onRecord: (record) => {
        records.push(record);
        if (record.kind === 'end') ended();
      },
    });
    session.setModel('acme/one');
    session.ask('hi');
    await end;
    expect(session.transcript.turns.map(({ kind }) => kind)).toEqual(['prompt', 'answer']);
    expect(new ChatTranscript(records).turns).toEqual(session.transcript.turns);
  });
});

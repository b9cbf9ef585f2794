import { describe, expect, it } from 'vitest';
import { type ChatRecord, parseRecord } from '../../../../src/service/chat/record.ts';
import { ChatTranscript } from '../../../../src/service/chat/transcript.ts';
import { fc } from '../../random-runs.ts';

const id = fc.constantFrom('a', 'b', 'c', 'd');
const at = fc.integer({ min: 0 });
const after = fc.constantFrom('', 'a', 'b', 'c', 'd', 'lost');
const context = fc.array(
  fc.record({
    id,
    kind: fc.constantFrom('file' as const, 'error' as const),
    label: fc.string(),
    text: fc.string(),
    tokens: fc.nat(),
  }),
  { minLength: 1, maxLength: 2 },
);
const settings = fc.record(
  {
    temperature: fc.integer({ min: 0, max: 2 }),
    maxTokens: fc.integer({ min: 1 }),
    system: fc.string({ minLength: 1 }),
  },
  { requiredKeys: [] },
);
// Integers, because their sums don't depend on the order.
const usage = fc.record(
  {
    input: fc.nat(),
    output: fc.nat(),
    estimated: fc.boolean(),
    cost: fc.nat(),
    currency: fc.constantFrom('EUR', 'USD'),
  },
  { requiredKeys: ['input', 'output', 'estimated'] },
);
const ending = fc.oneof(
  fc.constant({ how: 'stopped' as const }),
  fc.constant({ how: 'complete' as const }),
  fc.string().map((reason) => ({ how: 'complete' as const, reason })),
  fc.tuple(fc.string(), fc.string()).map(([cause, text]) => ({ how: 'failed' as const, problem: { cause, text } })),
);
const record: fc.Arbitrary<ChatRecord> = fc.oneof(
  fc.record({ kind: fc.constant('session' as const), id, version: fc.constant(1 as const), at }),
  fc.record({ kind: fc.constant('model' as const), model: fc.string() }),
  fc.record({ kind: fc.constant('title' as const), text: fc.string() }),
  fc.record({ kind: fc.constant('pin' as const), on: fc.boolean() }),
  fc.record({ kind: fc.constant('settings' as const), settings }),
  fc.record(
    { kind: fc.constant('prompt' as const), id, text: fc.string(), at, after, context },
    { requiredKeys: ['kind', 'id', 'text', 'at'] },
  ),
  fc.record(
    { kind: fc.constant('answer' as const), id, model: fc.string(), at, after },
    { requiredKeys: ['kind', 'id', 'model', 'at'] },
  ),
  fc.record({ kind: fc.constant('usage' as const), id, usage }),
  fc.record({ kind: fc.constant('wait' as const), id, until: at }, { requiredKeys: ['kind', 'id'] }),
  fc.record({ kind: fc.constantFrom('thinking' as const, 'resume', 'choose', 'restore'), id }),
  fc.record(
    { kind: fc.constant('queue' as const), id, text: fc.string(), context },
    { requiredKeys: ['kind', 'id', 'text'] },
  ),
  fc.record({ kind: fc.constant('unqueue' as const), id }),
  fc.record({ kind: fc.constant('hold' as const) }),
  fc.record({ kind: fc.constant('text' as const), id, text: fc.string() }),
  fc.record({ kind: fc.constant('end' as const), id, ending, at }),
  fc.record({ kind: fc.constant('remove' as const), id }),
);

describe('a transcript', () => {
  it('joins the text chunks of a response', () => {
    const transcript = new ChatTranscript([
      { kind: 'model', model: 'a/b' },
      { kind: 'prompt', id: 'p', text: 'hi', at: 1 },
      { kind: 'answer', id: 'x', model: 'a/b', at: 2 },
      { kind: 'text', id: 'x', text: 'Hel' },
      { kind: 'text', id: 'x', text: 'lo' },
    ]);
    expect(transcript.running?.text).toBe('Hello');
    transcript.apply({ kind: 'end', id: 'x', ending: { how: 'complete', reason: 'stop' }, at: 3 });
    expect(transcript.running).toBeUndefined();
    expect(transcript.last).toMatchObject({ id: 'x', text: 'Hello', endedAt: 3 });
  });

  it('ignores text for a response that has ended or never started', () => {
    const transcript = new ChatTranscript([
      { kind: 'answer', id: 'x', model: 'a/b', at: 1 },
      { kind: 'end', id: 'x', ending: { how: 'stopped' }, at: 2 },
      { kind: 'text', id: 'x', text: 'late' },
      { kind: 'end', id: 'x', ending: { how: 'complete' }, at: 3 },
      { kind: 'text', id: 'y', text: 'of nobody' },
    ]);
    expect(transcript.turns).toHaveLength(1);
    expect(transcript.last).toMatchObject({ text: '', ending: { how: 'stopped' } });
  });

  const say = (kind: 'prompt' | 'answer', id: string, after: string): ChatRecord =>
    kind === 'prompt' ? { kind, id, text: id, at: 1, after } : { kind, id, model: 'a/b', at: 1, after };
  const shown = (transcript: ChatTranscript) => transcript.turns.map(({ id }) => id).join(' ');
  const two = [say('prompt', 'q', ''), say('answer', 'x', 'q'), say('prompt', 'r', 'x'), say('answer', 'y', 'r')];

  it('keeps all versions of a turn with the turns that followed, and shows one version', () => {
    const transcript = new ChatTranscript([...two, say('prompt', 'q2', ''), say('answer', 'z', 'q2')]);
    expect(shown(transcript)).toBe('q2 z');
    expect(transcript.versions('q')).toEqual(['q', 'q2']);
    transcript.apply({ kind: 'choose', id: 'q' });
    expect(shown(transcript)).toBe('q x r y');
    transcript.apply(say('answer', 'x2', 'q'));
    expect(shown(transcript)).toBe('q x2');
    transcript.apply({ kind: 'choose', id: 'x' });
    expect(shown(transcript)).toBe('q x r y');
    expect(transcript.pathTo('x2').map(({ id }) => id)).toEqual(['q', 'x2']);
  });

  it('deletes a turn and those after it, shows another version in its place, and restores it', () => {
    const transcript = new ChatTranscript([...two, say('answer', 'x2', 'q'), { kind: 'choose', id: 'x' }]);
    transcript.apply({ kind: 'remove', id: 'x' });
    expect(shown(transcript)).toBe('q x2');
    expect(transcript.versions('x2')).toEqual(['x2']);
    transcript.apply({ kind: 'choose', id: 'x' });
    expect(shown(transcript)).toBe('q x2');
    transcript.apply({ kind: 'restore', id: 'x' });
    expect(shown(transcript)).toBe('q x r y');
    transcript.apply({ kind: 'remove', id: 'q' });
    expect(shown(transcript)).toBe('');
  });

  it('continues a response that has ended, and adds up its usage', () => {
    const took = { input: 10, output: 5, estimated: false, cost: 2, currency: 'EUR' };
    const transcript = new ChatTranscript([
      say('prompt', 'q', ''),
      say('answer', 'x', 'q'),
      { kind: 'text', id: 'x', text: 'one' },
      { kind: 'usage', id: 'x', usage: took },
      { kind: 'end', id: 'x', ending: { how: 'stopped' }, at: 2 },
      { kind: 'resume', id: 'x' },
    ]);
    expect(transcript.running?.id).toBe('x');
    transcript.apply({ kind: 'text', id: 'x', text: ' two' });
    transcript.apply({ kind: 'usage', id: 'x', usage: { ...took, estimated: true } });
    transcript.apply({ kind: 'end', id: 'x', ending: { how: 'complete' }, at: 3 });
    expect(transcript.last).toMatchObject({
      text: 'one two',
      usage: { input: 20, output: 10, estimated: true, cost: 4, currency: 'EUR' },
      endedAt: 3,
    });
  });

  it('knows that an earlier response is being continued, also when rebuilt from its own records', () => {
    const end = (id: string): ChatRecord => ({ kind: 'end', id, ending: { how: 'stopped' }, at: 2 });
    const transcript = new ChatTranscript([
      say('prompt', 'q', ''),
      say('answer', 'x', 'q'),
      end('x'),
      say('answer', 'y', 'q'),
      end('y'),
      { kind: 'resume', id: 'x' },
    ]);
    expect(transcript.running?.id).toBe('x');
    expect(new ChatTranscript(transcript.records()).running?.id).toBe('x');
    transcript.apply(end('x'));
    expect(transcript.running).toBeUndefined();
  });

  it('keeps the turns that follow a missing record', () => {
    const transcript = new ChatTranscript([two[0], two[2], two[3]].filter((one) => one !== undefined));
    expect(shown(transcript)).toBe('q r y');
  });

  it('has the same state when rebuilt from its own records as JSON', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 30 }), (records) => {
        const first = new ChatTranscript(records);
        const lines = first.records().map((one) => JSON.stringify(one));
        const again = new ChatTranscript(
          lines.map((line) => parseRecord(JSON.parse(line))).filter((one) => one !== undefined),
        );
        expect(again.turns).toEqual(first.turns);
        for (const turn of first.turns) expect(again.versions(turn.id)).toEqual(first.versions(turn.id));
        expect(again.usages).toEqual(first.usages);
        expect(again.queue).toEqual(first.queue);
        expect([again.title, again.pinned, again.settings]).toEqual([first.title, first.pinned, first.settings]);
        expect(again.model).toBe(first.model);
        expect(first.last).toBe(first.turns.at(-1));
      }),
    );
  });
});

describe('a record', () => {
  it('keeps a prompt whose attachments only another version knows', () => {
    const known = { id: 'f', kind: 'file', label: 'a.ts', text: 'a', tokens: 1 };
    const prompt = (context: unknown) => parseRecord({ kind: 'prompt', id: 'p', at: 1, text: 'Hi', context });
    for (const unknown of [{ kind: 'symbol', uri: 'file:///a' }, { ...known, kind: 'hologram' }, 'a.ts', null])
      expect(prompt([unknown, known])).toMatchObject({ text: 'Hi', context: [known] });
    expect(prompt({ files: [known] })).toMatchObject({ text: 'Hi' });
  });

  it('is parsed from any value without throwing', () => {
    fc.assert(fc.property(fc.anything(), (value) => void parseRecord(value)));
  });

  it.each([
    { kind: 'session', id: 'a', version: 2, at: 1 },
    { kind: 'prompt', id: 'a', text: 'b' },
    { kind: 'prompt', id: 'a', text: 'b', at: Number.NaN },
    { kind: 'text', text: 'b' },
    { kind: 'end', id: 'a', at: 1, ending: { how: 'failed' } },
    { kind: 'end', id: 'a', at: 1, ending: { how: 'gone' } },
    { kind: 'toString', id: 'a' },
  ])('is rejected if invalid: %j', (value) => {
    expect(parseRecord(value)).toBeUndefined();
  });

  it('does not contain unknown properties', () => {
    expect(parseRecord({ kind: 'text', id: 'a', text: 'b', html: '<b>' })).toEqual({
      kind: 'text',
      id: 'a',
      text: 'b',
    });
  });
});

it('moves a queued message to the end when it is queued again', () => {
  const queued = (id: string): ChatRecord => ({ kind: 'queue', id, text: id });
  const { queue } = new ChatTranscript([queued('a'), queued('b'), queued('a')]);
  expect(queue.map(({ id }) => id)).toEqual(['b', 'a']);
});

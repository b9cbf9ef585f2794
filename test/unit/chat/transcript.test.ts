import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChatRecord } from '../../../src/chat/chat-record.ts';
import { parseRecord } from '../../../src/chat/record.ts';
import { Transcript } from '../../../src/chat/transcript.ts';

const id = fc.constantFrom('a', 'b', 'c', 'd');
const at = fc.integer({ min: 0 });
const ending = fc.oneof(
  fc.constant({ how: 'stopped' as const }),
  fc.constant({ how: 'complete' as const }),
  fc.string().map((reason) => ({ how: 'complete' as const, reason })),
  fc.tuple(fc.string(), fc.string()).map(([cause, text]) => ({ how: 'failed' as const, problem: { cause, text } })),
);
const record: fc.Arbitrary<ChatRecord> = fc.oneof(
  fc.record({ kind: fc.constant('session' as const), id, version: fc.constant(1 as const), at }),
  fc.record({ kind: fc.constant('model' as const), model: fc.string() }),
  fc.record({ kind: fc.constant('prompt' as const), id, text: fc.string(), at }),
  fc.record({ kind: fc.constant('answer' as const), id, model: fc.string(), at }),
  fc.record({ kind: fc.constant('text' as const), id, text: fc.string() }),
  fc.record({ kind: fc.constant('end' as const), id, ending, at }),
  fc.record({ kind: fc.constant('remove' as const), id }),
);

describe('a transcript', () => {
  it('puts an answer together', () => {
    const transcript = new Transcript([
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

  it('hears nothing of an answer that has ended, nor of one that never began', () => {
    const transcript = new Transcript([
      { kind: 'answer', id: 'x', model: 'a/b', at: 1 },
      { kind: 'end', id: 'x', ending: { how: 'stopped' }, at: 2 },
      { kind: 'text', id: 'x', text: 'late' },
      { kind: 'end', id: 'x', ending: { how: 'complete' }, at: 3 },
      { kind: 'text', id: 'y', text: 'of nobody' },
    ]);
    expect(transcript.turns).toHaveLength(1);
    expect(transcript.last).toMatchObject({ text: '', ending: { how: 'stopped' } });
  });

  it('leads to the same state again, from its own records and from JSON, whatever happened', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 30 }), (records) => {
        const first = new Transcript(records);
        const lines = first.records().map((one) => JSON.stringify(one));
        const again = new Transcript(
          lines.map((line) => parseRecord(JSON.parse(line))).filter((one) => one !== undefined),
        );
        expect(again.turns).toEqual(first.turns);
        expect(again.model).toBe(first.model);
        expect(first.last).toBe(first.turns.at(-1));
      }),
    );
  });
});

describe('a record', () => {
  it('is told from anything else without a throw', () => {
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
  ])('is none: %j', (value) => {
    expect(parseRecord(value)).toBeUndefined();
  });

  it('carries nothing that it should not', () => {
    expect(parseRecord({ kind: 'text', id: 'a', text: 'b', html: '<b>' })).toEqual({
      kind: 'text',
      id: 'a',
      text: 'b',
    });
  });
});

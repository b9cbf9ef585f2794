import { describe, expect, it } from 'vitest';
import { RecordBatch } from '../../../../src/service/chat/batch.ts';
import type { ChatRecord } from '../../../../src/service/chat/record.ts';
import { ChatTranscript } from '../../../../src/service/chat/transcript.ts';
import { FakeClock } from '../../fake-clock.ts';
import { fc } from '../../random-runs.ts';

const text = (words: string, id = 'a'): ChatRecord => ({ kind: 'text', id, text: words });

function setUp(interval = 34) {
  const clock = new FakeClock();
  const delivered: (readonly ChatRecord[])[] = [];
  return {
    clock,
    delivered,
    batch: new RecordBatch(interval, (records) => delivered.push(records), clock),
  };
}

describe('a batch of records', () => {
  it('delivers the first record immediately', () => {
    const { batch, delivered } = setUp();
    batch.add(text('a'));
    expect(delivered).toEqual([[text('a')]]);
  });

  it('merges text that arrives within the interval', () => {
    const { batch, delivered, clock } = setUp();
    for (const word of ['a', 'b', 'c', 'd']) batch.add(text(word));
    expect(delivered).toHaveLength(1);
    clock.advance(34);
    expect(delivered[1]).toEqual([text('bcd')]);
  });

  it('preserves the order, and does not merge the text of two responses', () => {
    const { batch, delivered, clock } = setUp();
    batch.add(text('first'));
    const end: ChatRecord = { kind: 'end', id: 'a', ending: { how: 'stopped' }, at: 1 };
    for (const record of [text('1'), text('2'), end, text('3', 'b'), text('4', 'b')]) batch.add(record);
    clock.advance(34);
    expect(delivered[1]).toEqual([text('12'), end, text('34', 'b')]);
  });

  it('sends at most 30 messages per second for any number of tokens', () => {
    const { batch, delivered, clock } = setUp();
    for (let ms = 0; ms < 1000; ms++) {
      for (let token = 0; token < 10; token++) batch.add(text('x'));
      clock.advance(1);
    }
    expect(delivered.length).toBeLessThanOrEqual(30);
    expect(delivered.length).toBeGreaterThan(25);
    batch.flush();
    expect(delivered.flat().reduce((sum, record) => sum + (record.kind === 'text' ? record.text.length : 0), 0)).toBe(
      10_000,
    );
  });

  it('preserves all records for random input and timing', () => {
    const step = fc.record({ id: fc.constantFrom('a', 'b'), text: fc.string(), wait: fc.nat(50) });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const { batch, delivered, clock } = setUp();
        const begin = ['a', 'b'].map((id): ChatRecord => ({ kind: 'answer', id, model: 'm/m', at: 0 }));
        const records = [...begin, ...steps.map((one) => text(one.text, one.id))];
        for (const record of begin) batch.add(record);
        for (const one of steps) {
          batch.add(text(one.text, one.id));
          clock.advance(one.wait);
        }
        batch.flush();
        expect(new ChatTranscript(delivered.flat()).turns).toEqual(new ChatTranscript(records).turns);
      }),
    );
  });

  it('delivers pending records when it is disposed, and clears its timer', () => {
    const { batch, delivered, clock } = setUp();
    batch.add(text('a'));
    batch.add(text('b'));
    batch.dispose();
    expect(delivered.flat()).toEqual([text('a'), text('b')]);
    expect(clock.pending).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import { type Draft, DraftKeeper } from '../../../src/chat/draft.ts';
import { ManualClock } from './manual-clock.ts';

function open(kept?: unknown) {
  const clock = new ManualClock();
  const written: (Draft | undefined)[] = [];
  return { clock, written, keeper: new DraftKeeper({ kept, write: (draft) => written.push(draft), clock }) };
}

const file = { id: 'c', kind: 'file', label: 'a.ts', text: 'x', tokens: 1 } as const;

describe('what stands in the composer', () => {
  it('is kept within a moment, not at every key, and comes back', () => {
    const { keeper, clock, written } = open();
    for (const text of ['a', 'ab', 'abc']) keeper.set({ text, context: [file] });
    expect(written).toEqual([]);
    clock.pass(300);
    expect(written).toEqual([{ text: 'abc', context: [file] }]);
    expect(open(JSON.parse(JSON.stringify(written[0]))).keeper.value).toEqual(written[0]);
  });

  it('is kept when the chat is closed before that', () => {
    const { keeper, written } = open();
    keeper.set({ text: 'half a sent', context: [] });
    keeper.dispose();
    expect(written).toEqual([{ text: 'half a sent', context: [] }]);
  });

  it('leaves no file when nothing stands there', () => {
    const { keeper, clock, written } = open({ text: 'a', context: [] });
    keeper.clear();
    clock.pass(300);
    expect(written).toEqual([undefined]);
  });

  it('comes back after an earlier question was written anew, or two of them', () => {
    const { keeper } = open();
    keeper.set({ text: 'unsent', context: [file] });
    keeper.edit('q1', 'first question', []);
    keeper.edit('q2', 'second question', []);
    expect(keeper.value).toMatchObject({ editing: 'q2', text: 'second question' });
    keeper.clear();
    expect(keeper.value).toEqual({ text: 'unsent', context: [file] });
  });

  it.each([
    undefined,
    null,
    5,
    [],
    {},
    { text: 1 },
    { text: 'a', context: [{ kind: 'exe' }] },
    { text: 'a', context: [{ ...file, kind: 'image', text: 'https://evil.example/' }] },
  ])('is empty when %j was kept', (kept) => {
    expect(open(kept).keeper.value).toEqual({ text: '', context: [] });
  });
});

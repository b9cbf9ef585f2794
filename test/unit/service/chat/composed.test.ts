import { describe, expect, it } from 'vitest';
import { type Composed, ComposedStore } from '../../../../src/service/chat/stored/composed.ts';
import { FakeClock } from '../../fake-clock.ts';

function open(stored?: unknown) {
  const clock = new FakeClock();
  const written: (Composed | undefined)[] = [];
  return { clock, written, store: new ComposedStore(stored, (composed) => written.push(composed), clock) };
}

const file = { id: 'c', kind: 'file', label: 'a.ts', text: 'x', tokens: 1 } as const;

describe('the content of the composer', () => {
  it('is stored after a short delay, not on every keystroke, and is restored', () => {
    const { store, clock, written } = open();
    for (const text of ['a', 'ab', 'abc']) store.set({ text, context: [file] });
    expect(written).toEqual([]);
    clock.advance(300);
    expect(written).toEqual([{ text: 'abc', context: [file] }]);
    expect(open(JSON.parse(JSON.stringify(written[0]))).store.value).toEqual(written[0]);
  });

  it('is stored immediately when the chat closes', () => {
    const { store, written } = open();
    store.set({ text: 'half a sent', context: [] });
    store.flush();
    expect(written).toEqual([{ text: 'half a sent', context: [] }]);
  });

  it('is removed from storage when it is cleared', () => {
    const { store, clock, written } = open({ text: 'a', context: [] });
    store.clear();
    clock.advance(300);
    expect(written).toEqual([undefined]);
  });

  it('is restored after editing one or more earlier prompts', () => {
    const { store } = open();
    store.set({ text: 'unsent', context: [file] });
    store.edit('q1', 'first question', []);
    store.edit('q2', 'second question', []);
    expect(store.value).toMatchObject({ editing: 'q2', text: 'second question' });
    store.clear();
    expect(store.value).toEqual({ text: 'unsent', context: [file] });
  });

  it('keeps what was added while a message was being sent, after the content from before an edit', () => {
    const { store } = open();
    const added = { ...file, id: 'd' };
    store.set({ text: 'look, and then', context: [file, added] });
    store.sent('look', [file]);
    expect(store.value).toEqual({ text: ', and then', context: [added] });
    store.edit('q1', 'question', []);
    store.set({ ...store.value, text: 'question and more', context: [file] });
    store.sent('question', []);
    expect(store.value).toEqual({ text: ', and then\n\nand more', context: [added, file] });
  });

  it.each([undefined, null, 5, [], {}, { text: 1 }])('is empty if the stored value is %j', (stored) => {
    expect(open(stored).store.value).toEqual({ text: '', context: [] });
  });

  it.each([
    { text: 'a', context: [{ kind: 'exe' }] },
    { text: 'a', context: [{ ...file, kind: 'image', text: 'https://evil.example/' }] },
  ])('keeps its text if an attachment of the stored value is invalid: %j', (stored) => {
    expect(open(stored).store.value).toEqual({ text: 'a', context: [] });
  });
});

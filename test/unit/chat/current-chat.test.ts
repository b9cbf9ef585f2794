import { describe, expect, it } from 'vitest';
import { CurrentChat } from '../../../src/chat/current-chat.ts';
import { FakeTimer } from './fake-timer.ts';

class FakeMemento {
  readonly values = new Map<string, unknown>();
  writes = 0;

  keys(): readonly string[] {
    return [...this.values.keys()];
  }

  get<T>(key: string, fallback?: T): T | undefined {
    const value = this.values.get(key);
    return value === undefined ? fallback : (structuredClone(value) as T);
  }

  async update(key: string, value: unknown): Promise<void> {
    this.writes++;
    this.values.set(key, structuredClone(value));
  }
}

function open(memento: FakeMemento, timer = new FakeTimer()) {
  return { timer, chat: new CurrentChat(memento as ConstructorParameters<typeof CurrentChat>[0], timer) };
}

describe('what a window remembers of its chat', () => {
  it('comes back after a reload, also what was typed last', () => {
    const memento = new FakeMemento();
    const first = open(memento).chat;
    first.update({ draft: 'half a sent', model: 'a/b' });
    first.dispose();
    expect(open(memento).chat.value).toEqual({ session: first.value.session, model: 'a/b', draft: 'half a sent' });
  });

  it('is not written at every key', () => {
    const memento = new FakeMemento();
    const { chat, timer } = open(memento);
    for (const draft of ['a', 'ab', 'abc']) chat.update({ draft });
    timer.pass(300);
    expect(memento.writes).toBe(1);
    expect(open(memento).chat.value.draft).toBe('abc');
  });

  it.each([undefined, null, 'x', { session: '../../etc' }, { session: 5 }, []])('begins anew from %j', (value) => {
    const memento = new FakeMemento();
    memento.values.set('switchyard.chat.current', value);
    const { value: remembered } = open(memento).chat;
    expect(remembered).toMatchObject({ model: undefined, draft: '' });
    expect(remembered.session).toMatch(/^[\w-]{36}$/);
  });
});

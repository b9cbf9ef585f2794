import { describe, expect, it } from 'vitest';
import { CurrentChat } from '../../../../src/service/chat/stored/current-chat.ts';
import { FakeMemento } from '../../fake-vscode.ts';

function open(memento: FakeMemento) {
  return new CurrentChat(memento as ConstructorParameters<typeof CurrentChat>[0]);
}

describe('the current chat of a window', () => {
  it('is restored after a reload', () => {
    const memento = new FakeMemento();
    const first = open(memento);
    first.update({ session: first.value.session, model: 'a/b' });
    expect(open(memento).value).toEqual({ session: first.value.session, model: 'a/b' });
  });

  it.each([undefined, null, 'x', { session: '../../etc' }, { session: 5 }, []])('is new if %j is stored', (value) => {
    const memento = new FakeMemento();
    memento.values.set('switchyard.chat.current', value);
    const { value: remembered } = open(memento);
    expect(remembered.model).toBeUndefined();
    expect(remembered.session).toMatch(/^[\w-]{36}$/);
  });
});

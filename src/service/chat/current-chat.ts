/** The current chat and model of this window, stored so that a reload restores them. */
import type { Memento } from 'vscode';
import { isText } from '../../../common/guards.ts';
import { lenient, listOf, type Parsed, parsed, record, text, where } from '../../shared/parse.ts';
import type { OpenChat } from './open-chat.ts';
import { isSessionId } from './session-log.ts';

const storageKey = 'switchyard.chat.current';

const sessionId = where((value): value is string => isText(value) && isSessionId(value));
const remembered = record({
  session: sessionId,
  model: lenient(text),
  /** Chats that have a draft, a name, or settings, but no messages, newest last. The list of chats doesn't contain them. */
  unsent: lenient(listOf(sessionId)),
});
type Remembered = Parsed<typeof remembered>;

export class CurrentChat {
  readonly #memento: Memento;
  #value: Remembered;

  constructor(memento: Memento) {
    this.#memento = memento;
    this.#value = parsed(remembered, memento.get<unknown>(storageKey)) ?? { session: crypto.randomUUID() };
  }

  get value(): Remembered {
    return this.#value;
  }

  /** Makes another chat the current one, and remembers the previous one if the list of chats doesn't contain it. */
  replace(id: string, left: OpenChat | undefined): void {
    const isUnsent =
      left !== undefined &&
      left.session.transcript.last === undefined &&
      (!left.draft.isEmpty || left.session.transcript.isCustomized);
    const all = [...(this.#value.unsent ?? []), ...(isUnsent ? [left.session.id] : [])];
    this.update({ session: id, unsent: all.filter((one) => one !== id) });
  }

  update(change: Partial<Remembered>): void {
    this.#value = { ...this.#value, ...change };
    void this.#memento.update(storageKey, this.#value);
  }
}

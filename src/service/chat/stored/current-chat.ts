/** The current chat and model of this window, stored so that a reload restores them. */
import type { Memento } from 'vscode';
import { isText } from '../../../../common/guards.ts';
import { lenient, listOf, type Parsed, parsed, record, text, where } from '../../../shared/text/parse.ts';
import { isChatId } from './chat-log.ts';

const storageKey = 'switchyard.chat.current';

const chatId = where((value): value is string => isText(value) && isChatId(value));
const remembered = record({
  session: chatId,
  model: lenient(text),
  /** Chats that have a draft, a name, or settings, but no messages, newest last. The list of chats doesn't contain them. */
  unsent: lenient(listOf(chatId)),
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

  /** The latest chat that wasn't sent. */
  get unsent(): string | undefined {
    return this.#value.unsent?.at(-1);
  }

  /** Makes another chat the current one. */
  replace(id: string): void {
    this.update({ session: id, unsent: this.#otherUnsent(id) });
  }

  addUnsent(id: string): void {
    this.update({ unsent: [...this.#otherUnsent(id), id] });
  }

  #otherUnsent(id: string): string[] {
    return (this.#value.unsent ?? []).filter((one) => one !== id);
  }

  update(change: Partial<Remembered>): void {
    this.#value = { ...this.#value, ...change };
    void this.#memento.update(storageKey, this.#value);
  }
}

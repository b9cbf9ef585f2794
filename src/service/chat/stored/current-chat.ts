/** The current chat and model of this window, stored so that a reload restores them. */
import type { Memento } from 'vscode';
import { isText } from '../../../../common/guards.ts';
import { lenient, type Parsed, parsed, record, text, where } from '../../../shared/text/parse.ts';
import { isChatId } from './chat-log.ts';

const storageKey = 'switchyard.chat.current';

const chatId = where((value): value is string => isText(value) && isChatId(value));
const remembered = record({
  /** ID of the chat; the stored key is an earlier name. */
  session: chatId,
  model: lenient(text),
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

  /** Makes another chat the current one. */
  replace(id: string): void {
    this.update({ session: id });
  }

  update(change: Partial<Remembered>): void {
    this.#value = { ...this.#value, ...change };
    void this.#memento.update(storageKey, this.#value);
  }
}

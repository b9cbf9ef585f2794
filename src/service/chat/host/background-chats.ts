/** Chats that the user has left while they were busy, for example with an answer. That continues, and they are stored. */
import type { OpenChat } from '../chat/open-chat.ts';
import type { ChatRecord } from '../record.ts';

/** What the list of chats shows about a chat that isn't current. */
export type ChatActivity = 'running' | 'completed' | 'failed';

export class BackgroundChats {
  readonly #busy = new Map<string, OpenChat>();
  /** Ended chats that the user hasn't opened since. */
  readonly #ended = new Map<string, 'completed' | 'failed'>();
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get all(): OpenChat[] {
    return [...this.#busy.values()];
  }

  /** Number of chats whose answers have ended since the user left them. */
  get unread(): number {
    return this.#ended.size;
  }

  activityOf(id: string): ChatActivity | undefined {
    return this.#busy.has(id) ? 'running' : this.#ended.get(id);
  }

  /** Takes over a chat that isn't shown, until it's released. */
  add(chat: OpenChat): void {
    chat.flush();
    this.#busy.set(chat.id, chat);
  }

  /** Closes a chat, unless it's busy. */
  release(id: string): void {
    const chat = this.#busy.get(id);
    if (!chat || chat.isBusy) return;
    this.#busy.delete(id);
    chat.dispose();
  }

  /** Returns the chat if it's busy. The caller shows it, and is responsible for it. */
  take(id: string): OpenChat | undefined {
    const chat = this.#busy.get(id);
    this.#busy.delete(id);
    if (this.#ended.delete(id) || chat) this.#onChange();
    return chat;
  }

  /** Called after a conversation has applied a record. A queued message or a retry may continue the answer synchronously. */
  recorded({ kind }: ChatRecord, id: string): void {
    if (kind !== 'end' && kind !== 'wait') return;
    queueMicrotask(() => {
      const chat = this.#busy.get(id);
      if (!chat || chat.conversation.isActive) return;
      const { last } = chat.conversation.transcript;
      this.#ended.set(id, last?.kind === 'answer' && last.ending?.how === 'failed' ? 'failed' : 'completed');
      this.release(id);
      this.#onChange();
    });
  }

  dispose(): void {
    for (const chat of this.#busy.values()) chat.dispose();
    this.#busy.clear();
  }
}

/** Chats that the user has left while an answer was in progress. The answers continue, and the chats are stored. */
import type { OpenChat } from './open-chat.ts';
import type { ChatSession } from './session.ts';

/** What the list of chats shows about a chat that isn't current. */
export type ChatActivity = 'running' | 'completed' | 'failed';

export class BackgroundChats {
  readonly #running = new Map<string, OpenChat>();
  /** Ended chats that the user hasn't opened since. */
  readonly #ended = new Map<string, 'completed' | 'failed'>();
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get sessions(): ChatSession[] {
    return [...this.#running.values()].map(({ session }) => session);
  }

  /** Number of chats whose answers have ended since the user left them. */
  get unread(): number {
    return this.#ended.size;
  }

  activityOf(id: string): ChatActivity | undefined {
    return this.#running.has(id) ? 'running' : this.#ended.get(id);
  }

  /** Takes over a chat that is no longer shown. It's closed as soon as no answer is in progress. */
  add(chat: OpenChat): void {
    chat.flush();
    if (chat.session.isActive) {
      this.#running.set(chat.session.id, chat);
      this.#onChange();
    } else chat.dispose();
  }

  /** Returns the chat if an answer is in progress. The caller shows it, and is responsible for it. */
  take(id: string): OpenChat | undefined {
    const chat = this.#running.get(id);
    this.#running.delete(id);
    if (this.#ended.delete(id) || chat) this.#onChange();
    return chat;
  }

  /** Called after a session has applied a record. A queued message or a retry may continue the answer synchronously. */
  recorded(id: string): void {
    if (!this.#running.has(id)) return;
    queueMicrotask(() => {
      const chat = this.#running.get(id);
      if (!chat || chat.session.isActive) return;
      const { last } = chat.session.transcript;
      this.#running.delete(id);
      this.#ended.set(id, last?.kind === 'answer' && last.ending?.how === 'failed' ? 'failed' : 'completed');
      chat.dispose();
      this.#onChange();
    });
  }

  dispose(): void {
    for (const chat of this.#running.values()) chat.dispose();
    this.#running.clear();
  }
}

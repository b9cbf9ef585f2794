/** Starts new chats, one at a time: requested by a command, or by a page that already shows an empty chat. */

import type { ChatWebview } from './chat-webview.ts';
import type { ChatHost } from './host.ts';
import type { ChatPageMessage, OpenChatMessage } from './messages.ts';

export class NewChatController {
  readonly #host: ChatHost;
  #creating: Promise<void> | undefined;
  /** The latest request of a page for which the draft of an earlier chat was opened. */
  #restoredFor: string | undefined;

  constructor(host: ChatHost) {
    this.#host = host;
  }

  /** Returns the ID for a new chat: the latest one without messages, so that its draft isn't lost, or a new one. */
  get id(): string {
    return this.#host.current.value.unsent?.at(-1) ?? crypto.randomUUID();
  }

  /**
   * Starts a new chat with the content of the composer or, if it's empty, with the latest draft that wasn't sent. The
   * current chat remains in its file.
   */
  start(): Promise<void> {
    return this.#creating ?? this.#inOrder(() => this.#start());
  }

  /** Waits until the chat is open to which the message belongs. Returns undefined if the message was handled. */
  async handle(message: ChatPageMessage, from: ChatWebview): Promise<OpenChatMessage | undefined> {
    if (message.kind === 'newChat') {
      await this.#inOrder(async () => {
        // The message that the user sent before belongs to the current chat.
        await this.#host.composer.sending;
        await this.#start(message.newChat).finally(() => from.show({ newChat: message.newChat }));
      });
      return undefined;
    }
    const typed = message.kind === 'draft' || message.kind === 'send' ? message : undefined;
    if (typed?.newChat !== undefined) {
      await this.#inOrder(async () => {
        // The page didn't show the restored draft yet when the user typed this.
        if (typed.newChat === this.#restoredFor && typed.text !== '') await this.#open(crypto.randomUUID(), true);
      });
      // What the user types while a new chat opens belongs to it, unless it's part of a question that is being edited.
    } else if (this.#creating && this.#host.draft.value.editing === undefined) await this.#creating;
    return message;
  }

  async #start(request?: string): Promise<void> {
    const { session, draft, current, composer } = this.#host;
    this.#restoredFor = undefined;
    if (session.transcript.last === undefined) return;
    const { text, context, editing } = draft.value;
    const isCarried = editing === undefined && !draft.isEmpty;
    const id = isCarried ? crypto.randomUUID() : this.id;
    if (isCarried) draft.set({ text: '', context: [] });
    const isRestored = current.value.unsent?.includes(id) === true;
    // Text that is typed meanwhile belongs to the new chat, unless that already has a draft.
    await this.#open(id, (editing === undefined || request !== undefined) && !isRestored);
    if (isRestored) this.#restoredFor = request;
    if (isCarried) composer.updateDraft({ text, context });
  }

  async #open(id: string, keepText: boolean): Promise<void> {
    this.#restoredFor = undefined;
    await this.#host.openNew(id, keepText);
  }

  #inOrder(work: () => Promise<void>): Promise<void> {
    const before = this.#creating ?? Promise.resolve();
    const creating = before.then(work, work).finally(() => {
      if (this.#creating === creating) this.#creating = undefined;
    });
    this.#creating = creating;
    return creating;
  }
}

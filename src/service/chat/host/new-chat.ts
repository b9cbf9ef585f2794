/** Starts new chats, one at a time: requested by a command, or by a page that already shows an empty chat. */

import type { ChatWebview } from '../chat/chat-webview.ts';
import type { OpenChat } from '../chat/open-chat.ts';
import type { ChatPageMessage } from '../messages.ts';
import type { OpenChats } from './open-chats.ts';

/** Which messages are about the content of the composer, which may have moved to a new chat since. */
const isComposed: Readonly<Record<ChatPageMessage['kind'], boolean>> = {
  composed: true,
  send: true,
  sendToTwo: true,
  detach: true,
  attachText: true,
  attachImage: true,
  attachUris: true,
  attachMention: true,
  findMentions: false,
  stop: false,
  turn: false,
  openMedia: false,
  sendQueued: false,
  queued: false,
  cancelEdit: false,
  newChat: false,
  settings: false,
  dismiss: false,
  code: false,
  openLink: false,
  run: false,
};

export class NewChatController {
  readonly #chats: OpenChats;
  #creating: Promise<void> | undefined;
  /** New chats that pages show and that aren't open yet. */
  readonly #pending = new Map<string, Promise<void>>();

  constructor(chats: OpenChats) {
    this.#chats = chats;
  }

  /** Starts a new chat with the content of the composer. Does nothing if the current chat has no messages. */
  async start(): Promise<void> {
    if (this.#creating !== undefined) return this.#creating;
    if (this.#chats.current.conversation.transcript.last === undefined) return;
    await this.#inOrder(() => this.#start(crypto.randomUUID()));
  }

  /** Starts the new chat that a page already shows. */
  startShown(id: string, from: ChatWebview): Promise<void> {
    return this.#open(id, async () => {
      await this.#start(id);
      if (this.#chats.current.id !== id) from.show(false, id);
    });
  }

  /** Hands a message to the chat that it names, which is opened before, if necessary. */
  async handle(message: ChatPageMessage, work: (chat: OpenChat) => Promise<void>): Promise<void> {
    const { chat } = message;
    await this.#pending.get(chat);
    await this.#chats.use(isComposed[message.kind] ? this.#chats.typedIn(chat) : chat, work);
  }

  async #start(id: string): Promise<void> {
    // The message that the user sent before belongs to the current chat.
    await this.#chats.current.composer.sending;
    const isEdit = this.#chats.current.composed.value.editing !== undefined;
    await this.#chats.openNew(id, !isEdit);
  }

  #open(id: string, work: () => Promise<void>): Promise<void> {
    const opening = this.#inOrder(work).finally(() => this.#pending.delete(id));
    this.#pending.set(id, opening);
    return opening;
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

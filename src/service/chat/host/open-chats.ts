/** The chats that a window keeps open: the current one, which all pages show, and those that are busy in the background. */
import { showWarning } from '../../../shared/notifications.ts';
import type { ChatWebview } from '../chat/chat-webview.ts';
import { type ChatListener, type ChatServices, type OpenChat, openChat } from '../chat/open-chat.ts';
import type { ToPage } from '../messages.ts';
import type { ChatRecord } from '../record.ts';
import { titleOf } from '../stored/summary.ts';
import { BackgroundChats, type ChatActivity } from './background-chats.ts';

/** The pages, which show the current chat. */
export interface ChatPages {
  /** Shows the current chat. @param keepText the text in the composer may be newer than what is stored */
  show(keepText: boolean): void;
  add(record: ChatRecord): void;
  post(message: ToPage, except?: ChatWebview): void;
  /** Shows the number of other chats with a new response. */
  showUnread(): void;
}

export class OpenChats {
  readonly #services: ChatServices;
  readonly #pages: ChatPages;
  readonly #background: BackgroundChats;
  readonly #reopening = new Map<string, Promise<OpenChat>>();
  #current: OpenChat | undefined;
  /** The new chat to which the composer of another one has moved, with what is typed in it. */
  #moved: { readonly from: string; readonly to: string } | undefined;
  /** Number of `open` calls: only the latest takes effect. */
  #asked = 0;

  constructor(services: ChatServices, pages: ChatPages) {
    this.#services = services;
    this.#pages = pages;
    this.#background = new BackgroundChats(() => pages.showUnread());
  }

  get current(): OpenChat {
    if (!this.#current) throw new Error('No chat is open yet.');
    return this.#current;
  }

  get all(): OpenChat[] {
    return [...(this.#current ? [this.#current] : []), ...this.#background.all];
  }

  get unread(): number {
    return this.#background.unread;
  }

  find(id: string): OpenChat | undefined {
    return this.all.find((chat) => chat.id === id);
  }

  activityOf(id: string): ChatActivity | undefined {
    const { current } = this;
    return id === current.id && current.conversation.isActive ? 'running' : this.#background.activityOf(id);
  }

  /** Opens a chat in place of the current one, whose answer continues and is stored. */
  open(id: string, model = this.#services.current.value.model): Promise<void> {
    return this.#show(id, model, false);
  }

  /** Opens a chat without messages. @param takesText the content of the composer moves to the chat */
  openNew(id: string, takesText: boolean): Promise<void> {
    return this.#show(id, this.#services.features.models.userModels.initial, takesText);
  }

  async #show(id: string, model: string | undefined, takesText: boolean): Promise<void> {
    const request = ++this.#asked;
    // Written before reading, because it may be the same chat. The current chat stays open until the other is loaded.
    this.#current?.flush();
    let chat = this.#background.take(id);
    if (!chat) {
      const loaded = await this.#load(id);
      const isSuperseded = request !== this.#asked || (this.#current?.id === id && this.#current.isBusy);
      chat = isSuperseded ? undefined : (this.#background.take(id) ?? loaded);
      if (chat !== loaded) loaded.dispose();
      if (!chat) return;
    }
    const left = this.#current;
    const isSame = left?.id === id;
    // Nothing is awaited from here on, so that no message is handled halfway through the change.
    if (isSame) chat.composed.set(left.composed.value);
    else if (takesText) left?.composed.moveTo(chat.composed);
    this.#moved = takesText && left ? { from: left.id, to: id } : undefined;
    this.#services.current.replace(id);
    this.#current = chat;
    if (isSame) left.dispose();
    else if (left) {
      this.#background.add(left);
      this.#background.release(left.id);
    }
    this.#setModel(chat, model);
    this.#pages.show(isSame || takesText);
  }

  /** Returns the ID of the chat to which text belongs that was typed while a page showed the given chat. */
  typedIn(id: string): string {
    return id === this.#moved?.from ? this.#moved.to : id;
  }

  /** Does something with a chat, which stays open meanwhile. A chat that was closed is opened in the background. */
  async use<T>(id: string, work: (chat: OpenChat) => T | Promise<T>): Promise<T> {
    const chat = this.find(id) ?? (await this.#reopen(id));
    chat.uses++;
    try {
      return await work(chat);
    } finally {
      chat.uses--;
      if (chat !== this.#current) this.#background.release(chat.id);
    }
  }

  async #reopen(id: string): Promise<OpenChat> {
    const loading = this.#reopening.get(id) ?? this.#load(id);
    this.#reopening.set(id, loading);
    const chat = await loading;
    this.#reopening.delete(id);
    const open = this.find(id);
    if (!open) {
      this.#background.add(chat);
      this.#setModel(chat, this.#services.current.value.model);
    } else if (open !== chat) chat.dispose();
    return open ?? chat;
  }

  /** Ends a chat that is being deleted. */
  async close(id: string): Promise<void> {
    const conversation = this.find(id)?.conversation;
    conversation?.stop();
    conversation?.cancelWait();
    if (id === this.current.id) await this.open(crypto.randomUUID());
    this.#background.take(id)?.dispose();
  }

  /** Stops all answers, and leaves all chats for an empty one. */
  async closeAll(): Promise<void> {
    for (const { id } of this.all) await this.close(id);
    this.current.composed.set({ text: '', context: [] });
    await this.open(crypto.randomUUID());
  }

  dispose(): void {
    this.#current?.dispose();
    this.#background.dispose();
  }

  /** @param model for a chat without one */
  #setModel({ conversation }: OpenChat, model: string | undefined): void {
    const initial = conversation.model ?? model ?? this.#services.features.models.userModels.initial;
    if (initial !== undefined) conversation.setModel(initial);
  }

  #load(id: string): Promise<OpenChat> {
    return openChat(id, this.#services, this.#listener);
  }

  readonly #listener: ChatListener = {
    onRecord: (record, chat) => {
      if (chat === this.#current) this.#pages.add(record);
      else this.#background.recorded(record, chat.id);
    },
    onMessage: (message, chat, except) => {
      if (chat === this.#current) this.#pages.post(message, except);
      else if (message.kind === 'notice' && message.notice)
        void showWarning(`${titleOf(chat.conversation.transcript)}: ${message.notice.text}`);
    },
  };
}

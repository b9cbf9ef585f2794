/** An open chat: its conversation, its file, its composer with its content, and its latest notice. */
import { l10n } from 'vscode';
import { log } from '../../../shared/log.ts';
import { describeFailure, sentence } from '../../../shared/text/failure-text.ts';
import { ensureSignedIn } from '../../account/index.ts';
import { isModelId } from '../../api/model-id.ts';
import type { Notice, ToPage } from '../messages.ts';
import type { ChatRecord } from '../record.ts';
import type { ChatLog } from '../stored/chat-log.ts';
import { beginning, type ChatStore, type StoredChat } from '../stored/chat-store.ts';
import { ComposedStore } from '../stored/composed.ts';
import type { CurrentChat } from '../stored/current-chat.ts';
import type { ChatWebview } from './chat-webview.ts';
import { ComposerController, type ComposerServices } from './composer-controller.ts';
import { Conversation } from './conversation.ts';

/** What the chats of a window share. */
export interface ChatServices extends ComposerServices {
  readonly store: ChatStore;
  readonly current: CurrentChat;
}

/** Receives what an open chat tells its pages. */
export interface ChatListener {
  onRecord(record: ChatRecord, chat: OpenChat): void;
  /** @param except the page that knows already */
  onMessage(message: ToPage, chat: OpenChat, except?: ChatWebview): void;
}

export class OpenChat {
  readonly conversation: Conversation;
  readonly composed: ComposedStore;
  readonly composer: ComposerController;
  readonly #file: ChatLog | undefined;
  readonly #services: ChatServices;
  readonly #listener: ChatListener;
  /** The latest notice, also shown in pages that are opened later. */
  notice: Notice | undefined;
  #isStored: boolean;
  /** Number of actions in progress that need this chat. */
  uses = 0;

  constructor(
    id: string,
    { log: file, records }: StoredChat,
    composed: ComposedStore,
    services: ChatServices,
    listener: ChatListener,
  ) {
    this.#file = file;
    this.#services = services;
    this.#listener = listener;
    this.#isStored = records.length > 0;
    const { accounts } = services.features;
    this.conversation = new Conversation({
      id,
      accounts,
      models: services.facts,
      records,
      onRecord: (one) => this.#store(one),
    });
    this.composed = composed;
    this.composer = new ComposerController(this, services);
  }

  get id(): string {
    return this.conversation.id;
  }

  /** An answer or another action is in progress, so that the chat must stay open. */
  get isBusy(): boolean {
    return this.uses > 0 || this.conversation.isActive;
  }

  /** The chat has a file, which is created with the first prompt, name, or settings. */
  get isStored(): boolean {
    return this.#isStored;
  }

  /** The chat has content in its composer, a name, or settings, but no messages. */
  get isUnsent(): boolean {
    const { transcript } = this.conversation;
    return transcript.last === undefined && (!this.composed.isEmpty || transcript.isCustomized);
  }

  notify(notice: Notice): void {
    this.notice = notice;
    this.post({ kind: 'notice', notice });
  }

  /** Closes the notice in all pages, unless it isn't the latest one. */
  dismiss(notice = this.notice): void {
    if (notice !== this.notice) return;
    this.notice = undefined;
    this.post({ kind: 'notice', notice: undefined });
  }

  /** Posts a message to the pages that show the chat. */
  post(message: ToPage, except?: ChatWebview): void {
    this.#listener.onMessage(message, this, except);
  }

  /** Sets the model of the next answers, chosen by the user unless given. Returns true if a model was set. */
  async chooseModel(given?: string, title?: string): Promise<boolean> {
    const { features, current } = this.#services;
    const account = await ensureSignedIn(features.accounts);
    if (account === undefined) return false;
    const choice = {
      current: this.conversation.model,
      modality: 'chat',
      ...(title !== undefined && { title }),
    } as const;
    const chosen = given ?? (await features.models.choose(account, choice));
    if (chosen === undefined || !isModelId(chosen)) return false;
    this.conversation.setModel(chosen);
    current.update({ model: chosen });
    await features.models.userModels.remember(chosen);
    return true;
  }

  /** Lets the user choose the model of a second answer. The model of the chat stays. */
  async chooseSecondModel(): Promise<string | undefined> {
    const { models, accounts } = this.#services.features;
    const account = await ensureSignedIn(accounts);
    if (account === undefined) return undefined;
    const title = l10n.t('Choose the Second Model');
    const chosen = await models.choose(account, { current: undefined, modality: 'chat', title });
    return chosen !== undefined && isModelId(chosen) ? chosen : undefined;
  }

  /** Writes pending changes, so that the files can be read. */
  flush(): void {
    this.#file?.flush();
    this.composed.flush();
  }

  dispose(): void {
    this.conversation.dispose();
    this.#file?.dispose();
    this.composed.flush();
  }

  #store(record: ChatRecord): void {
    this.#listener.onRecord(record, this);
    if (this.#isStored) this.#file?.add(record);
    else if (record.kind === 'prompt' || this.conversation.transcript.isCustomized) {
      this.#isStored = true;
      this.#file?.add(beginning(this.id));
      for (const one of this.conversation.transcript.records()) this.#file?.add(one);
    }
  }
}

/** Never rejects: if the chat can't be read, it reports that and opens an empty one. */
export async function openChat(id: string, services: ChatServices, listener: ChatListener): Promise<OpenChat> {
  const { store } = services;
  let isReported = false;
  let early: Notice | undefined;
  let chat: OpenChat | undefined;
  const notify = (notice: Notice) => {
    if (chat) chat.notify(notice);
    else early = notice;
  };
  const onWriteError = (error: unknown) => {
    const why = describeFailure(error);
    log().error(`The chat cannot be kept on disk: ${why}`);
    if (isReported) return;
    isReported = true;
    notify({
      text: l10n.t("Couldn't save this chat to disk: {0} You can continue, but a reload might lose it.", sentence(why)),
    });
  };
  const onForeign = () =>
    notify({
      text: l10n.t(
        'This chat is also open in another window. Nothing is lost; messages from that window appear as additional versions.',
      ),
      action: 'reloadChat',
      label: l10n.t('Show Messages'),
    });
  const stored = await store.open(id, { onFailure: onWriteError, onForeign }).catch((error): StoredChat => {
    onWriteError(error);
    return { log: undefined, records: [], skipped: 0 };
  });
  if (stored.setAside !== undefined)
    notify({ text: l10n.t("Couldn't read this chat's file. It was moved to {0}.", stored.setAside) });
  else if (stored.skipped > 0) log().warn(`Chat ${id}: ${stored.skipped} unreadable lines were left out.`);
  const composed = new ComposedStore(await store.readComposed(id), (value) => {
    store.writeComposed(id, value).catch(onWriteError);
  });
  chat = new OpenChat(id, stored, composed, services, listener);
  chat.notice = early;
  return chat;
}

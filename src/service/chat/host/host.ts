/** Host of the chat: the open chats, and the webviews that show the current one. Loaded when a chat is first shown. */
import { type ExtensionContext, l10n, commands as registry, Uri, type WebviewPanel, type WebviewView } from 'vscode';
import { runAction } from '../../../shared/commands.ts';
import { DisposableStore } from '../../../shared/disposable.ts';
import { contextKeys } from '../../../shared/generated/names.ts';
import { log } from '../../../shared/log.ts';
import { platform } from '../../../shared/platform.ts';
import { onDidChangeSettings, setting } from '../../../shared/settings.ts';
import { describeFailure } from '../../../shared/text/failure-text.ts';
import { describeError, keyRejected } from '../../api/errors/error-text.ts';
import type { ConnectionState } from '../../session/accounts/accounts.ts';
import { type ChatSnapshot, ChatWebview, type ChatWebviewHost } from '../chat/chat-webview.ts';
import { ModelFacts } from '../chat/model-facts.ts';
import type { OpenChat } from '../chat/open-chat.ts';
import { MentionProvider } from '../context/mentions.ts';
import type { ChatFeatures } from '../context/service-attachments.ts';
import type { ConnectionView, ToHost, ToPage } from '../messages.ts';
import type { ChatRecord } from '../record.ts';
import { ChatStore } from '../stored/chat-store.ts';
import { CurrentChat } from '../stored/current-chat.ts';
import { titleOf } from '../stored/summary.ts';
import type { ChatActivity } from './background-chats.ts';
import { ChatCommands } from './chat-commands.ts';
import { handleMessage } from './message-handler.ts';
import { NewChatController } from './new-chat.ts';
import { type ChatPages, OpenChats } from './open-chats.ts';

/** Opens the chat that this window showed last. */
export async function openChatHost(context: ExtensionContext, features: ChatFeatures): Promise<ChatHost> {
  // Reads the key first, so that the chat isn't shown as signed out for a moment.
  await features.accounts.open().catch((error) => log().error(describeFailure(error)));
  const store = new ChatStore(await platform().folder(chatsUri(context)));
  const host = new ChatHost(context, features, store);
  try {
    await host.open(host.current.value.session);
  } catch (error) {
    host.dispose();
    throw error;
  }
  return host;
}

/** Where chats are stored. */
const chatsUri = ({ globalStorageUri }: ExtensionContext) => Uri.joinPath(globalStorageUri, 'chats');

export class ChatHost extends DisposableStore implements ChatPages, ChatWebviewHost {
  readonly store: ChatStore;
  readonly facts: ModelFacts;
  readonly features: ChatFeatures;
  readonly mentions: MentionProvider;
  readonly current: CurrentChat;
  readonly chats: ChatCommands;
  readonly webviews = new Set<ChatWebview>();
  readonly #open: OpenChats;
  readonly #newChats: NewChatController;
  readonly #context: ExtensionContext;
  /** The page that has the focus. */
  focusedWebview: ChatWebview | undefined;

  constructor(context: ExtensionContext, features: ChatFeatures, store: ChatStore) {
    super();
    this.#context = context;
    this.store = store;
    this.current = new CurrentChat(context.workspaceState);
    this.features = features;
    this.mentions = new MentionProvider(features.accounts);
    this.facts = this.register(new ModelFacts(features.accounts));
    this.#open = this.register(new OpenChats(this, this));
    this.#newChats = new NewChatController(this.#open);
    this.chats = new ChatCommands(chatsUri(context), store, this.#open);
    this.registerAll(
      features.accounts.onDidChangeState((state) =>
        this.post({ kind: 'state', state: { connection: connectionView(state) } }),
      ),
      features.accounts.onDidChangeSession(() => {
        for (const { conversation } of this.#open.all) conversation.hold();
      }),
      onDidChangeSettings(['switchyard.chat.budget'], () =>
        this.post({ kind: 'state', state: { budget: setting('switchyard.chat.budget') } }),
      ),
    );
  }

  /** File of the current chat. */
  get file(): Uri {
    return Uri.joinPath(chatsUri(this.#context), `${this.chat.id}.jsonl`);
  }

  /** The current chat, which all pages show. */
  get chat(): OpenChat {
    return this.#open.current;
  }

  activityOf(id: string): ChatActivity | undefined {
    return this.#open.activityOf(id);
  }

  /** Opens a chat in place of the current one, whose answer continues and is stored. */
  open(id: string, model?: string): Promise<void> {
    return this.#open.open(id, model);
  }

  /** Starts a new chat. The answer of the current one continues. */
  newChat(): Promise<void> {
    return this.#newChats.start();
  }

  /** Does something with the current chat, also if the user leaves it meanwhile. */
  use<T>(work: (chat: OpenChat) => T | Promise<T>): Promise<T> {
    return this.#open.use(this.chat.id, work);
  }

  /** Reads the current chat again, with the messages from other windows. Never stops the answer in progress. */
  async reload(): Promise<void> {
    if (!this.chat.isBusy) return this.open(this.chat.id);
    this.chat.notify({
      text: l10n.t('Wait until the response is complete to show the messages from the other window.'),
      action: 'reloadChat',
      label: l10n.t('Show Messages'),
    });
  }

  /** Shows the chat in a view or panel until that is closed. */
  attach(place: WebviewView | WebviewPanel): ChatWebview {
    const added = new ChatWebview(place, this.#context.extensionUri, this);
    this.webviews.add(added);
    this.#showTitle();
    this.showUnread();
    return added;
  }

  detach(webview: ChatWebview): void {
    this.webviews.delete(webview);
    this.#focused(webview, false);
  }

  snapshot(): ChatSnapshot {
    const { id, conversation, composed, composer, notice } = this.chat;
    return {
      chat: id,
      records: conversation.transcript.records(),
      composed: composed.value.text,
      state: {
        composer: composer.view,
        connection: connectionView(this.features.accounts.state),
        budget: setting('switchyard.chat.budget'),
        unread: this.#open.unread,
      },
      notice,
      removed: conversation.transcript.removed,
    };
  }

  /** Handles a valid message of a page. */
  receive(message: ToHost, from: ChatWebview): void {
    void runAction(`Chat: ${message.kind}`, () => this.#receive(message, from));
  }

  async #receive(message: ToHost, from: ChatWebview): Promise<void> {
    if (message.kind === 'ready') return;
    if (message.kind === 'focused') return this.#focused(from, message.on);
    if (message.kind === 'newChat') return this.#newChats.startShown(message.chat, from);
    if (message.kind === 'run' && message.action === 'reloadChat') return this.reload();
    await this.#newChats.handle(message, async (chat) => {
      // The form saves the settings when it closes, also those of a chat that was deleted.
      if (message.kind === 'settings' && chat !== this.chat && !chat.isStored) return;
      await handleMessage(chat, message, from);
    });
  }

  /** Tracks the focused page. The chat's keyboard shortcuts work only while one of its pages has the focus. */
  #focused(webview: ChatWebview, on: boolean): void {
    if (on) this.focusedWebview = webview;
    else if (this.focusedWebview === webview) this.focusedWebview = undefined;
    void registry.executeCommand('setContext', contextKeys.chatFocused, this.focusedWebview !== undefined);
  }

  show(keepText: boolean): void {
    if (this.features.accounts.state.kind === 'connected') void this.features.accounts.session?.models.ensure();
    for (const webview of this.webviews) webview.show(keepText);
    this.#showTitle();
    this.#showState();
  }

  add(record: ChatRecord): void {
    for (const webview of this.webviews) webview.add(record);
    if (record.kind === 'answer' || record.kind === 'resume' || record.kind === 'end') this.#showState();
    if (record.kind === 'prompt' || record.kind === 'title') this.#showTitle();
  }

  post(message: ToPage, except?: ChatWebview): void {
    for (const webview of this.webviews) if (webview !== except) webview.post(message);
  }

  showUnread(): void {
    const { unread } = this.#open;
    for (const webview of this.webviews) webview.showUnread(unread);
    this.post({ kind: 'state', state: { unread } });
  }

  /** For menus, the Command Palette, and keyboard shortcuts. */
  #showState(): void {
    const { busy, transcript } = this.chat.conversation;
    void registry.executeCommand('setContext', contextKeys.chatBusy, busy);
    void registry.executeCommand('setContext', contextKeys.chatHasMessages, transcript.last !== undefined);
  }

  #showTitle(): void {
    const title = titleOf(this.chat.conversation.transcript);
    for (const webview of this.webviews) webview.showTitle(title);
  }

  override dispose(): void {
    for (const webview of [...this.webviews]) webview.dispose();
    super.dispose();
  }
}

/** Returns the state of the connection as the pages show it. */
function connectionView(state: ConnectionState): ConnectionView {
  switch (state.kind) {
    case 'signedOut':
    case 'connected':
      return { kind: state.kind, text: '' };
    case 'unopened':
      return { kind: 'connected', text: '' };
    case 'unauthorized':
      return { kind: state.kind, text: keyRejected(state.host, state.error) };
    case 'unreachable':
      return { kind: state.kind, text: describeError(state.error) };
  }
}

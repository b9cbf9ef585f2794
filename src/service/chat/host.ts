/** Host of the chat: one session and all webviews that show it. Loaded when a chat is first shown. */
import { type ExtensionContext, l10n, commands as registry, Uri, type WebviewPanel, type WebviewView } from 'vscode';
import { runAction } from '../../shared/commands.ts';
import { DisposableStore } from '../../shared/disposable.ts';
import { describeFailure } from '../../shared/failure-text.ts';
import { contextKeys } from '../../shared/generated/names.ts';
import { log } from '../../shared/log.ts';
import { showWarning } from '../../shared/notifications.ts';
import { platform } from '../../shared/platform.ts';
import { onDidChangeSettings, setting } from '../../shared/settings.ts';
import { ensureSignedIn } from '../account/index.ts';
import { describeError, keyRejected } from '../api/error-text.ts';
import { isModelId } from '../api/model-id.ts';
import type { Accounts, ConnectionState } from '../session/accounts.ts';
import { BackgroundChats, type ChatActivity } from './background-chats.ts';
import { ChatWebview } from './chat-webview.ts';
import { ComposerController } from './composer-controller.ts';
import { MentionProvider } from './context/mentions.ts';
import type { ChatFeatures } from './context/service-attachments.ts';
import { CurrentChat } from './current-chat.ts';
import { handleMessage } from './message-handler.ts';
import type { ChatPageMessage, ConnectionView, Notice, ToPanel } from './messages.ts';
import { ModelFacts } from './model-facts.ts';
import { NewChatController } from './new-chat.ts';
import { type OpenChat, openChat } from './open-chat.ts';
import type { ChatRecord } from './record.ts';
import type { ChatSession } from './session.ts';
import { ChatCommands } from './sessions/chat-commands.ts';
import { ChatStore } from './sessions/chat-store.ts';
import { titleOf } from './sessions/summary.ts';

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

export class ChatHost extends DisposableStore {
  readonly store: ChatStore;
  readonly facts: ModelFacts;
  readonly features: ChatFeatures;
  readonly mentions: MentionProvider;
  readonly chats = new ChatCommands(this);
  readonly composer = new ComposerController(this);
  readonly webviews = new Set<ChatWebview>();
  readonly #newChats = new NewChatController(this);
  readonly #context: ExtensionContext;
  readonly current: CurrentChat;
  readonly #background = new BackgroundChats(() => this.#showUnread());
  #chat: OpenChat | undefined;
  /** The panel that has the focus. */
  focusedWebview: ChatWebview | undefined;
  /** Number of `open` calls: only the latest takes effect. */
  #asked = 0;

  constructor(context: ExtensionContext, features: ChatFeatures, store: ChatStore) {
    super();
    this.#context = context;
    this.store = store;
    this.current = new CurrentChat(context.workspaceState);
    this.features = features;
    this.mentions = new MentionProvider(features.accounts);
    this.facts = this.own(new ModelFacts(features.accounts));
    this.ownAll(
      features.accounts.onDidChangeState((state) =>
        this.#postToAll({ kind: 'state', state: { connection: connectionView(state) } }),
      ),
      features.accounts.onDidChangeSession(() => {
        for (const session of this.#sessions) session.hold();
      }),
      onDidChangeSettings(['switchyard.chat.budget'], () =>
        this.#postToAll({ kind: 'state', state: { budget: setting('switchyard.chat.budget') } }),
      ),
    );
  }

  get #accounts(): Accounts {
    return this.features.accounts;
  }

  /** File of the current chat. */
  get file(): Uri {
    return Uri.joinPath(chatsUri(this.#context), `${this.session.id}.jsonl`);
  }

  get session(): ChatSession {
    return this.#open.session;
  }

  /** The chats that this window keeps open: the current one, and those with an answer in progress. */
  get #sessions(): ChatSession[] {
    return [...(this.#chat ? [this.#chat.session] : []), ...this.#background.sessions];
  }

  /** Returns the session of a chat that this window keeps open. */
  sessionOf(id: string): ChatSession | undefined {
    return this.#sessions.find((session) => session.id === id);
  }

  activityOf(id: string): ChatActivity | undefined {
    return id === this.session.id && this.session.isActive ? 'running' : this.#background.activityOf(id);
  }

  get draft(): OpenChat['draft'] {
    return this.#open.draft;
  }

  get #open(): OpenChat {
    if (!this.#chat) throw new Error('No chat is open yet.');
    return this.#chat;
  }

  /** Opens a chat in place of the current one, whose answer continues and is stored. */
  open(id: string, model = this.current.value.model): Promise<void> {
    return this.#show(id, model);
  }

  async #show(id: string, model: string | undefined, keepText = false): Promise<void> {
    const turn = ++this.#asked;
    // Written before reading, because it may be the same chat. The current chat stays open until the other is loaded.
    this.#chat?.flush();
    const chat = this.#background.take(id) ?? (await this.#load(id));
    const isSame = this.#chat?.session.id === id;
    if (turn !== this.#asked || (isSame && this.session.isActive)) {
      // Another chat was requested meanwhile, or an answer has begun that the loaded chat doesn't contain.
      chat.dispose();
      return;
    }
    const left = this.#chat;
    // Nothing is awaited from here on, so that no message is handled halfway through the change.
    this.current.replace(id, left);
    this.#chat = chat;
    if (isSame) left?.dispose();
    else if (left) this.#background.add(left);
    const initial = chat.session.model ?? model ?? this.features.models.userModels.initial;
    if (initial !== undefined) chat.session.setModel(initial);
    if (this.#accounts.state.kind === 'connected') void this.#accounts.session?.models.ensure();
    for (const webview of this.webviews) webview.show({ keepText });
    this.#showTitle();
    this.#showState();
  }

  #load(id: string): Promise<OpenChat> {
    return openChat({
      id,
      store: this.store,
      accounts: this.#accounts,
      models: this.facts,
      onRecord: this.#showRecord,
      onNotice: (chat, notice) => {
        if (chat === this.#chat) this.notify(notice);
        else void showWarning(`${titleOf(chat.session.transcript)}: ${notice.text}`);
      },
    });
  }

  /** Reads the current chat again, with the messages from other windows. Never stops the answer in progress. */
  async reload(): Promise<void> {
    if (!this.session.isActive) return this.open(this.session.id);
    this.notify({
      text: l10n.t('Wait until the response is complete to show the messages from the other window.'),
      action: 'reloadChat',
      label: l10n.t('Show Messages'),
    });
  }

  /** Ends a chat that is being deleted. */
  async close(id: string): Promise<void> {
    this.sessionOf(id)?.stop();
    this.sessionOf(id)?.cancelWait();
    if (id === this.session.id) await this.open(this.#newChats.id);
    this.#background.take(id)?.dispose();
  }

  /** Stops all answers, and leaves all chats and drafts for an empty chat. */
  async closeAll(): Promise<void> {
    for (const { id } of this.#sessions) await this.close(id);
    this.draft.set({ text: '', context: [] });
    await this.open(crypto.randomUUID());
  }

  /** Starts a new chat. The answer of the current one continues. */
  newChat(): Promise<void> {
    return this.#newChats.start();
  }

  openNew(id: string, keepText: boolean): Promise<void> {
    return this.#show(id, this.features.models.userModels.initial, keepText);
  }

  /** Shows the chat in a view or panel until that is closed. */
  attach(place: WebviewView | WebviewPanel): ChatWebview {
    const added = new ChatWebview(place, this.#context.extensionUri, this);
    this.webviews.add(added);
    this.#showTitle();
    this.#showUnread();
    return added;
  }

  /** Removes a webview that was closed. */
  detach(webview: ChatWebview): void {
    this.webviews.delete(webview);
    this.focused(webview, false);
  }

  /** The complete current state, as a webview shows it. */
  snapshot(): Omit<Required<ToPanel & { kind: 'show' }>, 'kind' | 'l10n' | 'newChat'> {
    const { session, draft, composer, notice } = this;
    return {
      chat: session.id,
      records: session.transcript.records(),
      draft: draft.value.text,
      state: {
        composer: composer.view,
        connection: connectionView(this.#accounts.state),
        budget: setting('switchyard.chat.budget'),
        unread: this.#background.unread,
      },
      notice,
      removed: session.transcript.removed,
    };
  }

  /** Handles a valid message of a page. */
  receive(message: ChatPageMessage, from: ChatWebview): void {
    void runAction(`Chat: ${message.kind}`, async () => {
      const rest = await this.#newChats.handle(message, from);
      if (rest) await handleMessage(this, rest, from);
    });
  }

  /** Sets the model of the next answers, chosen by the user unless given. Returns true if a model was set. */
  async chooseModel(given?: string, title?: string): Promise<boolean> {
    const account = await ensureSignedIn(this.#accounts);
    if (account === undefined) return false;
    const choice = { current: this.session.model, modality: 'chat', ...(title !== undefined && { title }) } as const;
    const chosen = given ?? (await this.features.models.choose(account, choice));
    if (chosen === undefined || !isModelId(chosen)) return false;
    this.session.setModel(chosen);
    this.current.update({ model: chosen });
    await this.features.models.userModels.remember(chosen);
    return true;
  }

  get notice(): Notice | undefined {
    return this.#open.notice;
  }

  notify(notice: Notice): void {
    this.#open.notice = notice;
    this.#postToAll({ kind: 'notice', notice });
  }

  /** Closes the notice in all panels, unless it isn't the latest one. */
  dismiss(notice = this.notice): void {
    if (notice !== this.notice) return;
    this.#open.notice = undefined;
    this.#postToAll({ kind: 'notice', notice: undefined });
  }

  /** Tracks the focused panel. The chat's keyboard shortcuts work only while one of its panels has the focus. */
  focused(webview: ChatWebview, on: boolean): void {
    if (on) this.focusedWebview = webview;
    else if (this.focusedWebview === webview) this.focusedWebview = undefined;
    void registry.executeCommand('setContext', contextKeys.chatFocused, this.focusedWebview !== undefined);
  }

  readonly #showRecord = (record: ChatRecord, id: string): void => {
    if (id !== this.#chat?.session.id) {
      this.#background.recorded(id);
      return;
    }
    for (const webview of this.webviews) webview.add(record);
    if (record.kind === 'answer' || record.kind === 'resume' || record.kind === 'end') this.#showState();
    if (record.kind === 'prompt' || record.kind === 'title') this.#showTitle();
  };

  /** For menus, the Command Palette, and keyboard shortcuts. */
  #showState(): void {
    const { busy, transcript } = this.session;
    void registry.executeCommand('setContext', contextKeys.chatBusy, busy);
    void registry.executeCommand('setContext', contextKeys.chatHasMessages, transcript.last !== undefined);
  }

  #showUnread(): void {
    for (const webview of this.webviews) webview.showUnread(this.#background.unread);
    this.#postToAll({ kind: 'state', state: { unread: this.#background.unread } });
  }

  #showTitle(): void {
    const title = titleOf(this.session.transcript);
    for (const webview of this.webviews) webview.showTitle(title);
  }

  #postToAll(message: ToPanel): void {
    for (const webview of this.webviews) webview.post(message);
  }

  override dispose(): void {
    this.#chat?.dispose();
    this.#background.dispose();
    for (const webview of [...this.webviews]) webview.dispose();
    super.dispose();
  }
}

/** Returns the state of the connection as the panels show it. */
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

/** Host of the chat: one session and all webviews that show it. Loaded when a chat is first shown. */
import { type ExtensionContext, l10n, commands as registry, Uri, type WebviewPanel, type WebviewView } from 'vscode';
import { type Connection, type ConnectionState, ensureSignedIn } from '../account/index.ts';
import { isModelId } from '../models/index.ts';
import { attempt } from '../shared/commands.ts';
import { contextKeys } from '../shared/contract.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { log } from '../shared/log.ts';
import { describeError, describeFailure } from '../shared/messages.ts';
import { platform } from '../shared/platform.ts';
import { onDidChangeSettings, setting } from '../shared/settings.ts';
import { ChatWebview } from './chat-webview.ts';
import { ComposerController } from './composer-controller.ts';
import { MentionProvider } from './context/mentions.ts';
import type { ChatFeatures } from './context/service.ts';
import { CurrentChat } from './current-chat.ts';
import { handleMessage } from './message-handler.ts';
import type { ConnectionView, Notice, PageMessage, ToPanel } from './messages.ts';
import { ModelFacts } from './model-facts.ts';
import { type OpenChat, openChat } from './open-chat.ts';
import type { ChatRecord } from './record.ts';
import type { ChatSession } from './session.ts';
import { ChatCommands } from './sessions/chat-commands.ts';
import { ChatStore } from './sessions/chat-store.ts';
import { titleOf } from './sessions/summary.ts';

/** Opens the chat that this window showed last. */
export async function openChatHost(
  context: ExtensionContext,
  connection: Connection,
  features: ChatFeatures,
): Promise<ChatHost> {
  // Reads the key first, so that the chat isn't shown as signed out for a moment.
  await connection.current().catch((error) => log().error(describeFailure(error)));
  const store = new ChatStore(await platform().folder(chatsUri(context)));
  const host = new ChatHost(context, connection, features, store);
  try {
    await host.open(host.current.session);
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
  readonly #context: ExtensionContext;
  readonly #connection: Connection;
  readonly #current: CurrentChat;
  #chat: OpenChat | undefined;
  /** The panel that has the focus. */
  focusedWebview: ChatWebview | undefined;
  /** Number of `open` calls: only the latest takes effect. */
  #asked = 0;
  #creating: Promise<void> | undefined;
  /** The latest notice, also shown in panels that are opened later. */
  #notice: Notice | undefined;

  constructor(context: ExtensionContext, connection: Connection, features: ChatFeatures, store: ChatStore) {
    super();
    this.#context = context;
    this.#connection = connection;
    this.store = store;
    this.#current = new CurrentChat(context.workspaceState);
    this.features = features;
    this.mentions = new MentionProvider(features);
    this.facts = this.own(new ModelFacts(features.models, connection));
    this.ownAll(
      connection.onDidChange(() => this.#postToAll({ kind: 'state', state: { connection: viewOf(connection.state) } })),
      connection.onDidReplace(() => this.#chat?.session.hold()),
      onDidChangeSettings(['switchyard.chat.budget'], () =>
        this.#postToAll({ kind: 'state', state: { budget: setting('switchyard.chat.budget') } }),
      ),
    );
  }

  /** File of the current chat. */
  get file(): Uri {
    return Uri.joinPath(chatsUri(this.#context), `${this.session.id}.jsonl`);
  }

  get current(): CurrentChat['value'] {
    return this.#current.value;
  }

  get session(): ChatSession {
    return this.#open.session;
  }

  get draft(): OpenChat['draft'] {
    return this.#open.draft;
  }

  get #open(): OpenChat {
    if (!this.#chat) throw new Error('No chat is open yet.');
    return this.#chat;
  }

  /** Opens a chat in place of the current one, which remains in its file. */
  open(id: string, model = this.current.model): Promise<void> {
    return this.#show(id, model);
  }

  async #show(id: string, model: string | undefined, keepText = false): Promise<void> {
    const turn = ++this.#asked;
    this.#chat?.session.stop();
    this.#notice = undefined;
    // Written before reading, because it may be the same chat. The current chat stays open until the other is loaded.
    this.#chat?.flush();
    const chat = await openChat({
      id,
      store: this.store,
      connection: this.#connection,
      models: this.facts,
      onRecord: (record) => this.#showRecord(record),
      onNotice: (notice) => turn === this.#asked && this.notify(notice),
    });
    if (turn !== this.#asked) {
      // Another chat was requested meanwhile.
      chat.dispose();
      return;
    }
    this.#chat?.session.stop();
    this.#chat?.dispose();
    // Nothing is awaited from here on, so that no message is handled halfway through the change.
    this.#current.update({ session: id, unsent: this.#unsentWithout(id) });
    this.#chat = chat;
    const initial = chat.session.model ?? model ?? this.features.models.userModels.initial;
    if (initial !== undefined) chat.session.setModel(initial);
    if (this.#connection.state.kind === 'connected') void this.features.models.store.ensure();
    for (const webview of this.webviews) webview.show({ keepText });
    this.#showTitle();
    this.#showBusy();
  }

  /** Returns the chats to remember as unsent when another chat replaces the current one. @param id of the other */
  #unsentWithout(id: string): readonly string[] {
    const { unsent = [] } = this.current;
    const left = this.#chat;
    const isUnsent =
      left !== undefined &&
      left.session.transcript.last === undefined &&
      (!left.draft.isEmpty || left.session.transcript.isCustomized);
    return [...unsent, ...(isUnsent ? [left.session.id] : [])].filter((one) => one !== id);
  }

  /** Returns the ID for a new chat: the latest one without messages, so that its draft isn't lost, or a new one. */
  newId(): string {
    return this.current.unsent?.at(-1) ?? crypto.randomUUID();
  }

  /**
   * Starts a new chat with the content of the composer or, if it's empty, with the latest draft that wasn't sent. The
   * current chat remains in its file.
   */
  newChat(): Promise<void> {
    this.#creating ??= this.#newChat().finally(() => {
      this.#creating = undefined;
    });
    return this.#creating;
  }

  async #newChat(): Promise<void> {
    const { session, draft } = this.#open;
    session.stop();
    if (session.transcript.last === undefined) return;
    const { text, context, editing } = draft.value;
    const isCarried = editing === undefined && !draft.isEmpty;
    const id = isCarried ? crypto.randomUUID() : this.newId();
    if (isCarried) draft.set({ text: '', context: [] });
    // Text that is typed meanwhile belongs to the new chat, unless that already has a draft.
    const keepText = editing === undefined && this.current.unsent?.includes(id) !== true;
    await this.#show(id, this.features.models.userModels.initial, keepText);
    if (isCarried) this.composer.updateDraft({ text, context });
  }

  /** Shows the chat in a view or panel until that is closed. */
  attach(place: WebviewView | WebviewPanel): ChatWebview {
    const added = new ChatWebview({
      place,
      extension: this.#context.extensionUri,
      snapshot: () => ({
        chat: this.session.id,
        records: this.session.transcript.records(),
        draft: this.draft.value.text,
        state: {
          composer: this.composer.view,
          connection: viewOf(this.#connection.state),
          budget: setting('switchyard.chat.budget'),
        },
        notice: this.#notice,
        removed: this.session.transcript.removed,
      }),
      onMessage: (message, from) => void attempt(`Chat: ${message.kind}`, () => this.#handle(message, from)),
      onEnd: (ended) => {
        this.webviews.delete(ended);
        this.focused(ended, false);
      },
    });
    this.webviews.add(added);
    this.#showTitle();
    return added;
  }

  async #handle(message: PageMessage, from: ChatWebview): Promise<void> {
    // What the user types while a new chat opens belongs to it, unless it's part of a question that is being edited.
    if (this.#creating && this.draft.value.editing === undefined) await this.#creating;
    await handleMessage(this, message, from);
  }

  /** Sets the model of the next answers, chosen by the user unless given. Returns true if a model was set. */
  async chooseModel(given?: string): Promise<boolean> {
    if (!(await ensureSignedIn(this.#connection))) return false;
    const chosen = given ?? (await this.features.models.choose({ current: this.session.model, modality: 'chat' }));
    if (chosen === undefined || !isModelId(chosen)) return false;
    this.session.setModel(chosen);
    this.#current.update({ model: chosen });
    await this.features.models.userModels.remember(chosen);
    return true;
  }

  notify(notice: Notice): void {
    this.#notice = notice;
    this.#postToAll({ kind: 'notice', notice });
  }

  /** Closes the notice in all panels, unless it isn't the latest one. */
  dismiss(notice = this.#notice): void {
    if (notice !== this.#notice) return;
    this.#notice = undefined;
    this.#postToAll({ kind: 'notice', notice: undefined });
  }

  /** Tracks the focused panel. The chat's keyboard shortcuts work only while one of its panels has the focus. */
  focused(webview: ChatWebview, on: boolean): void {
    if (on) this.focusedWebview = webview;
    else if (this.focusedWebview === webview) this.focusedWebview = undefined;
    void registry.executeCommand('setContext', contextKeys.chatFocused, this.focusedWebview !== undefined);
  }

  #showRecord(record: ChatRecord): void {
    for (const webview of this.webviews) webview.add(record);
    if (record.kind === 'answer' || record.kind === 'resume' || record.kind === 'end') this.#showBusy();
    if (record.kind === 'prompt' || record.kind === 'title') this.#showTitle();
  }

  #showBusy(): void {
    void registry.executeCommand('setContext', contextKeys.chatBusy, this.session.busy);
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
    for (const webview of [...this.webviews]) webview.dispose();
    super.dispose();
  }
}

function viewOf(state: ConnectionState): ConnectionView {
  switch (state.kind) {
    case 'signedOut':
    case 'connected':
      return { kind: state.kind, text: '' };
    case 'unauthorized':
      return { kind: state.kind, text: l10n.t('{0} rejected the API key. The key is invalid or expired.', state.host) };
    case 'unreachable':
      return { kind: state.kind, text: describeError(state.error) };
  }
}

/** Host of the chat: one session and all webviews that show it. Loaded when a chat is first shown. */
import { type ExtensionContext, l10n, commands as registry, Uri, type Webview, workspace } from 'vscode';
import type { Connection, ConnectionState } from '../account/index.ts';
import { isModelId, type Models } from '../models/index.ts';
import { commands, contextKeys, settings } from '../shared/contract.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { log } from '../shared/log.ts';
import { describeError, describeFailure } from '../shared/messages.ts';
import { platform } from '../shared/platform.ts';
import { setting } from '../shared/settings.ts';
import { ChatWebview } from './chat-webview.ts';
import { ComposerController } from './composer-controller.ts';
import { MentionProvider } from './context/mentions.ts';
import type { ServiceFeatures } from './context/service.ts';
import { CurrentChat } from './current-chat.ts';
import { handleMessage } from './message-handler.ts';
import type { ConnectionView, Notice, ToPanel } from './messages.ts';
import { ModelFacts } from './model-facts.ts';
import { OpenChat } from './open-chat.ts';
import { explain } from './problem-messages.ts';
import type { ChatRecord } from './record.ts';
import type { ChatSession } from './session.ts';
import { Chats } from './sessions/chats.ts';
import { ChatFolder } from './sessions/folder.ts';
import { titleOf } from './sessions/summary.ts';

/** The features that a chat uses. */
export interface ChatFeatures extends ServiceFeatures {
  readonly models: Models;
}

/** Opens the chat that this window showed last. */
export async function openChatHost(
  context: ExtensionContext,
  connection: Connection,
  features: ChatFeatures,
): Promise<ChatHost> {
  // Reads the key first, so that the chat isn't shown as signed out for a moment.
  await connection.current().catch((error) => log().error(describeFailure(error)));
  const folder = new ChatFolder(await platform().folder(chatsUri(context)));
  const host = new ChatHost(context, connection, features, folder);
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
  readonly folder: ChatFolder;
  readonly models: Models;
  readonly facts: ModelFacts;
  readonly features: ChatFeatures;
  readonly mentions: MentionProvider;
  readonly chats = new Chats(this);
  readonly composer = new ComposerController(this);
  readonly surfaces = new Set<ChatWebview>();
  readonly #context: ExtensionContext;
  readonly #connection: Connection;
  readonly #current: CurrentChat;
  #chat: OpenChat | undefined;
  /** The panel that has the focus. */
  #focused: ChatWebview | undefined;
  /** Number of `open` calls: only the latest takes effect. */
  #asked = 0;
  #creating: Promise<void> | undefined;
  /** The latest notice, also shown in panels that are opened later. */
  #notice: Notice | undefined;

  constructor(context: ExtensionContext, connection: Connection, features: ChatFeatures, folder: ChatFolder) {
    super();
    this.#context = context;
    this.#connection = connection;
    this.folder = folder;
    this.#current = new CurrentChat(context.workspaceState);
    this.features = features;
    this.models = features.models;
    this.mentions = new MentionProvider(features);
    this.facts = this.own(new ModelFacts(this.models));
    this.own(connection.onDidChange(() => this.#tell({ kind: 'connection', connection: viewOf(connection.state) })));
    this.own(
      workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(settings['switchyard.chat.budget']))
          this.#tell({ kind: 'budget', budget: setting('switchyard.chat.budget') });
      }),
    );
  }

  /** File of the current chat. */
  get file(): Uri {
    return Uri.joinPath(chatsUri(this.#context), `${this.session.id}.jsonl`);
  }

  get current(): CurrentChat['value'] {
    return this.#current.value;
  }

  get focusedSurface(): ChatWebview | undefined {
    return this.#focused;
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
  async open(id: string, model = this.current.model): Promise<void> {
    const turn = ++this.#asked;
    this.#chat?.session.stop();
    this.#notice = undefined;
    // Written before reading, because it may be the same chat. The current chat stays open until the other is loaded.
    this.#chat?.flush();
    const chat = await OpenChat.open({
      id,
      folder: this.folder,
      connection: this.#connection,
      explain,
      counting: this.facts,
      onRecord: (record) => this.#hear(record),
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
    this.#chat = chat;
    this.#current.update({ session: id });
    const initial = chat.session.model ?? model ?? this.models.userModels.initial;
    if (initial !== undefined) chat.session.setModel(initial);
    if (this.#connection.state.kind === 'connected') void this.models.store.ensure();
    for (const surface of this.surfaces) surface.show();
    this.#showTitle();
    this.#showBusy();
  }

  /** Starts a new chat with the content of the composer. The current chat remains in its file. */
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
    if (editing === undefined) draft.set({ text: '', context: [] });
    await this.open(crypto.randomUUID(), this.models.userModels.initial);
    if (editing === undefined) this.composer.put({ text, context });
  }

  /** Shows the chat in a webview until the returned surface is disposed of. */
  attach(webview: Webview, kind: ChatWebview['kind'], showTitle: (title: string) => void): ChatWebview {
    const surface = new ChatWebview({
      webview,
      kind,
      extension: this.#context.extensionUri,
      showTitle,
      snapshot: () => ({
        records: this.session.transcript.records(),
        draft: this.draft.value.text,
        composer: this.composer.view,
        connection: viewOf(this.#connection.state),
        budget: setting('switchyard.chat.budget'),
      }),
      onShown: () => {
        if (this.#notice) surface.post({ kind: 'notice', notice: this.#notice });
      },
      onMessage: (message, from) => void handleMessage(this, message, from),
      onEnd: (ended) => {
        this.surfaces.delete(ended);
        this.focused(ended, false);
      },
    });
    this.surfaces.add(surface);
    this.#showTitle();
    return surface;
  }

  /** Sets the model of the next answers, chosen by the user unless given. Returns true if a model was set. */
  async chooseModel(given?: string): Promise<boolean> {
    if (!(await this.#signedIn())) return false;
    const chosen = given ?? (await this.models.choose({ current: this.session.model, modality: 'chat' }));
    if (chosen === undefined || !isModelId(chosen)) return false;
    this.session.setModel(chosen);
    this.#current.update({ model: chosen });
    await this.models.userModels.remember(chosen);
    return true;
  }

  /** Prompts for sign-in if necessary, because only a signed-in user can list models. */
  async #signedIn(): Promise<boolean> {
    if (await this.#connection.current()) return true;
    await registry.executeCommand(commands.signIn);
    return (await this.#connection.current()) !== undefined;
  }

  notify(notice: Notice): void {
    this.#notice = notice;
    this.#tell({ kind: 'notice', notice });
  }

  /** Tracks the focused panel. The chat's keyboard shortcuts work only while one of its panels has the focus. */
  focused(surface: ChatWebview, on: boolean): void {
    if (on) this.#focused = surface;
    else if (this.#focused === surface) this.#focused = undefined;
    void registry.executeCommand('setContext', contextKeys.chatFocused, this.#focused !== undefined);
  }

  #hear(record: ChatRecord): void {
    for (const surface of this.surfaces) surface.add(record);
    if (record.kind === 'answer' || record.kind === 'resume' || record.kind === 'end') this.#showBusy();
    if (record.kind === 'prompt' || record.kind === 'title') this.#showTitle();
  }

  #showBusy(): void {
    void registry.executeCommand('setContext', contextKeys.chatBusy, this.session.busy);
  }

  #showTitle(): void {
    const title = titleOf(this.session.transcript);
    for (const surface of this.surfaces) surface.showTitle(title);
  }

  #tell(message: ToPanel): void {
    for (const surface of this.surfaces) surface.post(message);
  }

  override dispose(): void {
    this.#chat?.dispose();
    for (const surface of [...this.surfaces]) surface.dispose();
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

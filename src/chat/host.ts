/** The host of the chat: one session, and every webview that shows it. Loaded when a chat is first seen. */
import { type ExtensionContext, env, l10n, commands as registry, Uri, type Webview } from 'vscode';
import type { Connection, ConnectionState } from '../account/index.ts';
import { isModelId, type Models } from '../models/index.ts';
import { copyText } from '../shared/clipboard.ts';
import { commands, contextKeys } from '../shared/contract.ts';
import { Owner } from '../shared/disposable.ts';
import { log } from '../shared/log.ts';
import { describeError, describeFailure } from '../shared/messages.ts';
import { CurrentChat } from './current-chat.ts';
import { explain } from './explain.ts';
import { logFile } from './log-file.ts';
import type { ChatRecord, ConnectionView, PanelAction, ToHost } from './messages.ts';
import { ChatSession } from './session.ts';
import { SessionLog } from './session-log.ts';
import { Surface } from './surface.ts';

/** Opens the chat that this window showed last. */
export async function openChatHost(
  context: ExtensionContext,
  connection: Connection,
  models: Models,
): Promise<ChatHost> {
  const host = new ChatHost(context, connection, models);
  // Reads the key, so that the first thing shown is not "signed out".
  await Promise.all([host.open(), connection.current().catch((error) => log().error(describeFailure(error)))]);
  return host;
}

interface Stored {
  readonly log: SessionLog | undefined;
  readonly records: readonly ChatRecord[];
}

export class ChatHost extends Owner {
  readonly #context: ExtensionContext;
  readonly #connection: Connection;
  readonly #current: CurrentChat;
  readonly #models: Models;
  readonly #surfaces = new Set<Surface>();
  #session: ChatSession;
  #log: SessionLog | undefined;

  constructor(context: ExtensionContext, connection: Connection, models: Models) {
    super();
    this.#context = context;
    this.#connection = connection;
    this.#current = this.own(new CurrentChat(context.workspaceState));
    this.#models = models;
    this.#session = this.#makeSession([]);
    this.own(connection.onDidChange(() => this.#tell({ kind: 'connection', connection: this.#connectionView() })));
  }

  /** Shows the session that this window showed last. */
  async open(): Promise<void> {
    const { session, model } = this.#current.value;
    this.#begin(await this.#read(session), model);
  }

  /** What the disk holds of a session. Never rejects: what cannot be read is logged, and the chat starts empty. */
  async #read(id: string): Promise<Stored> {
    try {
      const folder = Uri.joinPath(this.#context.globalStorageUri, 'chats').fsPath;
      const stored = await SessionLog.open(logFile(folder, id), { onFailure: (error) => this.#notKept(error) });
      if (stored.skipped > 0) log().warn(`Chat ${id}: ${stored.skipped} unreadable lines were left out.`);
      return stored;
    } catch (error) {
      this.#notKept(error);
      return { log: undefined, records: [] };
    }
  }

  #begin(stored: Stored, model: string | undefined): void {
    this.#log = stored.log;
    this.#session = this.#makeSession(stored.records);
    const initial = this.#session.model ?? model ?? this.#models.preference.initial;
    if (initial !== undefined) this.#session.setModel(initial);
  }

  #makeSession(records: readonly ChatRecord[]): ChatSession {
    return new ChatSession({
      id: this.#current.value.session,
      connection: this.#connection,
      explain,
      records,
      onRecord: (record) => this.#hear(record),
    });
  }

  /** Shows the chat in a webview, until the surface is disposed of. */
  attach(webview: Webview, kind: Surface['kind']): Surface {
    const surface = new Surface({
      webview,
      kind,
      extension: this.#context.extensionUri,
      snapshot: () => ({
        records: this.#session.transcript.records(),
        draft: this.#current.value.draft,
        connection: this.#connectionView(),
      }),
      onMessage: (message, from) => void this.#obey(message, from),
      onEnd: (ended) => this.#surfaces.delete(ended),
    });
    this.#surfaces.add(surface);
    return surface;
  }

  stop(): void {
    this.#session.stop();
  }

  /** Leaves the chat as it stands in its file and starts another; what stands in the composer stays. */
  async newChat(): Promise<void> {
    this.#session.stop();
    if (this.#session.transcript.last === undefined) return;
    const session = crypto.randomUUID();
    const stored = await this.#read(session);
    // From here to the end nothing waits, so that no message meets half a change.
    this.#close();
    this.#current.update({ session, model: undefined });
    this.#begin(stored, undefined);
    for (const surface of this.#surfaces) surface.show();
  }

  /** Asks for the model that answers from here on, unless it is given. True when there is one now. */
  async chooseModel(given?: string): Promise<boolean> {
    if (!(await this.#signedIn())) return false;
    const chosen = given ?? (await this.#models.choose({ current: this.#session.model, modality: 'chat' }));
    if (chosen === undefined || !isModelId(chosen)) return false;
    this.#session.setModel(chosen);
    this.#current.update({ model: chosen });
    await this.#models.preference.remember(chosen);
    return true;
  }

  /** A list of models needs somebody who may see it. */
  async #signedIn(): Promise<boolean> {
    if (await this.#connection.current()) return true;
    await registry.executeCommand(commands.signIn);
    return (await this.#connection.current()) !== undefined;
  }

  async #obey(message: Exclude<ToHost, { kind: 'ready' }>, from: Surface): Promise<void> {
    switch (message.kind) {
      case 'send':
        return this.#send(message.text);
      case 'stop':
        return this.stop();
      case 'retry':
        return void this.#session.retry(message.id);
      case 'draft':
        return this.#draft(message.text, from);
      case 'copyText':
        return copyText(message.text, l10n.t('Copied.'));
      case 'copyTurn': {
        const turn = this.#session.transcript.turn(message.id);
        return turn && copyText(turn.text, l10n.t('Message copied.'));
      }
      case 'openLink':
        return void (await env.openExternal(Uri.parse(message.href, true)));
      case 'run':
        await registry.executeCommand(COMMANDS[message.action]);
        // The list has taken the focus; the next thing to do is to write.
        if (message.action === 'chooseModel') from.focus();
        return;
    }
  }

  async #send(text: string): Promise<void> {
    if (this.#session.model === undefined && !(await this.chooseModel())) return;
    if (this.#session.send(text)) this.#draft('', undefined, text);
  }

  /** @param was what a composer must show to take the new text over */
  #draft(text: string, from?: Surface, was = this.#current.value.draft): void {
    this.#current.update({ draft: text });
    for (const surface of this.#surfaces) if (surface !== from) surface.post({ kind: 'draft', text, was });
  }

  #hear(record: ChatRecord): void {
    for (const surface of this.#surfaces) surface.add(record);
    this.#keep(record);
    if (record.kind === 'answer' || record.kind === 'end') this.#showBusy();
  }

  /** A chat has a file from its first prompt on. */
  #keep(record: ChatRecord): void {
    const { transcript, id } = this.#session;
    const [first, second] = transcript.turns;
    if (!this.#log || !first) return;
    if (record.kind === 'prompt' && second === undefined) {
      this.#log.add({ kind: 'session', id, version: 1, at: record.at });
      for (const one of transcript.records()) this.#log.add(one);
    } else this.#log.add(record);
  }

  #showBusy(): void {
    void registry.executeCommand('setContext', contextKeys.chatBusy, this.#session.busy);
  }

  #tell(message: Parameters<Surface['post']>[0]): void {
    for (const surface of this.#surfaces) surface.post(message);
  }

  #notKept(error: unknown): void {
    log().error(`The chat cannot be kept on disk: ${describeFailure(error)}`);
  }

  #connectionView(): ConnectionView {
    return viewOf(this.#connection.state);
  }

  #close(): void {
    this.#session.dispose();
    this.#log?.dispose();
    this.#log = undefined;
  }

  override dispose(): void {
    this.#close();
    for (const surface of [...this.#surfaces]) surface.dispose();
    super.dispose();
  }
}

const COMMANDS: Record<PanelAction, string> = {
  signIn: commands.signIn,
  retryConnection: commands.retryConnection,
  chooseModel: commands.chooseChatModel,
  newChat: commands.newChat,
  showLog: commands.showLog,
};

function viewOf(state: ConnectionState): ConnectionView {
  switch (state.kind) {
    case 'signedOut':
    case 'connected':
      return { kind: state.kind, text: '' };
    case 'unauthorized':
      return { kind: state.kind, text: l10n.t('{0} refused the API key: it is invalid or expired.', state.host) };
    case 'unreachable':
      return { kind: state.kind, text: describeError(state.error) };
  }
}

/** Public API of the chat. The host is loaded when a chat is first shown or a command needs it. */
import {
  type ExtensionContext,
  commands as registry,
  Uri,
  ViewColumn,
  type WebviewPanel,
  type WebviewView,
  window,
} from 'vscode';
import { isText } from '../../common/guards.ts';
import { lazy } from '../../common/lazy.ts';
import type { Connection } from '../account/index.ts';
import { attempt, registerCommand, registerRowCommand } from '../shared/commands.ts';
import { type Command, chatPanelType, commands, views } from '../shared/contract.ts';
import { DisposableStore } from '../shared/disposable.ts';
import type { ChatWebview } from './chat-webview.ts';
import type { ChatFeatures, ChatHost } from './host.ts';
import type { FocusTarget } from './messages.ts';
import type { Question } from './run-question.ts';

interface EditorPanel {
  readonly panel: WebviewPanel;
  /** Set when the host is loaded. */
  webview?: ChatWebview;
}

export class Chat extends DisposableStore {
  readonly #context: ExtensionContext;
  readonly #connection: Connection;
  readonly #features: ChatFeatures;
  /** Public for the tests that run in the extension host. */
  readonly host = lazy(async (): Promise<ChatHost> => {
    const { openChatHost } = await import('./host.ts');
    return openChatHost(this.#context, this.#connection, this.#features);
  });
  #view: ChatWebview | undefined;
  #panel: EditorPanel | undefined;
  /** The view was requested before it was resolved. */
  #viewWantsFocus = false;

  constructor(context: ExtensionContext, connection: Connection, features: ChatFeatures) {
    super();
    this.#context = context;
    this.#connection = connection;
    this.#features = features;
    this.ownAll(
      window.registerWebviewViewProvider(views.chat, {
        resolveWebviewView: (view) => this.#resolve(view),
      }),
      window.registerWebviewPanelSerializer(chatPanelType, {
        deserializeWebviewPanel: (panel) => this.#adopt(panel),
      }),
    );
    this.#registerCommands();
  }

  /**
   * Shows the chat with a prompt in its composer and the prompt's subject attached. Nothing is sent, so that the user
   * can review and extend the prompt first.
   */
  async ask({ prompt, context }: Question): Promise<void> {
    const host = await this.host();
    host.composer.ask(prompt, context);
    await this.#front();
  }

  async #explain(node: unknown): Promise<void> {
    const { createRunQuestion } = await import('./run-question.ts');
    const question = await createRunQuestion(this.#features, node);
    if (question) await this.ask(question);
  }

  #registerCommands(): void {
    type Action = (argument: unknown, all: unknown) => unknown;
    const onHost = (work: (host: ChatHost, argument: unknown) => unknown) => async (argument: unknown) =>
      work(await this.host(), argument);
    /** Also shows the chat, unless the action returned false, for example because it was canceled. */
    const thenShow = (work: (host: ChatHost, ...given: Parameters<Action>) => Promise<unknown>) => {
      return async (...given: Parameters<Action>) => {
        if ((await work(await this.host(), ...given)) !== false) await this.#front();
      };
    };
    const actions: readonly (readonly [Command, Action])[] = [
      [commands.openChat, () => this.#show()],
      [commands.openChatInEditor, () => this.showInEditor()],
      [commands.focusChat, () => this.#front()],
      [commands.focusLastMessage, () => this.#front('last')],
      [commands.findInChat, () => this.#front('find')],
      [commands.nextCodeBlock, () => this.#front('nextCode')],
      [commands.previousCodeBlock, () => this.#front('previousCode')],
      [commands.quoteSelection, () => this.#front('quote')],
      [commands.newChat, thenShow((host) => host.newChat())],
      // Other features pass a model; the Command Palette passes nothing.
      [commands.chooseChatModel, onHost((host, model) => host.chooseModel(isText(model) ? model : undefined))],
      [commands.stopChat, async () => (await this.host.peek())?.session.stop()],
      [commands.showChats, thenShow((host) => host.chats.list())],
      [commands.renameChat, onHost((host) => host.chats.rename())],
      [commands.pinChat, onHost((host) => host.chats.pin())],
      [commands.deleteChat, onHost((host) => host.chats.remove())],
      [commands.exportChat, onHost((host) => host.chats.export())],
      [commands.importChat, thenShow((host, from) => host.chats.import(uriOf(from)))],
      [commands.attachToChat, thenShow((host) => host.composer.choose())],
      [commands.addSelection, thenShow((host) => host.composer.addSelection())],
      [
        commands.addFile,
        thenShow((host, uri, all) => host.composer.addFiles(urisOf(Array.isArray(all) ? all : [uri]))),
      ],
      [commands.addProblems, thenShow((host, uri) => host.composer.addProblems(uriOf(uri)))],
    ];
    for (const [command, action] of actions) this.own(registerCommand(command, action));
    this.own(registerRowCommand(commands.explainRun, this.#features.runs.tree, (node) => this.#explain(node)));
  }

  /** If the host can't be loaded, tries again when the view becomes visible the next time. */
  async #resolve(view: WebviewView): Promise<void> {
    let isAttaching = false;
    const attach = async () => {
      if (isAttaching || this.#view) return;
      isAttaching = true;
      const showTitle = (title: string) => {
        view.description = title;
      };
      try {
        this.#view = await this.#attach(view, 'view', showTitle, () => {
          this.#view = undefined;
        });
      } finally {
        isAttaching = false;
      }
      if (this.#viewWantsFocus) this.#view?.focus();
      this.#viewWantsFocus = false;
    };
    view.onDidChangeVisibility(() => view.visible && void attempt(commands.openChat, attach));
    await attempt(commands.openChat, attach);
  }

  /** Focuses the chat where it's visible, otherwise in the side bar. */
  async #front(where?: FocusTarget): Promise<void> {
    const focused = (await this.host.peek())?.focusedWebview;
    if (focused) return focused.focus(where);
    if (this.#panel?.panel.visible) {
      this.#panel.panel.reveal();
      this.#panel.webview?.focus(where);
    } else await this.#show(where);
  }

  async #show(where?: FocusTarget): Promise<void> {
    this.#viewWantsFocus = this.#view === undefined;
    await registry.executeCommand(`${views.chat}.focus`);
    this.#view?.focus(where);
  }

  async showInEditor(): Promise<void> {
    if (this.#panel) this.#panel.panel.reveal();
    else {
      await this.#adopt(window.createWebviewPanel(chatPanelType, 'Switchyard Chat', ViewColumn.Active));
    }
    this.#panel?.webview?.focus();
  }

  async #adopt(panel: WebviewPanel): Promise<void> {
    const showTitle = (title: string) => {
      panel.title = title === '' ? 'Switchyard Chat' : title;
    };
    // Set before awaiting anything, so that a second command doesn't open another panel.
    const adopted: EditorPanel = { panel };
    this.#panel = adopted;
    try {
      const webview = await this.#attach(panel, 'editor', showTitle, () => {
        if (this.#panel === adopted) this.#panel = undefined;
      });
      if (webview) adopted.webview = webview;
    } catch (error) {
      // Don't leave an empty tab.
      panel.dispose();
      throw error;
    }
  }

  /** Returns undefined if the webview was closed before the host was loaded. */
  async #attach(
    place: WebviewView | WebviewPanel,
    kind: ChatWebview['kind'],
    showTitle: (title: string) => void,
    ended: () => void,
  ): Promise<ChatWebview | undefined> {
    let open = true;
    let webview: ChatWebview | undefined;
    place.onDidDispose(() => {
      open = false;
      webview?.dispose();
      ended();
    });
    const host = await this.host();
    // A page that is hidden doesn't report that it lost the focus.
    const hidden = () => {
      if (!place.visible && webview) host.focused(webview, false);
    };
    if ('onDidChangeViewState' in place) place.onDidChangeViewState(hidden);
    else place.onDidChangeVisibility(hidden);
    if (open) webview = host.attach(place.webview, kind, showTitle);
    return webview;
  }

  override dispose(): void {
    this.host.peek()?.then(
      (host) => host.dispose(),
      () => undefined,
    );
    super.dispose();
  }
}

/** Other extensions can run the commands with any arguments. */
function urisOf(values: readonly unknown[]): Uri[] {
  return values.filter((value) => value instanceof Uri);
}

function uriOf(value: unknown): Uri | undefined {
  return urisOf([value])[0];
}

/** Public API of the chat. The host is loaded when a chat is first shown or a command needs it. */
import {
  type Disposable,
  type ExtensionContext,
  commands as registry,
  Uri,
  ViewColumn,
  type WebviewPanel,
  type WebviewView,
  window,
} from 'vscode';
import { lazy } from '../../common/lazy.ts';
import type { Connection } from '../account/index.ts';
import { attempt, registerCommand, registerRowCommand } from '../shared/commands.ts';
import { chatPanelType, commands, views } from '../shared/contract.ts';
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

export class Chat extends DisposableStore implements Disposable {
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
    this.own(
      window.registerWebviewViewProvider(views.chat, {
        resolveWebviewView: (view) => this.#resolve(view),
      }),
    );
    this.own(
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
    this.own(registerCommand(commands.openChat, () => this.#show()));
    this.own(registerCommand(commands.openChatInEditor, () => this.showInEditor()));
    this.own(registerCommand(commands.focusChat, () => this.#front()));
    this.own(registerCommand(commands.focusLastMessage, () => this.#front('last')));
    this.own(registerCommand(commands.findInChat, () => this.#front('find')));
    this.own(registerCommand(commands.nextCodeBlock, () => this.#front('nextCode')));
    this.own(registerCommand(commands.previousCodeBlock, () => this.#front('previousCode')));
    this.own(registerCommand(commands.quoteSelection, () => this.#front('quote')));
    this.own(registerCommand(commands.newChat, () => this.#then((host) => host.newChat())));
    this.own(
      registerCommand(commands.chooseChatModel, async (model) => (await this.host()).chooseModel(asModelId(model))),
    );
    this.own(registerCommand(commands.stopChat, async () => (await this.host.peek())?.session.stop()));
    this.own(registerCommand(commands.showChats, () => this.#then((host) => host.chats.list())));
    this.own(registerCommand(commands.renameChat, async () => (await this.host()).chats.rename()));
    this.own(registerCommand(commands.pinChat, async () => (await this.host()).chats.pin()));
    this.own(registerCommand(commands.deleteChat, async () => (await this.host()).chats.remove()));
    this.own(registerCommand(commands.exportChat, async () => (await this.host()).chats.export()));
    this.own(registerCommand(commands.importChat, (from) => this.#then((host) => host.chats.import(uriOf(from)))));
    this.own(registerCommand(commands.attachToChat, () => this.#then((host) => host.composer.choose())));
    this.own(registerCommand(commands.addSelection, () => this.#then((host) => host.composer.addSelection())));
    this.own(
      registerCommand(commands.addFile, (uri, all) =>
        this.#then((host) =>
          host.composer.addFiles((Array.isArray(all) ? all : [uri]).map(uriOf).filter((one) => !!one)),
        ),
      ),
    );
    this.own(registerRowCommand(commands.explainRun, this.#features.runs.tree, (node) => this.#explain(node)));
    this.own(
      registerCommand(commands.addProblems, (uri) => this.#then((host) => host.composer.addProblems(uriOf(uri)))),
    );
  }

  /** Runs an action, then shows the chat unless the action returned false, for example because it was canceled. */
  async #then(work: (host: ChatHost) => Promise<unknown>): Promise<void> {
    if ((await work(await this.host())) !== false) await this.#front();
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

/** Other features pass a model; the Command Palette passes nothing. */
function asModelId(argument: unknown): string | undefined {
  return typeof argument === 'string' ? argument : undefined;
}

/** Other extensions can run the command with any argument. */
function uriOf(value: unknown): Uri | undefined {
  return value instanceof Uri ? value : undefined;
}

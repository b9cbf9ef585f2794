/** Public API of the chat. The host is loaded when a chat is first shown or a command needs it. */
import {
  type ExtensionContext,
  l10n,
  commands as registry,
  Uri,
  ViewColumn,
  type WebviewPanel,
  type WebviewView,
  window,
} from 'vscode';
import { isText } from '../../../common/guards.ts';
import { type Lazy, lazy } from '../../../common/lazy.ts';
import { registerCommand, runAction } from '../../shared/commands.ts';
import { DisposableStore } from '../../shared/disposable.ts';
import { type Command, commands, views } from '../../shared/generated/names.ts';
import { type UnlistedCommand, unlistedCommands } from '../../shared/unlisted-commands.ts';
import type { ChatWebview } from './chat/chat-webview.ts';
import type { ComposerController } from './chat/composer-controller.ts';
import type { ChatFeatures } from './context/service-attachments.ts';
import type { ChatHost } from './host/host.ts';
import type { FocusTarget } from './messages.ts';

/** The webview panel that shows the chat in an editor tab; also in the activation events. */
const panelType = 'switchyard.chatPanel';

export class Chat extends DisposableStore {
  /** Public for the tests that run in the extension host. */
  readonly host: Lazy<ChatHost>;
  #view: ChatWebview | undefined;
  #panel: WebviewPanel | undefined;
  /** Shows the chat in the panel as soon as the host is loaded. */
  #editor: ChatWebview | undefined;
  /** The view was requested before it was resolved. */
  #viewWantsFocus = false;

  constructor(context: ExtensionContext, features: ChatFeatures) {
    super();
    this.host = lazy(async () => {
      const { openChatHost } = await import('./host/host.ts');
      return openChatHost(context, features);
    });
    this.registerAll(
      window.registerWebviewViewProvider(views.chat, {
        resolveWebviewView: (view) => this.#resolve(view),
      }),
      window.registerWebviewPanelSerializer(panelType, {
        deserializeWebviewPanel: (panel) => this.#adopt(panel),
      }),
    );
    this.#registerCommands();
  }

  #registerCommands(): void {
    type Action = (argument: unknown, all: unknown) => unknown;
    const onHost = (work: (host: ChatHost, argument: unknown) => unknown) => async (argument: unknown) =>
      work(await this.host(), argument);
    /** For the composer of the current chat, which is then shown. */
    const compose = (work: (composer: ComposerController, ...given: Parameters<Action>) => Promise<unknown>) =>
      thenShow((host, ...given) => host.use(({ composer }) => work(composer, ...given)));
    /** Also shows the chat, unless the action returned false, for example because it was canceled. */
    const thenShow = (work: (host: ChatHost, ...given: Parameters<Action>) => Promise<unknown>) => {
      return async (...given: Parameters<Action>) => {
        if ((await work(await this.host(), ...given)) !== false) await this.#front();
      };
    };
    const actions: readonly (readonly [Command | UnlistedCommand, Action])[] = [
      [commands.chat.open, () => this.#show()],
      [commands.chat.openInEditor, () => this.showInEditor()],
      [commands.chat.focusInput, () => this.#front()],
      [commands.chat.focusLastMessage, () => this.#front('last')],
      [commands.chat.find, () => this.#front('find')],
      [commands.chat.nextCodeBlock, () => this.#front('nextCode')],
      [commands.chat.previousCodeBlock, () => this.#front('previousCode')],
      [unlistedCommands.quoteSelection, () => this.#front('quote')],
      // Its keyboard shortcut passes "page", because the focused page has already requested the new chat.
      [commands.chat.new, thenShow(async (host, by) => by !== 'page' && host.newChat())],
      // Other features pass a model; the Command Palette passes nothing.
      [
        commands.chat.chooseModel,
        onHost((host, model) => host.use((chat) => chat.chooseModel(isText(model) ? model : undefined))),
      ],
      [commands.chat.stop, async () => (await this.host.peek())?.chat.conversation.stop()],
      [
        commands.chat.applyProposal,
        async (uri) => (await import('./code/proposal.ts')).decideProposal('apply', uriOf(uri)),
      ],
      [
        commands.chat.discardProposal,
        async (uri) => (await import('./code/proposal.ts')).decideProposal('discard', uriOf(uri)),
      ],
      [commands.chat.showChats, thenShow((host) => host.chats.list())],
      [commands.chat.rename, onHost((host) => host.chats.rename())],
      [commands.chat.pin, onHost((host) => host.chats.pin())],
      [commands.chat.delete, onHost((host) => host.chats.remove())],
      [commands.chat.deleteAll, onHost((host) => host.chats.removeAll())],
      [commands.chat.export, onHost((host) => host.chats.export())],
      [commands.chat.import, thenShow((host, from) => host.chats.import(uriOf(from)))],
      [commands.chat.attach, compose((composer) => composer.choose())],
      [commands.chat.addSelection, compose((composer) => composer.addSelection())],
      [
        commands.chat.addFile,
        compose((composer, uri, all) => composer.addFiles(urisOf(Array.isArray(all) ? all : [uri]))),
      ],
      [unlistedCommands.addProblems, compose((composer, uri) => composer.addProblems(uriOf(uri)))],
      [unlistedCommands.explainPage, compose((composer, page) => composer.askAboutPage(page))],
    ];
    for (const [command, action] of actions) this.register(registerCommand(command, action));
  }

  /** If the host can't be loaded, tries again when the view becomes visible the next time. */
  async #resolve(view: WebviewView): Promise<void> {
    view.onDidDispose(() => {
      this.#view = undefined;
    });
    const attach = lazy(async () => {
      this.#view = await this.#attach(view);
      if (this.#viewWantsFocus) this.#view?.focus();
      this.#viewWantsFocus = false;
    });
    view.onDidChangeVisibility(() => view.visible && !attach.peek() && void runAction(commands.chat.open, attach));
    await runAction(commands.chat.open, attach);
  }

  /** Focuses the chat where it's visible, otherwise in the side bar. */
  async #front(where?: FocusTarget): Promise<void> {
    const focused = (await this.host.peek())?.focusedWebview;
    if (focused) return focused.focus(where);
    if (this.#panel?.visible) {
      this.#panel.reveal();
      this.#editor?.focus(where);
    } else await this.#show(where);
  }

  async #show(where?: FocusTarget): Promise<void> {
    this.#viewWantsFocus = this.#view === undefined;
    await registry.executeCommand(`${views.chat}.focus`);
    this.#view?.focus(where);
  }

  async showInEditor(): Promise<void> {
    if (this.#panel) this.#panel.reveal();
    else await this.#adopt(window.createWebviewPanel(panelType, l10n.t('Switchyard Chat'), ViewColumn.Active));
    this.#editor?.focus();
  }

  async #adopt(panel: WebviewPanel): Promise<void> {
    // Set before awaiting anything, so that a second command doesn't open another panel.
    this.#panel = panel;
    panel.onDidDispose(() => {
      if (this.#panel !== panel) return;
      this.#panel = undefined;
      this.#editor = undefined;
    });
    try {
      const editor = await this.#attach(panel);
      if (this.#panel === panel) this.#editor = editor;
    } catch (error) {
      // Don't leave an empty tab.
      panel.dispose();
      throw error;
    }
  }

  /** Returns undefined if the view or panel was closed before the host was loaded. */
  async #attach(place: WebviewView | WebviewPanel): Promise<ChatWebview | undefined> {
    let isOpen = true;
    place.onDidDispose(() => {
      isOpen = false;
    });
    const host = await this.host();
    return isOpen ? host.attach(place) : undefined;
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

/** The door of the chat room. It only registers: the host of the chat is loaded when a chat is first seen or asked for. */
import {
  type Disposable,
  type ExtensionContext,
  commands as registry,
  ViewColumn,
  type WebviewPanel,
  type WebviewView,
  window,
} from 'vscode';
import type { Connection } from '../account/index.ts';
import type { Models } from '../models/index.ts';
import { registerCommand } from '../shared/commands.ts';
import { chatPanelType, commands, views } from '../shared/contract.ts';
import { Owner } from '../shared/disposable.ts';
import type { ChatHost } from './host.ts';
import type { Surface } from './surface.ts';

export function registerChat(
  context: ExtensionContext,
  connection: Connection,
  models: () => Promise<Models>,
): Disposable {
  return new Chat(context, connection, models);
}

class Chat extends Owner {
  readonly #context: ExtensionContext;
  readonly #connection: Connection;
  readonly #models: () => Promise<Models>;
  #host: Promise<ChatHost> | undefined;
  #view: Surface | undefined;
  #panel: { readonly panel: WebviewPanel; readonly surface: Surface } | undefined;
  /** The view was asked for before it was there. */
  #viewWantsFocus = false;

  constructor(context: ExtensionContext, connection: Connection, models: () => Promise<Models>) {
    super();
    this.#context = context;
    this.#connection = connection;
    this.#models = models;
    this.own(
      window.registerWebviewViewProvider(views.chat, {
        resolveWebviewView: async (view) => {
          this.#view = await this.#attach(view, 'view', () => {
            this.#view = undefined;
          });
          if (this.#viewWantsFocus) this.#view?.focus();
          this.#viewWantsFocus = false;
        },
      }),
    );
    this.own(
      window.registerWebviewPanelSerializer(chatPanelType, {
        deserializeWebviewPanel: (panel) => this.#adopt(panel),
      }),
    );
    this.own(registerCommand(commands.openChat, () => this.#show()));
    this.own(registerCommand(commands.openChatInEditor, () => this.#showInEditor()));
    this.own(registerCommand(commands.newChat, () => this.#new()));
    this.own(
      registerCommand(commands.chooseChatModel, async (model) => (await this.#open()).chooseModel(asModelId(model))),
    );
    this.own(registerCommand(commands.stopChat, async () => (await this.#host)?.stop()));
  }

  #open(): Promise<ChatHost> {
    this.#host ??= this.#load().catch((error) => {
      this.#host = undefined;
      throw error;
    });
    return this.#host;
  }

  async #load(): Promise<ChatHost> {
    const { openChatHost } = await import('./host.ts');
    return openChatHost(this.#context, this.#connection, await this.#models());
  }

  async #show(): Promise<void> {
    this.#viewWantsFocus = this.#view === undefined;
    await registry.executeCommand(`${views.chat}.focus`);
    this.#view?.focus();
  }

  async #showInEditor(): Promise<void> {
    if (this.#panel) this.#panel.panel.reveal();
    else await this.#adopt(window.createWebviewPanel(chatPanelType, 'Switchyard Chat', ViewColumn.Active));
    this.#panel?.surface.focus();
  }

  async #adopt(panel: WebviewPanel): Promise<void> {
    const surface = await this.#attach(panel, 'editor', () => {
      if (this.#panel?.panel === panel) this.#panel = undefined;
    });
    if (surface) this.#panel = { panel, surface };
  }

  /** Undefined when the webview was closed before there was anything to show in it. */
  async #attach(
    place: WebviewView | WebviewPanel,
    kind: Surface['kind'],
    ended: () => void,
  ): Promise<Surface | undefined> {
    let open = true;
    let surface: Surface | undefined;
    place.onDidDispose(() => {
      open = false;
      surface?.dispose();
      ended();
    });
    const host = await this.#open();
    if (open) surface = host.attach(place.webview, kind);
    return surface;
  }

  async #new(): Promise<void> {
    await (await this.#open()).newChat();
    if (this.#panel?.panel.active) this.#panel.surface.focus();
    else await this.#show();
  }

  override dispose(): void {
    void this.#host?.then((host) => host.dispose());
    super.dispose();
  }
}

/** Other rooms name the model; from the palette nothing comes. */
function asModelId(argument: unknown): string | undefined {
  return typeof argument === 'string' ? argument : undefined;
}

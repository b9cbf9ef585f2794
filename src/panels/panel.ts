/** One webview panel that shows a picture. */
import { l10n, type Uri, ViewColumn, type WebviewPanel, window } from 'vscode';
import { panelType } from '../shared/contract.ts';
import { Owner } from '../shared/disposable.ts';
import { ownWords } from '../shared/own-words.ts';
import { loadPage } from '../shared/webview-page.ts';
import { type Picture, parseToHost, type ToHost, type ToPanel } from './messages.ts';

export class PicturePanel extends Owner {
  readonly #panel: WebviewPanel;
  #ready = false;
  #picture: Picture;

  /** @param onMessage hears what the panel offers; `ready` is answered here */
  constructor(
    extension: Uri,
    title: string,
    picture: Picture,
    onMessage: (message: Exclude<ToHost, { kind: 'ready' }>) => void,
  ) {
    super();
    this.#picture = picture;
    this.#panel = this.own(window.createWebviewPanel(panelType, title, ViewColumn.Active));
    const { webview } = this.#panel;
    this.own(
      webview.onDidReceiveMessage((value: unknown) => {
        const message = parseToHost(value);
        if (message === undefined) return;
        if (message.kind !== 'ready') return onMessage(message);
        // A hidden panel starts anew when it is shown again.
        this.#ready = true;
        this.#post();
      }),
    );
    loadPage(webview, extension, 'panels', {
      title: l10n.t('Switchyard'),
      element: 'switchyard-panel',
      surface: 'editor',
    });
  }

  get picture(): Picture {
    return this.#picture;
  }

  get visible(): boolean {
    return this.#panel.visible;
  }

  get onDidChangeViewState() {
    return this.#panel.onDidChangeViewState;
  }

  get onDidDispose() {
    return this.#panel.onDidDispose;
  }

  reveal(): void {
    this.#panel.reveal();
  }

  show(picture: Picture): void {
    this.#picture = picture;
    this.#post();
  }

  #post(): void {
    const message: ToPanel = { kind: 'show', picture: this.#picture, words: ownWords() };
    if (this.#ready) void this.#panel.webview.postMessage(message);
  }
}

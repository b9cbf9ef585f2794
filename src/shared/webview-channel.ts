/** Messages between the host and the page of a webview, for the chat and for panels. */
import type { Webview } from 'vscode';
import { DisposableStore } from './disposable.ts';

/** The first message of every page: its code runs, and it expects the whole state. */
type Ready = { readonly kind: 'ready' };

/** @typeParam ToPage what the host posts @typeParam FromPage what the page posts */
export class WebviewChannel<ToPage, FromPage extends { readonly kind: string }> extends DisposableStore {
  readonly #webview: Webview;
  #isReady = false;

  /**
   * @param parse returns undefined for a value that isn't a valid message
   * @param onReady posts the whole state; called again when a page that was hidden is loaded again
   */
  constructor(
    webview: Webview,
    parse: (value: unknown) => FromPage | Ready | undefined,
    onReady: () => void,
    onMessage: (message: Exclude<FromPage, Ready>) => void,
  ) {
    super();
    this.#webview = webview;
    this.own(
      webview.onDidReceiveMessage((value: unknown) => {
        const message = parse(value);
        if (message?.kind === 'ready') {
          this.#isReady = true;
          onReady();
        } else if (message) onMessage(message as Exclude<FromPage, Ready>);
      }),
    );
  }

  /** False before the page's code runs. What is posted until then isn't needed: the page gets the whole state. */
  get isReady(): boolean {
    return this.#isReady;
  }

  post(message: ToPage): void {
    if (this.#isReady) void this.#webview.postMessage(message);
  }

  override dispose(): void {
    this.#isReady = false;
    super.dispose();
  }
}

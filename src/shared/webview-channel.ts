/** A page in a webview, and the messages between the page and the host: the chat and the panels. */
import type { Uri, WebviewPanel, WebviewView } from 'vscode';
import { DisposableStore } from './disposable.ts';
import { loadPage, type WebviewPage } from './webview-page.ts';

/** The first message of every page: its code runs, and it expects the whole state. */
type Ready = { readonly kind: 'ready' };

/** @typeParam ToPage what the host posts @typeParam FromPage what the page posts, except for `Ready` */
export abstract class WebviewChannel<
  Place extends WebviewView | WebviewPanel,
  ToPage,
  FromPage extends { readonly kind: string },
> extends DisposableStore {
  protected readonly place: Place;
  #isReady = false;

  /** @param parse returns undefined for a value that isn't a valid message */
  constructor(
    place: Place,
    extension: Uri,
    page: WebviewPage,
    parse: (value: unknown) => FromPage | Ready | undefined,
  ) {
    super();
    this.place = place;
    this.register(
      place.webview.onDidReceiveMessage((value: unknown) => {
        const message = parse(value);
        if (message?.kind === 'ready') {
          this.#isReady = true;
          this.onReady();
        } else if (message) this.onMessage(message as FromPage);
      }),
    );
    loadPage(place.webview, extension, page);
  }

  /** Posts the whole state; called again when a page that was hidden is loaded again. */
  protected abstract onReady(): void;
  protected abstract onMessage(message: FromPage): void;

  /** False before the page's code runs. What is posted until then isn't needed: the page gets the whole state. */
  protected get isReady(): boolean {
    return this.#isReady;
  }

  post(message: ToPage): void {
    if (this.#isReady) void this.place.webview.postMessage(message);
  }

  override dispose(): void {
    this.#isReady = false;
    super.dispose();
  }
}

/** One webview that shows the chat; a side-bar view and an editor panel are both one. */
import { l10n, type Uri, type Webview } from 'vscode';
import { DisposableStore } from '../shared/disposable.ts';
import { loadPage } from '../shared/webview-page.ts';
import { panelInterval, RecordBatch } from './batch.ts';
import { type FocusTarget, parseToHost, type ToHost, type ToPanel } from './messages.ts';
import type { ChatRecord } from './record.ts';

export interface ChatWebviewOptions {
  readonly webview: Webview;
  readonly extension: Uri;
  readonly kind: 'view' | 'editor';
  readonly showTitle: (title: string) => void;
  /** Everything as it is now. */
  readonly snapshot: () => Omit<ToPanel & { kind: 'show' }, 'kind' | 'l10n'>;
  /** The page shows all of that. */
  readonly onShown: () => void;
  /** Hears what the host has offered, and nothing else; `ready` is answered here. */
  readonly onMessage: (message: Exclude<ToHost, { kind: 'ready' }>, from: ChatWebview) => void;
  /** The webview has ended. */
  readonly onEnd: (ended: ChatWebview) => void;
}

export class ChatWebview extends DisposableStore {
  readonly kind: ChatWebviewOptions['kind'];
  /** Names the place by the chat that it shows; empty: by nothing. */
  readonly showTitle: ChatWebviewOptions['showTitle'];
  readonly #options: ChatWebviewOptions;
  readonly #batch = this.own(new RecordBatch(panelInterval, (records) => this.post({ kind: 'records', records })));
  /** Before its code runs a webview hears nothing, and `show` tells it everything. */
  #ready = false;
  #wantsFocus: FocusTarget | undefined;

  constructor(options: ChatWebviewOptions) {
    super();
    this.kind = options.kind;
    this.showTitle = options.showTitle;
    this.#options = options;
    const { webview, extension, kind } = options;
    this.own(webview.onDidReceiveMessage((message: unknown) => this.#hear(message)));
    loadPage(webview, extension, 'chat', { title: 'Switchyard Chat', element: 'switchyard-chat', surface: kind });
  }

  /** Shows everything anew. */
  show(): void {
    this.#batch.clear();
    this.post({ kind: 'show', ...this.#options.snapshot(), l10n: l10n.bundle ?? {} });
    this.#options.onShown();
  }

  add(record: ChatRecord): void {
    if (this.#ready) this.#batch.add(record);
  }

  /** Puts the cursor there as soon as the page is there. */
  focus(where: FocusTarget = 'composer'): void {
    this.#wantsFocus = this.#ready ? undefined : where;
    this.post({ kind: 'focus', where });
  }

  post(message: ToPanel): void {
    if (this.#ready) void this.#options.webview.postMessage(message);
  }

  override dispose(): void {
    this.#ready = false;
    super.dispose();
    this.#options.onEnd(this);
  }

  #hear(value: unknown): void {
    const message = parseToHost(value);
    if (!message) return;
    if (message.kind !== 'ready') {
      this.#options.onMessage(message, this);
      return;
    }
    // A hidden webview starts anew when it is shown again.
    this.#ready = true;
    this.show();
    if (this.#wantsFocus) this.focus(this.#wantsFocus);
  }
}

/** A webview that shows the chat, either the side bar view or an editor panel. */
import { l10n, type Uri, type WebviewPanel, type WebviewView } from 'vscode';
import { DisposableStore } from '../shared/disposable.ts';
import { WebviewChannel } from '../shared/webview-channel.ts';
import { loadPage } from '../shared/webview-page.ts';
import { RecordBatch } from './batch.ts';
import { type FocusTarget, type PageMessage, parseToHost, type ToHost, type ToPanel } from './messages.ts';
import type { ChatRecord } from './record.ts';

/** Faster updates aren't noticeable, and each one costs the panel a layout. */
const panelIntervalMs = 50;

export interface ChatWebviewOptions {
  readonly place: WebviewView | WebviewPanel;
  readonly extension: Uri;
  /** Returns the complete current state. */
  readonly snapshot: () => Omit<Required<ToPanel & { kind: 'show' }>, 'kind' | 'l10n' | 'newChat'>;
  /** Receives valid messages from the page, except `ready`, which is handled here. */
  readonly onMessage: (message: PageMessage, from: ChatWebview) => void;
  /** Called when the webview is disposed of. */
  readonly onEnd: (ended: ChatWebview) => void;
}

export class ChatWebview extends DisposableStore {
  readonly kind: 'view' | 'editor';
  readonly #options: ChatWebviewOptions;
  readonly #batch = this.own(new RecordBatch(panelIntervalMs, (records) => this.post({ kind: 'records', records })));
  readonly #channel: WebviewChannel<ToPanel, ToHost>;
  #wantsFocus: FocusTarget | undefined;

  constructor(options: ChatWebviewOptions) {
    super();
    this.#options = options;
    const { place, extension } = options;
    // A page that is hidden doesn't report that it lost the focus.
    const hide = () => {
      if (!place.visible) options.onMessage({ kind: 'focused', on: false }, this);
    };
    if ('onDidChangeViewState' in place) {
      this.kind = 'editor';
      this.own(place.onDidChangeViewState(hide));
    } else {
      this.kind = 'view';
      this.own(place.onDidChangeVisibility(hide));
    }
    this.own(place.onDidDispose(() => this.dispose()));
    const onReady = () => {
      this.show();
      if (this.#wantsFocus) this.focus(this.#wantsFocus);
    };
    this.#channel = this.own(
      new WebviewChannel<ToPanel, ToHost>(place.webview, parseToHost, onReady, (message) =>
        options.onMessage(message, this),
      ),
    );
    const page = { title: 'Switchyard Chat', element: 'switchyard-chat', surface: this.kind };
    loadPage(place.webview, extension, 'chat', page);
  }

  /** Shows the title of the chat in the view or tab. @param title empty if the chat has none */
  showTitle(title: string): void {
    const { place } = this.#options;
    if ('onDidChangeViewState' in place) place.title = title || 'Switchyard Chat';
    else place.description = title;
  }

  /** Shows the number of chats with a new response in the view's icon. */
  showUnread(count: number): void {
    const { place } = this.#options;
    if ('onDidChangeViewState' in place) return;
    const tooltip = count === 1 ? l10n.t('New response in 1 chat') : l10n.t('New responses in {0} chats', count);
    place.badge = count === 0 ? undefined : { value: count, tooltip };
  }

  /**
   * Sends the complete state. `keepText` keeps the text of the composer, which may be newer than the draft.
   * @param newChat the request of the page for a new chat
   */
  show({ keepText = false, newChat }: { readonly keepText?: boolean; readonly newChat?: string } = {}): void {
    this.#batch.clear();
    const { draft, ...state } = this.#options.snapshot();
    const text = { ...(!keepText && { draft }), ...(newChat !== undefined && { newChat }) };
    this.post({ kind: 'show', ...state, ...text, l10n: l10n.bundle ?? {} });
  }

  add(record: ChatRecord): void {
    if (this.#channel.isReady) this.#batch.add(record);
  }

  /** Moves the focus to the target, as soon as the page is ready. */
  focus(where: FocusTarget = 'composer'): void {
    this.#wantsFocus = this.#channel.isReady ? undefined : where;
    this.post({ kind: 'focus', where });
  }

  post(message: ToPanel): void {
    this.#channel.post(message);
  }

  override dispose(): void {
    super.dispose();
    this.#options.onEnd(this);
  }
}

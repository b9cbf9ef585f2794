/** A webview that shows the chat, either the side bar view or an editor panel. */
import { l10n, TextEditorSelectionChangeKind, type Uri, type WebviewPanel, type WebviewView, window } from 'vscode';
import { WebviewChannel } from '../../../shared/webview-channel.ts';
import { RecordBatch } from '../batch.ts';
import { type FocusTarget, parseToHost, type ToHost, type ToPage } from '../messages.ts';
import type { ChatRecord } from '../record.ts';

/** Faster updates aren't noticeable, and each one costs the page a layout. */
const pageIntervalMs = 50;

/** The complete state of the current chat. */
export type ChatSnapshot = Omit<Required<ToPage & { kind: 'show' }>, 'kind' | 'l10n' | 'newChat' | 'keepText'>;

export interface ChatWebviewHost {
  snapshot(): ChatSnapshot;
  receive(message: ToHost, from: ChatWebview): void;
  /** Called when the view or panel was closed. */
  detach(webview: ChatWebview): void;
}

export class ChatWebview extends WebviewChannel<WebviewView | WebviewPanel, ToPage, ToHost> {
  readonly kind: 'view' | 'editor';
  readonly #host: ChatWebviewHost;
  readonly #batch = this.register(
    new RecordBatch(pageIntervalMs, (records) => this.post({ kind: 'records', records })),
  );
  #wantsFocus: FocusTarget | undefined;

  constructor(place: WebviewView | WebviewPanel, extension: Uri, host: ChatWebviewHost) {
    const surface = 'onDidChangeViewState' in place ? 'editor' : 'view';
    super(
      place,
      extension,
      { bundle: 'chat', title: l10n.t('Switchyard Chat'), element: 'switchyard-chat', surface },
      parseToHost,
    );
    this.kind = surface;
    this.#host = host;
    // A page that is hidden doesn't report that it lost the focus.
    const hide = () => {
      if (!place.visible) this.onMessage({ kind: 'focused', on: false });
    };
    this.registerAll(
      'onDidChangeViewState' in place ? place.onDidChangeViewState(hide) : place.onDidChangeVisibility(hide),
      place.onDidDispose(() => this.dispose()),
      // Who types or clicks in an editor keeps the focus, even if the page gets ready later.
      window.onDidChangeTextEditorSelection(({ kind }) => {
        const { Keyboard, Mouse } = TextEditorSelectionChangeKind;
        if (kind === Keyboard || kind === Mouse) this.#wantsFocus = undefined;
      }),
    );
  }

  protected override onReady(): void {
    this.show();
    if (this.#wantsFocus) this.focus(this.#wantsFocus);
  }

  protected override onMessage(message: ToHost): void {
    this.#host.receive(message, this);
  }

  /** Shows the title of the chat in the view or tab. @param title empty if the chat has none */
  showTitle(title: string): void {
    const { place } = this;
    if ('onDidChangeViewState' in place) place.title = title || l10n.t('Switchyard Chat');
    else place.description = title;
  }

  /** Shows the number of chats with a new response in the view's icon. */
  showUnread(count: number): void {
    const { place } = this;
    if ('onDidChangeViewState' in place) return;
    const tooltip = count === 1 ? l10n.t('New response in 1 chat') : l10n.t('New responses in {0} chats', count);
    place.badge = count === 0 ? undefined : { value: count, tooltip };
  }

  /**
   * Sends the complete state.
   * @param keepText keeps the text of the composer, which may be newer than what is stored
   * @param newChat the new chat that the page has requested, if another one is shown instead
   */
  show(keepText = false, newChat?: string): void {
    this.#batch.clear();
    const state = { ...this.#host.snapshot(), keepText, ...(newChat !== undefined && { newChat }) };
    this.post({ kind: 'show', ...state, l10n: l10n.bundle ?? {} });
  }

  add(record: ChatRecord): void {
    if (this.isReady) this.#batch.add(record);
  }

  /** Moves the focus to the target, as soon as the page is ready. */
  focus(where: FocusTarget = 'composer'): void {
    this.#wantsFocus = this.isReady ? undefined : where;
    this.post({ kind: 'focus', where });
  }

  override dispose(): void {
    super.dispose();
    this.#host.detach(this);
  }
}

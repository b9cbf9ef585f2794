/** A panel: an editor tab with a page that shows data. Loaded when the first one is opened. */
import { type CancellationToken, l10n, ThemeIcon, type Uri, ViewColumn, type WebviewPanel, window } from 'vscode';
import { runAction } from '../commands.ts';
import { describeFailure } from '../text/failure-text.ts';
import { exactTime } from '../text/format.ts';
import { WebviewChannel } from '../webview-channel.ts';
import type { WebviewPage } from '../webview-page.ts';
import type { HostMessage, PageMessage } from './messages.ts';

type Kind = { readonly kind: string };
type Refresh = Extract<PageMessage, { kind: 'refresh' }>;

/** The tab of a panel. */
export interface PanelTab<Message extends Kind> {
  /** Identifies what the panel shows among all panels: the kind and an ID, such as "run 1". */
  readonly id: string;
  /** Until the data is loaded: what is shown, and the kind of panel. */
  readonly title: string;
  /** Name of a codicon. */
  readonly icon: string;
  readonly bundle: WebviewPage['bundle'];
  /** Returns undefined for a value that isn't a valid message of the page. */
  readonly parse: (value: unknown) => Message | PageMessage | undefined;
  /** Closes the panel. */
  readonly end?: CancellationToken;
  /** For a panel that is opened again after the window was reloaded. */
  readonly reload?: PanelReload;
}

export interface PanelReload {
  /** View type, whose serializer opens the panel again. */
  readonly type: string;
  /** What names the content for the serializer. */
  readonly kept: object;
  /** The panel of the earlier window. */
  readonly place?: WebviewPanel | undefined;
}

/** What a kind of panel shows, and what it does for its page. */
export interface PanelContent<Data, View, Message extends Kind> {
  /** Replaces the ID of the tab if the panel can move on to something else. */
  readonly id?: string;
  /** Returns the title that replaces that of the tab. */
  title?(data: Data): string;
  /** @throws an error that `describeFailure` describes */
  load(): Promise<Data>;
  view(data: Data): View;
  /** Called with new data, instead of showing it. */
  update?(data: Data): unknown;
  handle(message: Message, data: Data): unknown;
  /** Called when the panel is closed. */
  dispose?(): void;
}

export type CreateContent<Data, View, Message extends Kind> = (
  panel: Panel<Data, View, Message>,
) => PanelContent<Data, View, Message>;

export class Panel<Data, View, Message extends Kind> extends WebviewChannel<
  WebviewPanel,
  HostMessage<View>,
  Message | Refresh
> {
  readonly #content: PanelContent<Data, View, Message>;
  readonly #tabId: string;
  readonly #kept: object | undefined;
  #data: Data | undefined;
  #loadedAt = Date.now();
  readonly #closing = new AbortController();
  /** Aborted when the panel is closed. */
  readonly closed = this.#closing.signal;
  #view: HostMessage<View>['view'] | undefined;
  /** Number of refreshes so far, and of the one whose data is shown. */
  #refreshes = 0;
  #shown = 0;
  #stale = '';

  constructor(extension: Uri, tab: PanelTab<Message>, create: CreateContent<Data, View, Message>) {
    const { type = 'switchyard.picture', place: earlier, kept } = tab.reload ?? {};
    const place = earlier ?? window.createWebviewPanel(type, tab.title, ViewColumn.Active);
    const page = { title: l10n.t('Switchyard'), element: 'switchyard-panel', surface: 'editor' } as const;
    super(place, extension, { bundle: tab.bundle, ...page }, tab.parse);
    place.iconPath = new ThemeIcon(tab.icon);
    this.registerAll(
      place,
      place.onDidDispose(() => this.dispose()),
    );
    if (tab.end) this.register(tab.end.onCancellationRequested(() => this.dispose()));
    this.#tabId = tab.id;
    this.#kept = kept;
    this.#content = create(this);
    this.register({ dispose: () => this.#content.dispose?.() });
  }

  get id(): string {
    return this.#content.id ?? this.#tabId;
  }

  /** Undefined until it's loaded for the first time. */
  get data(): Data | undefined {
    return this.#data;
  }

  /** Epoch milliseconds of the last successful response. */
  get loadedAt(): number {
    return this.#loadedAt;
  }

  /** Why the data is out of date; empty if it isn't. */
  get stale(): string {
    return this.#stale;
  }

  get isVisible(): boolean {
    return this.place.visible;
  }

  get onDidDispose() {
    return this.place.onDidDispose;
  }

  get onDidChangeViewState() {
    return this.place.onDidChangeViewState;
  }

  protected override onReady(): void {
    const kept = this.#kept;
    if (this.#view !== undefined)
      this.post({ view: this.#view, l10n: l10n.bundle ?? {}, ...(kept !== undefined && { kept }) });
  }

  protected override onMessage(message: Message | Refresh): void {
    // The page has nothing to click before it shows data.
    const data = this.#data;
    if (data === undefined) return;
    if (isRefresh(message)) void this.refresh();
    else void runAction(`Panel ${this.id}: ${message.kind}`, () => this.#content.handle(message, data));
  }

  /** Loads the data for the first time, while the editor loads the page. Closes the panel if that fails. @throws as `load` */
  async open(): Promise<void> {
    try {
      const data = await this.#content.load();
      if (!this.closed.aborted) await this.replace(data);
    } catch (error) {
      if (this.closed.aborted) return;
      this.dispose();
      throw error;
    }
  }

  bringToFront(): void {
    this.place.reveal();
  }

  reveal(): void {
    this.bringToFront();
    if (this.#data !== undefined) void this.refresh();
  }

  /** Reloads the data. If it fails, the last data stays, with a note on when it was loaded. Resolves to the error. */
  async refresh(): Promise<unknown> {
    const { id } = this;
    const number = ++this.#refreshes;
    // The user may have closed the panel or moved to another run, or a later refresh may have ended first.
    const isLatest = () => !this.closed.aborted && this.id === id && number >= this.#shown;
    try {
      const data = await this.#content.load();
      if (!isLatest()) return undefined;
      this.#shown = number;
      await this.replace(data);
      return undefined;
    } catch (error) {
      if (isLatest()) this.#showFailure(error);
      return error;
    }
  }

  /** Takes over data that was just loaded. */
  async replace(data: Data): Promise<void> {
    this.#loadedAt = Date.now();
    this.#stale = '';
    this.change(data);
    if (this.#content.update) await this.#content.update(data);
    else this.show();
  }

  /** Takes over data that changed in part; `show` shows it. */
  change(data: Data): void {
    this.#data = data;
    if (this.#content.title) this.place.title = this.#content.title(data);
  }

  /** Shows the data. @param notice why the last action had no result */
  show(notice = ''): void {
    if (this.#data === undefined || this.closed.aborted) return;
    this.#view = { ...this.#content.view(this.#data), notice, stale: this.#stale };
    this.onReady();
  }

  #showFailure(error: unknown): void {
    const time = exactTime(new Date(this.#loadedAt).toISOString());
    this.#stale = l10n.t('Last updated {0}. {1}', time, describeFailure(error));
    this.show();
  }

  override dispose(): void {
    this.#closing.abort();
    super.dispose();
  }
}

function isRefresh(message: Kind): message is Refresh {
  return message.kind === 'refresh';
}

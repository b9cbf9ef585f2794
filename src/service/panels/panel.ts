/** Base classes of the panels. */
import { l10n, ThemeIcon, type Uri, ViewColumn, type WebviewPanel, window } from 'vscode';
import { describeFailure } from '../../shared/failure-text.ts';
import { exactTime } from '../../shared/format.ts';
import { WebviewChannel } from '../../shared/webview-channel.ts';
import type { Runs } from '../runs/index.ts';
import type { ServiceSession } from '../session/session.ts';
import type { Workflows } from '../workflows/index.ts';
import { type HostMessage, parseWebviewMessage, type ViewModel, type WebviewMessage } from './messages.ts';

/** What all panels use. */
export interface PanelFeatures {
  readonly extension: Uri;
  readonly workflows: Pick<Workflows, 'documents'>;
  readonly runs: Pick<Runs, 'documents'>;
}

/** What a panel uses. It's closed with its session. */
export interface PanelContext extends PanelFeatures {
  readonly session: ServiceSession;
}

/** Messages that subclasses handle. */
export type PanelMessage = Exclude<WebviewMessage, { kind: 'ready' | 'refresh' }>;

/** A panel that shows data. Subclasses load it, and handle the messages of the webview. */
export abstract class ViewPanel<Data> extends WebviewChannel<WebviewPanel, HostMessage, WebviewMessage> {
  /** Undefined until it's loaded for the first time. */
  protected data: Data | undefined;
  /** Epoch milliseconds of the last successful response. */
  protected loadedAt = Date.now();
  readonly #closing = new AbortController();
  /** Aborted when the panel is closed. */
  readonly closed = this.#closing.signal;
  #view: HostMessage['view'] | undefined;
  /** Number of refreshes so far, and of the one whose data is shown. */
  #refreshes = 0;
  #shown = 0;
  /** Why the data is out of date; empty if it isn't. */
  protected stale = '';

  /** @param title says what is shown, and the kind of panel @param icon name of a codicon */
  constructor(extension: Uri, title: string, icon: string) {
    const panel = window.createWebviewPanel('switchyard.picture', title, ViewColumn.Active);
    const page = {
      bundle: 'panels',
      title: l10n.t('Switchyard'),
      element: 'switchyard-panel',
      surface: 'editor',
    } as const;
    super(panel, extension, page, parseWebviewMessage);
    panel.iconPath = new ThemeIcon(icon);
    this.ownAll(
      panel,
      panel.onDidDispose(() => this.dispose()),
    );
  }

  /** Identifies what the panel shows among the panels of its class. Opening it again reveals this panel. */
  abstract readonly id: string;

  /** @throws ApiFailure */
  protected abstract load(): Promise<Data>;

  protected abstract view(data: Data): ViewModel;

  protected abstract handle(message: PanelMessage, data: Data): Promise<unknown>;

  get onDidDispose() {
    return this.place.onDidDispose;
  }

  protected override onReady(): void {
    if (this.#view !== undefined) this.post({ view: this.#view, l10n: l10n.bundle ?? {} });
  }

  protected override onMessage(message: Exclude<WebviewMessage, { kind: 'ready' }>): void {
    // The page has nothing to click before it shows data.
    if (this.data === undefined) return;
    void (message.kind === 'refresh' ? this.refresh() : this.handle(message, this.data));
  }

  /** Loads the data for the first time, while the editor loads the page. Closes the panel if that fails. @throws ApiFailure */
  async open(): Promise<void> {
    try {
      const data = await this.load();
      if (!this.closed.aborted) await this.replace(data);
    } catch (error) {
      if (this.closed.aborted) return;
      this.dispose();
      throw error;
    }
  }

  reveal(): void {
    this.place.reveal();
    if (this.data !== undefined) void this.refresh();
  }

  /** Reloads the data. If it fails, the last data stays, with a note on when it was loaded. Resolves to the error. */
  protected async refresh(): Promise<unknown> {
    const { id } = this;
    const number = ++this.#refreshes;
    // The user may have closed the panel or moved to another run, or a later refresh may have ended first.
    const isLatest = () => !this.closed.aborted && this.id === id && number >= this.#shown;
    try {
      const data = await this.load();
      if (!isLatest()) return undefined;
      this.#shown = number;
      await this.replace(data);
      return undefined;
    } catch (error) {
      if (isLatest()) this.showFailure(error);
      return error;
    }
  }

  protected async replace(data: Data): Promise<void> {
    this.data = data;
    this.loadedAt = Date.now();
    this.stale = '';
    await this.update(data);
  }

  /** Shows new data. */
  protected async update(_data: Data): Promise<void> {
    this.show();
  }

  protected showFailure(error: unknown): void {
    const time = exactTime(new Date(this.loadedAt).toISOString());
    this.stale = l10n.t('Last updated {0}. {1}', time, describeFailure(error));
    this.show();
  }

  protected show(notice = ''): void {
    if (this.data === undefined) return;
    this.#view = { ...this.view(this.data), notice, stale: this.stale };
    this.onReady();
  }

  override dispose(): void {
    this.#closing.abort();
    super.dispose();
  }
}

/** A panel with data of the service. It's closed with its session. */
export abstract class SessionPanel<Data> extends ViewPanel<Data> {
  protected readonly context: PanelContext;

  constructor(context: PanelContext, title: string, icon: string) {
    super(context.extension, title, icon);
    this.context = context;
    this.own(context.session.token.onCancellationRequested(() => this.dispose()));
  }
}

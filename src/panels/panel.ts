/** A webview panel that shows data of the service. Subclasses load it and handle the messages of the webview. */
import { l10n, ThemeIcon, type Uri, ViewColumn, type WebviewPanel, window } from 'vscode';
import type { Runs } from '../runs/index.ts';
import type { ServiceSession } from '../service/session.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { exactTime } from '../shared/format.ts';
import { describeFailure } from '../shared/messages.ts';
import { WebviewChannel } from '../shared/webview-channel.ts';
import { loadPage } from '../shared/webview-page.ts';
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

export abstract class ViewPanel<Data> extends DisposableStore {
  protected readonly context: PanelContext;
  protected readonly panel: WebviewPanel;
  protected data: Data;
  /** Epoch milliseconds of the last successful response. */
  protected loadedAt = Date.now();
  readonly #closing = new AbortController();
  /** Aborted when the panel is closed. */
  protected readonly closed = this.#closing.signal;
  readonly #channel: WebviewChannel<HostMessage, WebviewMessage>;
  #view: HostMessage['view'] | undefined;
  /** Number of refreshes so far, and of the one whose data is shown. */
  #refreshes = 0;
  #shown = 0;
  /** Why the data is out of date; empty if it isn't. */
  protected stale = '';

  /** @param title contains the name of the workflow and the kind of panel @param icon name of a codicon */
  constructor(context: PanelContext, title: string, icon: string, data: Data) {
    super();
    this.context = context;
    this.data = data;
    this.panel = this.own(window.createWebviewPanel('switchyard.picture', title, ViewColumn.Active));
    this.panel.iconPath = new ThemeIcon(icon);
    this.own(context.session.token.onCancellationRequested(() => this.dispose()));
    const { webview } = this.panel;
    const channel = new WebviewChannel<HostMessage, WebviewMessage>(
      webview,
      parseWebviewMessage,
      () => (this.#view ? this.#post(this.#view) : this.show()),
      (message) => void (message.kind === 'refresh' ? this.refresh() : this.handle(message)),
    );
    this.#channel = this.own(channel);
    loadPage(webview, context.extension, 'panels', {
      title: l10n.t('Switchyard'),
      element: 'switchyard-panel',
      surface: 'editor',
    });
  }

  /** Identifies what the panel shows among the panels of its class. Opening it again reveals this panel. */
  abstract readonly id: string;

  /** @throws ApiFailure */
  protected abstract load(): Promise<Data>;

  protected abstract view(): ViewModel;

  protected abstract handle(message: PanelMessage): Promise<unknown>;

  get onDidDispose() {
    return this.panel.onDidDispose;
  }

  reveal(): void {
    this.panel.reveal();
    void this.refresh();
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
    await this.update();
  }

  /** Shows new data. */
  protected async update(): Promise<void> {
    this.show();
  }

  protected showFailure(error: unknown): void {
    const time = exactTime(new Date(this.loadedAt).toISOString());
    this.stale = l10n.t('Last updated {0}. {1}', time, describeFailure(error));
    this.show();
  }

  protected show(notice = ''): void {
    this.#view = { ...this.view(), notice, stale: this.stale };
    this.#post(this.#view);
  }

  override dispose(): void {
    this.#closing.abort();
    super.dispose();
  }

  #post(view: HostMessage['view']): void {
    this.#channel.post({ view, l10n: l10n.bundle ?? {} });
  }
}

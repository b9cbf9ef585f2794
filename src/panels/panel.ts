/** A webview panel that shows a view model. Subclasses load it and handle the messages of the webview. */
import { env, type IconPath, l10n, type Uri, ViewColumn, type WebviewPanel, window } from 'vscode';
import type { Runs } from '../runs/index.ts';
import { panelType } from '../shared/contract.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { exactTime } from '../shared/format.ts';
import { describeFailure } from '../shared/messages.ts';
import { loadPage } from '../shared/webview-page.ts';
import type { Workflows } from '../workflows/index.ts';
import { type HostMessage, parseWebviewMessage, type ViewModel, type WebviewMessage } from './messages.ts';

/** Dependencies of the panels. */
export interface PanelContext {
  readonly extension: Uri;
  readonly workflows: Workflows;
  readonly runs: Runs;
}

interface PanelOptions {
  /** Contains the name of the workflow and the kind of panel. */
  readonly title: string;
  readonly icon: IconPath;
  readonly view: ViewModel;
}

/** Messages that subclasses handle. */
export type PanelMessage = Exclude<WebviewMessage, { kind: 'ready' | 'refresh' }>;

export abstract class ViewPanel extends DisposableStore {
  /** Identifies what the panel shows. Opening it again reveals this panel. */
  abstract readonly key: string;
  readonly #panel: WebviewPanel;
  #ready = false;
  #view: ViewModel;

  constructor({ extension }: PanelContext, { title, icon, view }: PanelOptions) {
    super();
    this.#view = view;
    this.#panel = this.own(window.createWebviewPanel(panelType, title, ViewColumn.Active));
    this.#panel.iconPath = icon;
    const { webview } = this.#panel;
    this.own(
      webview.onDidReceiveMessage((value: unknown) => {
        const message = parseWebviewMessage(value);
        if (message?.kind === 'refresh') return void this.refresh();
        if (message?.kind !== 'ready') return message && void this.handle(message);
        // The page of a hidden panel is unloaded, and posts `ready` again when it's shown.
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

  protected abstract handle(message: PanelMessage): Promise<unknown>;

  /** Reloads the data that the panel shows. */
  protected abstract refresh(): Promise<unknown>;

  protected get visible(): boolean {
    return this.#panel.visible;
  }

  protected get onDidChangeViewState() {
    return this.#panel.onDidChangeViewState;
  }

  get onDidDispose() {
    return this.#panel.onDidDispose;
  }

  reveal(): void {
    this.#panel.reveal();
    void this.refresh();
  }

  protected show(view: ViewModel): void {
    this.#view = view;
    this.#post();
  }

  #post(): void {
    const message: HostMessage = { kind: 'show', view: this.#view, l10n: l10n.bundle ?? {} };
    if (this.#ready) void this.#panel.webview.postMessage(message);
  }
}

/** @param loadedAt epoch milliseconds of the last successful response @param error why the last request failed */
export function staleNote(loadedAt: number, error: unknown): string {
  return l10n.t(
    'Last updated {0}. {1}',
    exactTime(new Date(loadedAt).toISOString(), env.language),
    describeFailure(error),
  );
}

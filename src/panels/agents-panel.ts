/** Panel that compares what all agents make of the tool servers of a folder. Loaded when it's opened. */
import { type Event, l10n, ThemeIcon, type Uri, ViewColumn, type WebviewPanel, window } from 'vscode';
import type { Location } from 'vscode-languageclient';
import type { AgentComparison } from '../../common/tool-servers.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { exactTime, oneLine } from '../shared/format.ts';
import { describeFailure } from '../shared/messages.ts';
import { WebviewChannel } from '../shared/webview-channel.ts';
import { loadPage } from '../shared/webview-page.ts';
import { type HostMessage, parseWebviewMessage, type WebviewMessage } from './messages.ts';

export class AgentsPanel extends DisposableStore {
  readonly #title: string;
  readonly #load: () => Promise<AgentComparison>;
  readonly #panel: WebviewPanel;
  readonly #channel: WebviewChannel<HostMessage, WebviewMessage>;
  /** False after the user has closed it. */
  isOpen = true;
  #comparison: AgentComparison;
  #loadedAt = new Date();
  #stale = '';

  /** @param open shows a file @param changed fires when the comparison may have changed */
  constructor(
    extension: Uri,
    folder: string,
    comparison: AgentComparison,
    load: () => Promise<AgentComparison>,
    open: (location: Location | null) => Promise<void>,
    changed: Event<void>,
  ) {
    super();
    this.#comparison = comparison;
    this.#load = load;
    this.#title = folder === '' ? l10n.t('Agents') : l10n.t('{0}: Agents', oneLine(folder, 40));
    const panel = this.own(window.createWebviewPanel('switchyard.picture', this.#title, ViewColumn.Active));
    this.#panel = panel;
    panel.iconPath = new ThemeIcon('compare-changes');
    panel.onDidDispose(() => {
      this.isOpen = false;
      this.dispose();
    });
    this.#channel = this.own(
      new WebviewChannel<HostMessage, WebviewMessage>(
        panel.webview,
        parseWebviewMessage,
        () => this.#show(),
        (message) => {
          if (message.kind === 'refresh') void this.#refresh();
          if (message.kind === 'openCell')
            void open(this.#comparison.rows[message.row]?.cells[message.column]?.location ?? null);
        },
      ),
    );
    this.own(changed(() => panel.visible && void this.#refresh()));
    loadPage(panel.webview, extension, 'panels', {
      title: l10n.t('Switchyard'),
      element: 'switchyard-panel',
      surface: 'editor',
    });
  }

  reveal(): void {
    this.#panel.reveal();
    void this.#refresh();
  }

  async #refresh(): Promise<void> {
    try {
      this.#comparison = await this.#load();
      this.#loadedAt = new Date();
      this.#stale = '';
    } catch (error) {
      this.#stale = l10n.t('Last updated {0}. {1}', exactTime(this.#loadedAt.toISOString()), describeFailure(error));
    }
    this.#show();
  }

  #show(): void {
    const view = { kind: 'agents', title: this.#title, comparison: this.#comparison, notice: '' } as const;
    this.#channel.post({ view: { ...view, stale: this.#stale }, l10n: l10n.bundle ?? {} });
  }
}

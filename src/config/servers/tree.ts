/** Tool Servers view: workspace folders (if there are several), states, servers, and config files. */
import { l10n, commands as registry } from 'vscode';
import type { ServerRef } from '../../../common/messages/tool-servers.ts';
import { contextKeys, views } from '../../shared/generated/names.ts';
import { ListTree } from '../../shared/list/list-tree.ts';
import { platform } from '../../shared/platform.ts';
import type { ConfigLanguage } from '../client/index.ts';
import type { ServerDrag } from './changing/drag.ts';
import { type AnyRow, counts, rootsOf } from './rows.ts';
import { idOf, type ServerStore } from './store.ts';
import type { TestResults } from './testing/test-results.ts';

/** Debounce delay in milliseconds before the servers are listed again. */
const pauseMs = 150;

export class ServerTree extends ListTree<AnyRow> {
  readonly #store: ServerStore;
  readonly #results: TestResults;
  #isStale = false;
  /** What the agent needs to use the last edit. */
  #afterEdit = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: ServerStore, results: TestResults, config: ConfigLanguage, drag: ServerDrag) {
    super({
      view: views.servers,
      viewOptions: { canSelectMany: true, dragAndDropController: drag },
      keys: { state: contextKeys.serversState },
    });
    this.#store = store;
    this.#results = results;
    this.register(results.onDidChange(() => this.redrawChange()));
    this.register(config.onDidChangeServers(() => this.#filesChanged()));
    // The language server sends its notification before the list that contains the change.
    this.register(store.onDidChangeBusy((busy) => busy || store.failure !== undefined || this.#upToDate()));
    this.register(this.view.onDidChangeVisibility(() => this.#reload()));
    this.register(this.showList(store));
  }

  #filesChanged(): void {
    if (this.#store.state === 'unloaded') return;
    this.#isStale = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#reload(), pauseMs);
  }

  /** Lists the servers again if the view is visible. */
  #reload(): void {
    if (!this.#isStale || !this.view.visible) return;
    this.#upToDate();
    void this.#store.refresh();
  }

  #upToDate(): void {
    this.#isStale = false;
    clearTimeout(this.#timer);
  }

  protected override load(): Promise<void> {
    return this.#store.ensure();
  }

  /** Selects the row of a definition if the view is visible. */
  async reveal(at: ServerRef, { expand = false } = {}): Promise<void> {
    if (this.view.visible) await this.#select(at, { expand });
  }

  /** Shows the view with the row of a definition. */
  async focus(at: ServerRef): Promise<void> {
    await registry.executeCommand(`${views.servers}.focus`);
    await this.#select(at, { focus: true, expand: true });
  }

  async #select(at: ServerRef, options: { readonly expand: boolean; readonly focus?: boolean }): Promise<void> {
    const id = idOf(at);
    const row = this.listed().find((one) => one.id === id);
    if (row) await this.select(this.rowFor(row), options);
  }

  protected override roots(): AnyRow[] {
    return this.#store.state === 'loaded' ? rootsOf({ store: this.#store, results: this.#results }) : [];
  }

  /** All rows, parents first. */
  protected override listed(rows: readonly AnyRow[] = this.rows): AnyRow[] {
    return rows.flatMap((row) => [row, ...this.listed(row.children() as readonly AnyRow[])]);
  }

  protected override redrawChange(): void {
    this.redrawList((rows) => this.different(rows));
  }

  protected override description(): string {
    const { servers, places } = this.#store;
    const [place, ...others] = places;
    return place !== undefined && others.length === 0 && servers.length > 0
      ? // A narrow side bar cuts off the end.
        l10n.t('{0} {1}, {2}', place.agent.name, place.agent.version, counts(servers))
      : '';
  }

  /** Shows what the agent needs to use an edit, until the user refreshes the view or chooses another agent. @param reload may be empty */
  tellAfterEdit(reload: string): void {
    this.#afterEdit = reload;
    this.updateHeader();
  }

  /** Without this note, an empty list would look as if the user had no servers. */
  protected override get defaultMessage(): string {
    if (this.#afterEdit !== '' && this.#afterEdit === this.#store.agent?.reload) return this.#afterEdit;
    if (platform().home !== undefined) return '';
    return l10n.t('In the browser, only config files of this workspace are read. Your user config is not.');
  }

  override dispose(): void {
    clearTimeout(this.#timer);
    super.dispose();
  }
}

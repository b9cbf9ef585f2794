/** Tool Servers view: workspace folders (if there are several), states, servers, and config files. */
import { l10n, commands as registry, TreeItem } from 'vscode';
import type { ServerRef } from '../../common/tool-servers.ts';
import type { ConfigLanguage } from '../config-client/index.ts';
import { oneLine } from '../shared/format.ts';
import { contextKeys, views } from '../shared/generated/names.ts';
import { ListTree } from '../shared/list-tree.ts';
import { platform } from '../shared/platform.ts';
import type { ServerDrag } from './drag.ts';
import { childrenOf, idOfNode, parentOf, rootsOf, type ServerNode } from './nodes.ts';
import { counts, fileRow, filesRow, folderRow, groupRow, serverRow } from './rows.ts';
import type { ServerStore } from './store.ts';
import type { TestResults } from './test-results.ts';

/** Debounce delay in milliseconds before the servers are listed again. */
const PAUSE = 150;

export class ServerTree extends ListTree<ServerNode> {
  readonly #store: ServerStore;
  readonly #tests: TestResults;
  #isStale = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: ServerStore, tests: TestResults, config: ConfigLanguage, drag: ServerDrag) {
    super({
      view: views.servers,
      viewOptions: { canSelectMany: true, dragAndDropController: drag },
      keys: { state: contextKeys.serversState },
    });
    this.#store = store;
    this.#tests = tests;
    this.own(tests.onDidChange(() => this.redrawChange()));
    this.own(config.onDidChangeServers(() => this.#filesChanged()));
    // The language server sends its notification before the list that contains the change.
    this.own(store.onDidChangeBusy((busy) => busy || store.failure !== undefined || this.#upToDate()));
    this.own(this.view.onDidChangeVisibility(() => this.#reload()));
    this.own(this.showList(store));
  }

  #filesChanged(): void {
    if (this.#store.state === 'unloaded') return;
    this.#isStale = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#reload(), PAUSE);
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

  protected override idOf(node: ServerNode): string {
    return idOfNode(node);
  }

  protected override load(): Promise<void> {
    return this.#store.ensure();
  }

  override getParent(node: ServerNode): ServerNode | undefined {
    const parent = parentOf(this.#store.places, node);
    return parent && this.nodeFor(parent);
  }

  /** Selects the row of a definition if the view is visible. */
  async reveal(at: ServerRef, { expand = false } = {}): Promise<void> {
    if (this.view.visible) await this.select(this.nodeFor({ kind: 'server', at }), { expand });
  }

  /** Shows the view with the row of a definition. */
  async focus(at: ServerRef): Promise<void> {
    await registry.executeCommand(`${views.servers}.focus`);
    await this.select(this.nodeFor({ kind: 'server', at }), { focus: true, expand: true });
  }

  protected override roots(): ServerNode[] {
    if (this.#store.state !== 'loaded') return [];
    return rootsOf(this.#store.places).map((node) => this.nodeFor(node));
  }

  protected override async childrenOf(node: ServerNode): Promise<ServerNode[]> {
    return this.#below(node);
  }

  #below(node: ServerNode): ServerNode[] {
    const nodes =
      node.kind === 'server' || node.kind === 'test'
        ? this.#tests.nodesBelow(node.at, node.kind === 'test' ? node.path : [])
        : childrenOf(this.#store.places, node);
    return nodes.map((child) => this.nodeFor(child));
  }

  /** All rows, parents first. */
  protected override listed(nodes: readonly ServerNode[] = this.rows): ServerNode[] {
    return nodes.flatMap((node) => [node, ...this.listed(this.#below(node))]);
  }

  protected override redrawChange(): void {
    this.redrawList((rows) => this.different(rows));
  }

  protected override item(node: ServerNode): TreeItem {
    const { servers } = this.#store;
    switch (node.kind) {
      case 'folder':
        return folderRow(
          node.folder,
          servers.filter(({ folder }) => folder === node.folder),
        );
      case 'group':
        if (node.group === 'files') return filesRow();
        return groupRow(
          node.group,
          servers.filter(({ folder, state }) => folder === node.folder && state === node.group),
        );
      case 'server': {
        const server = this.#store.get(node.at);
        if (server === undefined) return new TreeItem(oneLine(node.at.name));
        return serverRow(server, node, this.#store.overridingLabel(server), this.#tests.viewOf(node.at));
      }
      case 'file': {
        const file = this.#store.file(node.at);
        return file === undefined ? new TreeItem(oneLine(node.at.uri)) : fileRow(file);
      }
      case 'test':
        return this.#tests.itemOf(node) ?? new TreeItem('');
    }
  }

  protected override description(): string {
    const { servers, places } = this.#store;
    const [place, ...others] = places;
    return place !== undefined && others.length === 0 && servers.length > 0
      ? // A narrow side bar cuts off the end.
        l10n.t('Oh My Pi {0}, {1}', place.agentVersion, counts(servers))
      : '';
  }

  /** Without this note, an empty list would look as if the user had no servers. */
  protected override get defaultMessage(): string {
    if (platform().home !== undefined) return '';
    return l10n.t('In the browser, only config files of this workspace are read. Your user config is not.');
  }

  override dispose(): void {
    clearTimeout(this.#timer);
    super.dispose();
  }
}

/** The Tool Servers view: folders where there are several, states, servers; and the files that servers can be put into. */
import {
  EventEmitter,
  l10n,
  commands as registry,
  type TreeDataProvider,
  TreeItem,
  type TreeView,
  window,
} from 'vscode';
import type { ServerAt } from '../../common/tool-servers.ts';
import type { ConfigLanguage } from '../mcp/index.ts';
import { contextKeys, views } from '../shared/contract.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { oneLine } from '../shared/format.ts';
import { ListRefresh } from '../shared/list-refresh.ts';
import { describeFailure } from '../shared/messages.ts';
import type { ServerDrag } from './drag.ts';
import { childrenOf, idOfNode, parentOf, rootsOf, type ServerNode } from './nodes.ts';
import { counts, fileRow, filesRow, folderRow, groupRow, serverRow } from './rows.ts';
import type { ServerStore } from './store.ts';
import { testRow } from './test-items.ts';
import { childrenOfTestNode, testRows } from './test-nodes.ts';
import type { TestResults } from './test-results.ts';

/** Milliseconds from a change to the next question: while somebody types, not every letter is worth one. */
const pause = 150;

export class ServerTree extends DisposableStore implements TreeDataProvider<ServerNode> {
  readonly #store: ServerStore;
  readonly #tests: TestResults;
  readonly #changed = this.own(new EventEmitter<ServerNode | ServerNode[] | undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #refresh = new ListRefresh();
  /** One node object a row, because VS Code tells nodes by identity. */
  readonly #nodes = new Map<string, ServerNode>();
  readonly view: TreeView<ServerNode>;
  /** What each row looked like when it was last drawn. */
  #looks = new Map<string, string>();
  #stale = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(store: ServerStore, tests: TestResults, config: ConfigLanguage, dragAndDropController: ServerDrag) {
    super();
    this.#store = store;
    this.#tests = tests;
    const options = { canSelectMany: true, showCollapseAll: true, dragAndDropController };
    this.view = this.own(window.createTreeView(views.servers, { treeDataProvider: this, ...options }));
    this.own(store.onDidChange(() => this.#draw()));
    this.own(tests.onDidChange(() => this.#draw()));
    this.own(config.onDidChangeServers(() => this.#outdated()));
    this.own(this.view.onDidChangeVisibility(() => this.#askAgain()));
  }

  /** Asks again when the view is seen; what nobody looks at is not asked for. */
  #outdated(): void {
    if (this.#store.state === 'unloaded') return;
    this.#stale = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#askAgain(), pause);
  }

  #askAgain(): void {
    if (!this.#stale || !this.view.visible) return;
    this.#stale = false;
    void this.#store.refresh();
  }

  async getChildren(node?: ServerNode): Promise<ServerNode[]> {
    if (node !== undefined) return this.#childrenOf(node);
    await this.#refresh.load(async () => {
      await this.#store.ensure();
      return this.#all();
    }, idOfNode);
    this.#looks = this.#look();
    this.#describe();
    return this.#roots();
  }

  getParent(node: ServerNode): ServerNode | undefined {
    const parent = parentOf(this.#store.places, node);
    return parent && this.#node(parent);
  }

  /** Selects the row of a definition, where the view is seen. */
  async reveal(at: ServerAt, { expand = false } = {}): Promise<void> {
    if (this.view.visible) await this.view.reveal(this.#node({ kind: 'server', at }), { focus: false, expand });
  }

  /** Shows the view with the row of a definition. */
  async focus(at: ServerAt): Promise<void> {
    await registry.executeCommand(`${views.servers}.focus`);
    await this.view.reveal(this.#node({ kind: 'server', at }), { focus: true, expand: true });
  }

  #roots(): ServerNode[] {
    if (this.#store.state !== 'loaded') return [];
    return rootsOf(this.#store.places).map((node) => this.#node(node));
  }

  #childrenOf(node: ServerNode): ServerNode[] {
    return this.#below(node).map((child) => this.#node(child));
  }

  #below(node: ServerNode): ServerNode[] {
    switch (node.kind) {
      case 'server':
        return testRows(node.at, this.#tests.get(node.at));
      case 'outcome':
      case 'offer':
      case 'offered':
        return childrenOfTestNode(node, this.#tests.get(node.at));
      default:
        return childrenOf(this.#store.places, node);
    }
  }

  /** Every row there is, parents first. */
  #all(nodes: readonly ServerNode[] = this.#roots()): ServerNode[] {
    return nodes.flatMap((node) => [node, ...this.#all(this.#childrenOf(node))]);
  }

  #node(node: ServerNode): ServerNode {
    const id = idOfNode(node);
    const known = this.#nodes.get(id) ?? node;
    this.#nodes.set(id, known);
    return known;
  }

  /** Draws the list anew where other rows are in it, else the rows that look different. */
  #draw(): void {
    this.#describe();
    const all = this.#all();
    const looks = this.#look(all);
    const needed = this.#refresh.needed(all.map(idOfNode));
    const other = all.filter((node) => looks.get(idOfNode(node)) !== this.#looks.get(idOfNode(node)));
    this.#looks = looks;
    if (needed === 'list') this.#changed.fire(undefined);
    else if (needed === 'rows' && other.length > 0) this.#changed.fire(other);
  }

  #look(all = this.#all()): Map<string, string> {
    return new Map(
      all.map((node) => {
        // Where a server stands in its file does not show.
        const { command, ...seen } = this.getTreeItem(node);
        return [idOfNode(node), JSON.stringify(seen)];
      }),
    );
  }

  getTreeItem(node: ServerNode): TreeItem {
    const item = this.#item(node);
    item.id = idOfNode(node);
    return item;
  }

  #item(node: ServerNode): TreeItem {
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
        const { folder, hiddenBy } = server;
        const stronger = hiddenBy === null ? undefined : this.#store.labelOf(folder, hiddenBy.uri);
        return serverRow(server, node, stronger, this.#tests.get(node.at));
      }
      case 'file': {
        const file = this.#store.file(node.at);
        return file === undefined ? new TreeItem(oneLine(node.at.uri)) : fileRow(file);
      }
      default:
        return testRow(node, this.#tests.get(node.at));
    }
  }

  /** Counts in the header; an answer that is not today's says so in the view itself. */
  #describe(): void {
    const { state, failure, servers } = this.#store;
    void registry.executeCommand('setContext', contextKeys.serversState, state);
    const [place, ...others] = this.#store.places;
    this.view.description =
      place !== undefined && others.length === 0 && servers.length > 0
        ? l10n.t('{0}, Oh My Pi {1}', counts(servers), place.agentVersion)
        : '';
    this.view.message =
      failure !== undefined && state === 'loaded' ? l10n.t("Couldn't refresh: {0}", describeFailure(failure)) : '';
  }

  override dispose(): void {
    clearTimeout(this.#timer);
    super.dispose();
  }
}

/** A tree view whose feature is loaded when the view is first shown, so that activation doesn't load it. */
import {
  type CancellationToken,
  EventEmitter,
  type ProviderResult,
  type TreeDataProvider,
  type TreeItem,
  type TreeView,
  type TreeViewOptions,
  window,
} from 'vscode';
import { DisposableStore } from './disposable.ts';

const views = new Map<string, LazyTreeView>();

/** Gives a registered view its rows. The view is disposed of by the one who registered it. */
export function setTreeProvider<Node>(id: string, provider: TreeDataProvider<Node>): TreeView<Node> {
  const view = views.get(id);
  if (view === undefined) throw new Error(`The view ${id} isn't registered.`);
  return view.setProvider(provider as TreeDataProvider<unknown>) as TreeView<Node>;
}

export class LazyTreeView extends DisposableStore implements TreeDataProvider<unknown> {
  readonly #id: string;
  readonly #load: () => Promise<unknown>;
  readonly #view: TreeView<unknown>;
  readonly #changed = this.own(new EventEmitter<unknown>());
  readonly onDidChangeTreeData = this.#changed.event;
  #provider: TreeDataProvider<unknown> | undefined;

  /** @param load loads the feature, which then calls `setTreeProvider` for this view */
  constructor(id: string, options: Omit<TreeViewOptions<unknown>, 'treeDataProvider'>, load: () => Promise<unknown>) {
    super();
    this.#id = id;
    this.#load = load;
    views.set(id, this);
    this.#view = this.own(window.createTreeView<unknown>(id, { ...options, treeDataProvider: this }));
  }

  setProvider(provider: TreeDataProvider<unknown>): TreeView<unknown> {
    this.#provider = provider;
    const changes = provider.onDidChangeTreeData?.((nodes) => this.#changed.fire(nodes));
    if (changes !== undefined) this.own(changes);
    return this.#view;
  }

  async getChildren(node?: unknown): Promise<unknown[]> {
    if (this.#provider === undefined) await this.#load();
    return (await this.#provider?.getChildren(node)) ?? [];
  }

  getTreeItem(node: unknown): TreeItem | Thenable<TreeItem> {
    if (this.#provider === undefined) throw new Error(`The view ${this.#id} has no rows yet.`);
    return this.#provider.getTreeItem(node);
  }

  resolveTreeItem(item: TreeItem, node: unknown, token: CancellationToken): ProviderResult<TreeItem> {
    return this.#provider?.resolveTreeItem?.(item, node, token) ?? item;
  }

  getParent(node: unknown): ProviderResult<unknown> {
    return this.#provider?.getParent?.(node);
  }

  override dispose(): void {
    views.delete(this.#id);
    super.dispose();
  }
}

/**
 * A tree view whose room is read when the view is first seen: the view is registered with the extension, and what fills it
 * takes its place in it later. So a window in which nobody looks at a view pays next to nothing for it.
 */
import {
  type CancellationToken,
  type DataTransfer,
  EventEmitter,
  type ProviderResult,
  type TreeDataProvider,
  type TreeDragAndDropController,
  type TreeItem,
  type TreeView,
  type TreeViewOptions,
  window,
} from 'vscode';
import { Owner } from './disposable.ts';

/** What has to be known of a view before its room is read. */
export type ViewShape = Pick<TreeViewOptions<unknown>, 'canSelectMany' | 'showCollapseAll'> & {
  /** The view's own type of what is dragged in it. */
  readonly dragged?: string;
};

const waiting = new Map<string, LaterTree>();

/** @param open reads the room, which then calls `fillTree` for this view */
export function treeLater(id: string, shape: ViewShape, open: () => Promise<unknown>): LaterTree {
  return new LaterTree(id, shape, open);
}

/** Gives a view that was registered by `treeLater` its rows. The view belongs to the one who registered it. */
export function fillTree<Node>(
  id: string,
  provider: TreeDataProvider<Node>,
  drag?: TreeDragAndDropController<Node>,
): TreeView<Node> {
  const later = waiting.get(id);
  if (later === undefined) throw new Error(`nobody has registered the view ${id}`);
  return later.fill(
    provider as TreeDataProvider<unknown>,
    drag as TreeDragAndDropController<unknown>,
  ) as TreeView<Node>;
}

class LaterTree extends Owner implements TreeDataProvider<unknown>, TreeDragAndDropController<unknown> {
  readonly #id: string;
  readonly #open: () => Promise<unknown>;
  readonly #view: TreeView<unknown>;
  readonly #changed = this.own(new EventEmitter<unknown>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly dragMimeTypes: readonly string[];
  readonly dropMimeTypes: readonly string[];
  #provider: TreeDataProvider<unknown> | undefined;
  #drag: TreeDragAndDropController<unknown> | undefined;

  constructor(id: string, { dragged, ...options }: ViewShape, open: () => Promise<unknown>) {
    super();
    this.#id = id;
    this.#open = open;
    this.dragMimeTypes = dragged === undefined ? [] : [dragged];
    this.dropMimeTypes = this.dragMimeTypes;
    waiting.set(id, this);
    this.#view = this.own(
      window.createTreeView<unknown>(id, {
        ...options,
        treeDataProvider: this,
        ...(dragged !== undefined && { dragAndDropController: this }),
      }),
    );
  }

  fill(provider: TreeDataProvider<unknown>, drag: TreeDragAndDropController<unknown> | undefined): TreeView<unknown> {
    this.#provider = provider;
    this.#drag = drag;
    const changes = provider.onDidChangeTreeData?.((nodes) => this.#changed.fire(nodes));
    if (changes !== undefined) this.own(changes);
    return this.#view;
  }

  async getChildren(node?: unknown): Promise<unknown[]> {
    if (this.#provider === undefined) await this.#open();
    return (await this.#provider?.getChildren(node)) ?? [];
  }

  getTreeItem(node: unknown): TreeItem | Thenable<TreeItem> {
    if (this.#provider === undefined) throw new Error(`the view ${this.#id} has no rows yet`);
    return this.#provider.getTreeItem(node);
  }

  /** Tooltips that are made when they are seen. */
  resolveTreeItem(item: TreeItem, node: unknown, token: CancellationToken): ProviderResult<TreeItem> {
    return this.#provider?.resolveTreeItem?.(item, node, token) ?? item;
  }

  getParent(node: unknown): ProviderResult<unknown> {
    return this.#provider?.getParent?.(node);
  }

  handleDrag(source: readonly unknown[], transfer: DataTransfer, token: CancellationToken): Thenable<void> | void {
    return this.#drag?.handleDrag?.(source, transfer, token);
  }

  handleDrop(target: unknown, transfer: DataTransfer, token: CancellationToken): Thenable<void> | void {
    return this.#drag?.handleDrop?.(target, transfer, token);
  }

  override dispose(): void {
    waiting.delete(this.#id);
    super.dispose();
  }
}

/** Base of all list views: when they load, which rows they redraw, and what the header says. */
import {
  type Event,
  EventEmitter,
  env,
  l10n,
  commands as registry,
  ThemeIcon,
  type TreeDataProvider,
  TreeItem,
  type TreeView,
  type TreeViewOptions,
  window,
} from 'vscode';
import { DisposableStore } from './disposable.ts';
import { inert, oneLine, timeOfDay } from './format.ts';
import { ListRefresh } from './list-refresh.ts';
import type { ListStore } from './list-store.ts';
import { describeFailure } from './messages.ts';

/** Milliseconds after which a load gets a button that stops it. */
const SLOW = 1000;

interface Parts<Node> {
  readonly view: string;
  readonly options?: Omit<TreeViewOptions<Node>, 'treeDataProvider'>;
  readonly store: ListStore;
  /** Of a list of the service. `current` resolves to undefined if the user isn't signed in. */
  readonly connection?: {
    current(): Promise<unknown>;
    readonly state: { readonly kind: string };
    readonly onDidChange: Event<unknown>;
  };
  /** Context keys for `ListStore.state` and for a slow load. */
  readonly keys: { readonly state: string; readonly busy?: string };
}

export abstract class ListTree<Node extends object> extends DisposableStore implements TreeDataProvider<Node> {
  readonly #parts: Parts<Node>;
  readonly #changed = this.own(new EventEmitter<Node | Node[] | undefined>());
  readonly onDidChangeTreeData: Event<Node | Node[] | undefined> = this.#changed.event;
  readonly #refresh = new ListRefresh();
  /** One node object a row, because VS Code tells nodes by identity. */
  readonly #nodes = new Map<string, Node>();
  readonly view: TreeView<Node>;
  /** Context keys as they were set last. */
  readonly #contexts = new Map<string, unknown>();
  #slow: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: Parts<Node>) {
    super();
    this.#parts = parts;
    const { store } = parts;
    const options = { showCollapseAll: true, ...parts.options, treeDataProvider: this };
    this.view = this.own(window.createTreeView<Node>(parts.view, options));
    this.own(
      store.onDidChange((id) => {
        if (store.state === 'unloaded') this.#nodes.clear();
        this.drawChange(id);
        this.describe();
      }),
    );
    this.own(store.onDidChangeBusy((busy) => this.#showBusy(busy)));
    if (parts.connection) this.own(parts.connection.onDidChange(() => this.#catchUp()));
    this.own(this.view.onDidChangeVisibility(() => store.failure !== undefined && this.#catchUp()));
  }

  /** The selected row of the visible view, which commands from the palette are for. */
  get focused(): Node | undefined {
    const [row, ...others] = this.view.visible ? this.view.selection : [];
    return others.length === 0 ? row : undefined;
  }

  abstract getTreeItem(node: Node): TreeItem;
  abstract getParent(node: Node): Node | undefined;
  /** The top-level rows, from what is loaded. */
  protected abstract roots(): Node[];
  /** The rows whose presence and order decide whether the whole list is redrawn. */
  protected listed(): Node[] {
    return this.roots();
  }
  protected abstract childrenOf(node: Node): Promise<Node[]>;
  /** Loads what the rows need; never rejects. */
  protected abstract ready(): Promise<void>;
  /** What the head of the view says beside its name. */
  protected abstract heading(): string;
  /** More context keys that follow what the view shows. */
  protected contexts(): Readonly<Record<string, unknown>> {
    return {};
  }
  /** Names a row among its siblings and all others; stays the same as long as the row does. */
  protected abstract idOf(node: Node): string;

  async getChildren(node?: Node): Promise<Node[]> {
    if (node !== undefined) return this.childrenOf(node);
    if (await this.#isSignedOut()) return [];
    await this.#refresh.load(
      async () => {
        await this.ready();
        return this.listed();
      },
      (row) => this.idOf(row),
    );
    this.describe();
    return this.roots();
  }

  /** Unreadable credentials make the load fail, which the view shows. */
  async #isSignedOut(): Promise<boolean> {
    const { connection } = this.#parts;
    return connection !== undefined && (await connection.current().catch(() => null)) === undefined;
  }

  /** The known object for a row, or this one from now on. */
  protected known<N extends Node>(node: N): N {
    const id = this.idOf(node);
    const known = this.#nodes.get(id);
    if (known !== undefined) return known as N;
    this.#nodes.set(id, node);
    return node;
  }

  /** What is known of one row may also move it, or take it out of the list. @param id undefined for any row */
  protected drawChange(id: string | undefined): void {
    this.drawList((roots) => (id === undefined ? roots : roots.filter((root) => this.idOf(root) === id)));
  }

  /** Draws the list anew where other rows are in it, else the rows that `changed` names. */
  protected drawList(changed: (rows: Node[]) => Node[]): void {
    const rows = this.#parts.store.state === 'unloaded' ? undefined : this.listed();
    const needed = this.#refresh.needed(rows?.map((row) => this.idOf(row)));
    if (needed === 'list') this.#changed.fire(undefined);
    else if (needed === 'rows' && rows) this.draw(changed(rows));
  }

  /** Draws these rows anew, and what lies under them. */
  protected draw(nodes: Node[]): void {
    if (nodes.length > 0) this.#changed.fire(nodes);
  }

  /** Sets the header. A stale list says since when in the view itself, not in a notification. */
  protected describe(): void {
    const { store, keys } = this.#parts;
    const { state, failure, loadedAt } = store;
    for (const [key, value] of Object.entries({ ...this.contexts(), [keys.state]: state }))
      this.#setContext(key, value);
    this.view.description = this.heading();
    const stale = failure !== undefined && loadedAt !== undefined && (state === 'loaded' || state === 'empty');
    this.view.message = this.#message(stale);
  }

  /** What the view says while it has nothing else to say. */
  protected get note(): string {
    return '';
  }

  #message(stale: boolean): string {
    const { failure, loadedAt, unreadable } = this.#parts.store;
    if (stale && loadedAt !== undefined)
      return l10n.t('Last updated {0}. {1}', timeOfDay(loadedAt, env.language), describeFailure(failure));
    if (unreadable === undefined) return this.note;
    return l10n.t('Unreadable rows: {0}. {1}', unreadable.count, inert(oneLine(unreadable.why, 200)));
  }

  /** Loads a visible list again once the service answers, or when the user retries. */
  #catchUp(): void {
    const { store, connection } = this.#parts;
    const isThere = store.state !== 'unloaded' && store.loadedAt !== undefined;
    const answers = connection === undefined || connection.state.kind === 'connected';
    if (isThere && this.view.visible && answers) void store.refresh();
  }

  /** The key shows the button that stops a slow load. */
  #showBusy(busy: boolean): void {
    const { busy: key } = this.#parts.keys;
    clearTimeout(this.#slow);
    if (key === undefined) return;
    if (busy) this.#slow = setTimeout(() => this.#setContext(key, true), SLOW);
    else this.#setContext(key, false);
  }

  #setContext(key: string, value: unknown): void {
    if (this.#contexts.get(key) === value) return;
    this.#contexts.set(key, value);
    void registry.executeCommand('setContext', key, value);
  }

  override dispose(): void {
    clearTimeout(this.#slow);
    super.dispose();
  }
}

/** A row that says something about its parent. */
export function noteItem(text: string, failed: boolean): TreeItem {
  const item = new TreeItem(text);
  item.iconPath = new ThemeIcon(failed ? 'warning' : 'info');
  item.tooltip = text;
  return item;
}

/** The row that fetches the next page. */
export function moreItem(shown: number, total: number, command: string, ...args: unknown[]): TreeItem {
  const item = new TreeItem(l10n.t('Load More'));
  item.iconPath = new ThemeIcon('unfold');
  item.description = l10n.t('{0} of {1} shown', shown, total);
  item.command = { command, title: l10n.t('Load More'), arguments: args };
  return item;
}

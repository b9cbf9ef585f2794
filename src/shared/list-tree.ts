/** Base class of all list views: when they load, which rows they redraw, and what the header shows. */
import {
  Disposable,
  type Event,
  EventEmitter,
  l10n,
  commands as registry,
  ThemeIcon,
  type TreeDataProvider,
  TreeItem,
  type TreeView,
  type TreeViewOptions,
  window,
} from 'vscode';
import { realClock, wait } from '../../common/clock.ts';
import { DisposableStore } from './disposable.ts';
import { formatNumber, inert, oneLine, timeOfDay } from './format.ts';
import type { ListState, ListStore } from './list-store.ts';
import { log } from './log.ts';
import { describeFailure } from './messages.ts';
import { ownRow } from './row-commands.ts';

/** Milliseconds until a load counts as slow and gets a button to stop it. */
const SLOW = 1000;

/** Number of attempts to select a row, and the milliseconds between them. */
const REVEAL_ATTEMPTS = 20;
const REVEAL_INTERVAL = 100;

export interface ListTreeOptions<Node> {
  readonly view: string;
  readonly viewOptions?: Omit<TreeViewOptions<Node>, 'treeDataProvider'>;
  /** For lists from the service: the list is shown once the account is open. */
  readonly accounts?: {
    open(): Promise<unknown>;
    readonly state: { readonly kind: string };
    readonly onDidChangeState: Event<unknown>;
  };
  /** Context keys for `ListStore.state` and for a slow load. */
  readonly keys: { readonly state: string; readonly busy?: string };
}

export abstract class ListTree<Node extends object> extends DisposableStore implements TreeDataProvider<Node> {
  readonly #options: ListTreeOptions<Node>;
  readonly #changed = this.own(new EventEmitter<Node | Node[] | undefined>());
  readonly onDidChangeTreeData: Event<Node | Node[] | undefined> = this.#changed.event;
  /** IDs of the listed rows that VS Code has, in order. */
  #listed = '';
  /** Number of requests of VS Code for the list that wait for its rows. */
  #waiting = 0;
  /** One node object per row, because VS Code identifies nodes by object identity. */
  readonly #nodes = new Map<string, Node>();
  /** The rows that VS Code has asked for, and how they looked, by ID. */
  readonly #drawn = new Map<string, readonly [node: Node, look: string]>();
  /** The top-level rows; undefined after a change. */
  #rows: readonly Node[] | undefined;
  /** Rows whose children couldn't be loaded, by ID. */
  readonly #failed = new Map<string, Node>();
  readonly view: TreeView<Node>;
  /** The list that the view shows; undefined if signed out. */
  #store: ListStore | undefined;
  #isOpening = false;
  /** Last values of the context keys. */
  readonly #contexts = new Map<string, unknown>();
  #slow: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ListTreeOptions<Node>) {
    super();
    this.#options = options;
    const viewOptions = { showCollapseAll: true, ...options.viewOptions, treeDataProvider: this };
    this.view = this.own(window.createTreeView<Node>(options.view, viewOptions));
    this.ownAll(
      { dispose: () => clearTimeout(this.#slow) },
      this.view.onDidCollapseElement(({ element }) => this.#retryChildren([this.idOf(element)])),
      this.view.onDidChangeVisibility(() => this.#store?.failure !== undefined && this.#catchUp()),
    );
    if (options.accounts) this.own(options.accounts.onDidChangeState(() => this.#catchUp()));
  }

  /** Shows a list until the returned object is disposed of. */
  protected showList(store: ListStore): Disposable {
    this.#replaceList(store);
    return Disposable.from(
      store.onDidChange((id) => {
        if (store.state === 'unloaded') this.#forget();
        this.redrawChange(id);
        if (id === undefined) this.#retryChildren([...this.#failed.keys()]);
        this.updateHeader();
      }),
      store.onDidChangeBusy((busy) => this.#showBusy(busy)),
      { dispose: () => this.#replaceList(undefined) },
    );
  }

  #replaceList(store: ListStore | undefined): void {
    this.#store = store;
    this.#rows = undefined;
    this.#forget();
    this.#showBusy(false);
    this.updateHeader();
    // The view is already waiting for the rows of the account that it has opened.
    if (!this.#isOpening) this.#changed.fire(undefined);
  }

  #forget(): void {
    for (const rows of [this.#nodes, this.#drawn, this.#failed]) rows.clear();
  }

  /** The selected row of the visible view, which commands from the Command Palette offer first. */
  get selectedRow(): Node | undefined {
    const [row, ...others] = this.view.visible ? this.view.selection : [];
    return others.length === 0 ? row : undefined;
  }

  getTreeItem(node: Node): TreeItem {
    const item = this.item(ownRow(node));
    item.id = this.idOf(node);
    this.#drawn.set(item.id, [node, lookOf(item)]);
    return item;
  }

  /** Returns the rows that look different from when VS Code asked for them. @param nodes all rows by default */
  protected different(nodes: readonly Node[] = [...this.#drawn.values()].map(([node]) => node)): readonly Node[] {
    return nodes.filter((node) => {
      const [, look] = this.#drawn.get(this.idOf(node)) ?? [];
      return look !== undefined && look !== lookOf(this.item(node));
    });
  }

  /** Creates the row, without its ID. */
  protected abstract item(node: Node): TreeItem;
  abstract getParent(node: Node): Node | undefined;
  /** Returns the top-level rows from the loaded data. Called once after each change. */
  protected abstract roots(): readonly Node[];
  /** The top-level rows. */
  protected get rows(): readonly Node[] {
    this.#rows ??= this.#store ? this.roots() : [];
    return this.#rows;
  }
  /** The rows whose presence and order decide whether the whole list is redrawn. */
  protected listed(): readonly Node[] {
    return this.rows;
  }
  protected abstract childrenOf(node: Node): Promise<Node[]>;
  /** Loads the data of the rows. Never rejects. */
  protected abstract load(): Promise<void>;
  /** Returns the description next to the view's title. */
  protected abstract description(): string;
  /** Returns additional context keys that depend on what the view shows. */
  protected contextKeys(): Readonly<Record<string, unknown>> {
    return {};
  }
  /** Returns the ID of a row, unique in the whole view and stable as long as the row exists. */
  protected abstract idOf(node: Node): string;

  async getChildren(node?: Node): Promise<Node[]> {
    if (node !== undefined) return this.#children(node);
    await this.#open();
    if (this.#store === undefined) return [];
    this.#waiting++;
    await this.load().finally(() => this.#waiting--);
    this.#listed = this.#idsOf(this.listed());
    this.updateHeader();
    return [...this.rows];
  }

  #idsOf(rows: readonly Node[]): string {
    return rows.map((row) => this.idOf(row)).join('\n');
  }

  async #open(): Promise<void> {
    this.#isOpening = true;
    await this.#options.accounts?.open().catch((error) => log().warn(`No account. ${describeFailure(error)}`));
    this.#isOpening = false;
  }

  async #children(node: Node): Promise<Node[]> {
    const rows = await this.childrenOf(node);
    if (rows.some(isFailure)) this.#failed.set(this.idOf(node), node);
    else this.#failed.delete(this.idOf(node));
    return rows;
  }

  /** Discards errors instead of children, so that VS Code asks for the children again once they are shown. */
  #retryChildren(ids: readonly string[]): void {
    const rows = ids.flatMap((id) => this.#failed.get(id) ?? []);
    for (const id of ids) this.#failed.delete(id);
    this.redraw(rows);
  }

  /** Opens the view and selects a row. Returns false if VS Code doesn't show the row. */
  protected async select(
    row: Node,
    options: { readonly expand?: boolean; readonly focus?: boolean },
  ): Promise<boolean> {
    // VS Code ignores or rejects the request until it has drawn the rows, and doesn't say when that is.
    for (let attempt = 0; attempt < REVEAL_ATTEMPTS; attempt++) {
      if (attempt > 0) await wait(realClock, REVEAL_INTERVAL);
      try {
        await this.view.reveal(row, { ...options, select: true });
      } catch (error) {
        log().debug(`A row can't be selected yet: ${describeFailure(error)}`);
      }
      if (this.view.selection.some((selected) => this.idOf(selected) === this.idOf(row))) return true;
    }
    return false;
  }

  /** Returns the existing node of a row, or registers this one. */
  protected nodeFor<N extends Node>(node: N): N {
    const id = this.idOf(node);
    const known = this.#nodes.get(id);
    if (known !== undefined) return known as N;
    this.#nodes.set(id, node);
    return node;
  }

  /** Redraws after a change of a row, which can also move or remove it. @param id undefined for any row */
  protected redrawChange(id: string | undefined): void {
    this.redrawList((roots) => (id === undefined ? roots : roots.filter((root) => this.idOf(root) === id)));
  }

  /**
   * Redraws the list if rows were added, removed, or moved; otherwise only the rows that `changed` returns. Redrawing the
   * list makes VS Code forget its rows until the new ones are loaded, and a command on one of them doesn't receive it.
   */
  protected redrawList(changed: (rows: readonly Node[]) => readonly Node[]): void {
    this.#rows = undefined;
    if (this.#store === undefined || this.#store.state === 'unloaded') this.#changed.fire(undefined);
    else if (this.#waiting === 0) {
      const rows = this.listed();
      if (this.#idsOf(rows) === this.#listed) this.redraw(changed(rows));
      else this.#changed.fire(undefined);
    }
  }

  /** Redraws these rows and their children. */
  protected redraw(nodes: readonly Node[]): void {
    if (nodes.length > 0) this.#changed.fire([...nodes]);
  }

  /** Returns the description of a list with a filter: how many rows it shows, and the filter. */
  protected describeFiltered(shown: number, all: number, preferences: { describe(): string }): string {
    if (all === 0) return '';
    const count = shown === all ? formatNumber(all) : l10n.t('{0} of {1}', formatNumber(shown), formatNumber(all));
    return [count, preferences.describe()].filter((part) => part !== '').join(' · ');
  }

  /** Updates the header and the context keys. A stale list shows its age in the view, not in a notification. */
  protected updateHeader(): void {
    const { state } = this.#options.keys;
    const values = { ...this.contextKeys(), [state]: this.#store?.state ?? ('unloaded' satisfies ListState) };
    for (const [key, value] of Object.entries(values)) this.#setContext(key, value);
    this.view.description = this.#store ? this.description() : '';
    this.view.message = this.#store ? this.#message(this.#store) : '';
  }

  /** Default message of the view. */
  protected get defaultMessage(): string {
    return '';
  }

  #message({ state, failure, loadedAt, unreadable }: ListStore): string {
    if (failure !== undefined && loadedAt !== undefined && (state === 'loaded' || state === 'empty'))
      return l10n.t('Last updated {0}. {1}', timeOfDay(loadedAt), describeFailure(failure));
    if (unreadable === undefined) return this.defaultMessage;
    return l10n.t('Unreadable rows: {0}. {1}', unreadable.count, inert(oneLine(unreadable.why, 200)));
  }

  /** Reloads a visible list once the service is reachable again, or when the user retries. */
  #catchUp(): void {
    const { accounts } = this.#options;
    const answers = accounts === undefined || accounts.state.kind === 'connected';
    if (this.#store && this.#store.state !== 'unloaded' && this.view.visible && answers) void this.#store.refresh();
  }

  /** Sets the context key that shows the button to stop a slow load. */
  #showBusy(busy: boolean): void {
    const { busy: key } = this.#options.keys;
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
}

/** The ID, and the command, which may contain a position in a file, aren't visible. */
function lookOf({ id: _, command: __, ...seen }: TreeItem): string {
  return JSON.stringify(seen);
}

/** True for a row that says why its siblings are missing. */
function isFailure(row: object): boolean {
  return 'failed' in row && row.failed === true;
}

/** Creates a row. */
export function rowItem(label: string, properties: Partial<TreeItem>): TreeItem {
  return Object.assign(new TreeItem(label), properties);
}

/** Creates a row with a message about its parent. */
export function noteItem(text: string, failed: boolean): TreeItem {
  return rowItem(text, { iconPath: new ThemeIcon(failed ? 'warning' : 'info'), tooltip: text });
}

/** Creates the row that loads the next page. */
export function moreItem(shown: number, total: number, command: string, ...args: unknown[]): TreeItem {
  return rowItem(l10n.t('Load More'), {
    iconPath: new ThemeIcon('unfold'),
    description: l10n.t('{0} of {1} shown', shown, total),
    command: { command, title: l10n.t('Load More'), arguments: args },
  });
}

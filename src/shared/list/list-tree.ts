/** Base class of all list views: when they load, which rows they redraw, and what the header shows. */
import {
  Disposable,
  type Event,
  EventEmitter,
  l10n,
  commands as registry,
  type TreeDataProvider,
  type TreeItem,
  type TreeView,
  type TreeViewOptions,
  window,
} from 'vscode';
import { realClock, wait } from '../../../common/clock.ts';
import { DisposableStore } from '../disposable.ts';
import { log } from '../log.ts';
import { inPieces, Pieces } from '../pieces.ts';
import { describeFailure, sentence } from '../text/failure-text.ts';
import { formatNumber, timeOfDay } from '../text/format.ts';
import type { ListState, ListStore } from './list-store.ts';
import { NoteRow, type Row } from './row.ts';
import { knownRow } from './row-commands.ts';
import { unreadableText } from './unreadable.ts';

/** Milliseconds until a load counts as slow and gets a button to stop it. */
const slowMs = 1000;

/** Minimum milliseconds between two redraws for changes of rows. */
const redrawIntervalMs = 250;

/** Number of attempts to select a row, and the milliseconds between them. */
const revealAttempts = 20;
const revealIntervalMs = 100;

/** Key of the rows without a parent. */
const root = Symbol('root');

export interface ListTreeOptions<R> {
  readonly view: string;
  readonly viewOptions?: Omit<TreeViewOptions<R>, 'treeDataProvider'>;
  /** For lists from the service: the list is shown once the account is open. */
  readonly accounts?: {
    open(): Promise<unknown>;
    readonly state: { readonly kind: string };
    readonly onDidChangeState: Event<unknown>;
  };
  /** Context keys for `ListStore.state`, and for a slow load. */
  readonly keys: { readonly state: string; readonly busy?: string };
}

export abstract class ListTree<R extends Row> extends DisposableStore implements TreeDataProvider<R> {
  readonly #options: ListTreeOptions<R>;
  readonly #changed = this.register(new EventEmitter<R | R[] | undefined>());
  readonly onDidChangeTreeData: Event<R | R[] | undefined> = this.#changed.event;
  /** IDs of the listed rows that VS Code has, in order. */
  #listed = '';
  /** Number of requests of VS Code for the list that wait for its rows. */
  #waiting = 0;
  /** The row objects that VS Code has, by ID. It identifies rows by object identity. */
  #known = new Map<string, R>();
  /** All rows of the list that VS Code has had: it may also ask about one of a previous list, such as another account's. */
  #current = new WeakSet<R>();
  /** How the rows looked that VS Code has asked for, by ID. */
  readonly #looks = new Map<string, string>();
  /** IDs of the children of each row that VS Code has asked for, by ID of the row; those of the list itself by `root`. */
  readonly #children = new Map<string | typeof root, ReadonlySet<string>>();
  /** The top-level rows; undefined after a change. */
  #rows: readonly R[] | undefined;
  /** Rows whose children couldn't be loaded, by ID. */
  readonly #failed = new Map<string, R>();
  readonly view: TreeView<R>;
  /** The list that the view shows; undefined if signed out. */
  #store: ListStore | undefined;
  #isOpening = false;
  /** VS Code still shows the rows of another list. It keeps them until it gets an answer, which may take a minute. */
  #isOutdated = false;
  /** Nothing has been received for the list, and no attempt has failed. */
  #isFirst = true;
  /** Last values of the context keys. */
  readonly #contexts = new Map<string, unknown>();
  #slow: ReturnType<typeof setTimeout> | undefined;
  /** IDs of rows that have changed since they were redrawn. */
  #changedIds = new Set<string>();
  #redrawing: ReturnType<typeof setTimeout> | undefined;
  #redrawnAt = 0;

  constructor(options: ListTreeOptions<R>) {
    super();
    this.#options = options;
    const pieces = new Pieces();
    const treeDataProvider: TreeDataProvider<R> = {
      onDidChangeTreeData: this.onDidChangeTreeData,
      getChildren: (row) => (row === undefined && this.#takeOutdated() ? [] : this.getChildren(row)),
      getTreeItem: (row) => pieces.run(() => this.getTreeItem(row)),
      getParent: (row) => this.getParent(row),
      resolveTreeItem: (item, row) => this.resolveTreeItem(item, row),
    };
    const viewOptions = { showCollapseAll: true, ...options.viewOptions, treeDataProvider };
    this.view = this.register(window.createTreeView<R>(options.view, viewOptions));
    this.registerAll(
      { dispose: () => clearTimeout(this.#slow) },
      { dispose: () => clearTimeout(this.#redrawing) },
      this.view.onDidCollapseElement(({ element }) => this.#retryChildren([element.id])),
      this.view.onDidChangeVisibility(() => {
        if (this.#store?.failure !== undefined) this.#catchUp();
      }),
    );
    if (options.accounts) this.register(options.accounts.onDidChangeState(() => this.#catchUp()));
  }

  /** Shows a list until the returned object is disposed of. */
  protected showList(store: ListStore): Disposable {
    this.#replaceList(store);
    return Disposable.from(
      store.onDidChange((id) => {
        if (id !== undefined) return this.rowChanged(id);
        if (store.state === 'unloaded') this.#forget();
        this.redrawChange(undefined);
        this.#retryChildren([...this.#failed.keys()]);
        this.updateHeader();
      }),
      store.onDidChangeBusy((busy) => this.#showBusy(busy)),
      { dispose: () => this.#replaceList(undefined) },
    );
  }

  #replaceList(store: ListStore | undefined): void {
    this.#store = store;
    this.#isOutdated = this.#listed !== '';
    this.#isFirst = true;
    this.#rows = undefined;
    this.#forget();
    this.#showBusy(false);
    this.updateHeader();
    // The view is already waiting for the rows of the account that it has opened.
    if (!this.#isOpening) this.#changed.fire(undefined);
  }

  #forget(): void {
    this.#known = new Map();
    this.#current = new WeakSet();
    for (const rows of [this.#looks, this.#children, this.#failed, this.#changedIds]) rows.clear();
  }

  /** The selected row of the visible view, which commands from the Command Palette offer first. */
  get selectedRow(): R | undefined {
    const [row, ...others] = this.view.visible ? this.view.selection : [];
    return others.length === 0 ? row : undefined;
  }

  get selectedRows(): readonly R[] {
    return this.view.selection;
  }

  getTreeItem(row: R): TreeItem {
    const item = knownRow(row).item();
    item.id = row.id;
    this.#looks.set(row.id, lookOf(row, item));
    return item;
  }

  getParent({ parent }: R): R | undefined {
    return parent && this.rowFor(parent as R);
  }

  async resolveTreeItem(item: TreeItem, row: R): Promise<TreeItem> {
    item.tooltip ??= await row.hover();
    return item;
  }

  /** Returns the rows that look different from when VS Code asked for them. */
  protected different(rows: readonly R[]): readonly R[] {
    return rows.filter((row) => {
      const look = this.#looks.get(row.id);
      return look !== undefined && look !== lookOf(row, row.item());
    });
  }

  /**
   * Returns the rows that VS Code must ask for again if anything may have changed: those that look different, and those
   * whose children it has. It takes seconds to redraw thousands of rows that look the same.
   */
  protected outdated(rows: readonly R[]): readonly R[] {
    const different = new Set(this.different(rows));
    return rows.filter((row) => different.has(row) || this.#children.has(row.id));
  }

  /** Returns the top-level rows from the loaded data. Called once after each change. */
  protected abstract roots(): readonly R[];
  /** The top-level rows. */
  protected get rows(): readonly R[] {
    const roots = () => (this.#store?.state === 'failed' ? (this.nextSteps() as R[]) : this.roots());
    this.#rows ??= this.#store ? roots().map((row) => this.rowFor(row)) : [];
    return this.#rows;
  }
  /**
   * Returns the rows in place of a list that couldn't be loaded, whose message says why. Without any, the view's welcome
   * text does.
   */
  protected nextSteps(): readonly Row[] {
    return [];
  }
  /** The rows whose presence and order decide whether the whole list is redrawn. */
  protected listed(): readonly R[] {
    return this.rows;
  }
  /** Loads the data of the rows. Never rejects. */
  protected abstract load(): Promise<void>;
  /** Returns the description next to the view's title. */
  protected abstract description(): string;
  /** Returns additional context keys that depend on what the view shows. */
  protected contextKeys(): Readonly<Record<string, unknown>> {
    return {};
  }
  async getChildren(row?: R): Promise<R[]> {
    if (row !== undefined) return this.#childrenOf(row);
    this.#isOpening = true;
    await this.#options.accounts?.open().catch((error) => log().warn(`No account. ${describeFailure(error)}`));
    this.#isOpening = false;
    if (this.#store === undefined) return [];
    this.#waiting++;
    await this.load().finally(() => this.#waiting--);
    this.#listed = this.#idsOf(this.listed());
    this.#replaceChildren(root, this.rows);
    this.updateHeader();
    return [...this.rows];
  }

  /** Returns true once if VS Code shows rows of another list. An empty answer removes them, and it then asks again. */
  #takeOutdated(): boolean {
    const isOutdated = this.#isOutdated && this.#store?.loadedAt === undefined;
    this.#isOutdated = false;
    if (!isOutdated) return false;
    this.#listed = '';
    this.#changed.fire(undefined);
    return true;
  }

  #idsOf(rows: readonly R[]): string {
    return rows.map(({ id }) => id).join('\n');
  }

  async #childrenOf(parent: R): Promise<R[]> {
    const current = this.#current;
    if (!current.has(parent)) return [];
    if (!this.#children.has(parent.id)) this.#children.set(parent.id, new Set());
    const children = (await parent.children()) as readonly R[];
    if (this.#current !== current) return [];
    const rows = children.map((row) => this.rowFor(row));
    if (rows.some((row) => row instanceof NoteRow && row.failed)) this.#failed.set(parent.id, parent);
    else this.#failed.delete(parent.id);
    this.#replaceChildren(parent.id, rows);
    return rows;
  }

  /** Forgets the rows that are no longer there, so that a view that is open for days doesn't keep them. */
  #replaceChildren(parent: string | typeof root, rows: readonly R[]): void {
    const ids = new Set(rows.map(({ id }) => id));
    for (const id of this.#children.get(parent) ?? []) if (!ids.has(id)) this.#forgetRow(id, parent);
    this.#children.set(parent, ids);
  }

  #forgetRow(id: string, parent: string | typeof root): void {
    // It may have moved to another row.
    if ((this.#known.get(id)?.parent?.id ?? root) !== parent) return;
    for (const child of this.#children.get(id) ?? []) this.#forgetRow(child, id);
    for (const rows of [this.#known, this.#looks, this.#children, this.#failed]) rows.delete(id);
  }

  /** Discards errors instead of children, so that VS Code asks for the children again once they are shown. */
  #retryChildren(ids: readonly string[]): void {
    const rows = ids.flatMap((id) => this.#failed.get(id) ?? []);
    for (const id of ids) this.#failed.delete(id);
    this.redraw(rows);
  }

  /** Opens the view and selects a row. Returns false if VS Code doesn't show the row. */
  protected async select(row: R, options: { readonly expand?: boolean; readonly focus?: boolean }): Promise<boolean> {
    // VS Code ignores or rejects the request until it has drawn the rows, and doesn't say when that is.
    for (let attempt = 0; attempt < revealAttempts; attempt++) {
      if (attempt > 0) await wait(realClock, revealIntervalMs);
      try {
        await this.view.reveal(row, { ...options, select: true });
      } catch (error) {
        log().debug(`A row can't be selected yet: ${describeFailure(error)}`);
      }
      if (this.view.selection.some(({ id }) => id === row.id)) return true;
    }
    return false;
  }

  /** Returns the object of a row that VS Code has, or registers this one. */
  protected rowFor<Kind extends R>(row: Kind): Kind {
    const known = this.#known.get(row.id);
    if (known !== undefined && known.data === row.data && known.parent?.id === row.parent?.id) return known as Kind;
    this.#known.set(row.id, row);
    this.#current.add(row);
    return row;
  }

  /**
   * Redraws soon after a change of a row. Changes of many rows, such as thousands of answers with details, lead to one
   * redraw at a time, because each may filter and sort the whole list.
   */
  protected rowChanged(id: string): void {
    this.#changedIds.add(id);
    const pause = Math.max(0, this.#redrawnAt + redrawIntervalMs - Date.now());
    this.#redrawing ??= setTimeout(() => {
      this.#redrawing = undefined;
      this.#redrawnAt = Date.now();
      const ids = this.#changedIds;
      this.#changedIds = new Set();
      this.redrawChange(ids);
      this.updateHeader();
    }, pause);
  }

  /** Redraws after a change of rows, which can also move or remove them. @param ids undefined for any row */
  protected redrawChange(ids: ReadonlySet<string> | undefined): void {
    this.redrawList((roots) => (ids === undefined ? this.outdated(roots) : roots.filter(({ id }) => ids.has(id))));
  }

  /**
   * Redraws the list if rows were added, removed, or moved; otherwise only the rows that `changed` returns. Redrawing the
   * list makes VS Code forget its rows until the new ones are loaded, and a command on one of them doesn't receive it.
   */
  protected redrawList(changed: (rows: readonly R[]) => readonly R[]): void {
    this.#rows = undefined;
    if (this.#store === undefined || this.#store.state === 'unloaded') this.#changed.fire(undefined);
    else if (this.#waiting === 0) {
      const rows = this.listed();
      if (this.#idsOf(rows) === this.#listed) this.#redrawPieces(rows, changed);
      else this.#changed.fire(undefined);
    }
  }

  /** Redraws the rows that look different from when VS Code asked for them. @param rows all rows by default */
  protected redrawDifferent(rows: readonly R[] = [...this.#known.values()]): void {
    this.#redrawPieces(rows, (piece) => this.different(piece));
  }

  #redrawPieces(rows: readonly R[], changed: (rows: readonly R[]) => readonly R[]): void {
    const [listed, known] = [this.#listed, this.#known];
    const isListed = () => this.#listed === listed && this.#known === known;
    void inPieces(rows, isListed, (piece) => this.redraw(changed(piece)));
  }

  /** Redraws these rows and their children. */
  protected redraw(rows: readonly R[]): void {
    if (rows.length > 0) this.#changed.fire(rows.map((row) => this.rowFor(row)));
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
    this.view.message = this.#store ? this.#message(this.#store) : '';
    this.view.description = this.#store ? (this.#isFirst ? this.firstDescription : this.description()) : '';
  }

  /** Description of the view until anything was received. A message would hide the empty tree, which then loses the focus. */
  protected get firstDescription(): string {
    return '';
  }

  /** Default message of the view. */
  protected get defaultMessage(): string {
    return '';
  }

  #message({ state, failure, loadedAt, unreadable, nextRefreshAt }: ListStore): string {
    this.#isFirst &&= failure === undefined && loadedAt === undefined;
    if (this.#isFirst) return '';
    const why = failure === undefined ? '' : sentence(describeFailure(failure));
    // After several failures, the wait is longer than the interval in the settings.
    const then = nextRefreshAt === undefined ? why : l10n.t('{0} Next refresh: {1}.', why, timeOfDay(nextRefreshAt));
    if (failure !== undefined && loadedAt !== undefined && (state === 'loaded' || state === 'empty'))
      return l10n.t('Last updated {0}. {1}', timeOfDay(loadedAt), then);
    if (state === 'failed' && this.nextSteps().length > 0) return then;
    return unreadable === undefined ? this.defaultMessage : unreadableText(unreadable);
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
    if (busy) this.#slow = setTimeout(() => this.#setContext(key, true), slowMs);
    else this.#setContext(key, false);
  }

  #setContext(key: string, value: unknown): void {
    if (this.#contexts.get(key) === value) return;
    this.#contexts.set(key, value);
    void registry.executeCommand('setContext', key, value);
  }
}

/** The ID, and the command, which may contain a position in a file, aren't visible. */
function lookOf(row: Row, { id: _, command: __, ...seen }: TreeItem): string {
  return `${JSON.stringify(seen)}${row.revision}`;
}

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Disposable, TreeItem } from 'vscode';
import { ListStore } from '../../../src/shared/list/list-store.ts';
import { ListTree } from '../../../src/shared/list/list-tree.ts';
import { Row, rowItem } from '../../../src/shared/list/row.ts';
import { commands, EventEmitter, window } from '../fake-vscode.ts';
import { settle } from '../settle.ts';

/** A list whose rows the test sets. */
class Names extends ListStore {
  names = ['a', 'b'];

  constructor() {
    super('Names');
  }

  override refresh(): Promise<void> {
    return this.load('refresh', async () => () => undefined);
  }

  protected override get size(): number {
    return this.names.length;
  }

  fail(): Promise<void> {
    return this.load('refresh', () => Promise.reject(new Error('no answer')));
  }

  change(names: string[]): void {
    this.names = names;
    this.changed(undefined);
  }
}

class NameRow extends Row<{ readonly look: string }> {
  override item(): TreeItem {
    return rowItem(this.id, {
      description: this.id === 'b' ? this.lists.look : '',
      contextValue: `kind of ${this.id}`,
    });
  }
}

class NameTree extends ListTree<NameRow> {
  readonly #names: Names;
  look = 'same';
  loading: Promise<void> = Promise.resolve();

  constructor(names: Names) {
    super({ view: 'names', keys: { state: 'namesState' } });
    this.#names = names;
    this.register(this.showList(names));
  }

  protected override roots(): NameRow[] {
    return this.#names.names.map((id) => new NameRow(this, id));
  }

  protected override async load(): Promise<void> {
    await this.#names.ensure();
    await this.loading;
  }

  protected override description(): string {
    return '';
  }

  override redrawChange(): void {
    this.redrawList((rows) => this.different(rows));
  }
}

interface Account {
  readonly name: string;
  readonly store: Names;
  /** When the rows below a row are there. */
  readonly answer: Promise<void>;
}

class AccountRow extends Row<Account> {
  override item(): TreeItem {
    return rowItem(`${this.id} of ${this.lists.name}`);
  }

  override async children(): Promise<AccountRow[]> {
    await this.lists.answer;
    return this.parent ? [] : [new AccountRow(this.lists, 'below', this)];
  }
}

/** A view whose accounts have rows with the same IDs. */
class AccountTree extends ListTree<AccountRow> {
  #account: Account | undefined;
  #showing: Disposable | undefined;

  constructor() {
    super({ view: 'accounts', keys: { state: 'accountsState' } });
  }

  use(account: Account): void {
    this.#showing?.dispose();
    this.#account = account;
    this.#showing = this.showList(account.store);
  }

  protected override roots(): AccountRow[] {
    return this.#account ? [new AccountRow(this.#account, 'top')] : [];
  }

  protected override async load(): Promise<void> {
    await this.#account?.store.ensure();
  }

  protected override description(): string {
    return '';
  }
}

const none = () => ({ dispose: () => undefined });
let names: Names;
let tree: NameTree;
/** IDs of the rows that were redrawn; `list` for the whole list. */
let redrawn: string[];

/** Values of context keys. */
let context: Record<string, unknown>;
const selected = new EventEmitter();
const view = { visible: true, selection: [] as NameRow[] };

/** What VS Code asks. */
let provider: { getChildren(): unknown } | undefined;

beforeEach(() => {
  Object.assign(view, { visible: true, selection: [] });
  const events = { onDidChangeSelection: selected.event, onDidChangeVisibility: none, onDidCollapseElement: none };
  Object.assign(window, {
    createTreeView: (_: string, { treeDataProvider }: { treeDataProvider: typeof provider }) => {
      provider = treeDataProvider;
      return Object.assign(view, events, none());
    },
  });
  context = {};
  Object.assign(commands, {
    executeCommand: async (_: string, key: string, value: unknown) => {
      context[key] = value;
    },
  });
  names = new Names();
  tree = new NameTree(names);
  redrawn = [];
  tree.onDidChangeTreeData((rows) => redrawn.push(...(rows ? [rows].flat().map(({ id }) => id) : ['list'])));
});
afterEach(() => tree.dispose());

const draw = async () => (await tree.getChildren()).map((row) => tree.getTreeItem(row));

describe('a list view', () => {
  test('redraws only the rows that look different', async () => {
    await draw();
    redrawn = [];
    tree.look = 'other';
    names.change(['a', 'b']);
    expect(redrawn).toEqual(['b']);
  });

  test.each([[['a', 'b', 'c']], [['a']], [['b', 'a']], [[]]])(
    'redraws the whole list if its rows are now %j',
    async (now) => {
      await draw();
      redrawn = [];
      names.change(now);
      expect(redrawn).toEqual(['list']);
    },
  );

  test('says when a list that could not be refreshed is refreshed again', async () => {
    await draw();
    const message = () => (view as { message?: string }).message;
    await names.fail();
    expect(message()).toMatch(/^Last updated \d.* no answer\.$/);
    names.retryAt(new Date(2026, 0, 1, 21, 57).getTime());
    expect(message()).toMatch(/no answer\. Next refresh: 9:57.PM\.$/);
    await names.refresh();
    expect(message()).toBe('');
    await names.fail();
    names.retryAt(undefined);
    expect(message()).not.toContain('Next refresh');
  });

  test('keeps the rows that are still there, and forgets the others', async () => {
    const [a, b] = await tree.getChildren();
    names.change(['a']);
    expect(await tree.getChildren()).toEqual([a]);
    names.change(['a', 'b']);
    const [sameA, otherB] = await tree.getChildren();
    expect(sameA).toBe(a);
    expect(otherB).not.toBe(b);
  });

  test('redraws nothing while VS Code waits for the rows', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await draw();
    redrawn = [];
    tree.loading = promise;
    const drawing = draw();
    await settle();
    names.change(['c']);
    expect(redrawn).toEqual([]);
    resolve();
    expect((await drawing).map(({ label }) => label)).toEqual(['c']);
  });
});

describe('a list view that changes to another account', () => {
  const accountOf = (name: string, answer = Promise.resolve()): Account => ({ name, store: new Names(), answer });
  const labelsBelow = async (accounts: AccountTree) => {
    const [top] = await accounts.getChildren();
    return (await accounts.getChildren(top)).map((row) => accounts.getTreeItem(row).label);
  };

  test('shows no rows of the previous account that come late', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const accounts = new AccountTree();
    accounts.use(accountOf('old', promise));
    const [top] = await accounts.getChildren();
    const late = accounts.getChildren(top);
    accounts.use(accountOf('new'));
    resolve();
    expect(await late).toEqual([]);
    expect(await labelsBelow(accounts)).toEqual(['below of new']);
  });

  test('ignores a late question for the rows below a row of the previous account', async () => {
    const accounts = new AccountTree();
    accounts.use(accountOf('old'));
    const [top] = await accounts.getChildren();
    accounts.use(accountOf('new'));
    expect(await accounts.getChildren(top)).toEqual([]);
    expect(await labelsBelow(accounts)).toEqual(['below of new']);
  });

  test('shows no rows of the previous account until the new one has sent some, however long that takes', async () => {
    const accounts = new AccountTree();
    accounts.use(accountOf('old'));
    await accounts.getChildren();
    const asked: unknown[] = [];
    accounts.onDidChangeTreeData((rows) => asked.push(rows));
    accounts.use(accountOf('new'));
    const before = asked.length;
    expect(before).toBeGreaterThan(0);
    // VS Code keeps the rows that it has until this is answered.
    expect(await provider?.getChildren()).toEqual([]);
    expect(asked.length).toBe(before + 1);
    expect(await provider?.getChildren()).toHaveLength(1);
  });
});

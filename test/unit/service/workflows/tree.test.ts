import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { realClock, wait } from '../../../../common/clock.ts';
import type { CallOptions, WorkflowMetadata } from '../../../../src/service/api/index.ts';
import type { WorkflowEntry, WorkflowStore } from '../../../../src/service/session/workflows/workflow-store.ts';
import { WorkflowTree } from '../../../../src/service/workflows/tree.ts';
import { WorkflowViewPreferences } from '../../../../src/service/workflows/view-preferences.ts';
import type { Unreadable } from '../../../../src/shared/list/unreadable.ts';
import { settings, window } from '../../fake-vscode.ts';
import { TestAccounts } from '../../session.ts';
import { settle } from '../../settle.ts';
import { run, workflow, workflowDetails } from '../api/support.ts';
import { listed } from '../panels/fixtures.ts';

const memory = new Map<string, unknown>();
let tree: WorkflowTree;
let store: WorkflowStore;
let preferences: WorkflowViewPreferences;
let arranged = 0;
let accounts: TestAccounts;
let runs: object[] = [];
let updated = workflow.updated_at;
let names = ['b', 'a'];
/** The details of workflows are requested, but not received. */
let isWaiting = false;
let unreadable: Unreadable | undefined;

beforeEach(() => {
  const { createTreeView } = window;
  memory.clear();
  names = ['b', 'a'];
  isWaiting = false;
  unreadable = undefined;
  runs = [];
  updated = workflow.updated_at;
  settings.set('switchyard.runs.pageSize', 50);
  Object.assign(window, {
    createTreeView: (id: string, options: object) => ({ ...createTreeView(id, options), visible: true }),
  });
  const client = {
    listWorkflows: async () => names.map((name) => ({ ...workflow, id: name, name, updated_at: updated })),
    getWorkflow: async (id: string) =>
      isWaiting ? new Promise(() => undefined) : { ...workflowDetails, id, name: id },
    listVersions: async (_id: string, _page: object, { onUnreadable }: CallOptions) => {
      if (unreadable) onUnreadable?.(unreadable);
      return { items: [], total: unreadable?.count ?? 0, page: 1, limit: 20 };
    },
    listExecutions: async (_query: object, { onUnreadable }: CallOptions) => {
      if (unreadable) onUnreadable?.(unreadable);
      return { items: runs, total: runs.length, succeeded: 0, failed: 0, page: 1, limit: 50 };
    },
  };
  preferences = new WorkflowViewPreferences({
    get: (key: string) => memory.get(key),
    update: async (key: string, value: unknown) => void memory.set(key, value),
  } as never);
  accounts = new TestAccounts(client);
  store = accounts.only.workflows;
  tree = new WorkflowTree(accounts, preferences);
  const arrange = preferences.arrange.bind(preferences);
  vi.spyOn(preferences, 'arrange').mockImplementation((...from) => {
    arranged++;
    return arrange(...from);
  });
});
afterEach(() => tree.dispose());

const entry = (fields: Partial<WorkflowMetadata>): WorkflowEntry => {
  return { workflow: { ...workflow, ...fields }, details: undefined, isStale: false, problem: undefined };
};

const shown = async () => (await tree.getChildren()).map((row) => tree.getTreeItem(row).label);

test.each(['INVOICE', 'intake', 'BILLING', 'WF_1'])('a filter ignores case: %s', (text) => {
  const entries = [
    entry({ name: 'Invoice intake', description: 'For billing', id: 'wf_1' }),
    entry({ name: 'Reports', description: null, id: 'wf_2' }),
  ];
  void preferences.setFilter({ text });
  expect(preferences.arrange(entries, () => undefined).map(({ workflow: { id } }) => id)).toEqual(['wf_1']);
});

test.each([
  ['name', 'a b c d'],
  ['updated', 'c d a b'],
  ['latestRun', 'b a c d'],
] as const)('workflows are sorted by %s, favorites first, and ties by name', async (sort, ids) => {
  const days = { a: '01', b: '01', c: '09', d: '05' };
  const entries = Object.entries(days).map(([id, day]) => entry({ id, updated_at: `2026-07-${day}T00:00:00Z` }));
  const latest = (id: string) => (id === 'b' ? listed({ created_at: '2026-07-20T00:00:00Z' }) : undefined);
  const order = () => preferences.arrange(entries, latest).map((one) => one.workflow.id);
  await preferences.setSort(sort);
  expect(order().join(' ')).toBe(ids);
  await preferences.setFavorite('a', true);
  expect(order()).toEqual(['a', ...ids.split(' ').filter((id) => id !== 'a')]);
});

test('the workflows are filtered and sorted once when the list is loaded again', async () => {
  await shown();
  await settle();
  arranged = 0;
  isWaiting = true;
  names = ['c', 'b', 'a'];
  await store.refresh();
  expect(await shown()).toEqual(['a', 'b', 'c']);
  expect(arranged).toBe(1);
});

test('several workflows can be selected', () => {
  expect(tree.view).toMatchObject({ canSelectMany: true });
});

test('the rows follow the filter and the favorites', async () => {
  expect(await shown()).toEqual(['a', 'b']);
  await preferences.setFavorite('b', true);
  expect(await shown()).toEqual(['b', 'a']);
  await preferences.setFilter({ text: 'a' });
  expect(await shown()).toEqual(['a']);
});

test('a workflow without runs says so below Recent runs', async () => {
  const [first] = await tree.getChildren();
  const parts = await tree.getChildren(first);
  const recent = parts.find((row) => tree.getTreeItem(row).label === 'Recent runs');
  expect((await tree.getChildren(recent)).map((row) => tree.getTreeItem(row).label)).toEqual(['No runs yet']);
});

test('a workflow of whose runs none could be read is not said to have none', async () => {
  unreadable = { count: 1, why: 'version_id is null' };
  const [first] = await tree.getChildren();
  const parts = await tree.getChildren(first);
  const recent = parts.find((row) => tree.getTreeItem(row).label === 'Recent runs');
  expect((await tree.getChildren(recent)).map((row) => tree.getTreeItem(row).label)).toEqual([
    'Unreadable rows: 1. version_id is null',
  ]);
});

test('the details of many workflows lead to few redraws, and each row looks as its details say', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  try {
    names = Array.from({ length: 500 }, (_, index) => `flow ${index}`);
    await preferences.setFilter({ kind: 'enabled' });
    await shown();
    arranged = 0;
    await vi.advanceTimersByTimeAsync(5000);
    await settle(600);
    await vi.advanceTimersByTimeAsync(5000);
    expect(store.entries.every(({ details }) => details?.status === 'enabled')).toBe(true);
    expect(arranged).toBeLessThan(10);
    expect(await shown()).toHaveLength(500);
  } finally {
    vi.useRealTimers();
  }
});

test('a page of runs leads to one redraw', async () => {
  names = Array.from({ length: 100 }, (_, index) => `flow ${index}`);
  await shown();
  await settle(300);
  await wait(realClock, 600);
  arranged = 0;
  runs = names.map((name, index) => ({ ...run(index), workflow_id: name }));
  await accounts.only.latest.refresh();
  await wait(realClock, 600);
  expect(accounts.only.latest.latest('flow 7')?.id).toBe('run_7');
  expect(arranged).toBe(1);
});

test('a refresh asks VS Code only for the rows that look different, or whose children it shows', async () => {
  await shown();
  await settle(10);
  await wait(realClock, 600);
  const [first] = await tree.getChildren();
  await tree.getChildren(first);
  isWaiting = true;
  const redrawn: unknown[] = [];
  tree.onDidChangeTreeData((rows) => redrawn.push([rows].flat().map((row) => row?.id)));
  await store.refresh();
  expect(redrawn).toEqual([['a']]);
  redrawn.length = 0;
  updated = '2026-01-03T00:00:00Z';
  await store.refresh();
  expect(redrawn).toEqual([['a', 'b']]);
});

test('versions that cannot be read are not none', async () => {
  const labelsOfVersions = async () => {
    await store.refresh();
    const [row] = await tree.getChildren();
    const versions = (await tree.getChildren(row)).find((part) => part.id.endsWith('/versions'));
    return (await tree.getChildren(versions)).map((part) => String(tree.getTreeItem(part).label));
  };
  expect(await labelsOfVersions()).toEqual(['No versions yet']);
  unreadable = { count: 3, why: 'items[0].id: must be string' };
  accounts.only.versions.expire();
  expect(await labelsOfVersions()).toEqual(['Unreadable rows: 3. items[0].id: must be string']);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WorkflowStore } from '../../../src/service/workflow-store.ts';
import { WorkflowTree } from '../../../src/workflows/tree.ts';
import { WorkflowViewPreferences } from '../../../src/workflows/view-preferences.ts';
import { workflow, workflowDetails } from '../api/support.ts';
import { settings, window } from '../fake-vscode.ts';
import { TestAccounts } from '../session.ts';
import { settle } from '../settle.ts';

const memory = new Map<string, unknown>();
let tree: WorkflowTree;
let store: WorkflowStore;
let preferences: WorkflowViewPreferences;
let arranged = 0;
let names = ['b', 'a'];
/** The details of workflows are requested, but not received. */
let isWaiting = false;

beforeEach(() => {
  const { createTreeView } = window;
  memory.clear();
  names = ['b', 'a'];
  isWaiting = false;
  settings.set('switchyard.runs.pageSize', 50);
  Object.assign(window, {
    createTreeView: (id: string, options: object) => ({ ...createTreeView(id, options), visible: true }),
  });
  const client = {
    listWorkflows: async () => names.map((name) => ({ ...workflow, id: name, name })),
    getWorkflow: async (id: string) =>
      isWaiting ? new Promise(() => undefined) : { ...workflowDetails, id, name: id },
    listExecutions: async () => ({ items: [], total: 0, succeeded: 0, failed: 0, page: 1, limit: 50 }),
  };
  preferences = new WorkflowViewPreferences({
    get: (key: string) => memory.get(key),
    update: async (key: string, value: unknown) => void memory.set(key, value),
  } as never);
  const accounts = new TestAccounts(client);
  store = accounts.only.workflows;
  tree = new WorkflowTree(accounts, preferences);
  const arrange = preferences.arrange.bind(preferences);
  vi.spyOn(preferences, 'arrange').mockImplementation((...from) => {
    arranged++;
    return arrange(...from);
  });
});
afterEach(() => tree.dispose());

const shown = async () => (await tree.getChildren()).map((row) => tree.getTreeItem(row).label);

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

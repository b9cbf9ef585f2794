import { expect, test, vi } from 'vitest';
import { ModelTree } from '../../../../src/service/models/tree.ts';
import { UserModels } from '../../../../src/service/models/user-models.ts';
import { ModelViewPreferences } from '../../../../src/service/models/view-preferences.ts';
import type { Model } from '../../../../src/service/session/models/catalog.ts';
import { FakeMemento } from '../../fake-vscode.ts';
import { TestAccounts } from '../../session.ts';

const providers = 20;
const modelsEach = 10;

function setUp() {
  const ids = Array.from({ length: providers * modelsEach }, (_, index) => `p${index % providers}/m${index}`);
  const accounts = new TestAccounts({ models: async () => ids.map((id) => ({ id, name: id, raw: {} })) });
  const memento = new FakeMemento();
  const userModels = new UserModels(memento as never);
  const viewPreferences = new ModelViewPreferences(memento as never);
  const tree = new ModelTree(accounts, { userModels, viewPreferences });
  return { accounts, memento, userModels, viewPreferences, tree };
}

/** Requests all rows and their items, as VS Code does. */
async function draw(tree: ModelTree): Promise<string[]> {
  const labels: string[] = [];
  for (const group of await tree.getChildren()) {
    labels.push(String(tree.getTreeItem(group).label));
    for (const row of await tree.getChildren(group)) labels.push(String(tree.getTreeItem(row).label));
  }
  return labels;
}

/** Counts how often a model is read, which is how often the list is filtered or sorted. */
function countReads(models: readonly Model[]): () => number {
  let reads = 0;
  const counted = models.map((model) => ({
    ...model,
    get modalities() {
      reads++;
      return model.modalities;
    },
  }));
  (models as Model[]).splice(0, models.length, ...counted);
  return () => reads;
}

test('the models are filtered once for all providers, and again only if the filter changes', async () => {
  const { accounts, tree, viewPreferences } = setUp();
  await draw(tree);
  const reads = countReads(accounts.only.models.models);
  await viewPreferences.setFilter({ kind: 'image' });
  await draw(tree);
  expect(reads()).toBe(providers * modelsEach);
  await viewPreferences.setFilter({});
  expect(await draw(tree)).toHaveLength(providers + providers * modelsEach);
});

test('the rows follow a new list, the sort order, and the favorites', async () => {
  const { accounts, tree, userModels, viewPreferences } = setUp();
  expect((await draw(tree)).slice(0, 3)).toEqual(['p0', 'p0/m0', 'p0/m20']);
  await userModels.setFavorite('p3/m3', true);
  expect((await draw(tree)).slice(0, 3)).toEqual(['Favorites', 'p3/m3', 'p0']);
  await viewPreferences.setFilter({ text: '/m19' });
  expect((await draw(tree)).slice(0, 2)).toEqual(['p10', 'p10/m190']);
  accounts.switchTo({ models: async () => [{ id: 'other/m19', name: 'm19', raw: {} }] });
  expect(await draw(tree)).toEqual(['other', 'm19']);
});

test('the menu of a row knows whether the model is a favorite, and what it can do', async () => {
  const { tree, userModels } = setUp();
  const menus = async () => {
    const [first] = await tree.getChildren();
    const [row] = (first && (await tree.getChildren(first))) ?? [];
    return row && tree.getTreeItem(row).contextValue;
  };
  expect(await menus()).toMatch(/^model( \w+)*$/);
  expect(await menus()).not.toMatch(/\bfavorite\b/);
  await userModels.setFavorite('p0/m0', true);
  expect(await menus()).toMatch(/^model favorite( \w+)*$/);
});

test('a view that waits for its first rows because of a limit says until when', async () => {
  let wait = (_until: number): void => undefined;
  const accounts = new TestAccounts({
    linked: ({ onWait }: { onWait(until: number): void }) => {
      wait = onWait;
    },
    models: () => new Promise(() => undefined),
  });
  const memento = new FakeMemento() as never;
  const tree = new ModelTree(accounts, {
    userModels: new UserModels(memento),
    viewPreferences: new ModelViewPreferences(memento),
  });
  expect(tree.view.description).toBe('Connecting to one.example…');
  wait(Date.now() + 20_000);
  expect(tree.view.description).toMatch(/^Limited until \d+:\d\d:\d\d\s[AP]M$/);
  accounts.switchTo({ models: async () => [] });
  expect(tree.view.description).toBe('Connecting to one.example…');
});

test('the stored favorites are validated once, however many rows ask', async () => {
  const { memento, tree, userModels } = setUp();
  await userModels.setFavorite('p3/m3', true);
  const stored = memento.get('switchyard.models.favorites') as string[];
  const flatMap = vi.spyOn(stored, 'flatMap');
  await draw(tree);
  expect(flatMap.mock.calls.length).toBeLessThanOrEqual(1);
  expect(userModels.isFavorite('p3/m3')).toBe(true);
});

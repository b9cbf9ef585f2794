import { describe, expect, test } from 'vitest';
import { type CancellationToken, TreeItem } from 'vscode';
import { LazyTreeView, setTreeProvider } from '../../../src/shared/lazy-tree-view.ts';

describe('a lazy tree view', () => {
  test('asks the loaded provider for its rows and their tooltips', async () => {
    const token = {} as CancellationToken;
    const later = new LazyTreeView('view', {}, async () => {
      setTreeProvider<string>('view', {
        getChildren: () => ['row'],
        getTreeItem: (row) => new TreeItem(row),
        resolveTreeItem: (item, row) => Object.assign(item, { tooltip: `all about ${row}` }),
      });
    });
    expect(await later.getChildren()).toEqual(['row']);
    const item = await later.getTreeItem('row');
    expect(await later.resolveTreeItem(item, 'row', token)).toMatchObject({ label: 'row', tooltip: 'all about row' });
  });

  test('loads the provider again after a failure', async () => {
    let tries = 0;
    const later = new LazyTreeView('other', {}, async () => {
      if (++tries === 1) throw new Error('no room');
      setTreeProvider<string>('other', { getChildren: () => ['row'], getTreeItem: (row) => new TreeItem(row) });
    });
    await expect(Promise.resolve(later.getChildren())).rejects.toThrow('no room');
    expect(await later.getChildren()).toEqual(['row']);
  });
});

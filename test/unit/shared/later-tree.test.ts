import { describe, expect, test } from 'vitest';
import { type CancellationToken, TreeItem } from 'vscode';
import { fillTree, treeLater } from '../../../src/shared/later-tree.ts';

describe('a view whose room is read later', () => {
  test('asks the room for its rows and for their tooltips', async () => {
    const token = {} as CancellationToken;
    const later = treeLater('view', {}, async () => {
      fillTree<string>('view', {
        getChildren: () => ['row'],
        getTreeItem: (row) => new TreeItem(row),
        resolveTreeItem: (item, row) => Object.assign(item, { tooltip: `all about ${row}` }),
      });
    });
    expect(await later.getChildren()).toEqual(['row']);
    const item = await later.getTreeItem('row');
    expect(await later.resolveTreeItem(item, 'row', token)).toMatchObject({ label: 'row', tooltip: 'all about row' });
  });

  test('tries to read the room again when that has failed', async () => {
    let tries = 0;
    const later = treeLater('other', {}, async () => {
      if (++tries === 1) throw new Error('no room');
      fillTree<string>('other', { getChildren: () => ['row'], getTreeItem: (row) => new TreeItem(row) });
    });
    await expect(Promise.resolve(later.getChildren())).rejects.toThrow('no room');
    expect(await later.getChildren()).toEqual(['row']);
  });
});

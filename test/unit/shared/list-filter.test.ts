import { beforeEach, expect, test } from 'vitest';
import type { Memento } from 'vscode';
import { UserModels } from '../../../src/service/models/user-models.ts';
import { WorkflowViewPreferences } from '../../../src/service/workflows/view-preferences.ts';
import { type FakeQuickPick, fakeQuickPick } from '../fake-quick-pick.ts';
import { FakeMemento } from '../fake-vscode.ts';

let pick: FakeQuickPick;

beforeEach(() => {
  pick = fakeQuickPick();
});

async function type(text: string) {
  const preferences = new WorkflowViewPreferences(new FakeMemento() as Memento);
  await preferences.setFilter({ kind: 'enabled' });
  const asked = preferences.pickFilter();
  // The input loads on first use.
  await import('../../../src/shared/multi-step-input.ts');
  await Promise.resolve();
  pick.type(text);
  return { preferences, asked };
}

test('a typed text is the first row of a filter, and keeps the status', async () => {
  const { preferences, asked } = await type('crm');
  expect(pick.items[0]).toMatchObject({ label: 'Name contains "crm"', alwaysShow: true });
  pick.accept();
  await asked;
  expect(preferences.filter).toEqual({ kind: 'enabled', text: 'crm' });
});

test('a row of a filter is selected without a typed text', async () => {
  const { preferences, asked } = await type('');
  pick.accept('All workflows');
  await asked;
  expect(preferences.filter).toEqual({});
});

test('favorites that an earlier version stored under a British key are kept', () => {
  const workspace = new FakeMemento([['switchyard.workflows.favourites', ['wf_1']]]);
  const preferences = new WorkflowViewPreferences(workspace as unknown as Memento);
  expect(preferences.isFavorite('wf_1')).toBe(true);
  const user = new FakeMemento([
    ['switchyard.models.favourites', ['a/old']],
    ['switchyard.models.favorites', ['a/new']],
  ]);
  expect(new UserModels(user as unknown as Memento).favorites).toEqual(['a/new']);
  expect(workspace.get('switchyard.workflows.favourites')).toBeUndefined();
});

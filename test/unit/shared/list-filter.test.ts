import { beforeEach, expect, test } from 'vitest';
import type { Memento, QuickPickItem } from 'vscode';
import { UserModels } from '../../../src/service/models/user-models.ts';
import { WorkflowViewPreferences } from '../../../src/service/workflows/view-preferences.ts';
import { EventEmitter, FakeMemento, window } from '../fake-vscode.ts';

function newPick() {
  const typed = new EventEmitter();
  const accepted = new EventEmitter();
  return {
    typed,
    accepted,
    items: [] as QuickPickItem[],
    activeItems: [] as QuickPickItem[],
    value: '',
    onDidChangeValue: typed.event,
    onDidAccept: accepted.event,
    onDidTriggerButton: new EventEmitter().event,
    onDidHide: new EventEmitter().event,
    show: () => undefined,
    dispose: () => undefined,
  };
}
let pick = newPick();

beforeEach(() => {
  pick = newPick();
  Object.assign(window, { createQuickPick: () => pick });
});

async function type(text: string) {
  const preferences = new WorkflowViewPreferences(new FakeMemento() as Memento);
  await preferences.setFilter({ kind: 'enabled' });
  const asked = preferences.pickFilter();
  // The input loads on first use.
  await import('../../../src/shared/multi-step-input.ts');
  await Promise.resolve();
  pick.value = text;
  pick.typed.fire(text);
  return { preferences, asked };
}

test('a typed text is the first row of a filter, and keeps the status', async () => {
  const { preferences, asked } = await type('crm');
  expect(pick.items[0]).toMatchObject({ label: 'Name contains "crm"', alwaysShow: true });
  pick.activeItems = [];
  pick.accepted.fire(undefined);
  await asked;
  expect(preferences.filter).toEqual({ kind: 'enabled', text: 'crm' });
});

test('a row of a filter is selected without a typed text', async () => {
  const { preferences, asked } = await type('');
  pick.activeItems = pick.items.filter(({ label }) => label === 'All workflows');
  pick.accepted.fire(undefined);
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

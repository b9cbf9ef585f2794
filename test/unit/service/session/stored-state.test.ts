/** State that an older or newer version, or a damaged file, has left is read without an error, and nothing follows from it. */
import { expect, test } from 'vitest';
import type { ExtensionContext } from 'vscode';
import { ComposedStore } from '../../../../src/service/chat/stored/composed.ts';
import { CurrentChat } from '../../../../src/service/chat/stored/current-chat.ts';
import { UserModels } from '../../../../src/service/models/user-models.ts';
import { ModelViewPreferences } from '../../../../src/service/models/view-preferences.ts';
import { RequestHistory } from '../../../../src/service/requests/history.ts';
import { RunViewPreferences } from '../../../../src/service/runs/filter.ts';
import { WatchList } from '../../../../src/service/runs/watching/watch-list.ts';
import { ConnectionList } from '../../../../src/service/session/accounts/connections.ts';
import { WorkflowViewPreferences } from '../../../../src/service/workflows/view-preferences.ts';
import { FakeMemento, settings } from '../../fake-vscode.ts';

test.each<[string, unknown]>([
  ['null', null],
  ['a number', 7],
  ['a text', 'x'],
  ['an empty list', []],
  ['a list of other values', [null, 5, [], {}, { id: 5 }, '__proto__']],
  ['an object', { version: 99, filter: { kind: 'constructor' }, sort: '__proto__', session: '../../etc', text: 5 }],
  ['a deep value', JSON.parse(`${'[{"a":'.repeat(1000)}1${'}]'.repeat(1000)}`)],
])('%s under each key', (_what, value) => {
  settings.set('switchyard.baseUrl', '');
  settings.set('switchyard.chat.model', '');
  class Junk extends FakeMemento {
    override get<T>(): T {
      return value as T;
    }
  }
  const memory = new Junk() as never;
  const context = { globalState: memory, workspaceState: memory } as unknown as ExtensionContext;
  const watched = new WatchList(memory);
  const workflows = new WorkflowViewPreferences(memory);
  const models = new ModelViewPreferences(memory);
  const { recent, favorites, initial } = new UserModels(memory);
  const connections = new ConnectionList(context);
  expect([recent, favorites, initial]).toEqual([[], [], undefined]);
  expect([watched.workflows, new RequestHistory(memory).all]).toEqual([[], []]);
  expect([connections.all, connections.active]).toEqual([[], undefined]);
  expect([workflows.isFiltered, models.isFiltered, workflows.describe(), models.describe()]).toEqual([
    ...[false, false],
    ...['', ''],
  ]);
  expect(new RunViewPreferences(memory).filter).toEqual({});
  expect(new CurrentChat(memory).value.session).toMatch(/^[\w-]{36}$/);
  expect(new ComposedStore(value, () => undefined).value.context).toEqual([]);
});

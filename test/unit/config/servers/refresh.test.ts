/** How often the Tool Servers view asks for its list. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ConfigLanguage } from '../../../../src/config/client/index.ts';
import { ServerStore } from '../../../../src/config/servers/store.ts';
import { TestResults } from '../../../../src/config/servers/testing/test-results.ts';
import { ServerTree } from '../../../../src/config/servers/tree.ts';
import { EventEmitter, window } from '../../fake-vscode.ts';

const changed = new EventEmitter();
let asked = 0;
let fails = false;
let store: ServerStore;
let tree: ServerTree;

beforeEach(async () => {
  vi.useFakeTimers();
  const { createTreeView } = window;
  asked = 0;
  fails = false;
  Object.assign(window, {
    createTreeView: (id: string, options: object) => ({ ...createTreeView(id, options), visible: true }),
  });
  const config = {
    onDidChangeServers: changed.event,
    sendRequest: async () => {
      asked++;
      if (fails) throw new Error('no');
      return [];
    },
  } as unknown as ConfigLanguage;
  store = new ServerStore(config);
  tree = new ServerTree(store, new TestResults(), config, {} as never);
  await store.refresh();
  asked = 0;
});
afterEach(() => {
  tree.dispose();
  store.dispose();
});

const waitForReload = () => vi.advanceTimersByTimeAsync(1000);

test('the list is requested once after a change of our own, of which the language server notifies first', async () => {
  changed.fire(undefined);
  await store.refresh();
  await waitForReload();
  expect(asked).toBe(1);
});

test('the list is requested again if it changes after the request', async () => {
  await store.refresh();
  changed.fire(undefined);
  changed.fire(undefined);
  await waitForReload();
  expect(asked).toBe(2);
});

test('the list is requested again if the request after a change fails', async () => {
  changed.fire(undefined);
  fails = true;
  await store.refresh();
  fails = false;
  await waitForReload();
  expect(asked).toBe(2);
});

/** Shared by the in-process suites: the extension and the reference service. */
import assert from 'node:assert/strict';
import {
  commands,
  type Extension,
  extensions,
  type TreeDataProvider,
  TreeItemCollapsibleState,
  window,
  workspace,
} from 'vscode';
import type { TestApi } from '../../../src/activate.ts';
import type { ServiceSession } from '../../../src/service/session/session.ts';
import type { Row } from '../../../src/shared/list/row.ts';
import { until } from '../../until.ts';

export function extension(): Extension<TestApi> {
  const found = extensions.getExtension<TestApi>('switchyard.switchyard');
  assert.ok(found, 'the packaged extension is installed');
  return found;
}

/** Returns the features of the extension, which it exports only in tests. */
export async function api(): Promise<TestApi> {
  const exported = await extension().activate();
  assert.ok(exported, 'the extension runs in test mode');
  return exported;
}

/** The active session. */
export function session(): ServiceSession {
  const active = extension().exports.accounts.session;
  assert.ok(active, 'the extension is signed in');
  return active;
}

function fromRunner(name: string): string {
  const value = process.env[name];
  assert.ok(value, `the runner sets ${name}`);
  return value;
}

export const serviceUrl = () => fromRunner('SWITCHYARD_TEST_SERVICE');
export const serviceKey = () => fromRunner('SWITCHYARD_TEST_KEY');

/** Signs in (or, without a key, out) through the environment, as in a Codespace. */
export async function connect(key: string | undefined, url = serviceUrl()): Promise<TestApi> {
  if (key === undefined) delete process.env.SWITCHYARD_API_KEY;
  else process.env.SWITCHYARD_API_KEY = key;
  process.env.SWITCHYARD_BASE_URL = url;
  const inside = await api();
  await inside.accounts.retry();
  return inside;
}

/** Returns a row that the view has drawn: a root, or a row below an expanded one or one whose ID its own starts with. */
export async function rowIn<R extends Row>(tree: TreeDataProvider<R>, id: string, parent?: R): Promise<R> {
  for (const row of (await tree.getChildren(parent)) ?? []) {
    const { collapsibleState } = await tree.getTreeItem(row);
    if (row.id === id) return row;
    const isOpen = collapsibleState === TreeItemCollapsibleState.Expanded || id.startsWith(`${row.id}/`);
    const found = isOpen && (await rowIn(tree, id, row).catch(() => undefined));
    if (found) return found;
  }
  throw new Error(`no row ${id}`);
}

/** Closes all editors without a question, and waits until new documents are gone. */
export async function closeEditors(): Promise<void> {
  // Editors hidden by a preview keep their unsaved changes, so each one is shown and reverted.
  for (const document of workspace.textDocuments.filter(({ isDirty }) => isDirty)) {
    await window.showTextDocument(document);
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
  await commands.executeCommand('workbench.action.closeAllEditors');
  await until('no new documents', () => workspace.textDocuments.every(({ isUntitled }) => !isUntitled));
}

/** Runs a command and accepts the proposal in each quick input until it ends. */
export const acceptingAll = (id: string, ...args: unknown[]): Promise<void> =>
  accepting(id, () => commands.executeCommand(id, ...args));

/** The same for an action that isn't a command. */
export async function accepting(what: string, act: () => PromiseLike<unknown>): Promise<void> {
  let done = false;
  const running = Promise.resolve(act()).finally(() => {
    done = true;
  });
  await until(`${what} to end`, async () => {
    if (!done) await commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    return done;
  });
  await running;
}

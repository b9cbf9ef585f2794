import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ExtensionContext, type MessageOptions, type QuickPickItem, window } from 'vscode';
import { manageConnections, removeConnection } from '../../../src/account/manage.ts';
import { Accounts } from '../../../src/service/accounts.ts';
import { FakeMemento, settings } from '../fake-vscode.ts';

const SETTING = 'switchyard.baseUrl';

function accountsOf(): Accounts {
  const secrets = { get: async () => undefined, delete: async () => undefined, onDidChange: () => ({ dispose() {} }) };
  const context = { secrets, globalState: new FakeMemento(), workspaceState: new FakeMemento() };
  return new Accounts(context as unknown as ExtensionContext);
}

const informed = vi.fn();
const asked = vi.fn((_question: string, { detail }: MessageOptions, button: string) => ({ detail, button }).button);
const offered = vi.fn((_items: readonly QuickPickItem[]) => undefined);

beforeEach(() => {
  settings.set(SETTING, '');
  vi.stubEnv('SWITCHYARD_BASE_URL', 'https://environment.example');
  Object.assign(window, {
    showInformationMessage: informed,
    showWarningMessage: asked,
    showQuickPick: offered,
  });
});
afterEach(() => void vi.clearAllMocks());

describe('removing a connection', () => {
  const labels = () => offered.mock.calls.at(-1)?.[0].map(({ label }) => label) ?? [];

  test('is unavailable for the connection from the environment, and shows why', async () => {
    const accounts = accountsOf();
    await removeConnection(accounts);
    expect(asked).not.toHaveBeenCalled();
    expect(informed.mock.calls).toEqual([
      ['environment.example comes from SWITCHYARD_BASE_URL. To remove it, unset the variable.'],
    ]);
    await manageConnections(accounts);
    expect(labels().join()).not.toContain('Remove');
  });

  test('selects the only connection that is not from the environment', async () => {
    const accounts = accountsOf();
    await accounts.list.add('Staging', new URL('https://staging.example'));
    await manageConnections(accounts);
    expect(labels().join()).toContain('Remove');
    await removeConnection(accounts);
    expect(asked.mock.calls.map(([question]) => question)).toEqual(['Remove connection Staging (staging.example)?']);
    expect(accounts.list.all.map(({ name }) => name)).toEqual(['environment.example']);
  });
});

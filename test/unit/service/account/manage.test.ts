import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { commands, type ExtensionContext, type MessageOptions, type QuickPickItem, window } from 'vscode';
import { Account } from '../../../../src/service/account/index.ts';
import {
  checkConnection,
  manageConnections,
  removeConnection,
  signOutAndTell,
} from '../../../../src/service/account/manage.ts';
import { Accounts } from '../../../../src/service/session/accounts/accounts.ts';
import { startService } from '../../../service/index.ts';
import { FakeMemento, settings } from '../../fake-vscode.ts';

const SETTING = 'switchyard.baseUrl';

function accountsOf(): Accounts {
  const secrets = { get: async () => undefined, delete: async () => undefined, onDidChange: () => ({ dispose() {} }) };
  const context = { secrets, globalState: new FakeMemento(), workspaceState: new FakeMemento() };
  return new Accounts(context as unknown as ExtensionContext);
}

const informed = vi.fn();
const failed = vi.fn();
const asked = vi.fn((_question: string, { detail }: MessageOptions, button: string) => ({ detail, button }).button);
const offered = vi.fn((_items: readonly QuickPickItem[]) => undefined);

beforeEach(() => {
  settings.set(SETTING, '');
  vi.stubEnv('SWITCHYARD_BASE_URL', 'https://environment.example');
  Object.assign(window, {
    showInformationMessage: informed,
    showErrorMessage: failed,
    withProgress: (_options: unknown, work: (...args: unknown[]) => unknown) =>
      work({ report: () => undefined }, { onCancellationRequested: () => ({ dispose() {} }) }),
    showWarningMessage: asked,
    showQuickPick: offered,
  });
});
afterEach(() => void vi.clearAllMocks());

describe('signed out', () => {
  test.each([
    ['a key', true],
    ['no key', false],
  ])('another connection with %s is offered in the view: %s', async (_, hasKey) => {
    const executed = vi.spyOn(commands, 'executeCommand');
    const all = [{ id: 'one', baseUrl: new URL('https://one.example') }, { id: 'two' }];
    const never = () => ({ dispose: () => undefined });
    const accounts = {
      state: { kind: 'signedOut' },
      list: { all, active: all[0] },
      credentials: { read: async ({ id }: { id: string }) => (id === 'one' || hasKey ? { apiKey: 'k' } : undefined) },
      onDidChangeState: never,
    };
    new Account(accounts as unknown as Accounts).dispose();
    await vi.waitFor(() => expect(executed).toHaveBeenCalledWith('setContext', 'switchyard.otherConnection', hasKey));
  });
});

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

test('signing out says what stays on this computer, and offers to delete it', async () => {
  vi.stubEnv('SWITCHYARD_BASE_URL', '');
  const accounts = accountsOf();
  await accounts.list.add('Staging', new URL('https://staging.example'));
  const run = vi.spyOn(commands, 'executeCommand').mockResolvedValue(undefined);
  for (const [button, command] of [
    ['Sign In', 'switchyard.signIn'],
    ['Delete All Chats…', 'switchyard.chat.deleteAll'],
  ]) {
    informed.mockResolvedValueOnce(button);
    await signOutAndTell(accounts);
    expect(run.mock.lastCall).toEqual([command]);
  }
  informed.mockResolvedValueOnce('Remove Connection…');
  await signOutAndTell(accounts);
  expect(asked.mock.lastCall?.[0]).toBe('Remove connection Staging (staging.example)?');
  expect(informed.mock.lastCall).toEqual([
    expect.stringContaining('your chats, and generated files stay on this computer'),
    'Sign In',
    'Remove Connection…',
    'Delete All Chats…',
  ]);
  run.mockRestore();
});

describe('testing a connection', () => {
  test('shows how long an accepted key took, or why the service rejects one', async () => {
    const service = await startService();
    vi.stubEnv('SWITCHYARD_BASE_URL', service.url);
    settings.set('switchyard.requestTimeout', 30);
    const accounts = accountsOf();
    const testWith = async (apiKey: string) => {
      accounts.credentials.read = async ({ id, name }) => ({
        id,
        name,
        source: 'environment',
        baseUrl: service.url,
        apiKey,
      });
      await checkConnection(accounts);
    };
    await testWith(service.key);
    expect(informed.mock.calls).toEqual([
      [expect.stringMatching(/^127\.0\.0\.1:\d+: connected; key accepted \(\d+ ms\)\. Total runs: \d+\.$/)],
    ]);
    expect(failed).not.toHaveBeenCalled();
    await testWith('wrong');
    expect(failed.mock.calls).toEqual([[expect.stringMatching(/^Couldn't connect to 127\.0\.0\.1:\d+\. .*key/)]]);
    expect(informed).toHaveBeenCalledOnce();
    await service.close();
  });

  test('offers to enter the key of a connection that is signed out', async () => {
    asked.mockImplementationOnce(() => '');
    await checkConnection(accountsOf());
    expect(asked.mock.calls.map(([message, ...buttons]) => [message, ...buttons])).toEqual([
      ['environment.example is signed out. Enter its API key to test it.', 'Enter Key'],
    ]);
  });
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ExtensionContext } from 'vscode';
import { Connection, ConnectionChangedError, SignedOutError } from '../../../src/account/connection.ts';
import { signOut } from '../../../src/account/manage.ts';
import { unusedEnvironment } from '../../../src/account/status-bar.ts';
import { ApiFailure } from '../../../src/api/errors.ts';
import { FakeMemento, settings, shown } from '../fake-vscode.ts';

const SETTING = 'switchyard.baseUrl';

/** Creates a context whose secret storage can fail. */
function contextWith(secrets: Record<string, string> = {}) {
  const storage = {
    fails: false,
    get: async (key: string) => {
      if (storage.fails) throw new Error('the keyring is locked');
      return secrets[key];
    },
    delete: async (key: string) => void delete secrets[key],
    onDidChange: () => ({ dispose: () => undefined }),
  };
  const context = { secrets: storage, globalState: new FakeMemento(), workspaceState: new FakeMemento() };
  return { context: context as unknown as ExtensionContext, storage };
}

beforeEach(() => {
  settings.set(SETTING, '');
  settings.set('switchyard.requestTimeout', 60);
  settings.set('switchyard.chat.answerTimeout', 30);
});
afterEach(() => {
  delete process.env.SWITCHYARD_BASE_URL;
  delete process.env.SWITCHYARD_API_KEY;
});

describe('Connection', () => {
  test('retries reading the key after the secret storage fails', async () => {
    settings.set(SETTING, 'https://one.example');
    const { context, storage } = contextWith({ 'switchyard.apiKey:https://one.example': 'key' });
    const connection = new Connection(context);
    storage.fails = true;
    await expect(connection.current()).rejects.toThrow('locked');
    storage.fails = false;
    expect(await connection.current()).toMatchObject({ apiKey: 'key', source: 'keyring' });
    expect(connection.state.kind).toBe('connected');
  });

  test('is signed out after signing out, also if there is a key in the environment', async () => {
    settings.set(SETTING, 'https://one.example');
    process.env.SWITCHYARD_API_KEY = 'key-of-the-environment';
    const { context } = contextWith({ 'switchyard.apiKey:https://one.example': 'stored-key' });
    const connection = new Connection(context);
    await connection.current();
    shown.length = 0;
    await signOut(connection);
    expect(await connection.current()).toBeUndefined();
    expect(connection.state.kind).toBe('signedOut');
    expect(shown).toEqual([expect.stringContaining('SWITCHYARD_API_KEY stays in the environment')]);
  });

  test('prefers the setting over the environment for list, key and requests, and shows the unused one', async () => {
    settings.set(SETTING, 'https://setting.example');
    process.env.SWITCHYARD_BASE_URL = 'https://environment.example';
    process.env.SWITCHYARD_API_KEY = 'key-of-the-environment';
    const { context } = contextWith({ 'switchyard.apiKey:https://setting.example': 'key-of-the-setting' });
    const connection = new Connection(context);
    const { active } = connection.list;
    expect(active).toMatchObject({ name: 'setting.example', source: 'setting' });
    expect(await connection.current()).toMatchObject({
      apiKey: 'key-of-the-setting',
      baseUrl: 'https://setting.example/',
    });
    expect(await connection.run(async ({ origin }) => origin)).toBe('https://setting.example');
    expect(unusedEnvironment(active)).toContain('environment.example');
  });

  test('ignores the key of the environment if the URL of the environment is invalid, and shows why', async () => {
    process.env.SWITCHYARD_API_KEY = 'key';
    for (const url of ['http://prod.example', 'ftp://prod.example', 'https://']) {
      process.env.SWITCHYARD_BASE_URL = url;
      settings.set(SETTING, 'https://setting.example');
      const connection = new Connection(contextWith().context);
      expect(await connection.current()).toBeUndefined();
      expect(unusedEnvironment(connection.list.active)).toContain('SWITCHYARD_BASE_URL is invalid.');
      const added = await connection.list.add('Named', new URL('https://named.example'));
      expect(unusedEnvironment(added)).toBeUndefined();
      settings.set(SETTING, '');
      expect(unusedEnvironment(new Connection(contextWith().context).list.active)).toContain('is invalid');
    }
  });

  test('uses the key of the environment for the service of the setting if the environment has no URL', async () => {
    settings.set(SETTING, 'https://setting.example');
    process.env.SWITCHYARD_API_KEY = 'key';
    process.env.SWITCHYARD_BASE_URL = ' ';
    const connection = new Connection(contextWith().context);
    expect(await connection.current()).toMatchObject({ source: 'environment', baseUrl: 'https://setting.example/' });
    expect(unusedEnvironment(connection.list.active)).toBeUndefined();
  });

  test('preserves the result or error of a call if reading the credentials fails meanwhile', async () => {
    settings.set(SETTING, 'https://one.example');
    const { context, storage } = contextWith({ 'switchyard.apiKey:https://one.example': 'key' });
    const connection = new Connection(context);
    const during = async <T>(outcome: () => Promise<T>) => {
      storage.fails = false;
      await connection.current();
      return connection.run(() => {
        storage.fails = true;
        connection.reopen().catch(() => undefined);
        return outcome();
      });
    };
    expect(await during(async () => 'paid result')).toBe('paid result');
    const failure = new ApiFailure({ kind: 'server', status: 500, message: 'the original error' });
    await expect(during(() => Promise.reject(failure))).rejects.toBe(failure);
  });

  test('sends no remaining request of bound work to another account', async () => {
    const keys = { 'switchyard.apiKey:https://one.example': 'key', 'switchyard.apiKey:https://two.example': 'key' };
    settings.set(SETTING, 'https://one.example');
    const connection = new Connection(contextWith(keys).context);
    await connection.current();
    const [run, queued] = [connection.boundRun(), connection.boundRun()];
    expect(await run(async ({ origin }) => origin)).toBe('https://one.example');
    // Other timeouts create another client of the same account.
    settings.set('switchyard.requestTimeout', 90);
    await connection.reopen();
    expect(await run(async ({ origin }) => origin)).toBe('https://one.example');
    settings.set(SETTING, 'https://two.example');
    await connection.reopen();
    for (const bound of [run, queued])
      await expect(bound(async ({ origin }) => origin)).rejects.toBeInstanceOf(ConnectionChangedError);
    expect(await connection.boundRun()(async ({ origin }) => origin)).toBe('https://two.example');
    settings.set(SETTING, '');
    await connection.reopen();
    await expect(run(async ({ origin }) => origin)).rejects.toBeInstanceOf(SignedOutError);
  });

  test('has the same account after it was renamed, and another one after its key was changed', async () => {
    const keys: Record<string, string> = {};
    const connection = new Connection(contextWith(keys).context);
    const added = await connection.list.add('One', new URL('https://one.example'));
    keys[`switchyard.apiKey:https://one.example#${added.id}`] = 'key';
    await connection.use(added.id);
    const replaced: string[] = [];
    connection.onDidReplace(() => replaced.push('account'));
    await connection.list.rename(added.id, 'Two');
    await connection.reopen();
    expect([replaced, connection.state]).toEqual([[], expect.objectContaining({ kind: 'connected', name: 'Two' })]);
    keys[`switchyard.apiKey:https://one.example#${added.id}`] = 'other-key';
    await connection.reopen();
    expect(replaced).toEqual(['account']);
  });

  test('stays connected after a 403 and becomes unauthorized after a 401', async () => {
    settings.set(SETTING, 'https://one.example');
    const connection = new Connection(contextWith({ 'switchyard.apiKey:https://one.example': 'key' }).context);
    const refused = (kind: 'forbidden' | 'unauthorized', status: number) =>
      connection.run(() => Promise.reject(new ApiFailure({ kind, status, message: 'no' })));
    await expect(refused('forbidden', 403)).rejects.toThrow('no');
    expect(connection.state.kind).toBe('connected');
    await expect(refused('unauthorized', 401)).rejects.toThrow('no');
    expect(connection.state.kind).toBe('unauthorized');
  });

  test('sends the key of the environment only to the service of the environment', async () => {
    settings.set(SETTING, 'https://setting.example');
    process.env.SWITCHYARD_BASE_URL = 'https://environment.example';
    process.env.SWITCHYARD_API_KEY = 'key';
    expect(await new Connection(contextWith().context).current()).toBeUndefined();
    process.env.SWITCHYARD_BASE_URL = 'https://setting.example/v2';
    expect(await new Connection(contextWith().context).current()).toMatchObject({ source: 'environment' });
    settings.set(SETTING, '');
    process.env.SWITCHYARD_BASE_URL = 'https://environment.example';
    const alone = new Connection(contextWith().context);
    expect(await alone.current()).toMatchObject({ baseUrl: 'https://environment.example/' });
    expect(unusedEnvironment(alone.list.active)).toBeUndefined();
  });
});

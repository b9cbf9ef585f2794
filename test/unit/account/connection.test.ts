import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ExtensionContext } from 'vscode';
import { Connection } from '../../../src/account/connection.ts';
import { unusedService } from '../../../src/account/status-bar.ts';
import { ApiFailure } from '../../../src/api/errors.ts';
import { settings } from '../fake-vscode.ts';

const SETTING = 'switchyard.baseUrl';

/** Creates a context whose secret storage can fail. */
function contextWith(secrets: Record<string, string> = {}) {
  const memory = () => {
    const values = new Map<string, unknown>();
    return {
      get: (key: string) => values.get(key),
      update: async (key: string, value: unknown) => values.set(key, value),
    };
  };
  const storage = {
    fails: false,
    get: async (key: string) => {
      if (storage.fails) throw new Error('the keyring is locked');
      return secrets[key];
    },
    onDidChange: () => ({ dispose: () => undefined }),
  };
  const context = { secrets: storage, globalState: memory(), workspaceState: memory() };
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
  test('reads the key again when the secret storage has failed', async () => {
    settings.set(SETTING, 'https://one.example');
    const { context, storage } = contextWith({ 'switchyard.apiKey:https://one.example': 'key' });
    const connection = new Connection(context);
    storage.fails = true;
    await expect(connection.current()).rejects.toThrow('locked');
    storage.fails = false;
    expect(await connection.current()).toMatchObject({ apiKey: 'key', source: 'keyring' });
    expect(connection.state.kind).toBe('connected');
  });

  test('uses one service for list, key and requests when the setting and the environment name two, and says which', async () => {
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
    expect(unusedService(active)).toContain('environment.example');
  });

  test('stays connected when one request is refused with 403, and not when the key is refused with 401', async () => {
    settings.set(SETTING, 'https://one.example');
    const connection = new Connection(contextWith({ 'switchyard.apiKey:https://one.example': 'key' }).context);
    const refused = (kind: 'forbidden' | 'unauthorized', status: number) =>
      connection.run(() => Promise.reject(new ApiFailure({ kind, status, message: 'no' })));
    await expect(refused('forbidden', 403)).rejects.toThrow('no');
    expect(connection.state.kind).toBe('connected');
    await expect(refused('unauthorized', 401)).rejects.toThrow('no');
    expect(connection.state.kind).toBe('unauthorized');
  });

  test('sends the key of the environment to no service but the one that the environment names', async () => {
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
    expect(unusedService(alone.list.active)).toBeUndefined();
  });
});

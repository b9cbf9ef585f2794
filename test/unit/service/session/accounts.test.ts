import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ExtensionContext } from 'vscode';
import { signOutAndTell } from '../../../../src/service/account/manage.ts';
import { unusedEnvironment } from '../../../../src/service/account/status-bar.ts';
import { Accounts, SignedOutError } from '../../../../src/service/session/accounts/accounts.ts';
import { platform, usePlatform } from '../../../../src/shared/platform.ts';
import { FakeMemento, settings, shown } from '../../fake-vscode.ts';

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

/** URLs of the requests that were sent. */
const requested: string[] = [];
/** Answers the last request. */
let answer: (response: Response) => void = () => undefined;
const before = platform();

beforeEach(() => {
  const fetch = (url: string) => {
    requested.push(url);
    return new Promise<Response>((resolve) => {
      answer = resolve;
    });
  };
  usePlatform({ ...before, fetch: fetch as typeof before.fetch });
  settings.set(SETTING, '');
  settings.set('switchyard.requestTimeout', 60);
  settings.set('switchyard.chat.answerTimeout', 30);
  settings.set('switchyard.chat.idleTimeout', 5);
});
afterEach(() => {
  delete process.env.SWITCHYARD_BASE_URL;
  delete process.env.SWITCHYARD_API_KEY;
});

describe('the accounts', () => {
  test('are not known to be signed out before the keys are read', async () => {
    const accounts = new Accounts(contextWith({}).context);
    expect(accounts.state).toEqual({ kind: 'signedOut' });
    settings.set(SETTING, 'https://one.example');
    expect(accounts.state).toEqual({ kind: 'unopened', name: 'one.example', host: 'one.example' });
    await accounts.open();
    expect(accounts.state).toEqual({ kind: 'signedOut' });
  });

  test('retries reading the key after the secret storage fails', async () => {
    settings.set(SETTING, 'https://one.example');
    const { context, storage } = contextWith({ 'switchyard.apiKey:https://one.example': 'key' });
    const accounts = new Accounts(context);
    storage.fails = true;
    await expect(accounts.open()).rejects.toThrow('locked');
    storage.fails = false;
    expect(await accounts.open()).toMatchObject({ credentials: { apiKey: 'key', source: 'keyring' } });
    expect(accounts.state.kind).toBe('connected');
  });

  test('is signed out after signing out, also if there is a key in the environment', async () => {
    settings.set(SETTING, 'https://one.example');
    process.env.SWITCHYARD_API_KEY = 'key-of-the-environment';
    const { context } = contextWith({ 'switchyard.apiKey:https://one.example': 'stored-key' });
    const accounts = new Accounts(context);
    await accounts.open();
    shown.length = 0;
    await signOutAndTell(accounts);
    expect(await accounts.open()).toBeUndefined();
    expect(accounts.state.kind).toBe('signedOut');
    expect(shown).toEqual([expect.stringContaining('SWITCHYARD_API_KEY stays in the environment')]);
  });

  test('prefers the setting over the environment for list, key and requests, and shows the unused one', async () => {
    settings.set(SETTING, 'https://setting.example');
    process.env.SWITCHYARD_BASE_URL = 'https://environment.example';
    process.env.SWITCHYARD_API_KEY = 'key-of-the-environment';
    const { context } = contextWith({ 'switchyard.apiKey:https://setting.example': 'key-of-the-setting' });
    const accounts = new Accounts(context);
    const { active } = accounts.list;
    expect(active).toMatchObject({ name: 'setting.example', source: 'setting' });
    expect(await accounts.open()).toMatchObject({
      credentials: { apiKey: 'key-of-the-setting', baseUrl: 'https://setting.example/' },
    });
    expect((await accounts.require()).client.origin).toBe('https://setting.example');
    expect(unusedEnvironment(active)).toContain('environment.example');
  });

  test('ignores the key of the environment if the URL of the environment is invalid, and shows why', async () => {
    process.env.SWITCHYARD_API_KEY = 'key';
    for (const url of ['http://prod.example', 'ftp://prod.example', 'https://']) {
      process.env.SWITCHYARD_BASE_URL = url;
      settings.set(SETTING, 'https://setting.example');
      const accounts = new Accounts(contextWith().context);
      expect(await accounts.open()).toBeUndefined();
      expect(unusedEnvironment(accounts.list.active)).toContain('SWITCHYARD_BASE_URL is invalid.');
      const added = await accounts.list.add('Named', new URL('https://named.example'));
      expect(unusedEnvironment(added)).toBeUndefined();
      settings.set(SETTING, '');
      expect(unusedEnvironment(new Accounts(contextWith().context).list.active)).toContain('is invalid');
    }
  });

  test('uses the key of the environment for the service of the setting if the environment has no URL', async () => {
    settings.set(SETTING, 'https://setting.example');
    process.env.SWITCHYARD_API_KEY = 'key';
    process.env.SWITCHYARD_BASE_URL = ' ';
    const accounts = new Accounts(contextWith().context);
    expect(await accounts.open()).toMatchObject({
      credentials: { source: 'environment', baseUrl: 'https://setting.example/' },
    });
    expect(unusedEnvironment(accounts.list.active)).toBeUndefined();
  });

  test('keep the session, and the requests in it, if reading the credentials fails meanwhile', async () => {
    settings.set(SETTING, 'https://one.example');
    const { context, storage } = contextWith({ 'switchyard.apiKey:https://one.example': 'key' });
    const accounts = new Accounts(context);
    const session = await accounts.require();
    const waiting = session.client.listWorkflows();
    storage.fails = true;
    await expect(accounts.update()).rejects.toThrow('locked');
    answer(new Response('[]', { headers: { 'content-type': 'application/json' } }));
    expect(await waiting).toEqual([]);
    expect(await accounts.require()).toBe(session);
  });

  test('end a session with its requests when another account becomes active, and send no other with its key', async () => {
    const keys = { 'switchyard.apiKey:https://one.example': 'key', 'switchyard.apiKey:https://two.example': 'key' };
    settings.set(SETTING, 'https://one.example');
    const accounts = new Accounts(contextWith(keys).context);
    const first = await accounts.require();
    const waiting = first.client.listWorkflows().catch((error: unknown) => error);
    settings.set(SETTING, 'https://two.example');
    await accounts.update();
    answer(new Response('[]', { headers: { 'content-type': 'application/json' } }));
    expect(await waiting).toMatchObject({ error: { kind: 'canceled' } });
    expect(first.signal.aborted).toBe(true);
    requested.length = 0;
    await expect(first.client.models()).rejects.toMatchObject({ error: { kind: 'canceled' } });
    expect(requested).toEqual([]);
    expect((await accounts.require()).client.origin).toBe('https://two.example');
    settings.set(SETTING, '');
    await accounts.update();
    await expect(accounts.require()).rejects.toBeInstanceOf(SignedOutError);
  });

  test('keep the session when a timeout is changed', async () => {
    settings.set(SETTING, 'https://one.example');
    const accounts = new Accounts(contextWith({ 'switchyard.apiKey:https://one.example': 'key' }).context);
    const session = await accounts.require();
    settings.set('switchyard.requestTimeout', 90);
    expect(await accounts.update()).toBe(session);
  });

  test('begin one session for changes in several steps', async () => {
    const keys: Record<string, string> = {};
    const accounts = new Accounts(contextWith(keys).context);
    await accounts.open();
    const begun: (string | undefined)[] = [];
    accounts.onDidChangeSession((session) => begun.push(session?.name));
    await accounts.change(async () => {
      const one = await accounts.list.add('One', new URL('https://one.example'));
      const two = await accounts.list.add('Two', new URL('https://two.example'));
      for (const { id, baseUrl } of [one, two]) keys[`switchyard.apiKey:${baseUrl.origin}#${id}`] = 'key';
      await accounts.list.use(one.id);
      await accounts.list.use(two.id);
    });
    expect(begun).toEqual(['Two']);
  });

  test('has the same account after it was renamed, and another one after its key was changed', async () => {
    const keys: Record<string, string> = {};
    const accounts = new Accounts(contextWith(keys).context);
    const added = await accounts.list.add('One', new URL('https://one.example'));
    keys[`switchyard.apiKey:https://one.example#${added.id}`] = 'key';
    await accounts.use(added.id);
    const replaced: string[] = [];
    accounts.onDidChangeSession(() => replaced.push('account'));
    await accounts.list.rename(added.id, 'Two');
    await accounts.update();
    expect([replaced, accounts.state]).toEqual([[], expect.objectContaining({ kind: 'connected', name: 'Two' })]);
    keys[`switchyard.apiKey:https://one.example#${added.id}`] = 'other-key';
    await accounts.update();
    expect(replaced).toEqual(['account']);
  });

  test('are still connected after a 403, and unauthorized after a 401, even if a 403 follows', async () => {
    settings.set(SETTING, 'https://one.example');
    const accounts = new Accounts(contextWith({ 'switchyard.apiKey:https://one.example': 'key' }).context);
    const { client } = await accounts.require();
    const refused = async (status: number) => {
      const waiting = client.listWorkflows();
      answer(new Response('{"error": "no"}', { status }));
      await expect(waiting).rejects.toThrow('no');
    };
    await refused(403);
    expect(accounts.state.kind).toBe('connected');
    await refused(401);
    await refused(403);
    expect(accounts.state.kind).toBe('unauthorized');
  });

  test('sends the key of the environment only to the service of the environment', async () => {
    settings.set(SETTING, 'https://setting.example');
    process.env.SWITCHYARD_BASE_URL = 'https://environment.example';
    process.env.SWITCHYARD_API_KEY = 'key';
    expect(await new Accounts(contextWith().context).open()).toBeUndefined();
    process.env.SWITCHYARD_BASE_URL = 'https://setting.example/v2';
    expect(await new Accounts(contextWith().context).open()).toMatchObject({ credentials: { source: 'environment' } });
    settings.set(SETTING, '');
    process.env.SWITCHYARD_BASE_URL = 'https://environment.example';
    const alone = new Accounts(contextWith().context);
    expect(await alone.open()).toMatchObject({ credentials: { baseUrl: 'https://environment.example/' } });
    expect(unusedEnvironment(alone.list.active)).toBeUndefined();
  });
});

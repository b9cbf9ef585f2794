import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigurationTarget, commands as registry, workspace } from 'vscode';
import { DEFAULT_CONNECTION, type NamedConnection } from '../../../src/account/connections.ts';
import { verifyCredentials } from '../../../src/account/sign-in.ts';
import { commands } from '../../../src/shared/generated/names.ts';
import { freePort } from '../../local-server.ts';
import { type Effect, type Service, startService } from '../../service/index.ts';
import { until } from '../../until.ts';
import { api, connect, serviceKey, serviceUrl } from './world.ts';

describe('account', () => {
  after(() => connect(undefined));

  it('is signed out without a key', async () => {
    const { connection } = await connect(undefined);
    assert.equal(connection.state.kind, 'signedOut');
    await assert.rejects(
      connection.run((client) => client.listWorkflows()),
      /Not signed in/,
    );
  });

  it('reads key and base URL from the environment', async () => {
    const { connection } = await connect(serviceKey());
    await connection.run((client) => client.listWorkflows());
    const { host } = new URL(serviceUrl());
    assert.deepEqual(connection.state, { kind: 'connected', name: host, host, source: 'environment' });
  });

  it('reports a rejected key once, however many calls fail', async () => {
    const { connection } = await connect('a-key-that-is-not-valid');
    const seen: string[] = [];
    const listener = connection.onDidChange((state) => seen.push(state.kind));
    await Promise.allSettled(Array.from({ length: 8 }, () => connection.run((client) => client.listWorkflows())));
    listener.dispose();
    assert.deepEqual(seen, ['unauthorized']);
  });

  it('distinguishes an unreachable service from a rejected key, and recovers', async () => {
    const { connection } = await connect('any', `http://127.0.0.1:${await freePort()}`);
    await assert.rejects(connection.run((client) => client.listWorkflows()));
    assert.equal(connection.state.kind, 'unreachable');
    await connect(serviceKey());
    await connection.run((client) => client.listWorkflows());
    assert.equal(connection.state.kind, 'connected');
  });

  it('never sends a key to http hosts that are not loopback', async () => {
    const { connection } = await connect(serviceKey(), 'http://service.example.com');
    assert.equal(connection.state.kind, 'signedOut');
  });

  it("uses VS Code's proxy, except for the hosts that are excluded from it", async () => {
    const asked: string[] = [];
    const proxy = createServer().on('connect', ({ url }, socket) => {
      asked.push(url ?? '');
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const { port } = proxy.address() as AddressInfo;
    const http = workspace.getConfiguration('http');
    const ask = async (host: string) => {
      const { connection } = await connect(serviceKey(), `https://${host}`);
      await assert.rejects(connection.run((client) => client.listWorkflows()));
    };
    try {
      await http.update('proxy', `http://127.0.0.1:${port}`, ConfigurationTarget.Global);
      await http.update('noProxy', ['excluded.invalid'], ConfigurationTarget.Global);
      await ask('service.invalid');
      await ask('excluded.invalid');
      assert.ok(asked.length > 0);
      assert.deepEqual([...new Set(asked)], ['service.invalid:443']);
    } finally {
      await http.update('proxy', undefined, ConfigurationTarget.Global);
      await http.update('noProxy', undefined, ConfigurationTarget.Global);
      proxy.close();
      await connect(undefined);
    }
  });

  it('ignores the key of the environment after signing out, until the user signs in again', async () => {
    const { connection } = await connect(serviceKey());
    const kind = () => connection.state.kind;
    assert.equal(kind(), 'connected');
    await registry.executeCommand(commands.signOut);
    await until('the connection to be signed out', () => kind() === 'signedOut');
    await connection.reopen();
    assert.equal(kind(), 'signedOut');
    await connection.credentials.acceptEnvironment();
    await connection.reopen();
    assert.equal(kind(), 'connected');
  });

  it('binds a stored key to its origin', async () => {
    const { connection } = await connect(undefined);
    const { credentials, list } = connection;
    const here = { id: DEFAULT_CONNECTION, name: '', baseUrl: new URL(serviceUrl()) };
    await list.setBaseUrl(DEFAULT_CONNECTION, here.baseUrl);
    await credentials.store(here, serviceKey());
    await until('the stored key to be used', () => connection.state.kind === 'connected');
    assert.equal((await connection.current())?.source, 'keyring');
    await list.setBaseUrl(DEFAULT_CONNECTION, new URL('http://127.0.0.1:9'));
    await until('the other origin to have no key', () => connection.state.kind === 'signedOut');
    await list.setBaseUrl(DEFAULT_CONNECTION, here.baseUrl);
    await until('the stored key to be used again', () => connection.state.kind === 'connected');
    await credentials.delete(here);
    await until('the connection to be signed out', () => connection.state.kind === 'signedOut');
    await list.remove(DEFAULT_CONNECTION);
  });
});

describe('several connections', () => {
  let other: Service;
  /** Two accounts of the other service; its key and a rejected one. */
  let right: NamedConnection;
  let wrong: NamedConnection;
  before(async () => {
    other = await startService();
  });
  beforeEach(async () => {
    await connect(serviceKey());
    right = await add('Other', other.url, other.key);
    wrong = await add('Wrong key', other.url, 'not-the-key');
  });
  afterEach(async () => {
    other.faults.clear();
    const { connection } = await api();
    for (const one of connection.list.all) {
      await connection.credentials.delete(one);
      await connection.list.remove(one.id);
    }
    await connection.list.use(DEFAULT_CONNECTION);
    await connection.credentials.acceptEnvironment();
  });
  after(async () => {
    await connect(undefined);
    await other.close();
  });

  const add = async (name: string, url: string, key: string) => {
    const { connection } = await api();
    const added = await connection.list.add(name, new URL(url));
    await connection.credentials.store(added, key);
    return added;
  };

  it('switches to another service with its own key, and discards loaded data', async () => {
    const { connection, workflows } = await api();
    await workflows.store.ensure();
    const [first] = other.state.workflows.values();
    assert.ok(first);
    first.name = 'Only over there';
    await connection.use(right.id);
    assert.deepEqual(connection.state, {
      kind: 'connected',
      name: 'Other',
      host: new URL(other.url).host,
      source: 'keyring',
    });
    assert.equal(workflows.store.entries.length, 0);
    await workflows.store.ensure();
    assert.ok(workflows.store.entries.some(({ workflow }) => workflow.name === 'Only over there'));
    await connection.use(DEFAULT_CONNECTION);
    await workflows.store.ensure();
    assert.ok(!workflows.store.entries.some(({ workflow }) => workflow.name === 'Only over there'));
  });

  it('keeps two accounts of one service separate', async () => {
    const { connection } = await api();
    const before = other.requests.length;
    await connection.use(wrong.id);
    await assert.rejects(connection.run((client) => client.listWorkflows()));
    assert.deepEqual(connection.state, { kind: 'unauthorized', name: 'Wrong key', host: new URL(other.url).host });
    await connection.use(right.id);
    assert.ok((await connection.run((client) => client.listWorkflows())).length > 0);
    const answers = other.requests.slice(before).filter(({ path }) => path === '/v1/workflows');
    assert.deepEqual([answers[0]?.status, answers.at(-1)?.status], [401, 200]);
  });

  it('sends no key to a place that the connection was moved to', async () => {
    const { connection } = await api();
    const third = await startService();
    await connection.use(right.id);
    await connection.list.setBaseUrl(right.id, new URL(third.url));
    await connection.reopen();
    assert.equal(connection.state.kind, 'signedOut');
    await assert.rejects(
      connection.run((client) => client.listWorkflows()),
      /Not signed in/,
    );
    assert.deepEqual(third.requests, []);
    await third.close();
    await connection.list.setBaseUrl(right.id, new URL(other.url));
    await connection.reopen();
    assert.equal(connection.state.kind, 'connected');
  });

  it('ignores late results of the previous connection', async () => {
    const { connection } = await api();
    await connection.use(right.id);
    other.faults.add({ effect: { kind: 'status', status: 401 }, path: '/v1/executions' });
    const late = connection.run((client) => client.listExecutions());
    await connection.use(DEFAULT_CONNECTION);
    await assert.rejects(late);
    assert.equal(connection.state.kind, 'connected');
  });

  it("doesn't allow names that differ only in case", async () => {
    const { connection } = await api();
    assert.ok(connection.list.hasName('other'));
    assert.ok(!connection.list.hasName('other', right.id));
    await connection.list.rename(right.id, 'Staging');
    assert.ok(!connection.list.hasName('other'));
    assert.equal(connection.list.get(right.id)?.name, 'Staging');
  });

  it('falls back to another connection when the one in use is removed', async () => {
    const { connection } = await api();
    await connection.use(wrong.id);
    await connection.credentials.delete(wrong);
    await connection.list.remove(wrong.id);
    await connection.reopen();
    assert.equal(connection.list.active?.id, DEFAULT_CONNECTION);
    assert.equal(connection.state.kind, 'connected');
  });
});

describe('the test of a connection', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  afterEach(() => service.faults.clear());
  after(() => service.close());

  const ask = (key: string, signal = new AbortController().signal) =>
    verifyCredentials(new URL(service.url), key, signal);

  it('returns the duration and the number of runs', async () => {
    const { error, runs, took } = await ask(service.key);
    assert.equal(error, undefined);
    assert.equal(runs, [...service.state.runs.values()].filter(isOwn).length);
    assert.ok(took > 0);
  });

  const isOwn = ({ workflowId }: { workflowId: string }) => service.state.workflows.get(workflowId)?.own === true;

  it('reports a rejected key', async () => {
    assert.equal((await ask('another-key')).error?.kind, 'unauthorized');
  });

  const faults: readonly (readonly [string, Effect, string])[] = [
    ['404', { kind: 'status', status: 404 }, 'notFound'],
    ['500', { kind: 'status', status: 500 }, 'server'],
    ['a web page', { kind: 'html' }, 'badResponse'],
    ['wrong types', { kind: 'body', body: { items: {}, total: 'many' } }, 'badResponse'],
    ['a lost connection', { kind: 'drop' }, 'network'],
    ['a redirect to another place', { kind: 'redirect', to: 'http://service.example.com/' }, 'badResponse'],
  ];
  for (const [name, effect, kind] of faults)
    it(`reports the error: ${name}`, async () => {
      service.faults.add({ effect, count: 0 });
      assert.equal((await ask(service.key)).error?.kind, kind);
    });

  it('ends when the user cancels', async () => {
    service.faults.add({ effect: { kind: 'hang' } });
    const left = new AbortController();
    const before = service.requests.length;
    const asked = ask(service.key, left.signal);
    await until('the request', () => service.requests.length > before);
    left.abort();
    assert.equal((await asked).error?.kind, 'canceled');
  });
});

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigurationTarget, commands as registry, workspace } from 'vscode';
import type { ConnectionTestError } from '../../../common/connection-test/failure.ts';
import { planLaunch } from '../../../common/connection-test/launch/launch-plan.ts';
import { testConnection } from '../../../common/connection-test/run.ts';
import { verifyCredentials } from '../../../src/service/account/sign-in.ts';
import { defaultConnection, type NamedConnection } from '../../../src/service/session/accounts/connections.ts';
import { commands } from '../../../src/shared/generated/names.ts';
import { freePort } from '../../local-server.ts';
import { type Effect, type Service, startService } from '../../service/index.ts';
import { until } from '../../until.ts';
import { api, connect, serviceKey, serviceUrl, session } from './world.ts';

describe('account', () => {
  after(() => connect(undefined));

  it('is signed out without a key', async () => {
    const { accounts } = await connect(undefined);
    assert.equal(accounts.state.kind, 'signedOut');
    await assert.rejects(accounts.require(), /Not signed in/);
  });

  it('reads key and base URL from the environment', async () => {
    const { accounts } = await connect(serviceKey());
    await session().client.listWorkflows();
    const { host } = new URL(serviceUrl());
    assert.deepEqual(accounts.state, { kind: 'connected', name: host, host, source: 'environment' });
  });

  it('reports a rejected key once, however many calls fail', async () => {
    const { accounts } = await connect('a-key-that-is-not-valid');
    const seen: string[] = [];
    const listener = accounts.onDidChangeState((state) => seen.push(state.kind));
    await Promise.allSettled(Array.from({ length: 8 }, () => session().client.listWorkflows()));
    listener.dispose();
    assert.deepEqual(seen, ['unauthorized']);
  });

  it('distinguishes an unreachable service from a rejected key, and recovers', async () => {
    const { accounts } = await connect('any', `http://127.0.0.1:${await freePort()}`);
    await assert.rejects(session().client.listWorkflows());
    assert.equal(accounts.state.kind, 'unreachable');
    await connect(serviceKey());
    await session().client.listWorkflows();
    assert.equal(accounts.state.kind, 'connected');
  });

  it('never sends a key to http hosts that are not loopback', async () => {
    const { accounts } = await connect(serviceKey(), 'http://service.example.com');
    assert.equal(accounts.state.kind, 'signedOut');
  });

  it("uses VS Code's proxy, also for connection tests, except for the hosts that are excluded from it", async () => {
    const asked: string[] = [];
    const proxy = createServer().on('connect', ({ url }, socket) => {
      asked.push(url ?? '');
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const { port } = proxy.address() as AddressInfo;
    const http = workspace.getConfiguration('http');
    const ask = async (host: string) => {
      await connect(serviceKey(), `https://${host}`);
      await assert.rejects(session().client.listWorkflows());
    };
    const testTools = (name: string) => {
      const definition = { name, transport: 'http', url: `https://${name}/mcp`, headers: {}, signsIn: false } as const;
      const options = {
        environment: {},
        fetch,
        signal: AbortSignal.timeout(10_000),
        log() {},
        progress() {},
        version: '1',
      };
      return assert.rejects(
        testConnection(
          planLaunch(definition, {}, (cwd) => cwd ?? '/'),
          options,
        ),
        ({ failure }: ConnectionTestError) => failure.kind === 'proxy',
      );
    };
    try {
      await http.update('proxy', `http://127.0.0.1:${port}`, ConfigurationTarget.Global);
      await http.update('noProxy', ['excluded.invalid'], ConfigurationTarget.Global);
      await ask('service.invalid');
      await ask('excluded.invalid');
      await testTools('tools.invalid');
      assert.ok(asked.length > 0);
      assert.deepEqual([...new Set(asked)], ['service.invalid:443', 'tools.invalid:443']);
    } finally {
      await http.update('proxy', undefined, ConfigurationTarget.Global);
      await http.update('noProxy', undefined, ConfigurationTarget.Global);
      proxy.close();
      await connect(undefined);
    }
  });

  it('ignores the key of the environment after signing out, until the user signs in again', async () => {
    const { accounts } = await connect(serviceKey());
    const kind = () => accounts.state.kind;
    assert.equal(kind(), 'connected');
    await registry.executeCommand(commands.signOut);
    await until('the connection to be signed out', () => kind() === 'signedOut');
    await accounts.update();
    assert.equal(kind(), 'signedOut');
    await accounts.credentials.acceptEnvironment();
    await accounts.update();
    assert.equal(kind(), 'connected');
  });

  it('binds a stored key to its origin', async () => {
    const { accounts } = await connect(undefined);
    const { credentials, list } = accounts;
    const here = { id: defaultConnection, name: '', baseUrl: new URL(serviceUrl()) };
    await list.setBaseUrl(defaultConnection, here.baseUrl);
    await credentials.store(here, serviceKey());
    await until('the stored key to be used', () => accounts.state.kind === 'connected');
    assert.equal((await accounts.open())?.credentials.source, 'keyring');
    await list.setBaseUrl(defaultConnection, new URL('http://127.0.0.1:9'));
    await until('the other origin to have no key', () => accounts.state.kind === 'signedOut');
    await list.setBaseUrl(defaultConnection, here.baseUrl);
    await until('the stored key to be used again', () => accounts.state.kind === 'connected');
    await credentials.delete(here);
    await until('the connection to be signed out', () => accounts.state.kind === 'signedOut');
    await list.remove(defaultConnection);
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
    const { accounts } = await api();
    for (const one of accounts.list.all) {
      await accounts.credentials.delete(one);
      await accounts.list.remove(one.id);
    }
    await accounts.list.use(defaultConnection);
    await accounts.credentials.acceptEnvironment();
  });
  after(async () => {
    await connect(undefined);
    await other.close();
  });

  const add = async (name: string, url: string, key: string) => {
    const { accounts } = await api();
    const added = await accounts.list.add(name, new URL(url));
    await accounts.credentials.store(added, key);
    return added;
  };

  it('switches to another service with its own key, and discards loaded data', async () => {
    const { accounts } = await api();
    await session().workflows.ensure();
    const [first] = other.state.workflows.values();
    assert.ok(first);
    first.name = 'Only over there';
    await accounts.use(right.id);
    assert.deepEqual(accounts.state, {
      kind: 'connected',
      name: 'Other',
      host: new URL(other.url).host,
      source: 'keyring',
    });
    assert.equal(session().workflows.entries.length, 0);
    await session().workflows.ensure();
    assert.ok(session().workflows.entries.some(({ workflow }) => workflow.name === 'Only over there'));
    await accounts.use(defaultConnection);
    await session().workflows.ensure();
    assert.ok(!session().workflows.entries.some(({ workflow }) => workflow.name === 'Only over there'));
  });

  it('keeps two accounts of one service separate', async () => {
    const { accounts } = await api();
    const before = other.requests.length;
    await accounts.use(wrong.id);
    await assert.rejects(session().client.listWorkflows());
    const { state } = accounts;
    assert.ok(state.kind === 'unauthorized' && state.error.kind === 'unauthorized');
    assert.deepEqual([state.name, state.host, state.error.status], ['Wrong key', new URL(other.url).host, 401]);
    await accounts.use(right.id);
    assert.ok((await session().client.listWorkflows()).length > 0);
    const answers = other.requests.slice(before).filter(({ path }) => path === '/v1/workflows');
    assert.deepEqual([answers[0]?.status, answers.at(-1)?.status], [401, 200]);
  });

  it('sends no key to a place that the connection was moved to [spec H1]', async () => {
    const { accounts } = await api();
    const third = await startService();
    await accounts.use(right.id);
    await accounts.list.setBaseUrl(right.id, new URL(third.url));
    await accounts.update();
    assert.equal(accounts.state.kind, 'signedOut');
    await assert.rejects(accounts.require(), /Not signed in/);
    assert.deepEqual(third.requests, []);
    await third.close();
    await accounts.list.setBaseUrl(right.id, new URL(other.url));
    await accounts.update();
    assert.equal(accounts.state.kind, 'connected');
  });

  it('ignores late results of the previous connection', async () => {
    const { accounts } = await api();
    await accounts.use(right.id);
    other.faults.add({ effect: { kind: 'status', status: 401 }, path: '/v1/executions' });
    const late = session().client.listExecutions();
    await accounts.use(defaultConnection);
    await assert.rejects(late);
    assert.equal(accounts.state.kind, 'connected');
  });

  it("doesn't allow names that differ only in case", async () => {
    const { accounts } = await api();
    assert.ok(accounts.list.hasName('other'));
    assert.ok(!accounts.list.hasName('other', right.id));
    await accounts.list.rename(right.id, 'Staging');
    assert.ok(!accounts.list.hasName('other'));
    assert.equal(accounts.list.get(right.id)?.name, 'Staging');
  });

  it('falls back to another connection when the one in use is removed', async () => {
    const { accounts } = await api();
    await accounts.use(wrong.id);
    await accounts.credentials.delete(wrong);
    await accounts.list.remove(wrong.id);
    await accounts.update();
    assert.equal(accounts.list.active?.id, defaultConnection);
    assert.equal(accounts.state.kind, 'connected');
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
    ['a web page', { kind: 'html' }, 'badResponse'],
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

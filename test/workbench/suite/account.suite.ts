import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { commands as registry } from 'vscode';
import { commands } from '../../../src/shared/contract.ts';
import { connect, serviceKey, serviceUrl, until } from './world.ts';

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

  it('takes key and base URL from the environment where there is no keyring', async () => {
    const { connection } = await connect(serviceKey());
    await connection.run((client) => client.listWorkflows());
    assert.deepEqual(connection.state, { kind: 'connected', host: new URL(serviceUrl()).host, source: 'environment' });
  });

  it('notices a refused key once, however many calls it fails', async () => {
    const { connection } = await connect('a-key-that-is-not-valid');
    const seen: string[] = [];
    const listener = connection.onDidChange((state) => seen.push(state.kind));
    await Promise.allSettled(Array.from({ length: 8 }, () => connection.run((client) => client.listWorkflows())));
    listener.dispose();
    assert.deepEqual(seen, ['unauthorized']);
  });

  it('tells an unreachable service from a refused key, and recovers', async () => {
    const server = createServer((_request, response) => response.end('[]')).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const { connection } = await connect('any', `http://127.0.0.1:${port}`);
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

  it('declines the key of the environment after signing out, until it is asked to sign in again', async () => {
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
    await connection.credentials.save(new URL(serviceUrl()), serviceKey());
    await until('the stored key to be used', () => connection.state.kind === 'connected');
    assert.equal((await connection.current())?.source, 'keyring');
    await connection.credentials.save(new URL('http://127.0.0.1:9'), '');
    await connection.reopen();
    assert.equal(connection.state.kind, 'signedOut', 'another origin has no key');
    await connection.credentials.save(new URL(serviceUrl()), serviceKey());
    await connection.reopen();
    const current = await connection.current();
    assert.ok(current);
    await connection.credentials.forget(current);
    await connection.reopen();
    assert.equal(connection.state.kind, 'signedOut');
  });
});

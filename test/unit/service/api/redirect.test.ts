import { describe, expect, it } from 'vitest';
import { clientOf, errorOf, json, KEY, type Sent } from './support.ts';

const to = (location: string, status = 302) => new Response(null, { status, headers: { location } });
const hops = (sent: Sent[]) => sent.map(({ url, method, headers }) => [method, url, headers.authorization ?? 'no key']);
const TOKEN = `Token ${KEY}`;

describe('redirects', () => {
  it('are followed by the client, not by fetch', async () => {
    const { client, sent } = clientOf([to('/v2/workflows', 301), json([])]);
    await client.listWorkflows();
    expect(hops(sent)).toEqual([
      ['GET', 'https://service.example/v1/workflows', TOKEN],
      ['GET', 'https://service.example/v2/workflows', TOKEN],
    ]);
    expect(sent.map((one) => one.redirect)).toEqual(['manual', 'manual']);
  });

  it.each([301, 302, 303, 307, 308])('of a GET to another origin are followed without the key (%i)', async (status) => {
    const { client, sent } = clientOf([to('https://evil.example/steal', status), json([])]);
    await client.listWorkflows();
    expect(hops(sent)[1]).toEqual(['GET', 'https://evil.example/steal', 'no key']);
  });

  it.each([
    'https://service.example:8443/x',
    'https://sub.service.example/x',
    'https://service.example.evil.example/x',
    '//evil.example/x',
  ])('count as another origin for %s', async (location) => {
    const { client, sent } = clientOf([to(location), json([])]);
    await client.listWorkflows();
    expect(hops(sent)[1]?.[2]).toBe('no key');
  });

  it.each([401, 403])('of a GET to another origin are reported if that origin requires a key (%i)', async (status) => {
    const named = {
      kind: 'badResponse',
      status,
      message: `The service redirects to https://other.example, which doesn't get the API key and returned status ${status}. Check the base URL.`,
    };
    const { client } = clientOf([to('https://other.example/v1/workflows'), json({ error: 'Who are you?' }, status)]);
    expect(await errorOf(client.listWorkflows())).toEqual(named);
    const back = clientOf([to('https://other.example/'), to('https://service.example/'), json({}, status)]);
    expect(await errorOf(back.client.listWorkflows())).toEqual(named);
    const own = clientOf([to('/v2/workflows'), json({ error: 'No' }, status)]);
    expect(await errorOf(own.client.listWorkflows())).toMatchObject({
      kind: status === 401 ? 'unauthorized' : 'forbidden',
    });
  });

  it.each([
    'http://127.0.0.1:3000/x',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://localhost/x',
    'https://app.localhost./x',
    'https://[::ffff:127.0.0.1]/x',
    'https://0.0.0.0/x',
  ])('of another machine to this one are not followed: %s', async (location) => {
    const { client, sent } = clientOf([to(location), json([])]);
    expect(await errorOf(client.listWorkflows())).toMatchObject({ kind: 'badResponse', status: 302 });
    expect(sent).toHaveLength(1);
  });

  it('of a service on this machine can lead to this machine', async () => {
    const { client, sent } = clientOf([to('http://127.0.0.1:3000/x'), json([])], { baseUrl: 'http://localhost:8080' });
    await client.listWorkflows();
    expect(hops(sent)[1]).toEqual(['GET', 'http://127.0.0.1:3000/x', 'no key']);
  });

  it('do not restore the key on the way back from another origin', async () => {
    const { client, sent } = clientOf([
      to('https://evil.example/x'),
      to('https://service.example/v1/workflows'),
      json([]),
    ]);
    await client.listWorkflows();
    expect(hops(sent).map((hop) => hop[2])).toEqual([TOKEN, 'no key', 'no key']);
  });

  it('send no custom headers to another origin', async () => {
    const { client, sent } = clientOf([to('https://evil.example/x'), json({})]);
    await client.raw({ method: 'GET', path: '/keys', headers: { 'x-secret': 'yes' } });
    expect(sent[1]?.headers).toEqual({ accept: '*/*' });
  });

  it.each([301, 302, 303, 307, 308])('never send a POST or PATCH to another origin (%i)', async (status) => {
    const { client, sent } = clientOf([to('https://evil.example/x', status)]);
    expect(await errorOf(client.publish('w', { version_id: 'v' }))).toMatchObject({
      kind: 'badResponse',
      status,
      message:
        "The service redirects this POST request to https://evil.example. It wasn't sent there. Check the base URL.",
    });
    expect(await errorOf(client.setWorkflowStatus('w', 'enabled'))).toMatchObject({ kind: 'badResponse', status });
    expect(sent.map((one) => new URL(one.url).host)).toEqual(['service.example', 'service.example']);
  });

  it.each([301, 302, 303])('never turn a POST into a GET (%i)', async (status) => {
    const { client, sent } = clientOf([to('/elsewhere', status)]);
    expect(await errorOf(client.publish('w', { version_id: 'v' }))).toMatchObject({ kind: 'badResponse', status });
    expect(sent).toHaveLength(1);
  });

  it.each([307, 308])('of a POST within the origin preserve method and body (%i)', async (status) => {
    const { client, sent } = clientOf([
      to('/other/publish', status),
      json({ message: 'ok', workflow_id: 'w', version_id: 'v' }),
    ]);
    await client.publish('w', { version_id: 'v' });
    expect(hops(sent)[1]).toEqual(['POST', 'https://service.example/other/publish', TOKEN]);
    expect(sent[1]?.body).toBe(sent[0]?.body);
  });

  it.each([
    'http://service.example/x',
    'ftp://service.example/x',
    'data:application/json,[]',
    'file:///etc/passwd',
    'javascript:alert(1)',
  ])('are not followed to %s', async (location) => {
    const { client, sent } = clientOf([to(location)]);
    expect(await errorOf(client.listWorkflows())).toMatchObject({
      kind: 'badResponse',
      message: expect.stringMatching(/not secure/),
    });
    expect(sent).toHaveLength(1);
  });

  it('release the body of the redirect response', async () => {
    let released = false;
    const body = new ReadableStream({
      cancel: () => {
        released = true;
      },
    });
    const { client } = clientOf([() => new Response(body, { status: 302, headers: { location: '/x' } }), json([])]);
    await client.listWorkflows();
    expect(released).toBe(true);
  });

  it('stop after five', async () => {
    const { client, sent } = clientOf([to('/again')]);
    expect(await errorOf(client.listWorkflows())).toMatchObject({
      kind: 'badResponse',
      message: 'The service redirects too many times.',
    });
    expect(sent).toHaveLength(6);
  });

  it('are rejected without a valid target', async () => {
    const { client } = clientOf([new Response(null, { status: 302 }), to('https://')]);
    expect(await errorOf(client.listWorkflows())).toMatchObject({
      kind: 'badResponse',
      message: expect.stringMatching(/without a target/),
    });
    expect(await errorOf(client.listWorkflows())).toMatchObject({
      kind: 'badResponse',
      message: expect.stringMatching(/without a target/),
    });
  });
});

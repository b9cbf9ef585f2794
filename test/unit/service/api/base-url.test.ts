import { describe, expect, it } from 'vitest';
import { createClient, parseBaseUrl } from '../../../../src/service/api/index.ts';
import { clientOf, errorOf, json, KEY } from './support.ts';

function hrefOf(text: string): string {
  const parsed = parseBaseUrl(text);
  return parsed.ok ? parsed.url.href : parsed.reason;
}

describe('base URL', () => {
  it.each([
    ['https://api.example', 'https://api.example/'],
    ['  https://api.example/router/  ', 'https://api.example/router'],
    ['https://api.example/a/b///', 'https://api.example/a/b'],
    ['HTTPS://API.Example:8443/x', 'https://api.example:8443/x'],
    ['http://localhost:3000', 'http://localhost:3000/'],
    ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000/'],
    ['http://[::1]:3000', 'http://[::1]:3000/'],
    ['https://api.example/v1', 'https://api.example/v1'],
    ['https://api.example/router/v1//', 'https://api.example/router/v1'],
    ['https://router.example/api/v1/chat/completions', 'https://router.example/api/v1'],
    ['https://router.example/api/chat/completions/', 'https://router.example/api'],
    ['router.example/v1/models', 'https://router.example/v1'],
    ['https://router.example/v1/workflows?limit=5#list', 'https://router.example/v1'],
    ['https://router.example/?', 'https://router.example/'],
    ['https://router.example/v1/images/generations', 'https://router.example/v1'],
    ['https://router.example/models', 'https://router.example/models'],
    ['https://api.example/apiv1', 'https://api.example/apiv1'],
    ['https://api.example/v1/router', 'https://api.example/v1/router'],
    ['api.example', 'https://api.example/'],
    ['api.example:8443/x/v1', 'https://api.example:8443/x/v1'],
    ['//api.example', 'https://api.example/'],
    ['localhost:3000', 'http://localhost:3000/'],
    ['127.0.0.1:3000/v1/', 'http://127.0.0.1:3000/v1'],
    ['[::1]:3000', 'http://[::1]:3000/'],
    ['localhost.evil.example', 'https://localhost.evil.example/'],
  ])('accepts %s', (text, href) => expect(hrefOf(text)).toBe(href));

  it.each([
    ['', /^Enter a base URL/],
    ['   ', /^Enter a base URL/],
    ['javascript:alert(1)', /isn't a valid URL/],
    ['user:secret@api.example', /user name or password/],
    ['https://', /isn't a valid URL/],
    ['https://exa mple', /isn't a valid URL/],
    ['ftp://api.example', /can't use ftp/],
    ['file:///etc/passwd', /can't use file/],
    ['http://api.example', /must use https/],
    ['http://localhost.evil.example', /must use https/],
    ['http://evil.localhost', /must use https/],
    ['http://127.0.0.2:3000', /must use https/],
    ['http://127.1.2.3', /must use https/],
    ['http://0.0.0.0', /must use https/],
    ['http://127.0.0.1.evil.example', /must use https/],
    ['https://user:secret@api.example', /user name or password/],
    ['https://:secret@api.example', /user name or password/],
    ['https://api.example/v1?a=b', /can't have a query or a fragment/],
    ['https://api.example/?a=b', /can't have a query or a fragment/],
    ['https://api.example/#a', /can't have a query or a fragment/],
  ])('rejects %j with a reason', (text, reason) => {
    expect(parseBaseUrl(text)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
  });

  it('prefixes every request path [spec H1]', async () => {
    const { client, sent } = clientOf([json([])], { baseUrl: 'https://api.example/prefix/' });
    await client.listWorkflows();
    expect(sent[0]?.url).toBe('https://api.example/prefix/v1/workflows');
    expect(client.origin).toBe('https://api.example');
  });

  it('is validated when a client is created', async () => {
    const make = async () => createClient({ baseUrl: 'http://api.example', apiKey: KEY });
    expect(await errorOf(make())).toMatchObject({
      kind: 'validation',
      message: expect.stringMatching(/^The base URL/),
    });
  });

  describe('that ends in /v1', () => {
    const baseUrl = 'https://api.example/v1/';
    const page = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
    const nothing = (status: number) => () => json({ error: 'Not found' }, status);
    const pathsOf = (sent: readonly { url: string }[]) => sent.map(({ url }) => new URL(url).pathname);

    it('is used as typed if the service is there', async () => {
      const { client, sent } = clientOf([json([])], { baseUrl });
      await client.listWorkflows();
      await client.listWorkflows();
      expect(pathsOf(sent)).toEqual(['/v1/v1/workflows', '/v1/v1/workflows']);
      expect(client.baseUrl()).toBe('https://api.example/v1');
    });

    it.each([
      ['404', nothing(404)],
      ['403', nothing(403)],
      ['405', nothing(405)],
      ['a web page', page],
    ])('is used without it from then on if there is only %s', async (_, answer) => {
      const { client, sent } = clientOf([answer, json([])], { baseUrl });
      await client.listWorkflows();
      await client.listWorkflows();
      expect(pathsOf(sent)).toEqual(['/v1/v1/workflows', '/v1/workflows', '/v1/workflows']);
      expect(client.baseUrl()).toBe('https://api.example');
    });

    it('is used as typed if the service rejects the key there, and the other answer counts if it is there', async () => {
      const typed = clientOf([json({ error: 'expired' }, 401)], { baseUrl });
      expect(await errorOf(typed.client.listWorkflows())).toMatchObject({ kind: 'unauthorized' });
      expect(typed.sent).toHaveLength(1);
      const without = clientOf([nothing(404), json({ error: 'expired' }, 401)], { baseUrl });
      expect(await errorOf(without.client.listWorkflows())).toMatchObject({ kind: 'unauthorized' });
    });

    it('reports the first answer if nothing is at either', async () => {
      const { client, sent } = clientOf([nothing(403), nothing(404)], { baseUrl });
      expect(await errorOf(client.listWorkflows())).toMatchObject({ status: 403 });
      expect(pathsOf(sent)).toEqual(['/v1/v1/workflows', '/v1/workflows']);
    });

    it('sends a request of the user to either, which decides nothing', async () => {
      const { client, sent } = clientOf([nothing(404), json({}), json({})], { baseUrl });
      await client.raw({ method: 'GET', path: '/keys' });
      await client.raw({ method: 'GET', path: '/workflows' });
      expect(pathsOf(sent)).toEqual(['/v1/keys', '/keys', '/v1/workflows']);
      expect(client.baseUrl()).toBe('https://api.example/v1');
    });
  });
});

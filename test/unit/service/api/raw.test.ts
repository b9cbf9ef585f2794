import { describe, expect, it } from 'vitest';
import { clientOf, errorOf, json, KEY } from './support.ts';

describe('raw request', () => {
  it('is sent below the base URL with the key [spec H10 H37]', async () => {
    const { client, sent } = clientOf([json({ ok: true })], { baseUrl: 'https://service.example/api/' });
    const response = await client.raw({
      method: 'post',
      path: '/keys/rotate?dry=1',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(sent[0]).toMatchObject({
      method: 'POST',
      url: 'https://service.example/api/keys/rotate?dry=1',
      headers: { authorization: `Token ${KEY}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response).toMatchObject({
      status: 200,
      text: '{"ok":true}',
      headers: { 'content-type': 'application/json' },
    });
    expect(new TextDecoder().decode(response.bytes)).toBe('{"ok":true}');
  });

  it('returns an error status as a response without a retry', async () => {
    const { client, sent } = clientOf([json({ error: 'x' }, 503)]);
    expect(await client.raw({ method: 'GET', path: '/keys' })).toMatchObject({ status: 503, text: '{"error":"x"}' });
    expect(sent).toHaveLength(1);
  });

  it.each([200, 422])('masks the key in text and headers of status %i', async (status) => {
    const { client } = clientOf([json({ key: KEY }, status, { 'x-echo': `Token ${KEY}`, [`x-${KEY}`]: '1' })]);
    const { headers, text } = await client.raw({ method: 'GET', path: '/keys' });
    expect(text).toBe('{"key":"•••"}');
    expect(headers['x-echo']).toBe('Token •••');
    expect(headers['x-•••']).toBe('1');
  });

  it.each([
    'keys',
    '',
    'https://evil.example/keys',
    '//evil.example/keys',
    '/\\evil.example',
    '\\\\evil.example',
    '/../outside',
    '/keys/../../outside',
    '/keys/%2e%2e/%2E%2e/outside',
    '/keys/./x',
    '/keys\n/x',
    '/ke ys',
    '/schlüssel',
    '/keys\\..\\x',
  ])('rejects the path %j without a request', async (path) => {
    const { client, sent } = clientOf([json({})], { baseUrl: 'https://service.example/api' });
    expect(await errorOf(client.raw({ method: 'GET', path }))).toMatchObject({
      kind: 'validation',
      message: expect.stringMatching(/^The path /),
    });
    expect(sent).toHaveLength(0);
  });

  it.each([
    [{ method: 'CONNECT', path: '/keys' }, /method/],
    [{ method: 'GET x', path: '/keys' }, /method/],
    [{ method: 'GET', path: '/keys', body: 'x' }, /body/],
    [{ method: 'GET', path: '/keys', headers: { Authorization: 'Bearer x' } }, /header/],
    [{ method: 'GET', path: '/keys', headers: { Host: 'evil.example' } }, /header/],
    [{ method: 'GET', path: '/keys', headers: { 'x y': 'z' } }, /header/],
    [{ method: 'GET', path: '/keys', headers: { 'x-a': 'b\r\nc: d' } }, /header/],
  ])('rejects %j without a request', async (request, message) => {
    const { client, sent } = clientOf([json({})]);
    expect(await errorOf(client.raw(request))).toMatchObject({
      kind: 'validation',
      message: expect.stringMatching(message),
    });
    expect(sent).toHaveLength(0);
  });
});

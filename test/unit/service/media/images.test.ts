import type { LookupFunction } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { requestImage } from '../../../../src/node/image-request.ts';
import { isPublicAddress } from '../../../../src/node/public-address.ts';
import { type FetchOptions, fetchImage } from '../../../../src/service/media/images/fetch.ts';
import { imageMarkdown } from '../../../../src/service/media/images/insert.ts';
import { readImagePrompt, sizeOf } from '../../../../src/service/media/images/prompt.ts';
import { ImageFailure } from '../../../../src/shared/image-failure.ts';
import { platform, usePlatform } from '../../../../src/shared/platform.ts';
import { type LocalServer, listen } from '../../../local-server.ts';

test.each([
  ['1024x768', '1024x768'],
  [' 64 X 64 ', '64x64'],
  ['1024 × 1024', '1024x1024'],
  ['0064x64', '64x64'],
  ['0x64', '0x64'],
  ['64', undefined],
  ['large', undefined],
  ['64x64x64', undefined],
  ['123456x1', '123456x1'],
  ['', undefined],
])('parses the size %j as %j', (text, size) => expect(sizeOf(text)).toBe(size));

test.each([
  ['93.184.216.34', true],
  ['2606:2800:220:1::1', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.0.1', false],
  ['169.254.169.254', false],
  ['100.100.100.200', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['192.88.99.1', false],
  ['::ffff:0:10.0.0.1', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::10.0.0.1', false],
  ['64:ff9b:1::1', false],
  ['100:0:0:1::1', false],
  ['3fff::1', false],
  ['3fff:fff::1', false],
  ['4000::1', true],
  ['5f00::1', false],
  ['2001:db9::1%eth0', false],
  ['example.com', false],
])('returns whether %s is a public address: %s', (address, open) => expect(isPublicAddress(address)).toBe(open));

test('escapes the description and the path of an image in Markdown', () => {
  expect(imageMarkdown('a boat', 'images/a-boat.png')).toBe('![a boat](images/a-boat.png)');
  expect(imageMarkdown('x](https://evil.example/) ![y\n<b>', 'images/a (1) ü.png')).toBe(
    '![x\\](https://evil.example/) \\!\\[y \\<b\\>](images/a%20%281%29%20%C3%BC.png)',
  );
});

test('restores an image prompt only from valid stored data', () => {
  expect(readImagePrompt({ kind: 'image', model: 'a/b', prompt: 'p', size: '1x1' })).toEqual({
    model: 'a/b',
    prompt: 'p',
    size: '1x1',
  });
  expect(readImagePrompt({ model: 'a/b', prompt: 'p', size: 7 })).toEqual({ model: 'a/b', prompt: 'p', size: '' });
  for (const other of [undefined, null, 'x', {}, { model: 'a/b' }]) expect(readImagePrompt(other)).toBeUndefined();
});

describe('fetching an image', () => {
  const PNG = Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1');
  let server: LocalServer | undefined;
  const seen: Record<string, unknown>[] = [];
  afterEach(async () => {
    await server?.close();
    seen.length = 0;
  });

  async function serve(
    answer: (path: string) => { status?: number; headers?: Record<string, string>; body?: Buffer | 'hang' },
  ) {
    server = await listen((request, response) => {
      seen.push({ ...request.headers });
      const { status = 200, headers = {}, body = PNG } = answer(request.url ?? '');
      if (body === 'hang') return;
      response.writeHead(status, headers);
      response.end(body);
    });
    return server.url;
  }

  /** Replaces DNS lookups for the rest of a test. */
  const before = platform();
  const useLookup = (lookup: LookupFunction) =>
    usePlatform({ ...before, requestImage: (request) => requestImage(request, lookup) });

  async function faultOf(address: string, options: FetchOptions = {}) {
    const failure = await fetchImage(address, options).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ImageFailure);
    return failure instanceof ImageFailure ? failure.kind : undefined;
  }

  test('sends no credentials to the service, and detects the content type from the bytes', async () => {
    const origin = await serve(() => ({ headers: { 'content-type': 'text/html' } }));
    const { bytes, contentType } = await fetchImage(`${origin}/a.svg?x=1`, { serviceOrigin: origin });
    expect(Buffer.from(bytes)).toEqual(PNG);
    expect(contentType).toBe('image/png');
    expect(Object.keys(seen[0] ?? {})).not.toContain('authorization');
    expect(Object.keys(seen[0] ?? {})).not.toContain('cookie');
  });

  test.each([
    ['http://example.com/a.png', 'insecure'],
    ['https://user:word@example.com/a.png', 'insecure'],
    ['file:///etc/passwd', 'insecure'],
    ['https://127.0.0.1/a.png', 'local'],
    ['https://2130706433/a.png', 'local'],
    ['https://0x7f.1/a.png', 'local'],
    ['https://[::1]/a.png', 'local'],
    ['https://[::ffff:127.0.0.1]/a.png', 'local'],
    ['https://169.254.169.254/latest/meta-data', 'local'],
    ['https://localhost:8443/a.png', 'local'],
    ['https://localhost./a.png', 'local'],
    ['https://db.internal/a.png', 'local'],
  ])('rejects %s as %s', async (address, fault) => expect(await faultOf(address)).toBe(fault));

  test('rejects another port of the service host', async () => {
    const origin = await serve(() => ({}));
    expect(await faultOf(`${origin}/a.png`)).toBe('insecure');
    expect(await faultOf(`${origin}/a.png`, { serviceOrigin: 'http://127.0.0.1:1' })).toBe('insecure');
    expect(seen).toEqual([]);
  });

  test('rejects a host name that resolves to a private address', async () => {
    const asked: string[] = [];
    const lookup =
      (...addresses: string[]): LookupFunction =>
      (host, _, callback) => {
        asked.push(host);
        callback(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        );
      };
    useLookup(lookup('10.0.0.1'));
    expect(await faultOf('https://pictures.example/a.png')).toBe('local');
    useLookup(lookup('93.184.216.34', '::1'));
    expect(await faultOf('https://pictures.example/a.png')).toBe('local');
    expect(asked).toEqual(['pictures.example', 'pictures.example']);
  });

  test('validates each redirect, and limits the number of redirects', async () => {
    const away = await serve(() => ({ status: 302, headers: { location: 'https://169.254.169.254/' } }));
    expect(await faultOf(away, { serviceOrigin: away })).toBe('local');
    await server?.close();
    const round = await serve((path) => ({ status: 302, headers: { location: `${path}x` } }));
    expect(await faultOf(`${round}/`, { serviceOrigin: round })).toBe('redirects');
    expect(seen.length).toBe(5);
    await server?.close();
    const once = await serve((path) => (path === '/a' ? { status: 307, headers: { location: '/b' } } : {}));
    expect((await fetchImage(`${once}/a`, { serviceOrigin: once })).contentType).toBe('image/png');
  });

  test('distinguishes size, type, status, timeout, cancellation and network failures', async () => {
    const origin = await serve((path) =>
      path === '/404'
        ? { status: 404 }
        : path === '/hang'
          ? { body: 'hang' }
          : path === '/html'
            ? { body: Buffer.from('<svg onload=x>') }
            : {},
    );
    const own = { serviceOrigin: origin };
    expect(await faultOf(`${origin}/`, { ...own, largest: 5 })).toBe('tooLarge');
    expect(await faultOf(`${origin}/html`, own)).toBe('notAnImage');
    expect(await faultOf(`${origin}/404`, own)).toBe('status');
    expect(await faultOf(`${origin}/hang`, { ...own, timeout: 50 })).toBe('timeout');
    const left = new AbortController();
    const waiting = fetchImage(`${origin}/hang`, { ...own, signal: left.signal });
    left.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    useLookup((_, __, callback) => callback(new Error('no such name'), [], 0));
    expect(await faultOf('https://nobody.invalid/')).toBe('network');
  });
});

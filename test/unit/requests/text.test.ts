import { describe, expect, it } from 'vitest';
import { readRequest, requestLineOf, type Words } from '../../../src/requests/text.ts';

/** Each word is its own name, so that a test says which one is meant. */
const words = new Proxy({} as Words, { get: (_, name) => () => String(name) });
const BASE = 'https://api.example.com/v2';
const read = (text: string) => readRequest(text, BASE, words);

describe('request documents', () => {
  it('hold a method, a path, headers and a body in JSON', () => {
    const text =
      '# comment\n\nPATCH /v1/workflows/a/status?x=1\r\nX-One: 1\n# and: this\nX-Two:\n\n{ "status": "enabled" }\n';
    expect(read(text)).toEqual({
      request: {
        method: 'PATCH',
        path: '/v1/workflows/a/status?x=1',
        headers: { 'x-one': '1', 'x-two': '', 'content-type': 'application/json' },
        body: '{ "status": "enabled" }',
      },
    });
    expect(requestLineOf(text)).toBe(2);
  });

  it('may be a path alone, or an address below the base URL', () => {
    expect(read('/keys')).toEqual({ request: { method: 'GET', path: '/keys', headers: {} } });
    expect(read(`get ${BASE}/keys`)).toEqual({ request: { method: 'GET', path: '/keys', headers: {} } });
  });

  it('may hold another body where its type is written', () => {
    expect(read('POST /x\nContent-Type: text/plain\n\nnot json\n\nmore')).toMatchObject({
      request: { body: 'not json\n\nmore', headers: { 'content-type': 'text/plain' } },
    });
  });

  it.each([
    ['', 'empty', 0],
    ['# only this\n', 'empty', 0],
    ['FETCH /keys', 'requestLine', 0],
    ['GET /keys HTTP/1.1', 'requestLine', 0],
    ['GET https://evil.example/keys', 'otherPlace', 0],
    ['GET https://api.example.com.evil.example/v2/keys', 'otherPlace', 0],
    ['GET https://api.example.com/v2@evil.example/keys', 'otherPlace', 0],
    ['GET https://api.example.com/keys', 'otherPlace', 0],
    ['GET http://api.example.com/v2/keys', 'otherPlace', 0],
    ['GET //evil.example/keys', 'otherPlace', 0],
    [`GET ${BASE}//evil.example/keys`, 'otherPlace', 0],
    ['GET /\\evil.example', 'otherPlace', 0],
    ['GET \\\\evil.example', 'otherPlace', 0],
    ['GET keys', 'otherPlace', 0],
    ['GET javascript:alert(1)', 'otherPlace', 0],
    ['GET /../keys', 'outside', 0],
    ['GET /a/%2e%2E/keys', 'outside', 0],
    ['GET /a/.%2e', 'outside', 0],
    [`GET ${BASE}/../keys`, 'outside', 0],
    ['GET /schlüssel', 'unencoded', 0],
    ['GET /keys#x', 'unencoded', 0],
    ['\nGET /keys\nauthorization: Bearer x', 'authorization', 2],
    ['GET /keys\nAuthorization : Token x', 'authorization', 1],
    ['GET /keys\nProxy-Authorization: x', 'authorization', 1],
    ['GET /keys\nno header', 'header', 1],
    ['GET /keys\nX: 1\nx: 2', 'twice', 2],
    ['GET /keys\n\n{}', 'bodyWithGet', 2],
    ['POST /keys\n\n{"a":', 'notJson', 2],
  ])('that are wrong are refused with the reason: %j', (text, reason, line) => {
    expect(read(text)).toEqual({ problem: { line, text: reason } });
  });
});

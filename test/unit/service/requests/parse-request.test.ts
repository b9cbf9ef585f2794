import { describe, expect, it } from 'vitest';
import { parseRequest, requestLineOf } from '../../../../src/service/requests/parse-request.ts';

const BASE = 'https://api.example.com/v2';
const read = (text: string) => parseRequest(text, BASE);

describe('request documents', () => {
  it('have a method, a path, headers and a JSON body', () => {
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

  it('can be only a path or a URL below the base URL', () => {
    expect(read('/keys')).toEqual({ request: { method: 'GET', path: '/keys', headers: {} } });
    expect(read(`get ${BASE}/keys`)).toEqual({ request: { method: 'GET', path: '/keys', headers: {} } });
  });

  it('can have headers named like properties of every object', () => {
    const { request } = read('GET /x\nconstructor: 1\n__proto__: 2') as { request: { headers: object } };
    expect(Object.entries(request.headers)).toEqual([
      ['constructor', '1'],
      ['__proto__', '2'],
    ]);
  });

  it('can have another body with a Content-Type header', () => {
    expect(read('POST /x\nContent-Type: text/plain\n\nnot json\n\nmore')).toMatchObject({
      request: { body: 'not json\n\nmore', headers: { 'content-type': 'text/plain' } },
    });
  });

  it.each([
    ['', 'the request is empty', 0],
    ['# only this\n', 'the request is empty', 0],
    ['FETCH /keys', 'the first line must be a method', 0],
    ['GET /keys HTTP/1.1', 'the first line must be a method', 0],
    ['GET https://evil.example/keys', 'the path must start with a single /', 0],
    ['GET https://api.example.com.evil.example/v2/keys', 'the path must start with a single /', 0],
    ['GET https://api.example.com/v2@evil.example/keys', 'the path must start with a single /', 0],
    ['GET https://api.example.com/keys', 'the path must start with a single /', 0],
    ['GET http://api.example.com/v2/keys', 'the path must start with a single /', 0],
    ['GET //evil.example/keys', 'the path must start with a single /', 0],
    [`GET ${BASE}//evil.example/keys`, 'the path must start with a single /', 0],
    ['GET /\\evil.example', 'the path must start with a single /', 0],
    ['GET \\\\evil.example', 'the path must start with a single /', 0],
    ['GET keys', 'the path must start with a single /', 0],
    ['GET javascript:alert(1)', 'the path must start with a single /', 0],
    ['GET /../keys', "can't contain . or .. segments", 0],
    ['GET /a/%2e%2E/keys', "can't contain . or .. segments", 0],
    ['GET /a/.%2e', "can't contain . or .. segments", 0],
    [`GET ${BASE}/../keys`, "can't contain . or .. segments", 0],
    ['GET /schlüssel', 'must be percent-encoded', 0],
    ['GET /keys#x', 'must be percent-encoded', 0],
    ['\nGET /keys\nauthorization: Bearer x', 'remove the Authorization header', 2],
    ['GET /keys\nAuthorization : Token x', 'remove the Authorization header', 1],
    ['GET /keys\nProxy-Authorization: x', 'remove the Authorization header', 1],
    ['GET /keys\nno header', "isn't a valid header", 1],
    ['GET /keys\nX: 1\nx: 2', 'duplicate header x', 2],
    ['GET /keys\n\n{}', "a GET request can't have a body", 2],
    ['POST /keys\n\n{"a":', "the body isn't valid JSON", 2],
  ])('are rejected with a reason if invalid: %j', (text, reason, line) => {
    expect(read(text)).toEqual({ problem: { line, text: expect.stringContaining(reason) } });
  });
});

import { describe, expect, it } from 'vitest';
import type { TextDocument } from 'vscode';
import { ApiFailure, type CallOptions, type RawRequest, type RawResponse } from '../../../../src/service/api/index.ts';
import type { RequestHistory } from '../../../../src/service/requests/history.ts';
import { formatResponse, sendDocument } from '../../../../src/service/requests/send.ts';
import type { ServiceSession } from '../../../../src/service/session/session.ts';
import { prettyJsonText } from '../../../../src/shared/text/pretty-json.ts';
import { chosen } from '../../fake-vscode.ts';
import { fc } from '../../random-runs.ts';

function response(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): RawResponse {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return { status: 200, headers, bytes, text: new TextDecoder().decode(bytes) };
}

describe('response text', () => {
  it('has the status, the headers and the body with one line per value', () => {
    const text = formatResponse(['GET https://x/keys', '200'], response('{"a":[1,{}],"b":[]}', { 'x-a': 'b' }));
    expect(text).toBe('# GET https://x/keys\n# 200\nx-a: b\n\n{\n  "a": [\n    1,\n    {}\n  ],\n  "b": []\n}\n');
  });

  it('preserves numbers, repeated names and escapes', () => {
    const odd = '{"n":12345678901234567890.10,"n":1e3,"s":"a\\u0041\\"{}[],: \\\\"}';
    expect(prettyJsonText(odd)?.replace(/\n\s*/g, '').replaceAll('": ', '":')).toBe(odd);
  });

  it('is equivalent to the JSON of the response', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(3), (value, indent) => {
        expect(prettyJsonText(JSON.stringify(value, null, indent))).toBe(JSON.stringify(value, null, 2));
      }),
    );
  });

  it('describes binary content without showing it', () => {
    const text = formatResponse([], response(new Uint8Array([0x89, 0x50, 0, 0xff]), { 'content-type': 'image/png' }));
    expect(text).toContain('# Binary content not shown: image/png, size in bytes: 4, starts with 89 50 00 ff.');
    expect(text).not.toContain('\u0000');
  });

  it('reports an empty or truncated body', () => {
    expect(formatResponse([], response(''))).toContain('# Empty response body.');
    expect(formatResponse([], response('x'.repeat(2_000_001)))).toContain(
      '# Truncated: showing 2000000 of 2000001 characters.',
    );
  });

  it('preserves invalid JSON and web pages', () => {
    expect(formatResponse([], response('{"a":'))).toContain('{"a":');
    expect(formatResponse([], response('<html>'))).toContain('<html>');
  });
});

it.each([
  [true, 'Send Anyway', [false, true]],
  [true, '', [false]],
  [undefined, 'Send Anyway', [false]],
])(
  'a request that pauses by our estimate (%s) is sent anyway if the user selects it: %s',
  async (isOurs, button, sent) => {
    const asked: (boolean | undefined)[] = [];
    const raw = async (_: RawRequest, { anyway }: CallOptions) => {
      asked.push(anyway);
      if (anyway) return response('{}');
      const wait = { retryAfterMs: 8000, retryAt: 8000, ...(isOurs && { isOurs }) };
      throw new ApiFailure({ kind: 'rateLimited', status: 429, message: 'Slow down', ...wait });
    };
    const client = { raw, baseUrl: () => 'https://x.example' };
    const { signal } = new AbortController();
    const session = { name: 'x', credentials: { apiKey: 'key' }, client, signal } as unknown as ServiceSession;
    const history = { add: async () => undefined } as unknown as RequestHistory;
    const shown: string[] = [];
    chosen.push(button);
    const document = { getText: () => 'GET /keys' } as TextDocument;
    await sendDocument(document, session, history, async (text) => void shown.push(text));
    expect([asked, shown.length]).toEqual([sent, sent.length - 1]);
  },
);

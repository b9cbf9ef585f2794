import { execFile } from 'node:child_process';
import type { IncomingMessage, RequestListener } from 'node:http';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { readText } from '../../../../scripts/lib/repository.ts';
import {
  asCurl,
  formatWebhookResponse,
  postWebhook,
  startedRun,
  webhookAddress,
} from '../../../../src/service/workflows/webhook/request.ts';
import { type LocalServer, listen } from '../../../local-server.ts';

let server: LocalServer | undefined;
afterEach(() => server?.close());

async function hook(answer: RequestListener): Promise<URL> {
  server = await listen(answer);
  return new URL(`${server.url}/hook`);
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

const never = new AbortController().signal;

describe('webhook request', () => {
  test('sends the body without credentials and shows the status, headers, and body of the response', async () => {
    let seen: { method?: string; headers: IncomingMessage['headers']; body: string } | undefined;
    const url = await hook(async (request, response) => {
      seen = { method: request.method ?? '', headers: request.headers, body: await textOf(request) };
      response.writeHead(202, { 'content-type': 'application/json', 'x-run': '7' }).end('{"ok":true}');
    });
    const answer = await postWebhook(url, '{"a": 1}', never);
    expect(seen).toMatchObject({ method: 'POST', body: '{"a": 1}', headers: { 'content-type': 'application/json' } });
    expect(seen?.headers).not.toHaveProperty('authorization');
    expect(seen?.headers).not.toHaveProperty('cookie');
    const text = formatWebhookResponse(url, answer);
    expect(text).toMatch(/^POST http:\/\/127\.0\.0\.1:\d+\/hook\nHTTP 202 Accepted\n\d+ ms\n/);
    expect(text).toContain('x-run: 7');
    expect(text).toContain('{\n  "ok": true\n}');
  });

  test('preserves large numbers and duplicate names in the response', () => {
    const answer = { status: 200, statusText: 'OK', milliseconds: 1, headers: [], cut: false };
    const body = '{"id":12345678901234567890,"id":1.0}';
    const text = formatWebhookResponse(new URL('https://hooks.example.com/a'), { ...answer, body });
    expect(text).toContain('{\n  "id": 12345678901234567890,\n  "id": 1.0\n}');
  });

  test('shows its limits in the language of the editor', () => {
    const bundle = readText('l10n/bundle.l10n.json');
    expect(bundle).toContain('The document is larger than 1 MiB.');
    expect(bundle).toContain('Truncated after 2 MiB.');
  });

  test('shows a redirect instead of following it', async () => {
    let calls = 0;
    const url = await hook((_, response) => {
      calls++;
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    expect((await postWebhook(url, '{}', never)).status).toBe(307);
    expect(calls).toBe(1);
  });

  test('truncates a large response and can be canceled while waiting for one', async () => {
    const url = await hook((_, response) => {
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', write);
      write();
    });
    const answer = await postWebhook(url, '{}', never);
    expect(answer.cut).toBe(true);
    expect(answer.body.length).toBeLessThan(3 * 1024 * 1024);
    const silent = await hook(() => undefined);
    const stopped = new AbortController();
    const waiting = postWebhook(silent, '{}', stopped.signal);
    stopped.abort();
    await expect(waiting).rejects.toThrow(/abort/);
  });

  test.each([
    ['https://hooks.example.com/a', true],
    ['http://127.0.0.1:8080/a', true],
    ['http://hooks.example.com/a', false],
    ['https://user:pass@hooks.example.com/a', false],
    ['file:///etc/passwd', false],
    ['javascript:alert(1)', false],
    ['', false],
  ])('is allowed for %s: %s', (text, allowed) => {
    expect(webhookAddress(text) !== undefined).toBe(allowed);
  });

  test.skipIf(process.platform === 'win32')('escapes all special characters in the curl command', async () => {
    const body = `{"a": "it's $(touch x) \`id\` \\\\ !! \\n"}`;
    const command = asCurl("https://hooks.example.com/a?b='$(id)'&c=d", body);
    const { stdout } = await promisify(execFile)('sh', ['-c', command.replace(/^curl/, `printf '%s\\n'`)]);
    expect(stdout.split('\n')).toEqual([
      '-X',
      'POST',
      'https://hooks.example.com/a?b=%27$(id)%27&c=d',
      '-H',
      'Content-Type: application/json',
      '--data-raw',
      body,
      '',
    ]);
    expect(() => asCurl('--output=/tmp/x', '{}')).toThrow("isn't a valid URL");
  });
});

test.each([
  ['{"message":"Accepted","run_id":"run_1"}', 'run_1'],
  ['{"run_id":null}', undefined],
  ['{"run_id":7}', undefined],
  ['[1]', undefined],
  ['run_id', undefined],
])('the response %j of a webhook names the run %j', (body, id) => expect(startedRun(body)).toBe(id));

/** Connection tests of endpoints that try to get or to show the keys of the file. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { explainFailure } from '../../../../common/connection-test/explain.ts';
import { endpoint, failureOf } from './connection-runs.ts';

const key = 'correct-horse-battery';
const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).map((end) => end()));

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => unknown): Promise<string> {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const failureAt = (transport: 'http' | 'sse', url: string) =>
  failureOf(endpoint(transport, `${url}/mcp`, { Authorization: `Bearer ${key}` }));

/** Returns a server that records what reaches it. */
async function other(): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const url = await serve(({ method, url: path }, response) => {
    asked.push(`${method} ${path}`);
    response.end('{}');
  });
  return { url, asked };
}

const events = { 'content-type': 'text/event-stream' };

describe('an endpoint', () => {
  test.each(['redirect', 'schemeless', 'credentials', 'chain', 'events', 'post', 'second'] as const)(
    "can't send the test to another origin (%s)",
    async (how) => {
      const { url: there, asked } = await other();
      const location = {
        schemeless: there.slice('http:'.length),
        credentials: there.replace('//', '//a:b@'),
        chain: '/next',
      };
      const url = await serve(({ method, url: path }, response) => {
        const isFirst = method === 'GET' && path === '/mcp';
        if (how === 'events' && isFirst) response.writeHead(200, events).write(`event: endpoint\ndata: ${there}/x\n\n`);
        else if (how === 'second' && isFirst)
          response.writeHead(200, events).write(`event: endpoint\ndata: /x\n\nevent: endpoint\ndata: ${there}/x\n\n`);
        else if (how === 'post' && isFirst) response.writeHead(200, events).write('event: endpoint\ndata: /x\n\n');
        else
          response
            .writeHead(307, { location: path === '/next' || !(how in location) ? there : location[how as 'chain'] })
            .end();
      });
      const isSse = ['events', 'post', 'second'].includes(how);
      const { kind } = await failureAt(isSse ? 'sse' : 'http', url);
      expect([['redirected', 'interrupted'].includes(kind), asked]).toEqual([true, []]);
    },
  );

  test.each(['file:///etc/passwd', 'data:application/json,{}'])(
    'names the scheme of a redirect to %s',
    async (target) => {
      const url = await serve((_request, response) => response.writeHead(307, { location: target }).end());
      expect(await failureAt('http', url)).toEqual({
        kind: 'redirected',
        host: target.slice(0, target.indexOf(':') + 1),
      });
    },
  );

  test.each([
    [401, (said: string) => ({ error: said })],
    [500, (said: string) => ({ error: said })],
    [200, (said: string) => ({ jsonrpc: '2.0', id: 0, error: { code: -32000, message: said } })],
  ])("can't show the key that it was sent (%i)", async (status, body) => {
    const url = await serve(({ headers }, response) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify(body(`no ${headers.authorization}, ${headers.authorization?.slice('Bearer '.length)}`))),
    );
    const text = explainFailure(await failureAt('http', url));
    expect(text).toContain('no <secret>, <secret>');
    expect(text).not.toContain(key);
  });

  test('that ends its event stream at once says so', async () => {
    const url = await serve((_request, response) => response.writeHead(200, events).end());
    expect(explainFailure(await failureAt('sse', url))).not.toContain('undefined');
  });
});

/**
 * A tool server of both protocol revisions, or of one. As a program, it speaks over stdio:
 * `revision-server.ts [both|modern|legacy]`.
 */
import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { createMcpHandler, legacyStatelessFallback, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

export type Revisions = 'both' | 'modern' | 'legacy';

function createServer(): McpServer {
  const server = new McpServer({ name: 'revisions', version: '1.0.0' });
  server.registerTool('greet', { description: 'Says hello.' }, () => ({ content: [{ type: 'text', text: 'Hello' }] }));
  return server;
}

/** Returns what answers the requests of an endpoint. */
export function endpointOf(revisions: Revisions): RequestListener {
  const answer =
    revisions === 'legacy'
      ? legacyStatelessFallback(createServer)
      : createMcpHandler(createServer, { legacy: revisions === 'both' ? 'stateless' : 'reject' }).fetch;
  return async (incoming, outgoing) => {
    const { method = 'GET', url = '/' } = incoming;
    const body = method === 'GET' ? undefined : await text(incoming);
    const headers = new Headers(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
    const response = await answer(new Request(`http://127.0.0.1${url}`, { method, headers, ...(body && { body }) }));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(await response.text());
  };
}

if (import.meta.main) serveStdio(createServer, { legacy: process.argv[2] === 'modern' ? 'reject' : 'serve' });

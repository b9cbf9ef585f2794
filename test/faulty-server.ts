/**
 * A tool server with one fault, chosen by its argument, for tests of what is shown of a server that isn't quite right.
 * As a program, it speaks over stdio; `faultyEndpoint` answers over HTTP. Has no dependencies, because it is started often.
 */
import type { RequestListener } from 'node:http';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers';

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: {
    readonly cursor?: string;
    readonly capabilities?: { readonly roots?: unknown };
    readonly [other: string]: unknown;
  };
}

type Answer = (message: Message) => unknown;

interface Fault {
  /** Results by method, in addition to those of a server without faults. */
  readonly results?: Readonly<Record<string, Answer>>;
  readonly errors?: Readonly<Record<string, object>>;
  /** Changes a whole response. */
  readonly response?: (response: Record<string, unknown>, message: Message) => unknown;
}

const tool = (more: object = {}) => ({ name: 'good', description: 'Works.', inputSchema: { type: 'object' }, ...more });
const tools = (...list: unknown[]): Fault => ({ results: { 'tools/list': () => ({ tools: list }) } });
const initialized = (more: object): Fault => ({
  results: { initialize: (message) => ({ ...(usual.initialize?.(message) as object), ...more }) },
});

let hasRoots = false;

const usual: Readonly<Record<string, Answer>> = {
  initialize: ({ params }) => {
    hasRoots = params?.capabilities?.roots !== undefined;
    return {
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: {}, prompts: {}, resources: {} },
      serverInfo: { name: 'faulty', version: '1.0.0' },
    };
  },
  ping: () => ({}),
  'tools/list': () => ({ tools: [tool()] }),
  'prompts/list': () => ({ prompts: [{ name: 'ask' }] }),
  'resources/list': () => ({ resources: [{ uri: 'a:b', name: 'b' }] }),
  'resources/templates/list': () => ({ resourceTemplates: [{ uriTemplate: 'a:{b}', name: 'c' }] }),
};

const noMethod = { code: -32601, message: 'Method not found' };
const noDatabase = { code: -32603, message: 'connect ECONNREFUSED 127.0.0.1:5432' };

export const faults: Readonly<Record<string, Fault>> = {
  none: {},
  'no-resources': { errors: { 'resources/list': noMethod, 'resources/templates/list': noMethod } },
  'resources-down': { errors: { 'resources/list': noDatabase } },
  'prompts-down': { errors: { 'prompts/list': noDatabase } },
  'templates-down': { errors: { 'resources/templates/list': noDatabase } },
  'tools-down': { errors: { 'tools/list': noDatabase } },
  'no-templates': { errors: { 'resources/templates/list': noMethod } },
  'null-fields': tools(
    tool({ name: 'odd', title: null, description: null, annotations: null, outputSchema: null }),
    tool(),
  ),
  'no-schema-type': tools(tool({ name: 'odd', inputSchema: { properties: {} } }), tool()),
  'no-schema': tools({ name: 'odd' }, tool()),
  'schema-text': tools(tool({ name: 'odd', inputSchema: 'object' }), tool()),
  'description-number': tools(tool({ name: 'odd', description: 5 }), tool()),
  'no-name': tools({ inputSchema: { type: 'object' } }, tool()),
  'null-tool': tools(null, tool()),
  'many-odd': tools(...Array.from({ length: 30 }, (_, index) => tool({ name: `odd${index}`, title: null }))),
  'tools-object': { results: { 'tools/list': () => ({ tools: {} }) } },
  'no-tools': { results: { 'tools/list': () => ({}) } },
  'prompts-object': { results: { 'prompts/list': () => ({ prompts: {} }) } },
  'null-arguments': { results: { 'prompts/list': () => ({ prompts: [{ name: 'odd', arguments: null }] }) } },
  'unnamed-resource': { results: { 'resources/list': () => ({ resources: [{ uri: 'a:b' }] }) } },
  'null-cursor': { results: { 'tools/list': () => ({ tools: [tool()], nextCursor: null }) } },
  'empty-cursor': { results: { 'tools/list': () => ({ tools: [tool()], nextCursor: '' }) } },
  'many-pages': {
    results: {
      'tools/list': ({ params }) => {
        const page = Number(params?.cursor ?? 0);
        return { tools: [tool({ name: `t${page}` })], ...(page < 29 && { nextCursor: String(page + 1) }) };
      },
    },
  },
  'same-cursor': { results: { 'tools/list': () => ({ tools: [tool()], nextCursor: 'again' }) } },
  'same-cursor-of-prompts': {
    results: { 'prompts/list': () => ({ prompts: [{ name: 'ask' }], nextCursor: 'again' }) },
  },
  roots: {
    results: { 'tools/list': () => ({ tools: hasRoots ? [tool(), tool({ name: 'list_roots' })] : [tool()] }) },
  },
  'text-ids': { response: (response) => ({ ...response, id: String(response.id) }) },
  'other-ids': { response: (response) => ({ ...response, id: 'x' }) },
  'needs-text-ids': { response: (response) => (typeof response.id === 'string' ? response : undefined) },
  'error-null': { response: (response) => ({ ...response, error: null }) },
  'no-jsonrpc': { response: ({ jsonrpc: _, ...rest }) => rest },
  batch: { response: (response) => [response] },
  'no-info': initialized({ serverInfo: undefined }),
  'no-version': initialized({ serverInfo: { name: 'faulty' } }),
  'no-capabilities': initialized({ capabilities: undefined }),
  'capabilities-true': initialized({ capabilities: { tools: true, prompts: null, logging: false } }),
  'list-changed-text': initialized({ capabilities: { tools: { listChanged: 'yes' } } }),
  'instructions-null': initialized({ instructions: null }),
  'unknown-revision': initialized({ protocolVersion: '2023-01-01' }),
  'no-revision': initialized({ protocolVersion: undefined }),
  'refuses-revision': {
    errors: {
      initialize: {
        code: -32602,
        message: 'Unsupported protocol version',
        data: { supported: ['2024-11-05'], requested: '2025-11-25' },
      },
    },
  },
  'error-without-code': { response: ({ id }) => ({ jsonrpc: '2.0', id, error: { message: 'no' } }) },
  'error-text': { response: ({ id }) => ({ jsonrpc: '2.0', id, error: 'no' }) },
};

/** @returns undefined if there is nothing to send */
function respond(name: string, message: Message): unknown {
  const { results = {}, errors = {}, response = (usually: object) => usually } = faults[name] ?? {};
  const { id, method = '' } = message;
  if (id === undefined || method === '') return undefined;
  const error = errors[method] ?? ((results[method] ?? usual[method]) ? undefined : noMethod);
  const outcome = error === undefined ? { result: (results[method] ?? usual[method])?.(message) } : { error };
  return response({ jsonrpc: '2.0', id, ...outcome }, message);
}

/** What an endpoint was asked, as `method` of HTTP and of the message: `POST initialize`. */
export interface Asked {
  readonly asked: string[];
}

/**
 * Returns what answers the requests of an endpoint with sessions.
 * @param events true: answers are event streams
 */
export function faultyEndpoint(name: string, { asked }: Asked = { asked: [] }, events = false): RequestListener {
  return async (incoming, outgoing) => {
    const { method = '' } = incoming;
    const message: Message = JSON.parse((await text(incoming)) || '{}');
    asked.push(`${method} ${message.method ?? String(incoming.headers['mcp-session-id'])}`);
    if (method === 'GET') return void outgoing.writeHead(405).end();
    if (method === 'DELETE') return void outgoing.writeHead(200).end();
    const answer = respond(name, message);
    if (answer === undefined && message.id === undefined) return void outgoing.writeHead(202).end();
    const headers = { 'mcp-session-id': 'a-session' };
    outgoing.writeHead(200, { ...headers, 'content-type': events ? 'text/event-stream' : 'application/json' });
    if (answer === undefined) return setTimeout(() => outgoing.end(), 60_000).unref();
    const json = JSON.stringify(answer);
    outgoing.end(events ? `event: message\ndata: ${json}\n\n` : json);
  };
}

if (import.meta.main)
  createInterface({ input: process.stdin }).on('line', (line) => {
    const answer = respond(process.argv[2] ?? 'none', JSON.parse(line));
    if (answer !== undefined) process.stdout.write(`${JSON.stringify(answer)}\n`);
  });

/**
 * The reference service: replaces the remote service in tests and demos, on the loopback interface only. Validates
 * requests strictly, returns complete responses, and starts with the same data each time.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { listen } from '../local-server.ts';
import { deliver } from './deliver.ts';
import { startRun } from './executions.ts';
import { Faults, isFault, replaces } from './faults.ts';
import { type Incoming, json, Refusal, type Reply, refuse } from './reply.ts';
import { type Context, findRoute } from './routes.ts';
import { seedState } from './seed.ts';
import type { State } from './state.ts';
import { Variations } from './variations.ts';
import { ownWorkflows } from './workflows.ts';

export type { Effect, Fault, Faults } from './faults.ts';
export type { Run, State, Version, Workflow } from './state.ts';

export interface ServiceOptions {
  /** A free port if absent. */
  port?: number;
  /** Generated if absent. */
  key?: string;
  /** Time between two events of a streamed chat, in milliseconds; 0 if absent. */
  chunkDelayMs?: number;
  /** Interval at which a run of an enabled workflow starts, in milliseconds; no runs start if absent. */
  newRunEveryMs?: number;
  /** Order of the paged lists; newest first if absent. */
  order?: State['order'];
  /** Allows browser requests from any origin. */
  crossOrigin?: boolean;
  /** Chooses what the spec leaves open (variations.ts). The reference service if absent or 0. */
  seed?: number;
  /** Current time in epoch milliseconds; the real time if absent. Determines the progress of runs. */
  now?: () => number;
}

/** A received request, without headers and bodies, so it can't contain secrets. */
export interface RequestEntry {
  method: string;
  /** With the query. */
  path: string;
  /** Status of the response; 0 if none was sent yet. */
  status: number;
  /** Bytes sent as the response, head and body; 0 if none yet. */
  bytes: number;
}

export interface Service {
  /** `http://127.0.0.1:<port>`. */
  url: string;
  key: string;
  port: number;
  /** Oldest first. */
  requests: RequestEntry[];
  faults: Faults;
  /** True if browser requests from any origin are allowed. Can be changed at any time. */
  crossOrigin: boolean;
  /** Time between two events of a streamed chat, in milliseconds. Can be changed at any time. */
  chunkDelayMs: number;
  /** Changes by a test take effect with the next response. */
  state: State;
  close(): Promise<void>;
}

const LARGEST_BODY = 32 * 1024 * 1024;
const UNAUTHORIZED = 'Unauthorized: invalid or expired API key';

/** Starts the service on the loopback interface. Resolves once it listens; rejects if the port is in use. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const now = options.now ?? Date.now;
  const key = options.key ?? `sy_${randomBytes(18).toString('base64url')}`;
  const variations = options.seed ? new Variations(options.seed) : undefined;
  const state = seedState(now(), variations?.random);
  variations?.varyState(state);
  if (options.order !== undefined) state.order = options.order;
  const faults = new Faults();
  const requests: RequestEntry[] = [];
  const closing = new AbortController();
  let url = '';
  let service: Service;

  // Ends when the service closes, but with a turn of the event loop: an endless stream would keep its connection open.
  const sleep = (ms: number): Promise<void> =>
    setTimeout(ms, undefined, { signal: closing.signal }).catch(() => setImmediate());
  const context: Context = {
    state,
    now,
    url: () => url,
    pause: () => (service.chunkDelayMs > 0 ? sleep(service.chunkDelayMs) : Promise.resolve()),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('date', new Date(now()).toUTCString());
    if (service.crossOrigin && allowOrigin(request, response)) return;
    const incoming = await readRequest(request);
    const vary = (reply: Reply) => variations?.vary(incoming, reply) ?? reply;
    const delivery = { sleep, faults, vary };
    if (incoming.path === '/__faults')
      return deliver(await control(incoming, key, faults).catch(refused), undefined, response, delivery);
    const entry: RequestEntry = { method: incoming.method, path: request.url ?? '', status: 0, bytes: 0 };
    const sentBefore = request.socket.bytesWritten;
    requests.push(entry);
    const effect = faults.take(incoming.method, incoming.path);
    const reply = replaces(effect) ? json(null) : vary(await handle(context, key, incoming).catch(refused));
    await deliver(reply, effect, response, delivery).finally(() => {
      entry.status = response.headersSent ? response.statusCode : 0;
      entry.bytes = request.socket.bytesWritten - sentBefore;
    });
  }

  const server = await listen((request, response) => {
    answer(request, response).catch(() => response.destroy());
  }, options.port);
  url = server.url;
  if (options.newRunEveryMs !== undefined) void keepStarting(context, options.newRunEveryMs, sleep, closing.signal);

  service = {
    url,
    key,
    port: server.port,
    requests,
    faults,
    chunkDelayMs: options.chunkDelayMs ?? 0,
    state,
    crossOrigin: options.crossOrigin === true,
    close: () => {
      closing.abort();
      return server.close();
    },
  };
  return service;
}

/** Allows everything that the browser requests. Returns true for a preflight request. */
function allowOrigin(request: IncomingMessage, response: ServerResponse): boolean {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-expose-headers', '*');
  if (request.method !== 'OPTIONS') return false;
  response.writeHead(204, {
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '',
  });
  response.end();
  return true;
}

async function keepStarting(
  context: Context,
  ms: number,
  sleep: (ms: number) => Promise<void>,
  closing: AbortSignal,
): Promise<void> {
  for (let turn = 0; ; turn++) {
    await sleep(ms);
    if (closing.aborted) return;
    const enabled = ownWorkflows(context.state).filter(
      (one) => one.status === 'enabled' && one.activeVersionId !== null,
    );
    const workflow = enabled[turn % Math.max(1, enabled.length)];
    if (workflow !== undefined)
      startRun(context, workflow.id, workflow.everyMinutes === null ? 'WEBHOOK_ASYNC' : 'SCHEDULED');
  }
}

async function handle(context: Context, key: string, request: Incoming): Promise<Reply> {
  const found = findRoute(request.method, request.path);
  if (found?.route.open !== true && request.headers.authorization !== `Token ${key}`) throw refuse(401, UNAUTHORIZED);
  if (found === undefined) {
    // The prefix exists and is exempt from the balance check; the spec doesn't define the endpoints below it.
    if (/^\/keys(\/|$)/.test(request.path)) return json({ message: 'ok' });
    throw refuse(404, `Invalid endpoint: ${request.method} ${request.path}`);
  }
  if (found.route.router && context.state.balance <= 0) {
    throw new Refusal(402, { error: { message: 'Insufficient balance', type: 'insufficient_quota', code: 402 } });
  }
  return found.route.handle(context, { ...request, params: found.params });
}

/** Handles `GET`, `POST` (one fault as JSON) and `DELETE` on `/__faults`, with the key. */
async function control(request: Incoming, key: string, faults: Faults): Promise<Reply> {
  if (request.headers.authorization !== `Token ${key}`) throw refuse(401, UNAUTHORIZED);
  if (request.method === 'GET') return json(faults.list());
  if (request.method === 'DELETE') {
    faults.clear();
    return json([]);
  }
  const text = new TextDecoder().decode(request.body);
  const fault: unknown = await Promise.resolve(text)
    .then(JSON.parse)
    .catch(() => undefined);
  if (request.method !== 'POST' || !isFault(fault))
    throw refuse(422, 'A fault is {effect: {kind, ...}, method?, path?, count?}');
  faults.add(fault);
  return json(faults.list(), 201);
}

function refused(caught: unknown): Reply {
  if (caught instanceof Refusal) return caught.reply;
  return json({ error: `The reference service has a fault of its own: ${String(caught)}` }, 500);
}

async function readRequest(request: IncomingMessage): Promise<Incoming> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > LARGEST_BODY) throw new Error('the body is too large');
    chunks.push(chunk);
  }
  const target = new URL(request.url ?? '/', 'http://service.invalid');
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value ?? '')]),
  );
  return {
    method: request.method ?? 'GET',
    path: target.pathname,
    query: target.searchParams,
    headers,
    body: Buffer.concat(chunks),
    params: {},
  };
}

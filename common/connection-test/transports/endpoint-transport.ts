/** The HTTP transports of a connection test: those of the MCP client, with the last response. */
import { SSEClientTransport, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import type { EndpointDefinition } from '../../messages/server-definition.ts';
import { ConnectionTestError, type TestFailure } from '../failure.ts';

export type TestFetch = (input: string | URL, init?: RequestInit) => Promise<Response>;

/** The transport of a connection test. */
export interface TestTransport {
  readonly transport: Transport;
  /** Always undefined for a program. */
  readonly lastResponse: () => Response | undefined;
  /** Ends the session of an endpoint, as Oh My Pi does. Must be called before the transport is closed. Never rejects. */
  readonly endSession: () => Promise<void>;
  /** Why the transport itself gave up, if it did. */
  readonly failure: () => TestFailure | undefined;
  /** Known once the transport is closed. */
  readonly survivors: () => readonly string[];
}

/** Maximum size of a response. Lists of tools are far smaller. */
const maxMegabytes = 20;

/** Milliseconds to wait for the end of a session. */
const endTimeout = 1000;

/** @throws ConnectionTestError if the URL isn't a valid http or https URL */
export function endpointTransport(
  { transport, url, headers }: EndpointDefinition,
  fetch: TestFetch,
  signal: AbortSignal,
): TestTransport {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address === undefined || (address.protocol !== 'http:' && address.protocol !== 'https:'))
    throw new ConnectionTestError({ kind: 'badUrl', url });
  let last: Response | undefined;
  let isTooLarge = false;
  const watched = async (input: string | URL, init?: RequestInit): Promise<Response> => {
    // A canceled test ends its session too.
    if (init?.method === 'DELETE') return fetch(input, { ...init, signal: AbortSignal.timeout(endTimeout) });
    const stop = init?.signal ? AbortSignal.any([init.signal, signal]) : signal;
    last = await fetch(input, { ...init, signal: stop });
    return limited(last, () => {
      isTooLarge = true;
    });
  };
  // The headers can contain secrets, so they're sent only to the origin in the file. Redirects elsewhere are rejected.
  const options = { requestInit: { headers: { ...headers } }, fetch: watched, redirectPolicy: 'same-origin' } as const;
  const failure = () => (isTooLarge ? ({ kind: 'tooLarge', megabytes: maxMegabytes } as const) : undefined);
  const common = { lastResponse: () => last, failure, survivors: () => [] };
  if (transport === 'sse')
    return { ...common, transport: new SSEClientTransport(address, options), endSession: async () => undefined };
  const http = new StreamableHTTPClientTransport(address, options);
  return { ...common, transport: http, endSession: () => http.terminateSession().catch(() => undefined) };
}

/** Returns the response with a body that fails once it's too large. An endless one would fill the memory. */
function limited(response: Response, onExcess: () => void): Response {
  if (response.body === null) return response;
  let size = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length;
      if (size <= maxMegabytes * 1_000_000) return controller.enqueue(chunk);
      onExcess();
      controller.error(new Error('The response is too large.'));
    },
  });
  const { status, statusText, url } = response;
  const headers = new Headers(response.headers);
  // Oh My Pi reads everything else as JSON. The client only what is called JSON.
  if (!headers.get('content-type')?.includes('text/event-stream')) headers.set('content-type', 'application/json');
  const copy = new Response(response.body.pipeThrough(limit), { status, statusText, headers });
  // The client checks the URL after a redirect.
  return Object.defineProperty(copy, 'url', { value: url });
}

/** Statuses with which `Location` is the target of a redirect. With 201 and 202, it's the URL of a new resource. */
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Returns the host of a redirect to another origin, which wasn't followed; of `file:///…`, the scheme. */
export function otherHost({ status, headers }: Response, url: string): string | undefined {
  const target = headers.get('location');
  if (!redirects.has(status) || target === null || !URL.canParse(target, url)) return undefined;
  const { origin, host, protocol } = new URL(target, url);
  return origin === new URL(url).origin ? undefined : host || protocol;
}

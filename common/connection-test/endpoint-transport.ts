/** The HTTP transports of a connection test: those of the MCP client, with the last response. */
import { SSEClientTransport, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import type { EndpointDefinition } from '../server-definition.ts';
import { ConnectionTestError } from './failure.ts';

export type Fetch = (input: string | URL, init?: RequestInit) => Promise<Response>;

/** @throws ConnectionTestError if the URL isn't a valid http or https URL */
export function endpointTransport(
  { transport, url, headers }: EndpointDefinition,
  fetch: Fetch,
  signal: AbortSignal,
): { readonly transport: Transport; readonly lastResponse: () => Response | undefined } {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address === undefined || (address.protocol !== 'http:' && address.protocol !== 'https:'))
    throw new ConnectionTestError({ kind: 'badUrl', url });
  let last: Response | undefined;
  const watched = async (input: string | URL, init?: RequestInit): Promise<Response> => {
    const stop = init?.signal ? AbortSignal.any([init.signal, signal]) : signal;
    last = await fetch(input, { ...init, signal: stop });
    return last;
  };
  // The headers can contain secrets, so they're sent only to the origin in the file. Redirects elsewhere are rejected.
  const options = { requestInit: { headers: { ...headers } }, fetch: watched, redirectPolicy: 'same-origin' } as const;
  const Client = transport === 'sse' ? SSEClientTransport : StreamableHTTPClientTransport;
  return { transport: new Client(address, options), lastResponse: () => last };
}

/** Statuses with which `Location` is the target of a redirect. With 201 and 202, it's the URL of a new resource. */
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Returns the host of a redirect to another origin, which wasn't followed. */
export function otherHost({ status, headers }: Response, url: string): string | undefined {
  const target = headers.get('location');
  if (!redirects.has(status) || target === null || !URL.canParse(target, url)) return undefined;
  const { origin, host } = new URL(target, url);
  return origin === new URL(url).origin ? undefined : host;
}

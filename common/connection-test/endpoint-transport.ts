/** The HTTP transports of a connection test: those of the MCP client, with a record of the last response. */
import { SSEClientTransport, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import type { EndpointDefinition } from '../server-definition.ts';
import { ConnectionTestError } from './failure.ts';

/** Record of the last response. */
export interface Witness {
  status: number | undefined;
  contentType: string;
  /** The host of a redirect to another origin, which wasn't followed. */
  redirectedTo: string | undefined;
}

export type Fetch = (input: string | URL, init?: RequestInit) => Promise<Response>;

/** @throws ConnectionTestError if the URL isn't a valid http or https URL */
export function endpointTransport(
  { transport, url, headers }: EndpointDefinition,
  fetch: Fetch,
  signal: AbortSignal,
): { readonly transport: Transport; readonly witness: Witness } {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address === undefined || (address.protocol !== 'http:' && address.protocol !== 'https:'))
    throw new ConnectionTestError({ kind: 'badUrl', url });
  const witness: Witness = { status: undefined, contentType: '', redirectedTo: undefined };
  const watched = async (input: string | URL, init?: RequestInit): Promise<Response> => {
    const stop = init?.signal ? AbortSignal.any([init.signal, signal]) : signal;
    const response = await fetch(input, { ...init, signal: stop });
    witness.status = response.status;
    witness.contentType = response.headers.get('content-type') ?? '';
    const target = response.headers.get('location');
    if (target !== null && URL.canParse(target, address.href)) {
      const to = new URL(target, address.href);
      if (to.origin !== address.origin) witness.redirectedTo = to.host;
    }
    return response;
  };
  // The headers can contain secrets, so they're sent only to the origin in the file. Redirects elsewhere are rejected.
  const options = { requestInit: { headers: { ...headers } }, fetch: watched, redirectPolicy: 'same-origin' } as const;
  return {
    transport:
      transport === 'sse'
        ? new SSEClientTransport(address, options)
        : new StreamableHTTPClientTransport(address, options),
    witness,
  };
}

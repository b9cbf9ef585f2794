/** The HTTP transports of a connection test: those of the MCP client, with a record of the last response. */
import { SSEClientTransport, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import type { EndpointDefinition } from '../server-definition.ts';
import { ConnectionTestError } from './failure.ts';

/** Record of the last response. */
export interface ResponseRecord {
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
): { readonly transport: Transport; readonly responseRecord: ResponseRecord } {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address === undefined || (address.protocol !== 'http:' && address.protocol !== 'https:'))
    throw new ConnectionTestError({ kind: 'badUrl', url });
  const responseRecord: ResponseRecord = { status: undefined, contentType: '', redirectedTo: undefined };
  const watched = async (input: string | URL, init?: RequestInit): Promise<Response> => {
    const stop = init?.signal ? AbortSignal.any([init.signal, signal]) : signal;
    const response = await fetch(input, { ...init, signal: stop });
    responseRecord.status = response.status;
    responseRecord.contentType = response.headers.get('content-type') ?? '';
    responseRecord.redirectedTo = otherHost(response, address);
    return response;
  };
  // The headers can contain secrets, so they're sent only to the origin in the file. Redirects elsewhere are rejected.
  const options = { requestInit: { headers: { ...headers } }, fetch: watched, redirectPolicy: 'same-origin' } as const;
  return {
    transport:
      transport === 'sse'
        ? new SSEClientTransport(address, options)
        : new StreamableHTTPClientTransport(address, options),
    responseRecord,
  };
}

/** Statuses with which `Location` is the target of a redirect. With 201 and 202, it's the URL of a new resource. */
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Returns the host of a redirect to another origin. */
function otherHost({ status, headers }: Response, address: URL): string | undefined {
  const target = headers.get('location');
  if (!redirects.has(status) || target === null || !URL.canParse(target, address.href)) return undefined;
  const { origin, host } = new URL(target, address.href);
  return origin === address.origin ? undefined : host;
}

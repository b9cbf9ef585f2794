/** Requests that have no shape in the spec (the /keys prefix). */

import * as l10n from '@vscode/l10n';
import { invalid } from './errors.ts';
import type { CallOptions } from './options.ts';
import { readBody, send, startDeadline, type Wire } from './wire.ts';

export interface RawRequest {
  /** GET, POST, PUT, PATCH, DELETE or HEAD. */
  method: string;
  /** Below the base URL, starting with `/`; a query may follow. Nothing that leads elsewhere is taken. */
  path: string;
  /** `Authorization` is the client's and cannot be set. */
  headers?: Record<string, string>;
  body?: string;
}

/** Whatever the service answered: an error status is an answer here. Headers and text are without the key. */
export interface RawResponse {
  status: number;
  headers: Record<string, string>;
  bytes: Uint8Array<ArrayBuffer>;
  text: string;
}

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']);
const OWN_HEADERS = new Set(['authorization', 'proxy-authorization', 'cookie', 'host', 'content-length', 'connection']);

export async function sendRaw(wire: Wire, request: RawRequest, options: CallOptions): Promise<RawResponse> {
  const method = request.method.toUpperCase();
  const { body } = request;
  if (!METHODS.has(method))
    throw invalid(l10n.t('The method must be GET, POST, PUT, PATCH, DELETE or HEAD.'), 'method');
  if (body !== undefined && (method === 'GET' || method === 'HEAD'))
    throw invalid(l10n.t("A {0} request can't have a body.", method), 'body');
  checkPath(wire, request.path);
  const headers = checkedHeaders(wire, request.headers ?? {});
  const deadline = startDeadline(wire.clock, options.signal, options.timeoutMs ?? wire.timeoutMs);
  try {
    const outgoing = { method, path: request.path, headers, ...(body !== undefined && { body }) };
    const response = await send(wire, outgoing, deadline);
    const bytes = await readBody(wire, response, deadline);
    return {
      status: response.status,
      headers: Object.fromEntries([...response.headers].map(([name, value]) => [name, wire.cleaner.redact(value)])),
      bytes,
      text: wire.cleaner.redact(new TextDecoder().decode(bytes)),
    };
  } finally {
    deadline.stop();
  }
}

/** Refuses what a URL would read as another host, or as a step out of the base URL's path. */
function checkPath(wire: Wire, path: string): void {
  const url = /^\/(?![/\\])[\x21-\x7e]*$/.test(path) ? URL.parse(wire.base + path) : null;
  const asWritten = url !== null && url.href === wire.base + path;
  if (!asWritten)
    throw invalid(
      l10n.t('The path must start with a single /, stay under the base URL, and be percent-encoded.'),
      'path',
    );
}

function checkedHeaders({ cleaner }: Wire, given: Record<string, string>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [rawName, value] of Object.entries(given)) {
    const name = rawName.toLowerCase();
    const shown = cleaner.line(name);
    if (!/^[a-z0-9-]+$/.test(name) || OWN_HEADERS.has(name))
      throw invalid(l10n.t("The header {0} can't be set.", shown), 'headers');
    if (!/^[\t\x20-\x7e]*$/.test(value))
      throw invalid(l10n.t('The value of the header {0} is invalid.', shown), 'headers');
    headers[name] = value;
  }
  return headers;
}

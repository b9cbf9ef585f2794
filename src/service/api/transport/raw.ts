/** Requests to endpoints that the spec doesn't describe (the /keys prefix). */

import * as l10n from '@vscode/l10n';
import { errorOfResponse } from '../errors/error-body.ts';
import { invalid } from '../errors/errors.ts';
import type { CallOptions } from './options.ts';
import type { Patience } from './retry.ts';
import { type ClientConfig, readBody, reported, send, startDeadline } from './transport.ts';

export interface RawRequest {
  /** GET, POST, PUT, PATCH, DELETE or HEAD. */
  method: string;
  /** Path below the base URL, starting with `/`, with an optional query. Must not resolve outside the base URL. */
  path: string;
  /** Can't contain `Authorization`, which the client sets. */
  headers?: Record<string, string>;
  body?: string;
}

/** Any response, including error statuses. The key is masked in `headers` and `text`. */
export interface RawResponse {
  status: number;
  headers: Record<string, string>;
  bytes: Uint8Array<ArrayBuffer>;
  text: string;
}

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']);
const reservedHeaders = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'host',
  'content-length',
  'connection',
]);

/** A response with status 401 counts as a rejected key, and one with 429 as a limit, although they're returned like any other. */
export async function sendRaw(
  config: ClientConfig,
  patience: Patience,
  request: RawRequest,
  options: CallOptions,
): Promise<RawResponse> {
  const errorIn = ({ status, headers, text: body }: RawResponse) => {
    // `Headers` rejects the mask of the key.
    const plain = new Headers(Object.entries(headers).filter((header) => /^[\x20-\x7e]*$/.test(header.join(''))));
    return status < 400
      ? undefined
      : errorOfResponse({ status, headers: plain, body }, config.cleaner, config.clock.now());
  };
  const response = await reported(config, options, (linked) =>
    patience.once(linked, () => sendOnce(config, request, linked), errorIn),
  );
  const { status } = response;
  if (status === 401)
    config.onOutcome({
      kind: 'unauthorized',
      status,
      silent: true,
      message: l10n.t('The service returned status 401.'),
    });
  return response;
}

async function sendOnce(config: ClientConfig, request: RawRequest, options: CallOptions): Promise<RawResponse> {
  const method = request.method.toUpperCase();
  const { body } = request;
  if (!methods.has(method)) throw invalid(l10n.t('The method must be GET, POST, PUT, PATCH, DELETE or HEAD.'));
  if (body !== undefined && (method === 'GET' || method === 'HEAD'))
    throw invalid(l10n.t("A {0} request can't have a body.", method));
  checkPath(config, request.path);
  const headers = checkedHeaders(config, request.headers ?? {});
  const deadline = startDeadline(config.clock, options.signal, options.timeoutMs ?? config.timeoutMs);
  try {
    const outgoing = { method, path: request.path, headers, ...(body !== undefined && { body }) };
    const { response } = await send(config, outgoing, deadline);
    const bytes = await readBody(config, response, deadline);
    const { redact, redactText } = config.cleaner;
    return {
      status: response.status,
      headers: Object.fromEntries([...response.headers].map(([name, value]) => [redact(name), redact(value)])),
      bytes,
      text: redactText(new TextDecoder().decode(bytes)),
    };
  } finally {
    deadline.stop();
  }
}

/** Throws if the path would resolve to another host or outside the base URL's path. */
function checkPath(config: ClientConfig, path: string): void {
  const url = /^\/(?![/\\])[\x21-\x7e]*$/.test(path) ? URL.parse(config.base.url + path) : null;
  const asWritten = url !== null && url.href === config.base.url + path;
  if (!asWritten)
    throw invalid(l10n.t('The path must start with a single /, stay under the base URL, and be percent-encoded.'));
}

function checkedHeaders({ cleaner }: ClientConfig, given: Record<string, string>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [rawName, value] of Object.entries(given)) {
    const name = rawName.toLowerCase();
    const shown = cleaner.cleanLine(name);
    if (!/^[a-z0-9-]+$/.test(name) || reservedHeaders.has(name))
      throw invalid(l10n.t("The header {0} can't be set.", shown));
    if (!/^[\t\x20-\x7e]*$/.test(value)) throw invalid(l10n.t('The value of the header {0} is invalid.', shown));
    headers[name] = value;
  }
  return headers;
}

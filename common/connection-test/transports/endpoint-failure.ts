/** Why an endpoint couldn't be used: from the error of the MCP client, and the last response. */
import { SdkHttpError } from '@modelcontextprotocol/client';
import { CrossOriginError } from '../../cross-origin-error.ts';
import type { EndpointDefinition } from '../../messages/server-definition.ts';
import { isOfProxy, networkReason } from '../../network-reason.ts';
import { namesSecret } from '../../text/secrets.ts';
import type { TestFailure } from '../failure.ts';
import { otherHost } from './endpoint-transport.ts';
import { returnedError } from './protocol-errors.ts';
import { textOfBody } from './text-of-body.ts';

/** Returns undefined if the endpoint responded as its transport should. */
export function endpointFailure(
  error: unknown,
  definition: EndpointDefinition,
  response: Response | undefined,
): TestFailure | undefined {
  const { transport: used, url } = definition;
  const status = error instanceof SdkHttpError ? error.status : response?.status;
  const host = response && otherHost(response, url);
  if (host !== undefined) return { kind: 'redirected', host };
  const refused = causes(error).find((one) => one instanceof CrossOriginError);
  if (refused !== undefined) return { kind: 'crossOrigin', message: refused.message };
  if (status === undefined) return withoutResponse(error, new URL(url).host);
  const said = error instanceof SdkHttpError ? textOfBody(error.data.text) : '';
  if (response !== undefined && isOfProxy(status, response.headers)) return { kind: 'proxy', reason: said };
  if (status === 401) return unauthorized(definition, response, said);
  const refusal = returnedError(error);
  if (refusal !== undefined) return { kind: 'refused', message: refusal.message };
  // A URL of the other transport rejects the method, or responds with something other than events or JSON.
  if (status === 405 || status === 400 || status === 406) return { kind: 'wrongTransport', used, status };
  if (status === 404 || status === 410) return { kind: 'missing', status };
  if (status >= 400) return { kind: 'http', status, said };
  const contentType = response?.headers.get('content-type') ?? '';
  const isEvents = contentType.includes('text/event-stream');
  const speaks = used === 'sse' ? isEvents : isEvents || contentType.includes('json');
  return speaks ? undefined : { kind: 'wrongTransport', used, status };
}

function unauthorized(
  { name, headers, signsIn }: EndpointDefinition,
  response: Response | undefined,
  said: string,
): TestFailure {
  const hasCredentials = Object.keys(headers).some((header) => /^authorization$/i.test(header) || namesSecret(header));
  const offersSignIn = response?.headers.get('www-authenticate')?.includes('resource_metadata') === true;
  if (signsIn || (offersSignIn && !hasCredentials)) return { kind: 'signIn', name };
  return { kind: 'unauthorized', hasCredentials, said };
}

function withoutResponse(error: unknown, host: string): TestFailure {
  const { text, isKnown, isProxy } = networkReason(error);
  const reason = textOfBody(text);
  if (isProxy) return { kind: 'proxy', reason };
  return isKnown ? { kind: 'insecure', host, reason } : { kind: 'unreachable', host, code: causeOf(error) };
}

/** Returns the system error code of a network failure: `ECONNREFUSED`, `ENOTFOUND`. */
function causeOf(error: unknown): string {
  for (const { code } of causes(error)) if (typeof code === 'string' && /^[A-Z_]+$/.test(code)) return code;
  return 'network error';
}

/** Returns an error and its chain of causes. */
function causes(error: unknown): readonly (Error & { readonly code?: unknown })[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : [];
}

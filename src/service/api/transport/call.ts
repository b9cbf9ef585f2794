/** Calls an operation of the spec by its name and returns the bytes of the response. */

import * as l10n from '@vscode/l10n';
import type { ApiError } from '../errors/api-error.ts';
import { errorOfResponse } from '../errors/error-body.ts';
import { ApiFailure, apiErrorOf, badResponse, invalid } from '../errors/errors.ts';
import { endpoints } from '../generated/operations.ts';
import type { operations } from '../generated/types.ts';
import type { EndpointRules } from './endpoint-rules.ts';
import type { CallOptions } from './options.ts';
import type { Patience } from './retry.ts';
import {
  type ClientConfig,
  type Deadline,
  meansNoPath,
  mebibyte,
  type Outgoing,
  readBody,
  reported,
  send,
  startDeadline,
} from './transport.ts';

/** In bytes. Reading the records of a larger list would block the editor for longer than half a second. */
const maxListSize = 32 * mebibyte;

export const jsonType = 'application/json';

type OperationName = keyof typeof endpoints;

/** Some routers also send 404 for an unknown model, and name it or say so. */
const modelPattern = /model/i;

type PathOf<Name extends OperationName> = operations[Name]['parameters']['path'] extends infer Path
  ? [Path] extends [undefined]
    ? { path?: never }
    : { path: NonNullable<Path> }
  : never;

type CallInput<Name extends OperationName> = PathOf<Name> & {
  query?: operations[Name]['parameters']['query'];
  /** Value of the JSON body, or a form, already validated. */
  body?: object;
  /** Value of the `Accept` header; JSON by default. */
  accept?: string;
  rules?: EndpointRules;
};

/** A complete response with a 2xx status. */
export interface CompleteResponse {
  status: number;
  /** Lower case, without parameters; empty if the service sends none, or one that isn't valid. */
  contentType: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface Opened {
  response: Response;
  deadline: Deadline;
}

/** What an attempt on a path led to. `isNothing`: the path doesn't exist. */
type Outcome<T> = ({ readonly result: T } | { readonly caught: unknown }) & { readonly isNothing: boolean };

function resultOf<T>(outcome: Outcome<T>): T {
  if ('caught' in outcome) throw outcome.caught;
  return outcome.result;
}

/** Gives up a response that isn't used. */
function release(result: CompleteResponse | Opened): void {
  if (!('response' in result)) return;
  result.deadline.stop();
  result.response.body?.cancel().catch(() => undefined);
}

/** Creates the calls of one client. They remember which of an operation's two paths worked. */
export function createCaller(config: ClientConfig, patience: Patience) {
  const working = new Map<OperationName, string>();
  const mediaTypeOf = (headers: Headers) => config.cleaner.mediaType(headers.get('content-type') ?? '');

  const isPage = (result: CompleteResponse | Opened) =>
    ('response' in result ? mediaTypeOf(result.response.headers) : result.contentType) === 'text/html';

  /**
   * Runs `attempt` on the operation's first path and, if nothing is there, on its second. Then nothing was done, so even a
   * POST can be sent to the other path. If the second has nothing either, the first outcome counts, because it may be the
   * model that wasn't found. Once a path has worked, only that path is used.
   */
  async function onEitherPath<T extends CompleteResponse | Opened>(
    name: OperationName,
    attempt: (template: string) => Promise<T>,
  ): Promise<T> {
    const known = working.get(name);
    const [first, second]: readonly [string, string?] = known === undefined ? endpoints[name].paths : [known];
    const tryPath = async (template: string): Promise<Outcome<T>> => {
      try {
        const result = await attempt(template);
        const isNothing = isPage(result);
        if (!isNothing) working.set(name, template);
        return { result, isNothing };
      } catch (caught) {
        const error = apiErrorOf(caught);
        return { caught, isNothing: error !== undefined && 'status' in error && meansNoPath(error.status) };
      }
    };
    const one = await tryPath(first);
    if (second === undefined || !one.isNothing) return resultOf(one);
    const other = await tryPath(second);
    const [used, left] = other.isNothing ? [one, other] : [other, one];
    if ('result' in left) release(left.result);
    return resultOf(used);
  }

  async function openOnce(outgoing: Outgoing, { signal, timeoutMs }: CallOptions): Promise<Opened> {
    const deadline = startDeadline(config.clock, signal, timeoutMs ?? config.timeoutMs);
    try {
      const { response, otherOrigin } = await send(config, outgoing, deadline);
      if (response.ok) return { response, deadline };
      const body = new TextDecoder().decode(await readBody(config, response, deadline));
      const { status, headers } = response;
      // The other origin didn't get the key, so this says nothing about the key.
      if (otherOrigin !== undefined && (status === 401 || status === 403)) {
        const message = l10n.t(
          "The service redirects to {0}, which doesn't get the API key and returned status {1}. Check the base URL.",
          otherOrigin,
          status,
        );
        throw badResponse(message, status);
      }
      const error = errorOfResponse({ status, headers, body }, config.cleaner, config.clock.now());
      const isModel = modelPattern.test(`${error.code} ${error.silent ? '' : error.message}`);
      const { namesNoRecord = false, refine = (same: ApiError) => same } = outgoing.rules ?? {};
      const isEndpoint = error.kind === 'notFound' && namesNoRecord && !isModel;
      throw new ApiFailure(refine(isEndpoint ? { ...error, noEndpoint: true } : error));
    } catch (caught) {
      deadline.stop();
      throw caught;
    }
  }

  async function callOnce(outgoing: Outgoing, options: CallOptions): Promise<CompleteResponse> {
    const { response, deadline } = await openOnce(outgoing, options);
    try {
      const most = outgoing.rules?.isList ? Math.min(maxListSize, config.maxBodyBytes) : config.maxBodyBytes;
      const bytes = await readBody(config, response, deadline, most);
      return { status: response.status, contentType: mediaTypeOf(response.headers), bytes };
    } finally {
      deadline.stop();
    }
  }

  return {
    /** Returns the whole response. Throws `ApiFailure`. */
    call: <Name extends OperationName>(name: Name, input: CallInput<Name>, callOptions: CallOptions) =>
      reported(config, callOptions, (options) =>
        onEitherPath(name, (template) => {
          const outgoing = outgoingOf(name, template, input);
          const attempt = () => callOnce(outgoing, options);
          return outgoing.method === 'GET'
            ? patience.repeated(name, options.signal, attempt)
            : patience.once(options, attempt);
        }),
      ),
    /** Returns the response with its body unread, and its running deadline, which the caller must stop. Never retried. */
    open: <Name extends OperationName>(name: Name, input: CallInput<Name>, callOptions: CallOptions) =>
      reported(config, callOptions, (options) =>
        onEitherPath(name, (template) =>
          patience.once(options, () => openOnce(outgoingOf(name, template, input), options)),
        ),
      ),
  };
}

function outgoingOf<Name extends OperationName>(
  name: Name,
  template: string,
  { path, query, body, accept = jsonType, rules }: CallInput<Name>,
): Outgoing {
  const headers: Record<string, string> = { accept };
  const isJson = body !== undefined && !(body instanceof FormData);
  if (isJson) headers['content-type'] = jsonType;
  return {
    operation: name,
    ...(rules && { rules }),
    method: endpoints[name].method,
    path: fillIn(template, path ?? {}) + queryText(query ?? {}),
    headers,
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
  };
}

/** Inserts IDs into a path template. Throws if an ID is empty, or `.` or `..`, which a URL would resolve. */
function fillIn(template: string, values: Record<string, string>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    if (value === '') throw invalid(l10n.t('{0} is empty.', name));
    // An unpaired surrogate can't be encoded in a URL.
    if (value === '.' || value === '..' || /\p{Surrogate}/u.test(value))
      throw invalid(l10n.t("{0} isn't a valid ID.", name));
    return encodeURIComponent(value);
  });
}

function queryText(query: Record<string, string | number | undefined>): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value));
  return given.size === 0 ? '' : `?${given}`;
}

/** Throws `badResponse` if the body is empty. */
export function requireBody({ bytes, status }: CompleteResponse): void {
  if (bytes.byteLength === 0)
    throw badResponse(l10n.t('The service returned status {0} with an empty response body.', status), status);
}

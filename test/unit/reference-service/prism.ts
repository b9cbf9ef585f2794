/**
 * Validates requests and responses against schemas/api.openapi.yaml with Stoplight Prism: an implementation that shares
 * no code with the client's validators or the reference service, so they can't agree on a mistake.
 */
import path from 'node:path';
import { getHttpOperationsFromSpec, type IHttpRequest } from '@stoplight/prism-http';
import routerModule from '@stoplight/prism-http/dist/router/index.js';
import { validateInput, validateOutput, validateSecurity } from '@stoplight/prism-http/dist/validator/index.js';
import type { Fetch } from '../../../src/service/api/index.ts';

const DOCUMENT = path.resolve(import.meta.dirname, '../../../schemas/api.openapi.yaml');

type Route = typeof routerModule;
// A CommonJS default export: in Node the module itself, in a bundle its `default`.
const route: Route = 'default' in routerModule ? (routerModule.default as Route) : routerModule;

export interface Exchange {
  method: string;
  url: string;
  requestHeaders: Record<string, string>;
  requestBody: unknown;
  status: number;
  responseHeaders: Record<string, string>;
  responseBody: unknown;
}

export interface Prism {
  /** IDs of all operations in the document. */
  operationIds: string[];
  /** Returns the faults of an exchange, and the operation that Prism matched. */
  check(exchange: Exchange): { operationId: string | undefined; faults: string[] };
}

export async function loadPrism(): Promise<Prism> {
  const resources = await getHttpOperationsFromSpec(DOCUMENT);
  return {
    operationIds: resources.map((one) => one.iid ?? '').sort(),
    check(exchange) {
      const url = new URL(exchange.url);
      const input: IHttpRequest = {
        method: exchange.method.toLowerCase() as IHttpRequest['method'],
        url: { path: url.pathname, query: Object.fromEntries(url.searchParams) },
        headers: exchange.requestHeaders,
        body: exchange.requestBody,
      };
      const found = route({ resources, input });
      if (found._tag === 'Left') return { operationId: undefined, faults: [`no operation: ${found.left.message}`] };
      const resource = found.right;
      const output = { statusCode: exchange.status, headers: exchange.responseHeaders, body: exchange.responseBody };
      const results = [
        ['request', validateInput({ resource, element: input })],
        ['request', validateSecurity({ resource, element: input })],
        ['answer', validateOutput({ resource, element: output })],
      ] as const;
      const faults = results.flatMap(([side, result]) =>
        result._tag === 'Right'
          ? []
          : result.left.map((one) => `${side} ${(one.path ?? []).join('.')}: ${one.message}`),
      );
      return { operationId: resource.iid, faults };
    },
  };
}

export interface Watched {
  fetch: Fetch;
  /** All faults so far, with their requests. */
  faults: string[];
  /** `operationId status` of all exchanges so far. */
  seen: Set<string>;
}

/** The real fetch, checked by Prism in both directions. `spoil` changes what Prism gets, to prove that it checks. */
export function watched(prism: Prism, spoil: (exchange: Exchange) => void = () => {}): Watched {
  const faults: string[] = [];
  const seen = new Set<string>();
  const watch: Fetch = async (url, init) => {
    // A Request serializes the form, with the boundary and the content type that are sent.
    const request = new Request(url, { ...init, signal: null });
    const sent = await request.clone().text();
    const requestHeaders = Object.fromEntries(request.headers);
    const response = await fetch(url, init);
    const answer = await response.clone().text();
    const exchange: Exchange = {
      method: request.method,
      url,
      requestHeaders: sent === '' ? requestHeaders : { ...requestHeaders, 'content-length': String(sent.length) },
      requestBody: bodyOf(sent, request.headers),
      status: response.status,
      responseHeaders: Object.fromEntries(response.headers),
      responseBody: bodyOf(answer, response.headers),
    };
    spoil(exchange);
    const result = prism.check(exchange);
    seen.add(`${result.operationId} ${response.status}`);
    faults.push(
      ...result.faults.map((fault) => `${exchange.method} ${new URL(url).pathname} ${response.status}: ${fault}`),
    );
    return response;
  };
  return { fetch: watch, faults, seen };
}

function bodyOf(text: string, headers: Headers): unknown {
  if (text === '') return undefined;
  if (!/^application\/json\b/.test(headers.get('content-type') ?? '')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

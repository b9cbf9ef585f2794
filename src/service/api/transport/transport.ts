/** Sends one request and reads its response: key, redirects, timeouts, cancellation, size limit. */
import * as l10n from '@vscode/l10n';
import type { Clock } from '../../../../common/clock.ts';
import { CrossOriginError } from '../../../../common/cross-origin-error.ts';
import { isLoopback, isThisMachine } from '../../../../common/hosts.ts';
import { networkReason, proxyRefused } from '../../../../common/network-reason.ts';
import { readUpTo } from '../../../../common/read-up-to.ts';
import type { Cleaner } from '../clean.ts';
import type { ApiError } from '../errors/api-error.ts';
import { ApiFailure, apiErrorOf, badResponse, canceled, cutError } from '../errors/errors.ts';
import type { EndpointRules } from './endpoint-rules.ts';
import type { CallOptions, Fetch } from './options.ts';
import type { ServiceBase } from './service-base.ts';

const redirects = new Set([301, 302, 303, 307, 308]);
const maxRedirects = 5;
export const mebibyte = 1024 * 1024;

/** Configuration of a client. Contains the key, so it stays inside closures and is never exposed. */
export interface ClientConfig {
  base: ServiceBase;
  origin: string;
  authorization: string;
  fetch: Fetch;
  clock: Clock;
  cleaner: Cleaner;
  timeoutMs: number;
  idleTimeoutMs: number;
  answerTimeoutMs: number;
  maxBodyBytes: number;
  serviceClock: ServiceClock;
  /** See `ClientOptions`. */
  signal: AbortSignal | undefined;
  onOutcome: (error: ApiError | undefined) => void;
}

export interface Outgoing {
  /** Name in the API description; absent for a raw request. */
  operation?: string;
  rules?: EndpointRules;
  method: string;
  /** Path and query below the base URL. */
  path: string;
  headers: Record<string, string>;
  body?: string | FormData;
}

/** Reports the outcome of a request, which ends with the client. @param work gets the options with the signal of both */
export async function reported<T>(
  { signal: ended, onOutcome }: ClientConfig,
  options: CallOptions,
  work: (options: CallOptions) => Promise<T>,
): Promise<T> {
  const { signal = ended } = options;
  const linked = ended && signal && signal !== ended ? AbortSignal.any([ended, signal]) : signal;
  try {
    if (linked?.aborted) throw canceled();
    const result = await work({ ...options, ...(linked && { signal: linked }) });
    onOutcome(undefined);
    return result;
  } catch (caught) {
    onOutcome(apiErrorOf(caught));
    throw caught;
  }
}

/** Ends a request early: when the caller's signal is aborted, or at a timeout. */
export interface Deadline {
  /** Aborted with an `ApiFailure` as the reason. */
  signal: AbortSignal;
  /** Starts the timeout again, with `ms` milliseconds. */
  restart(ms: number): void;
  /** Stops the timeout until the next `restart`, so that a slow consumer doesn't cause one. */
  hold(): void;
  /** Ends the request `ms` milliseconds from now, whatever `restart` and `hold` do. */
  endAfter(ms: number): void;
  stop(): void;
}

export function startDeadline(clock: Clock, caller: AbortSignal | undefined, timeoutMs: number): Deadline {
  const ended = new AbortController();
  const endIn = (ms: number, endless?: true) =>
    clock.later(ms, () => {
      const seconds = Math.round(ms / 100) / 10;
      const message = endless
        ? `The response wasn't complete within ${seconds} s.`
        : `No response within ${seconds} s.`;
      end(new ApiFailure({ kind: 'timeout', message, timeoutMs: ms, ...(endless && { endless }) }));
    });
  let hold = endIn(timeoutMs);
  let cancelWhole = () => {};
  const stop = () => {
    hold();
    cancelWhole();
    caller?.removeEventListener('abort', cancel);
  };
  const end = (reason: ApiFailure) => {
    stop();
    ended.abort(reason);
  };
  const cancel = () => end(canceled());
  caller?.addEventListener('abort', cancel);
  if (caller?.aborted) cancel();
  return {
    signal: ended.signal,
    restart: (ms) => {
      hold();
      hold = endIn(ms);
    },
    hold: () => hold(),
    endAfter: (ms) => {
      cancelWhole = endIn(ms, true);
    },
    stop,
  };
}

/**
 * Sends a request and returns the response with its body unread, whatever its status, and the first other origin of the
 * redirects, if there was one: the response is then to a request without the key. If the base URL has another meaning
 * and nothing is at this one, sends the request there.
 */
export async function send(config: ClientConfig, outgoing: Outgoing, deadline: Deadline): Promise<Sent> {
  const { base } = config;
  const { url, other } = base;
  const first = await sendTo(config, url, outgoing, deadline);
  if (other === undefined) return first;
  // A path that the user wrote may be there with either base URL.
  const settle = (used: string) => outgoing.operation !== undefined && base.settle(used);
  if (!isNothing(first, outgoing)) {
    if (first.response.ok) settle(url);
    return first;
  }
  const second = await sendTo(config, other, outgoing, deadline);
  const [taken, left] = isNothing(second, outgoing) ? [first, second] : [second, first];
  if (taken === second && second.response.ok) settle(other);
  await left.response.body?.cancel().catch(() => undefined);
  return taken;
}

interface Sent {
  readonly response: Response;
  readonly otherOrigin: string | undefined;
}

/** True for the statuses that services and gateways send for a path that doesn't exist. */
export function meansNoPath(status: number | undefined): boolean {
  return status === 404 || status === 403 || status === 405 || status === 501;
}

/** True if the response means that a path doesn't exist. Some gateways send their web page. */
function isNothing({ response: { status, ok, headers } }: Sent, { method }: Outgoing): boolean {
  if (!ok) return meansNoPath(status);
  return method === 'GET' && /^\s*text\/html\b/i.test(headers.get('content-type') ?? '');
}

/**
 * Sends a request below a base URL. The key is sent only to the configured origin:
 * - GET follows up to five redirects, without the key and the caller's headers from the first other origin on, but not
 *   from another machine to this one;
 * - other methods follow 307 and 308 within the same origin, and throw for any other redirect;
 * - uploads follow no redirects.
 */
async function sendTo(config: ClientConfig, base: string, outgoing: Outgoing, deadline: Deadline): Promise<Sent> {
  let url = base + outgoing.path;
  let otherOrigin: string | undefined;
  for (let hops = 0; ; hops++) {
    const trusted = otherOrigin === undefined;
    const response = await sendOnce(config, url, outgoing, trusted, deadline);
    if (response.type === 'opaqueredirect')
      throw badResponse(l10n.t('The service redirects this request. Check the base URL.'));
    if (!redirects.has(response.status)) return { response, otherOrigin };
    await response.body?.cancel().catch(() => undefined);
    const { status } = response;
    const target = URL.parse(response.headers.get('location') ?? '', url);
    if (target === null || response.headers.get('location') === null) {
      throw badResponse(l10n.t('The service redirects (status {0}) without a target.', status), status);
    }
    const sameOrigin = target.origin === config.origin;
    const shown = config.cleaner.cleanLine(target.origin);
    const isLocal = isLoopback(new URL(base).hostname);
    if (target.protocol !== 'https:' && !(isLocal && target.protocol === 'http:' && isLoopback(target.hostname))) {
      const message = l10n.t('The service redirects to {0}, which is not secure. Check the base URL.', shown);
      throw badResponse(message, status);
    }
    if (!isLocal && isThisMachine(target.hostname)) {
      const message = l10n.t('The service redirects to {0}, an address of this machine. Check the base URL.', shown);
      throw badResponse(message, status);
    }
    if (outgoing.method !== 'GET' && !(sameOrigin && trusted && (status === 307 || status === 308))) {
      const message = l10n.t(
        "The service redirects this {0} request to {1}. It wasn't sent there. Check the base URL.",
        outgoing.method,
        shown,
      );
      throw badResponse(message, status);
    }
    if (hops === maxRedirects) throw badResponse(l10n.t('The service redirects too many times.'), status);
    if (!sameOrigin) otherOrigin ??= shown;
    url = target.href;
  }
}

async function sendOnce(
  config: ClientConfig,
  url: string,
  outgoing: Outgoing,
  trusted: boolean,
  deadline: Deadline,
): Promise<Response> {
  const headers = trusted
    ? { ...outgoing.headers, authorization: config.authorization }
    : { accept: outgoing.headers.accept ?? '*/*' };
  // Unless `redirect` is `error`, fetch buffers the whole body, in case a redirect needs it again. An upload may be
  // larger than the memory.
  const redirect = outgoing.body instanceof FormData ? 'error' : 'manual';
  const init: RequestInit = { method: outgoing.method, headers, redirect, signal: deadline.signal };
  if (outgoing.body !== undefined) init.body = outgoing.body;
  try {
    const response = await untilAborted(config.fetch(url, init), deadline.signal);
    if (trusted) config.serviceClock.note(response.headers);
    return response;
  } catch (caught) {
    if (redirect === 'error' && isRedirect(caught))
      throw badResponse(l10n.t("The service redirects this upload. It wasn't sent there. Check the base URL."));
    throw failureOf(caught, deadline, config.cleaner);
  }
}

/** True if fetch failed because of `redirect: 'error'`. */
function isRedirect(caught: unknown): boolean {
  return caught instanceof Error && (/redirect/i.test(caught.message) || isRedirect(caught.cause));
}

/**
 * Settles with `promise`, but rejects with the signal's reason as soon as the signal is aborted: not every fetch observes
 * its signal.
 */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  try {
    return await Promise.race([aborted.promise, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Reads the whole body. Throws `badResponse` if it's too large, `network` if it's cut off. @param most in bytes */
export async function readBody(
  config: ClientConfig,
  response: Response,
  deadline: Deadline,
  most = config.maxBodyBytes,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const { bytes, isWhole } = await readUpTo(response.body, most, (chunk) => untilAborted(chunk, deadline.signal));
    if (isWhole) return bytes;
  } catch (caught) {
    throw failureOfBody(caught, deadline, config.cleaner);
  }
  const shown = Math.round((most / mebibyte) * 100) / 100;
  throw badResponse(l10n.t('The response is larger than {0} MiB.', shown), response.status);
}

/**
 * Returns the failure of a request: the reason why it was ended, or the error of fetch.
 */
export function failureOf(caught: unknown, { signal }: Deadline, cleaner: Cleaner): ApiFailure {
  if (caught instanceof ApiFailure) return caught;
  if (signal.aborted) return signal.reason;
  if (caught instanceof CrossOriginError)
    return new ApiFailure({ kind: 'network', message: caught.message, crossOrigin: true });
  const { text, isProxy } = networkReason(caught);
  const reason = cleaner.cleanLine(text);
  if (isProxy) return new ApiFailure({ kind: 'network', message: proxyRefused(reason), proxy: true });
  const message =
    reason === '' ? l10n.t("Couldn't reach the service.") : l10n.t("Couldn't reach the service: {0}", reason);
  return new ApiFailure({ kind: 'network', message });
}

/** Like `failureOf`, once the headers of the response have arrived: the service was reached. */
export function failureOfBody(caught: unknown, deadline: Deadline, cleaner: Cleaner): ApiFailure {
  const failure = failureOf(caught, deadline, cleaner);
  if (failure.error.kind !== 'network' || failure === caught) return failure;
  return new ApiFailure(cutError(cleaner.cleanLine(networkReason(caught).text)));
}

/** The clock of the service, which may differ from ours, from the `Date` headers of its responses. */
interface ServiceClock {
  note(headers: Headers): void;
  /** Current time of the service in epoch milliseconds; undefined if it's not known. */
  now(): number | undefined;
}

export function createServiceClock(clock: Clock): ServiceClock {
  let offset: number | undefined;
  return {
    note: (headers) => {
      const time = Date.parse(headers.get('date') ?? '');
      // The time of a cached response is the time when it was created.
      if (!Number.isNaN(time) && headers.get('age') === null) offset = time - clock.now();
    },
    now: () => (offset === undefined ? undefined : clock.now() + offset),
  };
}

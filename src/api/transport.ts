/** Sends one request and reads its response: key, redirects, timeouts, cancellation, size limit. */
import * as l10n from '@vscode/l10n';
import { type Clock, wait } from '../../common/clock.ts';
import { CrossOriginError } from '../../common/cross-origin-error.ts';
import { isLoopback } from './base-url.ts';
import type { Cleaner } from './clean.ts';
import { ApiFailure, badResponse, cancelled } from './errors.ts';
import type { Fetch } from './options.ts';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MOST_REDIRECTS = 5;

/** Configuration of a client. Contains the key, so it stays inside closures and is never exposed. */
export interface ClientConfig {
  /** Base URL without a trailing slash. */
  base: string;
  origin: string;
  authorization: string;
  fetch: Fetch;
  clock: Clock;
  cleaner: Cleaner;
  timeoutMs: number;
  idleTimeoutMs: number;
  answerTimeoutMs: number;
  maxBodyBytes: number;
}

export interface Outgoing {
  /** Name in the API description; absent for a raw request. */
  operation?: string;
  method: string;
  /** Path and query below the base URL. */
  path: string;
  headers: Record<string, string>;
  body?: string | FormData;
}

/** Ends a request early: when the caller's signal is aborted, or at a timeout. */
export interface Deadline {
  signal: AbortSignal;
  /** Returns why the signal was aborted; undefined if it wasn't. */
  reason(): ApiFailure | undefined;
  /** Changes the timeout to `ms` milliseconds and restarts it. */
  limit(ms: number): void;
  /** Restarts the timeout. Cheap enough to call for every chunk of a stream. */
  touch(): void;
  /** Ends the request `ms` milliseconds from now. `touch` and `hold` don't extend this limit. */
  endAfter(ms: number): void;
  /** Pauses the timeout until the next `touch`, so that a slow consumer doesn't cause one. */
  hold(): void;
  stop(): void;
}

export function startDeadline(clock: Clock, caller: AbortSignal | undefined, limitMs: number): Deadline {
  const ended = new AbortController();
  const stopped = new AbortController();
  let timer = new AbortController();
  let why: ApiFailure | undefined;
  const stop = () => {
    stopped.abort();
    timer.abort();
  };
  const end = (reason: ApiFailure) => {
    if (stopped.signal.aborted) return;
    why = reason;
    stop();
    ended.abort();
  };
  let limit = limitMs;
  let since = clock.now();
  let held = false;
  let whole = { at: Number.POSITIVE_INFINITY, ms: 0 };
  // A single timer, which checks the limits again when it fires, so `touch` doesn't have to reset it.
  const watch = async () => {
    while (!stopped.signal.aborted) {
      const left = held ? limit : since + limit - clock.now();
      const leftOfAll = whole.at - clock.now();
      if (leftOfAll <= 0) {
        const message = `The response wasn't complete within ${inSeconds(whole.ms)} s.`;
        return end(new ApiFailure({ kind: 'timeout', message, timeoutMs: whole.ms, endless: true }));
      }
      if (left <= 0) {
        const message = `No response within ${inSeconds(limit)} s.`;
        return end(new ApiFailure({ kind: 'timeout', message, timeoutMs: limit }));
      }
      timer = new AbortController();
      await wait(clock, Math.min(left, leftOfAll), timer.signal);
    }
  };
  const cancel = () => end(cancelled());
  if (caller?.aborted) cancel();
  caller?.addEventListener('abort', cancel, { once: true, signal: stopped.signal });
  void watch();
  return {
    signal: ended.signal,
    reason: () => why,
    limit: (ms) => {
      limit = ms;
      since = clock.now();
      timer.abort();
    },
    endAfter: (ms) => {
      whole = { at: clock.now() + ms, ms };
      timer.abort();
    },
    touch: () => {
      since = clock.now();
      held = false;
    },
    hold: () => {
      held = true;
    },
    stop,
  };
}

function inSeconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}

export interface Received {
  response: Response;
  /** The first other origin of the redirects, if there was one. The response is then to a request without the key. */
  otherOrigin?: string;
}

/**
 * Sends a request and returns the response with its body unread, whatever its status. The key is sent only to the
 * configured origin:
 * - GET follows up to five redirects, without the key and the caller's headers from the first other origin on;
 * - other methods follow 307 and 308 within the same origin, and throw for any other redirect;
 * - uploads follow no redirects.
 */
export async function send(config: ClientConfig, outgoing: Outgoing, deadline: Deadline): Promise<Received> {
  let url = config.base + outgoing.path;
  let otherOrigin: string | undefined;
  for (let hops = 0; ; hops++) {
    const trusted = otherOrigin === undefined;
    const response = await sendOnce(config, url, outgoing, trusted, deadline);
    if (response.type === 'opaqueredirect')
      throw badResponse(l10n.t('The service redirects this request. Check the base URL.'));
    if (!REDIRECTS.has(response.status)) return { response, ...(otherOrigin !== undefined && { otherOrigin }) };
    await discard(response);
    const { status } = response;
    const target = URL.parse(response.headers.get('location') ?? '', url);
    if (target === null || response.headers.get('location') === null) {
      throw badResponse(l10n.t('The service redirects (status {0}) without a target.', status), { status });
    }
    const sameOrigin = target.origin === config.origin;
    const shown = config.cleaner.cleanLine(target.origin);
    if (target.protocol !== 'https:' && !(target.protocol === 'http:' && isLoopback(target.hostname))) {
      throw badResponse(l10n.t('The service redirects to {0}, which is not secure. Check the base URL.', shown), {
        status,
      });
    }
    if (outgoing.method !== 'GET' && !(sameOrigin && trusted && (status === 307 || status === 308))) {
      const message = l10n.t(
        "The service redirects this {0} request to {1}. It wasn't sent there. Check the base URL.",
        outgoing.method,
        shown,
      );
      throw badResponse(message, { status });
    }
    if (hops === MOST_REDIRECTS) throw badResponse(l10n.t('The service redirects too many times.'), { status });
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
    const sent = config.fetch(url, init);
    return await untilEnded(sent, deadline.signal, () => sent.then(discard, () => undefined));
  } catch (caught) {
    if (redirect === 'error' && isRedirect(caught))
      throw badResponse(l10n.t("The service redirects this upload. It wasn't sent there. Check the base URL."));
    throw deadline.reason() ?? networkFailure(caught, config.cleaner);
  }
}

/** True if fetch failed because of `redirect: 'error'`. */
function isRedirect(caught: unknown): boolean {
  return caught instanceof Error && (/redirect/i.test(caught.message) || isRedirect(caught.cause));
}

/** Resolves with `promise`, but rejects as soon as the signal is aborted: not every fetch observes its signal. */
async function untilEnded<T>(promise: Promise<T>, signal: AbortSignal, late: () => unknown): Promise<T> {
  let stopListening = () => {};
  const ended = new Promise<never>((_, reject) => {
    const end = () => {
      late();
      reject(new Error('ended'));
    };
    if (signal.aborted) return end();
    signal.addEventListener('abort', end, { once: true });
    stopListening = () => signal.removeEventListener('abort', end);
  });
  try {
    return await Promise.race([promise, ended]);
  } finally {
    stopListening();
  }
}

/** Reads the whole body. Throws `badResponse` if it's too large, `network` if it's cut off. */
export async function readBody(
  config: ClientConfig,
  response: Response,
  deadline: Deadline,
): Promise<Uint8Array<ArrayBuffer>> {
  if (response.body === null) return new Uint8Array(0);
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  // Canceling the reader ends a pending read even if the body doesn't observe the signal.
  const cancel = () => void reader.cancel().catch(() => undefined);
  deadline.signal.addEventListener('abort', cancel, { once: true });
  if (deadline.signal.aborted) cancel();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const why = deadline.reason();
      if (why !== undefined) throw why;
      if (done) return joined(chunks, size);
      size += value.byteLength;
      if (size > config.maxBodyBytes) {
        cancel();
        throw badResponse(l10n.t('The response is larger than {0} bytes.', config.maxBodyBytes), {
          status: response.status,
        });
      }
      chunks.push(value);
    }
  } catch (caught) {
    if (caught instanceof ApiFailure) throw caught;
    throw deadline.reason() ?? networkFailure(caught, config.cleaner);
  } finally {
    deadline.signal.removeEventListener('abort', cancel);
  }
}

function joined(chunks: Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}

/** Converts an error of fetch: undici puts the reason in `cause`. Copies only texts, never the error object itself. */
export function networkFailure(caught: unknown, cleaner: Cleaner): ApiFailure {
  if (caught instanceof CrossOriginError)
    return new ApiFailure({ kind: 'network', message: caught.message, crossOrigin: true });
  const reasons: string[] = [];
  for (let at: unknown = caught; at instanceof Error && reasons.length < 4; at = at.cause) {
    const code = 'code' in at && typeof at.code === 'string' ? at.code : '';
    const text = at.message || code;
    if (text !== '' && text !== 'fetch failed') reasons.push(text);
  }
  const reason = cleaner.cleanLine(reasons.join(': '));
  const message =
    reason === '' ? l10n.t("Couldn't reach the service.") : l10n.t("Couldn't reach the service: {0}", reason);
  return new ApiFailure({ kind: 'network', message });
}

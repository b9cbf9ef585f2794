/** Options of a client and its calls. */
import type { Clock } from '../../../../common/clock.ts';
import type { Unreadable } from '../../../shared/list/unreadable.ts';
import type { ApiError } from '../errors/api-error.ts';

export interface ClientOptions {
  /** Must be valid for `parseBaseUrl`. */
  baseUrl: string;
  /** Sent as `Authorization: Token <key>`, only to the origin of `baseUrl`. */
  apiKey: string;
  /** Default: the global `fetch`. Called with `redirect: 'manual'`, or `'error'` for uploads. */
  fetch?: Fetch;
  /** Ends all requests as canceled, also later ones. */
  signal?: AbortSignal;
  /** Called with the outcome of each request that was sent. */
  onOutcome?: (error: ApiError | undefined) => void;
  /** Called when a request waits because of a 429, with the time when the wait ends, in epoch milliseconds. */
  onWait?: (until: number) => void;
  /** Timeout in milliseconds for the whole response, except of `chatStream`. Default: 60 s. */
  timeoutMs?: number;
  /** Timeout in milliseconds for the next data of `chatStream`, its headers included. Default: 5 minutes. */
  idleTimeoutMs?: number;
  /** Timeout in milliseconds for a whole `chatStream` response, even if data keeps arriving. Default: 30 minutes. */
  answerTimeoutMs?: number;
  /** Maximum size of a response body in bytes. Default: 64 MiB. Streams are limited per event, not as a whole. */
  maxBodyBytes?: number;
  /** Time, timers, and random numbers. Default: the real ones. */
  clock?: Clock;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface CallOptions {
  signal?: AbortSignal;
  /** Overrides the client's timeout, in milliseconds. */
  timeoutMs?: number;
  /** Ignores the pause after a 429 that names no time, which is only an estimate. */
  anyway?: boolean;
  /**
   * For lists, and for the steps of a run: called with the rows that don't match the API description; the call returns
   * the others. Without it, one such row fails the call, except in the list of models, which the spec doesn't describe.
   */
  onUnreadable?: (rows: Unreadable) => void;
}

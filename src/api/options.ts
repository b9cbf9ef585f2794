/** What a client and its calls can be told. */
import type { Clock } from '../../common/clock.ts';

export interface ClientOptions {
  /** See `parseBaseUrl` for what is taken. */
  baseUrl: string;
  /** Sent as `Authorization: Token <key>` to the origin of `baseUrl` alone. */
  apiKey: string;
  /** The global fetch when absent. It is called with `redirect: 'manual'`. */
  fetch?: Fetch;
  /** How long a whole answer may take, in milliseconds; for `chatStream`, the time to its headers. 60 s when absent. */
  timeoutMs?: number;
  /** How long `chatStream` waits for a next byte, in milliseconds. 60 s when absent. */
  idleTimeoutMs?: number;
  /** How long an answer of `chatStream` may take as a whole, in milliseconds, though bytes keep coming. 30 minutes when absent. */
  answerTimeoutMs?: number;
  /** The largest body that is read, in bytes. 64 MiB when absent. Streams have no such bound, one event has. */
  maxBodyBytes?: number;
  /** Time, waiting and chance; the real ones when absent. */
  clock?: Clock;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface CallOptions {
  signal?: AbortSignal;
  /** In place of the client's own, in milliseconds. */
  timeoutMs?: number;
  /**
   * Of a list: takes note of rows that do not keep to the API description, and the call gives the others. Absent: one such row
   * makes the call fail. So it does where no row is good.
   */
  onUnreadable?: (rows: Unreadable) => void;
}

/** Rows of a list that were left out. */
export interface Unreadable {
  readonly count: number;
  /** What is wrong with the first of them: `items[3].status: must be string`. */
  readonly why: string;
}

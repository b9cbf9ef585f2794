/** Why a connection test failed. `explain.ts` has a text with the cause and the next step for each kind. */
import type { ProgramFailure } from './programs.ts';

export type TestFailure =
  | ProgramFailure
  | { readonly kind: 'badUrl'; readonly url: string }
  | { readonly kind: 'unreachable'; readonly host: string; readonly code: string }
  /** The browser didn't send the request; the message says why and what to do. */
  | { readonly kind: 'crossOrigin'; readonly message: string }
  | { readonly kind: 'unauthorized'; readonly status: 401 | 403; readonly signsIn: boolean }
  | { readonly kind: 'missing'; readonly status: 404 | 410 }
  /** The URL responds, but uses another transport. */
  | { readonly kind: 'wrongTransport'; readonly used: 'http' | 'sse'; readonly status: number | undefined }
  /** The URL speaks only the deprecated transport, but the file says streamable HTTP. */
  | { readonly kind: 'deprecatedTransport' }
  | { readonly kind: 'redirected'; readonly host: string }
  | { readonly kind: 'http'; readonly status: number }
  | { readonly kind: 'tooLarge'; readonly megabytes: number }
  | { readonly kind: 'tooDeep' }
  | { readonly kind: 'timeout'; readonly seconds: number; readonly step: string }
  | { readonly kind: 'canceled' }
  /** The server doesn't speak the agent's revision of the protocol, and couldn't be used with its own either. */
  | { readonly kind: 'revision'; readonly supported: readonly string[] }
  /** The server returned a protocol error. */
  | { readonly kind: 'refused'; readonly message: string };

export class ConnectionTestError extends Error {
  override readonly name = 'ConnectionTestError';
  readonly failure: TestFailure;
  /** Processes that the server may have left running, such as `node (4711)`. */
  readonly survivors: readonly string[];

  constructor(failure: TestFailure, survivors: readonly string[] = []) {
    super(failure.kind);
    this.failure = failure;
    this.survivors = survivors;
  }
}

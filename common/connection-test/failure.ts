/** Why a connection test failed. `explain.ts` has a text with the cause and the next step for each kind. */
import type { ProgramFailure } from './launch/programs.ts';

/** The server can't be used although it responded. */
export type ConnectionFailure =
  /** A response is no JSON, or no JSON-RPC message. */
  | { readonly kind: 'invalidResponse'; readonly isJson: boolean }
  /** Oh My Pi can't list anything of a server that declares no capabilities. */
  | { readonly kind: 'noCapabilities' };

export type TestFailure =
  | ProgramFailure
  | ConnectionFailure
  | { readonly kind: 'badUrl'; readonly url: string }
  | { readonly kind: 'unreachable'; readonly host: string; readonly code: string }
  /** No secure connection to the server is possible; the reason is a sentence. */
  | { readonly kind: 'insecure'; readonly host: string; readonly reason: string }
  /** The proxy of VS Code or of the network refused the request. `reason`: its own, or ''. */
  | { readonly kind: 'proxy'; readonly reason: string }
  /** The browser didn't send the request; the message says why and what to do. */
  | { readonly kind: 'crossOrigin'; readonly message: string }
  /** The user has to sign in with OAuth. */
  | { readonly kind: 'signIn'; readonly name: string }
  | { readonly kind: 'unauthorized'; readonly hasCredentials: boolean; readonly said: string }
  | { readonly kind: 'missing'; readonly status: 404 | 410 }
  /** The URL responds, but uses another transport. */
  | { readonly kind: 'wrongTransport'; readonly used: 'http' | 'sse'; readonly status: number | undefined }
  /** The URL speaks only the deprecated transport, but the file says streamable HTTP. */
  | { readonly kind: 'deprecatedTransport' }
  | { readonly kind: 'redirected'; readonly host: string }
  /** `said`: what the server says about it, or ''. */
  | { readonly kind: 'http'; readonly status: number; readonly said: string }
  | { readonly kind: 'tooLarge'; readonly megabytes: number }
  | { readonly kind: 'tooDeep' }
  /** The field of the result isn't a list. */
  | { readonly kind: 'noList'; readonly method: string; readonly field: string }
  /** The pages never end. */
  | { readonly kind: 'endlessList'; readonly method: string }
  | { readonly kind: 'timeout'; readonly seconds: number; readonly step: string }
  | { readonly kind: 'canceled' }
  /** The server doesn't speak Oh My Pi's revision of the protocol, and couldn't be used with its own either. */
  | { readonly kind: 'revision'; readonly supported: readonly string[] }
  /** The connection ended for a reason that isn't known in detail. */
  | { readonly kind: 'interrupted'; readonly message: string }
  /** The server returned a protocol error. */
  | { readonly kind: 'refused'; readonly message: string };

export class ConnectionTestError extends Error {
  override readonly name = 'ConnectionTestError';
  readonly failure: TestFailure;
  /** Processes of the server that couldn't be ended, such as `node (4711)`. */
  readonly survivors: readonly string[];

  constructor(failure: TestFailure, survivors: readonly string[] = []) {
    super(failure.kind);
    this.failure = failure;
    this.survivors = survivors;
  }
}

/** Why a connection test failed, as one union; each kind is a sentence with its cause and the next step in `explain.ts`. */

export type TestFailure =
  /** The program is not on the PATH, or the file is not there. */
  | { readonly kind: 'notFound'; readonly command: string }
  /** It is there and may not be started. */
  | { readonly kind: 'notAllowed'; readonly command: string }
  | { readonly kind: 'noFolder'; readonly cwd: string }
  /** The process ended before it answered. */
  | {
      readonly kind: 'exited';
      readonly code: number | null;
      readonly signal: string | null;
      /** The last lines that it wrote to standard error. */
      readonly stderr: string;
    }
  /** What came on standard output is not the protocol. */
  | { readonly kind: 'noProtocol'; readonly said: string }
  | { readonly kind: 'badUrl'; readonly url: string }
  | { readonly kind: 'unreachable'; readonly host: string; readonly code: string }
  | { readonly kind: 'unauthorized'; readonly status: 401 | 403; readonly signsIn: boolean }
  | { readonly kind: 'missing'; readonly status: 404 | 410 }
  /** The address is alive and speaks another transport. */
  | { readonly kind: 'wrongTransport'; readonly used: 'http' | 'sse'; readonly status: number | undefined }
  | { readonly kind: 'redirected'; readonly host: string }
  | { readonly kind: 'http'; readonly status: number }
  | { readonly kind: 'timeout'; readonly seconds: number; readonly step: string }
  | { readonly kind: 'cancelled' }
  /** The server answered with an error of the protocol. */
  | { readonly kind: 'refused'; readonly message: string };

export class ConnectionTestError extends Error {
  override readonly name = 'ConnectionTestError';
  readonly failure: TestFailure;

  constructor(failure: TestFailure) {
    super(failure.kind);
    this.failure = failure;
  }
}

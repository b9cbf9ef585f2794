/** Guard for all requests: rejects malformed parameters, and keeps file contents out of error messages. */
import { type CancellationToken, ErrorCodes, type RemoteConsole, ResponseError } from 'vscode-languageserver';
import type { Check } from './parameters.ts';

type Handler<P, R> = (params: P, token: CancellationToken) => R | Promise<R>;

export class RequestGuard {
  #state: 'new' | 'running' | 'shutdown' = 'new';
  readonly #console: RemoteConsole;
  readonly #ready: () => Promise<unknown> | undefined;

  /** @param ready resolves when a handler can read all files; undefined if it can already */
  constructor(console: RemoteConsole, ready: () => Promise<unknown> | undefined) {
    this.#console = console;
    this.#ready = ready;
  }

  get isRunning(): boolean {
    return this.#state === 'running';
  }

  get isShutDown(): boolean {
    return this.#state === 'shutdown';
  }

  /** @throws ResponseError if the editor has already sent `initialize` */
  start(): void {
    if (this.#state !== 'new') throw new ResponseError(ErrorCodes.InvalidRequest, 'initialize may be sent only once.');
    this.#state = 'running';
  }

  /** @throws ResponseError unless the server is running */
  stop(): void {
    this.assertRunning();
    this.#state = 'shutdown';
  }

  /** @throws ResponseError before `initialize` and after `shutdown` */
  assertRunning(): void {
    if (this.#state === 'new')
      throw new ResponseError(ErrorCodes.ServerNotInitialized, 'The server is not initialized.');
    if (this.#state === 'shutdown')
      throw new ResponseError(ErrorCodes.InvalidRequest, 'The server has been shut down.');
  }

  /** Wraps a handler, so that it's called only while the server is running, and only with valid parameters. */
  request<P, R>(check: Check, handler: Handler<P, R>): (params: P, token: CancellationToken) => Promise<R> {
    return async (params, token) => {
      this.assertRunning();
      // The library sends null for undefined.
      const wrong = check(params ?? undefined);
      if (wrong !== undefined)
        throw new ResponseError(
          ErrorCodes.InvalidParams,
          wrong === '' ? 'The parameters must be an object.' : `Missing or invalid parameter "${wrong.slice(1)}".`,
        );
      try {
        await this.#ready()?.catch(() => undefined);
        return await handler(params, token);
      } catch (error) {
        if (error instanceof ResponseError) throw error;
        this.#console.error(`A request failed: ${placeOf(error)}`);
        throw new ResponseError(ErrorCodes.InternalError, 'The request failed.');
      }
    };
  }
}

/** Returns the name and location of an error, but not its message, which could quote a file. */
function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'not an error';
  const place = error.stack?.split('\n').find((line) => /^ {4}at .{1,300}:\d{1,9}:\d{1,9}\)?$/.test(line));
  return `${error.name} ${place?.trim() ?? ''}`;
}

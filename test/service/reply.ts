/** Responses of handlers, and the errors of the spec. */

export interface Reply {
  status: number;
  headers: Record<string, string>;
  /** Text and bytes are sent at once, a stream chunk by chunk. */
  body: string | Uint8Array | AsyncIterable<string | Uint8Array>;
}

export interface Incoming {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: Uint8Array;
  /** Values of the parameters in the path template. */
  params: Record<string, string>;
}

/** Thrown by a handler to return an error. */
export class Refusal extends Error {
  readonly reply: Reply;

  constructor(status: number, body: unknown) {
    super(`status ${status}`);
    this.reply = json(body, status);
  }
}

export function json(value: unknown, status = 200): Reply {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(value) };
}

/** Returns an error with the Error body of the spec. */
export function refuse(status: number, error: string, more: { code?: string; details?: object } = {}): Refusal {
  return new Refusal(status, { error, ...more });
}

/** "not found or access denied" (spec, Authentication 4). */
export function absent(what: 'Workflow' | 'Version' | 'Execution'): Refusal {
  return refuse(404, `${what} not found or access denied`);
}

/** What a handler answers with, and the errors of the spec. */

export interface Reply {
  status: number;
  headers: Record<string, string>;
  /** Text and bytes go out at once; a stream goes out as it comes. */
  body: string | Uint8Array | AsyncIterable<string>;
}

export interface Incoming {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: Uint8Array;
  /** The values in the path template's braces. */
  params: Record<string, string>;
}

/** Thrown by a handler to answer with an error. */
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

/** The Error body of the spec. */
export function refuse(status: number, error: string, more: { code?: string; details?: object } = {}): Refusal {
  return new Refusal(status, { error, ...more });
}

/** "not found or access denied" (spec, Authentication 4). */
export function absent(what: 'Workflow' | 'Version' | 'Execution'): Refusal {
  return refuse(404, `${what} not found or access denied`);
}

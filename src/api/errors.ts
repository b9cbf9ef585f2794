/** Everything that can go wrong with a call, as one union. Spec: "Errors". */

interface Failure<Kind extends string> {
  kind: Kind;
  /** What the service said, or our own words where it said nothing: one line, at most 500 characters, without the key. */
  message: string;
  /** The service's own `code`, when it gave one. */
  code?: string;
  /** The service's own `details` (or FastAPI's `detail` list, OpenRouter's `metadata`), without the key. */
  details?: unknown;
  /** The service gave no reason; `message` is ours. */
  silent?: true;
}

/** A failure that has a specific status of the service. */
interface Answered<Kind extends string> extends Failure<Kind> {
  status: number;
}

/** 401: the key is missing, invalid or expired. */
type Unauthorized = Answered<'unauthorized'>;
/** 403, which the spec doesn't name: this request is refused, which says nothing of others with the same key. */
type Forbidden = Answered<'forbidden'>;
/** 402: the account balance is 0 or below. */
interface Balance extends Answered<'balance'> {
  /** On publish 402 has two meanings, and the service didn't say which one: the plan's workflow limit may be reached instead. */
  orPlan?: true;
}
/** 402 with code SUBSCRIPTION_LIMIT: the workflow maximum of the plan is reached. */
interface SubscriptionLimit extends Answered<'subscriptionLimit'> {
  workflowLimit?: number;
  currentWorkflows?: number;
}
/** 404: no such endpoint, or a record that is absent or someone else's. */
type NotFound = Answered<'notFound'>;
/** A value that is outside the spec: found before sending (no `status`), or by the service (400 and other 4xx). */
interface Validation extends Failure<'validation'> {
  status?: number;
  /** Path of the value at fault in what was to be sent, for example `messages[0].role`. */
  field?: string;
}
/** 422 (and 413, 415): the service does not take the body; on publish, the version is not one of the workflow's. */
type InvalidBody = Answered<'invalidBody'>;
/** How long the service wants to be left alone. */
interface Pause {
  /** From Retry-After or the rate headers: how long to wait, in milliseconds. */
  retryAfterMs?: number;
  /** The same as a time, epoch milliseconds. */
  retryAt?: number;
}
/** 429. */
interface RateLimited extends Answered<'rateLimited'>, Pause {}
/** 5xx, or an error that came inside an answer with status 200. */
interface Server extends Answered<'server'>, Pause {}
/** No answer: name not found, connection refused or lost, TLS, or a stream that ended before it was finished. */
interface Network extends Failure<'network'> {
  /** The service is there, but doesn't accept requests from a browser; `message` says what to do. */
  crossOrigin?: true;
}
/** No answer, or no further byte, for `timeoutMs`. */
interface Timeout extends Failure<'timeout'> {
  timeoutMs: number;
  /** Bytes kept coming, but the answer had no end within `timeoutMs`. */
  endless?: true;
}
/** The caller's signal was aborted. */
type Cancelled = Failure<'cancelled'>;
/** An answer that is not what the spec says. */
interface BadResponse extends Failure<'badResponse'> {
  status?: number;
  /** JSON path of the first fault, for example `items[3].status`. */
  path?: string;
}

export type ApiError =
  | Unauthorized
  | Forbidden
  | Balance
  | SubscriptionLimit
  | NotFound
  | Validation
  | InvalidBody
  | RateLimited
  | Server
  | Network
  | Timeout
  | Cancelled
  | BadResponse;

/** The one thing that calls throw. It holds the error and nothing else: no request, no header, no key. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly error: ApiError;

  constructor(error: ApiError) {
    super(error.message);
    this.error = error;
  }
}

/** The ApiError in anything that was caught, or undefined when it is something else. */
export function apiErrorOf(caught: unknown): ApiError | undefined {
  return caught instanceof ApiFailure ? caught.error : undefined;
}

/** How long the service wants to be left alone, in milliseconds; undefined where the error doesn't say. */
export function retryAfterOf(error: ApiError | undefined): number | undefined {
  return error !== undefined && 'retryAfterMs' in error ? error.retryAfterMs : undefined;
}

export function invalid(message: string, field?: string): ApiFailure {
  return new ApiFailure(field === undefined ? { kind: 'validation', message } : { kind: 'validation', message, field });
}

export function badResponse(message: string, more: { status?: number; path?: string } = {}): ApiFailure {
  return new ApiFailure({ kind: 'badResponse', message, ...more });
}

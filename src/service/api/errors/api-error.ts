/** All errors of a call, as one union. Spec: "Errors". */

interface Failure<Kind extends string> {
  kind: Kind;
  /** The service's message, or ours if it sent none: one line, at most 500 characters, without the key. */
  message: string;
  /** The service's `code`, if it sent one. */
  code?: string;
  /** The service's `details` (or FastAPI's `detail` list, OpenRouter's `metadata`), without the key. */
  details?: unknown;
  /** The service gave no reason; `message` is ours. */
  silent?: true;
}

/** A failure with a status from the service. */
interface Answered<Kind extends string> extends Failure<Kind> {
  status: number;
}

/** How long the service asks to wait. */
interface Pause {
  /** From `Retry-After` or the rate limit headers, otherwise our pause after a 429; in milliseconds. */
  retryAfterMs?: number;
  /** When the wait ends, in epoch milliseconds. */
  retryAt?: number;
  /** The service named no time, so the wait is ours. */
  isOurs?: true;
}

export type ApiError =
  /** 401: the key is missing, invalid or expired. */
  | Answered<'unauthorized'>
  /** 403, which isn't in the spec: this request is rejected; others with the same key may be accepted. */
  | Answered<'forbidden'>
  /** 402: the account balance is 0 or below. */
  | (Answered<'balance'> & {
      /** On publish, 402 without a code can also mean that the plan's workflow limit is reached. */
      orPlan?: true;
    })
  /** 402 with code SUBSCRIPTION_LIMIT: the workflow maximum of the plan is reached. */
  | (Answered<'subscriptionLimit'> & { workflowLimit?: number; currentWorkflows?: number })
  /** 404 (and 405, 410): the endpoint or record doesn't exist, or the record belongs to another account. */
  | (Answered<'notFound'> & {
      /** The request names no record that could be missing, and the response no model: the service has no such endpoint. */
      noEndpoint?: true;
    })
  /** An invalid value, detected before sending (no `status`) or by the service (400 and other 4xx). */
  | (Failure<'validation'> & { status?: number })
  /** 422 (and 413, 415): the service rejects the body; on publish, the version doesn't belong to the workflow. */
  | (Answered<'invalidBody'> & {
      /** On publish, 422: the version doesn't exist, or doesn't belong to the workflow. */
      otherVersion?: true;
    })
  /** 429. */
  | (Answered<'rateLimited'> & Pause)
  /** 5xx (and 408), or an error inside a response with status 200. */
  | (Answered<'server'> & Pause)
  /** No response: DNS failure, connection refused or lost, TLS error, or a stream that ended early. */
  | (Failure<'network'> & {
      /** The service is reachable, but doesn't accept requests from a browser; `message` says what to do. */
      crossOrigin?: true;
      /** A proxy between VS Code and the service refused the request. */
      proxy?: true;
      /** The service was reached, but its response ended before it was complete. */
      cut?: true;
    })
  /** No response, or no further data, within `timeoutMs`. */
  | (Failure<'timeout'> & {
      timeoutMs: number;
      /** Data kept arriving, but the response wasn't complete within `timeoutMs`. */
      endless?: true;
      /** An answer of a model, of which no data arrived within `timeoutMs`. */
      idle?: true;
    })
  /** The caller's signal was aborted. */
  | Failure<'canceled'>
  /** A response that doesn't match the spec. */
  | (Failure<'badResponse'> & {
      status?: number;
      /** The JSON body, without the key, because what it contains may have been paid for. */
      body?: string;
    });

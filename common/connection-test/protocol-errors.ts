/** Errors that a server returned, over any transport. */
import { ProtocolError, SdkHttpError } from '@modelcontextprotocol/client';
import { attempt } from '../attempt.ts';
import { isRecord, isText } from '../guards.ts';
import { statelessRevision } from './result.ts';

/** Codes of revision 2026-07-28: a required header or capability is missing, or the revision isn't supported. */
const ofStatelessRevisions: ReadonlySet<unknown> = new Set([-32020, -32021, -32022]);
const unsupportedRevision = -32022;

interface ReturnedError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** Returns the protocol error, also if it's the body of an HTTP error. */
export function returnedError(error: unknown): ReturnedError | undefined {
  if (error instanceof ProtocolError) return error;
  const text = error instanceof SdkHttpError ? error.data.text : undefined;
  const body = isText(text) ? attempt((): unknown => JSON.parse(text)) : undefined;
  const inner = isRecord(body) ? body.error : undefined;
  if (!isRecord(inner) || typeof inner.code !== 'number' || !isText(inner.message)) return undefined;
  return { code: inner.code, message: inner.message, data: inner.data };
}

/** Returns the revisions that a server supports if it refused the agent's revision; undefined for any other error. */
export function revisionsOfRefusal(error: unknown): readonly string[] | undefined {
  const refusal = returnedError(error);
  if (!ofStatelessRevisions.has(refusal?.code)) return undefined;
  const named = refusal?.code === unsupportedRevision && isRecord(refusal.data) ? refusal.data.supported : undefined;
  const supported = Array.isArray(named) ? named.filter((one) => isText(one) && /^\d{4}-\d\d-\d\d$/.test(one)) : [];
  return supported.length === 0 ? [statelessRevision] : supported.slice(0, 10);
}

/** Errors that a server returned, over any transport. */
import { ProtocolError, SdkHttpError } from '@modelcontextprotocol/client';
import { attempt } from '../../attempt.ts';
import { isRecord, isText } from '../../guards.ts';
import { statelessRevision } from '../../protocol-revisions.ts';

/** Codes of revision 2026-07-28: a required header or capability is missing, or the revision isn't supported. */
const ofStatelessRevisions: ReadonlySet<unknown> = new Set([-32020, -32021, -32022]);
const unsupportedRevision = -32022;
/** With `data.supported`, what servers of earlier revisions say about a revision that they don't support. */
const invalidParameters = -32602;

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

/** Returns the revisions that a server supports if it refused Oh My Pi's revision; undefined for any other error. */
export function revisionsOfRefusal(error: unknown): readonly string[] | undefined {
  const { code, data } = returnedError(error) ?? {};
  if (code === invalidParameters) {
    const supported = revisionsIn(data);
    return supported.length === 0 ? undefined : supported;
  }
  if (!ofStatelessRevisions.has(code)) return undefined;
  const supported = code === unsupportedRevision ? revisionsIn(data) : [];
  return supported.length === 0 ? [statelessRevision] : supported;
}

/** Returns at most ten. Servers name them as a list or as text, under names of their own. */
function revisionsIn(data: unknown): readonly string[] {
  const { requested: _, ...named } = isRecord(data) ? data : {};
  return Object.values(named)
    .flat()
    .filter((one): one is string => isText(one) && /^\d{4}-\d\d-\d\d$/.test(one))
    .slice(0, 10);
}

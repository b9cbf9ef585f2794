/** The reason in the body of an HTTP error of a tool server. */
import { attempt } from '../../attempt.ts';
import { isRecord, isText } from '../../guards.ts';
import { cut } from '../../text/cut.ts';
import { maskTokens } from '../../text/mask-secrets.ts';

/** Maximum number of characters of a reason. */
const longest = 300;

/** Fields with a reason, from the most to the least specific one. */
const fields = ['message', 'error_description', 'detail', 'error', 'errors', 'title', 'msg', 'reason'];

/** Returns the reason in one line, without tokens; '' if the body has no reason. */
export function textOfBody(body: unknown): string {
  if (!isText(body)) return '';
  const parsed = attempt((): unknown => JSON.parse(body));
  const text = parsed === undefined ? plainReason(body) : reasonIn(parsed, 0);
  return maskTokens(cut(text.replace(/\s+/g, ' ').trim(), longest));
}

function plainReason(body: string): string {
  const start = body.slice(0, 4096).trim();
  return start.startsWith('<') ? (/<title[^<>]*>([^<]*)<\/title>/i.exec(start)?.[1] ?? '') : start;
}

function reasonIn(value: unknown, depth: number): string {
  if (isText(value)) return value;
  if (depth > 3) return '';
  if (Array.isArray(value)) return reasonIn(value[0], depth + 1);
  if (!isRecord(value)) return '';
  for (const field of fields) {
    const reason = reasonIn(value[field], depth + 1);
    if (reason !== '') return reason;
  }
  return '';
}

/** Text with a syntax error: one mistake is one finding. */
import type { ConfigDocument } from '../config/servers/document.ts';
import type { ServerEntry } from '../config/servers/server-entry.ts';
import type { FaultKind } from '../config/text/fault.ts';
import { endOf } from '../config/text/json.ts';
import type { Finding } from './rule.ts';
import { syntaxRules } from './syntax.ts';

const syntaxCodes: ReadonlySet<string> = new Set(syntaxRules.map(({ code }) => code));

/** Faults after which the tree is as reliable as that of strict JSON. */
const loose: ReadonlySet<FaultKind> = new Set([
  'comment',
  'trailing-comma',
  'byte-order-mark',
  'odd-space',
  'markdown-fence',
  'extra-bracket',
] as const);

/**
 * Omits what a syntax error may cause. A line has one syntax error. A server with one isn't checked, unless only a comma
 * is missing; if there's damage outside the servers, nothing after
 * the first one is, because it may be anything.
 */
export function omitInBrokenText<F extends Finding>(
  problems: readonly F[],
  { text, faults, servers, damaged: outsideDamaged }: ConfigDocument,
): readonly F[] {
  const errors = faults.filter(({ kind }) => !loose.has(kind));
  if (errors.length === 0) return problems;
  const damage = new Set(errors.flatMap((fault) => (fault.damaging || outsideDamaged ? [fault.offset] : [])));
  const misread = errors.filter(({ kind }) => kind !== 'missing-comma');
  let next = 0;
  let nextMisread = 0;
  /** End of the last line with a syntax error. */
  let lineEnd = -1;
  let damaged: ServerEntry | undefined;
  let isLost = false;
  // Problems and servers are both in text order.
  return problems.filter(({ code, offset }) => {
    for (let entry = servers[next]; entry && endOf(entry.value ?? entry.key) <= offset; entry = servers[next]) next++;
    const entry = servers[next];
    const isInside = entry?.value?.type === 'object' && offset >= entry.value.offset;
    const isKey = entry !== undefined && offset === entry.key.offset;
    const start = entry?.key.offset ?? 0;
    while ((misread[nextMisread]?.offset ?? Number.POSITIVE_INFINITY) < start) nextMisread++;
    const isSure =
      entry !== undefined && (misread[nextMisread]?.offset ?? text.length) >= endOf(entry.value ?? entry.key);
    const isSyntax = syntaxCodes.has(code);
    const isShown = isSyntax
      ? !isLost && offset > lineEnd && (damaged === undefined || (isInside && entry !== damaged))
      : !isLost && isSure && (isInside || isKey);
    if (isSyntax && damage.has(offset)) {
      damaged = entry;
      isLost ||= !isInside || outsideDamaged;
    }
    if (!isSyntax || !isShown) return isShown;
    const end = text.indexOf('\n', offset);
    lineEnd = end < 0 ? text.length : end;
    return true;
  });
}

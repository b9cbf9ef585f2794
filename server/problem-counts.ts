/** Number of problems of each server in a file. */
import type { OpenDocument } from './documents.ts';
import type { RuleContext } from './rules/context.ts';

/** Returns the number of errors and warnings by server name; servers without any are absent. */
export function problemCounts(document: OpenDocument, context: RuleContext): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const findings = document.findings(context).filter(({ severity }) => severity === 'error' || severity === 'warning');
  let next = 0;
  for (const { key, value, name, live } of document.config.servers) {
    const end = value === undefined ? key.offset + key.length : value.offset + value.length;
    while ((findings[next]?.offset ?? Number.POSITIVE_INFINITY) < key.offset) next++;
    const first = next;
    while ((findings[next]?.offset ?? Number.POSITIVE_INFINITY) < end) next++;
    if (live && next > first) counts.set(name, next - first);
  }
  return counts;
}

/** Applies the rules to a document. */
import type { ConfigDocument } from '../config/document.ts';
import { detached } from '../config/entry-text.ts';
import type { ServerResults } from '../config/server-results.ts';
import { nothingKnown, type RuleContext } from './context.ts';
import { omitFormatProblems } from './dialect.ts';
import type { Finding, Problem } from './rule.ts';
import { RuleRunner } from './rule-runner.ts';

export { rules } from './rule-list.ts';

/** Returns the problems of a document in the order of the text. */
export function checkDocument(document: ConfigDocument, context = nothingKnown): readonly Problem[] {
  return omitFormatProblems(allProblems(document, context), document, context);
}

/** Like `checkDocument`, including the problems that are omitted in a file of another format. */
export function allProblems(document: ConfigDocument, context = nothingKnown): readonly Problem[] {
  const runner = new RuleRunner(context);
  return [runner.top(document), ...document.servers.map((entry) => runner.entry(entry))].flat().sort(byOffset);
}

/** Like `checkDocument` without fixes; checks only the servers that changed since the last call. */
export function findingsOf(
  document: ConfigDocument,
  context: RuleContext,
  remembered: ServerResults<readonly Finding[]>,
): readonly Finding[] {
  const runner = new RuleRunner(context);
  const inEntries = remembered.of(document, (entry) =>
    runner
      .entry(entry)
      .map((problem) => ({ ...moved(problem, -entry.key.offset), message: detached(problem.message) })),
  );
  const findings = inEntries.flatMap(([{ key }, found]) => found.map((finding) => moved(finding, key.offset)));
  return omitFormatProblems([...runner.top(document), ...findings].sort(byOffset), document, context);
}

const byOffset = (one: Finding, other: Finding): number => one.offset - other.offset;

/** Returns a copy with shifted positions that doesn't retain the text. */
function moved({ code, severity, message, offset, length, tag, related }: Finding, delta: number): Finding {
  return {
    code,
    severity,
    message,
    offset: offset + delta,
    length,
    ...(tag !== undefined && { tag }),
    ...(related !== undefined && {
      // Locations in other files don't shift.
      related: related.map((place) => (place.uri === undefined ? { ...place, offset: place.offset + delta } : place)),
    }),
  };
}

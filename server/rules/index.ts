/** Applies the rules to a document. */
import { remembered } from '../../common/remembered.ts';
import type { ConfigDocument } from '../config/document.ts';
import type { ServerFacts } from '../config/server.ts';
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

const byOffset = (one: Finding, other: Finding): number => one.offset - other.offset;

/** Findings in the servers of a document, which are kept as long as their text is the same. */
export interface LastFindings {
  context?: RuleContext;
  /** Offsets are relative to the server. */
  ofServers: WeakMap<ServerFacts, readonly Finding[]>;
}

/** Like `checkDocument` without fixes; checks only the servers whose findings aren't in `last`, which is updated. */
export function findingsOf(document: ConfigDocument, context: RuleContext, last: LastFindings): readonly Finding[] {
  const runner = new RuleRunner(context);
  if (last.context !== context) last.ofServers = new WeakMap();
  last.context = context;
  const findings = runner.top(document).map(withoutFixes);
  for (const entry of document.liveServers) {
    const { offset } = entry.key;
    const own = remembered(last.ofServers, entry.facts, () =>
      runner.entry(entry).map((problem) => moved(withoutFixes(problem), -offset)),
    );
    for (const finding of own) findings.push(moved(finding, offset));
  }
  return omitFormatProblems(findings.sort(byOffset), document, context);
}

const withoutFixes = ({ fixes: _fixes, ...finding }: Problem): Finding => finding;

function moved({ related, ...finding }: Finding, delta: number): Finding {
  // Locations in other files don't shift.
  const places = related?.map((place) =>
    place.uri === undefined ? { ...place, offset: place.offset + delta } : place,
  );
  return { ...finding, offset: finding.offset + delta, ...(places && { related: places }) };
}

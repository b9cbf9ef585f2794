/** Applies the rules to a document. */
import type { ConfigDocument } from '../config/document.ts';
import { endOf } from '../config/json.ts';
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

/** Findings of the last check of a document, by the text of each server. Offsets are relative to the server. */
export interface LastFindings {
  context?: RuleContext;
  byText: ReadonlyMap<string, readonly Finding[]>;
}

/** Like `checkDocument` without fixes; checks only the servers whose text isn't in `last`, which is updated. */
export function findingsOf(document: ConfigDocument, context: RuleContext, last: LastFindings): readonly Finding[] {
  const runner = new RuleRunner(context);
  const byText = new Map<string, readonly Finding[]>();
  const inServers = document.liveServers.flatMap((entry) => {
    const { offset } = entry.key;
    const text = document.text.slice(offset, endOf(entry.value ?? entry.key));
    // Syntax faults inside an entry don't depend on its text alone.
    const known = last.context === context && !entry.damaged ? last.byText.get(text) : undefined;
    const findings = known ?? runner.entry(entry).map((problem) => moved(withoutFixes(problem), -offset));
    if (!entry.damaged) byText.set(text, findings);
    return findings.map((finding) => moved(finding, offset));
  });
  last.context = context;
  last.byText = byText;
  return omitFormatProblems(
    [...runner.top(document).map(withoutFixes), ...inServers].sort(byOffset),
    document,
    context,
  );
}

const withoutFixes = ({ fixes: _fixes, ...finding }: Problem): Finding => finding;

function moved({ related, ...finding }: Finding, delta: number): Finding {
  // Locations in other files don't shift.
  const places = related?.map((place) =>
    place.uri === undefined ? { ...place, offset: place.offset + delta } : place,
  );
  return { ...finding, offset: finding.offset + delta, ...(places && { related: places }) };
}

/** Applies the rules to a document. */
import type { ConfigDocument } from '../config/document.ts';
import type { ServerEntry } from '../config/server.ts';
import { inBrokenText } from './broken-text.ts';
import { nothingKnown, type RuleContext } from './context.ts';
import { omitFormatProblems } from './dialect.ts';
import type { Finding, Problem } from './rule.ts';
import { RuleRunner } from './rule-runner.ts';
import { type ServerFindings, withoutFixes } from './server-findings.ts';

export { rules } from './rule-list.ts';

/** Returns the problems of a document in the order of the text. */
export function checkDocument(document: ConfigDocument, context = nothingKnown): readonly Problem[] {
  return shown(allProblems(document, context), document, context);
}

/** Omits what follows from a syntax error or from another format, which isn't a mistake of its own. */
function shown<F extends Finding>(found: readonly F[], document: ConfigDocument, context: RuleContext): readonly F[] {
  return inBrokenText(omitFormatProblems(found, document, context), document);
}

/** Like `checkDocument`, including what follows from a syntax error or from another format. */
export function allProblems(document: ConfigDocument, context = nothingKnown): readonly Problem[] {
  const runner = new RuleRunner(context);
  return [runner.top(document), ...document.servers.map((entry) => runner.entry(entry))].flat().sort(byOffset);
}

const byOffset = (one: Finding, other: Finding): number => one.offset - other.offset;

/** Like `checkDocument` without fixes; checks only the servers whose findings aren't known. */
export function findingsOf(document: ConfigDocument, context: RuleContext, known: ServerFindings): readonly Finding[] {
  const runner = new RuleRunner(context);
  known.dependOn(context);
  const findings = runner.top(document).map(withoutFixes);
  const check = (entry: ServerEntry): readonly Problem[] => runner.entry(entry);
  for (const entry of document.liveServers) findings.push(...known.in(entry, check));
  return shown(findings.sort(byOffset), document, context);
}
